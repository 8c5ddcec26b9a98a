"""Words that tell nothing about anybody: everybody says them, so a text that holds one is no copy of another.

In a memory of ten messages nearly every word stands once. What is forgotten must not take whatever else says "laptop
from work" or "November" with it. A name is told by itself, whatever word it is.
"""

import re
from functools import lru_cache

from app.memory.learn.reading.relations import relations

_ENGLISH = """
able about above account across actually after afterwards again against almost alone along already also although always
among answer anybody anyone anything anyway anywhere apart around asked away back because become been before began begin
behind being believe below beside best better between beyond both bring brought call called came cannot come comes could
didn't different does doesn't doing done don't down during each early either else enough even evening ever every
everybody everyone everything example except feel felt find first follow found friend from full further gave gets give
given goes going gone good great have haven't having hear heard hello help here hers herself himself home hour hours
however idea important indeed inside instead into isn't it's itself just keep kept kind knew know known last late later
least left less let's letter life like liked likes likely little live lived lives living long look looked looking made
make makes making many matter maybe mean means meant memories memory message met might mine minute minutes moment month
months more morning most move moved much must myself name named names near nearly need needed needs never next night
nobody none note notes nothing number often once only open other others ours ourselves over part people perhaps person
place play please point possible probably problem question quite rather really remember right said same says second seem
seems seen several shall should show shown since some somebody someone something sometimes soon speak start started
still stop such sure take taken takes taking talk tell than thank thanks that that's their them themselves then there
therefore these they thing things think this those though thought through till time times today together told tomorrow
tonight took toward towards tried true turn under understand until upon used useful uses using usual usually very want
wanted wants week weeks weekend well went were what when where whether which while whole whom whose will wish with
within without word words work worked working works would write written wrong wrote year years yes yesterday your yours
yourself
january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
"""
_JAPANESE = """
今日 昨日 明日 今年 去年 来年 今月 先月 来月 今週 先週 来週 今朝 今晩 今夜 毎日 毎週 最近 時間 時々 午前 午後 一緒 自分
彼女 彼氏 友達 名前 仕事 家族 場所 質問 記憶 会話 答え 問題 必要 大切 大丈夫 本当 多分 全部 全然 一番 一人 二人 何人
何時 何年 何月 何日 以前 以上 以下 今度 今回 前回 次回
月曜 火曜 水曜 木曜 金曜 土曜 日曜
月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日
"""
_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)?|(?:19|20)\d\d")
"""A day, a month, an hour or a year: every answer says when something was said."""


@lru_cache(maxsize=1)
def _words() -> frozenset[str]:
    return frozenset((*_ENGLISH.split(), *_JAPANESE.split(), *relations().table))


def is_commonplace(word: str) -> bool:
    """Whether a folded word gives nothing away: a word of everyday, a part of a date, what a relation is called."""
    return word in _words() or _DAY.fullmatch(word) is not None
