"""Whether a turn gives any ground for what a model says of it beyond the names: its sentence, an end, a slip, a denial.

Names are checked by `validate`. A model that hallucinates, or obeys words that it was to read, may still put anything
into the sentence of a fact, end what the turn does not speak of, or correct what nobody corrected. The cues are broad:
they keep out what has no ground at all, and leave what is said in an unusual way.
"""

import re
from collections.abc import Iterable

from app.domain.entity import ME, Span
from app.domain.text import fold, has_cjk, tokens
from app.memory.learn.places import Places
from app.memory.learn.reading.relations import relations

_STEM = 4
"""Letters by which two forms of a word are taken for one: "works", "working"."""
_LATIN_WORD = re.compile(r"[a-z\u00df-\u024f']{4,}|\d+")
_SUBSTANCE = re.compile(r"[\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_OVER = re.compile(
    r"\b(?:no longer|(?:any)? ?more|anymore|any longer|quit\w*|left|leav\w+|resign\w*|retir\w+|fired|laid off|lost|"
    r"stop\w*|moved?|moving|broke|split|separat\w+|divorc\w+|end(?:s|ed|ing)?|over|finish\w*|done|gave|give|giving|dropp?\w*|"
    r"cancel\w*|clos\w+|sold|sell\w*|die[ds]?|dead|passed|used to|former\w*|ex|until|till|was|were|had|before|instead|"
    r"switch\w*|chang\w+|replac\w+|graduat\w+|not|never|\w+n't|without|away|out of|back|gone|last|now|return\w*)\b"
    r"|辞|やめ|止め|退|離|別れ|終|去|失|売|捨|閉|卒|移|転|引っ越|引越|越し|変|替|換|乗り換え|切り替え|死|亡|もう|以前|かつて|"
    r"前は|まで|だった|でした|ない|ません|なくな|なかっ|解約|解散|消|破棄|返|抜け|降り|元"
)
_SLIP = re.compile(
    r"\b(?:sorry|oops|meant?|mean|typo|mistake\w*|mistyped|wrong|correct\w*|actually|rather|not|no|isn't|wasn't|"
    r"misspoke|i said|should (?:be|have)|apolog\w+|edit)\b|ごめん|すみません|すまん|失礼|間違|まちが|違|ちが|訂正|"
    r"正しく|誤|じゃな|では?な|でなく|いや|じゃなく|言い直"
)
_DENIED_JA = re.compile(
    r"(?:て|で)い?(?:ない|ません|なかった|ませんでした)|(?:では|じゃ|くは?)(?:ない|ありません|なかった)|(?:こと|経験)[はがも]?(?:ない|ありません)"
)
_AFTER_DENIED_JA = re.compile(r"(?:です|でした)?(?:[。．.!！、,\s]|が|けど|けれど|ので|から|し|$)")
_CLAUSE_JA = re.compile(r"[。．！？!?、，\n]")
_DENYING = frozenset({"dislikes", "allergic_to", "wants", "plans_to", "status"})
"""Relations that a denial may well state."""


def says_so(told: str, text: str, ends: Iterable[str], predicate: str) -> bool:
    """Whether a sentence is about these ends, and mostly in words of the turn or of the relation."""
    folded, named = fold(told), [fold(end) for end in ends if end and end != ME]
    if not all(name.replace(" ", "") in folded.replace(" ", "") for name in named):
        return False
    for name in named:
        folded = folded.replace(name, " ")
    known = fold(" ".join((text, predicate.replace("_", " "), *_wordings(predicate))))
    marks, words = set(_SUBSTANCE.findall(folded)), set(_LATIN_WORD.findall(folded))
    strange = len(marks - set(_SUBSTANCE.findall(known)))
    stems = {word[:_STEM] for word in _LATIN_WORD.findall(known)}
    strange += sum(word[:_STEM] not in stems for word in words)
    return strange * 3 <= len(marks) + len(words) + sum(_weight(name) for name in named)


def _weight(name: str) -> int:
    return len(_SUBSTANCE.findall(name)) or len(tokens(name))


def _wordings(predicate: str) -> Iterable[str]:
    relation = relations().of(predicate)
    for ended in (False, True):
        yield relation.sentence("", "", "en", ended)
        yield relation.sentence("", "", "ja", ended)


def speaks_of_an_end(text: str) -> bool:
    """Whether anything is said to be over: needed where the turn does not name what."""
    return _OVER.search(fold(text).replace("’", "'")) is not None


def speaks_of_a_slip(text: str) -> bool:
    """Whether anything is being put right: needed where the turn does not name what was wrong."""
    return _SLIP.search(fold(text).replace("’", "'")) is not None


def deniable(predicate: str) -> bool:
    """Whether "not" makes a relation of this kind untrue: of one that memory does not know nobody can tell."""
    return predicate not in _DENYING and relations().knows(predicate)


_BUT = re.compile(r"\b(?:but|instead|rather)\b", re.I)


def denied_part(text: str, span: Span) -> Span:
    """Of English words with a "not" those that it denies: not what "but" puts in their place."""
    but = _BUT.search(text, span.start + 1, span.end)
    return Span(span.start, but.start()) if but else span


def denied(predicate: str, far: str, places: Places, span: Span) -> bool:
    """Whether the clause that names the object ends in a plain "not", in Japanese; what denies is no such relation."""
    if not has_cjk(places.text) or not deniable(predicate):
        return False
    found = [place for place in places.of(far) if span.start <= place.start and place.end <= span.end]
    return bool(found) and all(_denied_at(places.text, place) for place in found)


def _denied_at(text: str, place: Span) -> bool:
    stop = _CLAUSE_JA.search(text, place.end)
    found = list(_DENIED_JA.finditer(text, place.end, stop.start() if stop else len(text)))
    return bool(found) and _AFTER_DENIED_JA.match(text, found[-1].end()) is not None
