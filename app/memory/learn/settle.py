"""How much an episode matters, 0 to 1, and where it is kept first. The same words weigh the same in both languages.

What was read in a turn weighs most, and that is the same in every language; a preference or a decision that stands in
the words weighs as much where no reader saw it. The number decides two things: whether a turn is learned from at all,
and what moves to long-term memory by itself. Nothing is thrown away for a low one: the words stay, search finds them.
"""

import re
from dataclasses import dataclass

from app.domain.draft import Draft, DraftEnd, DraftFact
from app.domain.entity import ME
from app.domain.episode import Role
from app.domain.text import fold, has_cjk
from app.domain.tier import Tier

_LIKING = re.compile(
    r"\b(?:love[sd]?|enjoy(?:s|ed)?|prefer(?:s|red)?|favou?rites?|hate[sd]?|dislike[sd]?|adores?|sick of|good at"
    r"|(?:can'?t|cannot) (?:stand|bear)|allergic|fan of|fond of|keen on|hooked on|obsessed with|crazy about"
    r"|(?<!look )(?<!looks )(?<!looked )(?<!feel )(?<!feels )(?<!felt )(?<!sounds )(?<!seems )(?<!something )likes?)\b"
    r"|好き|嫌い|いやだ|苦手|お気に入り|好物|好み|気に入|得意|下手|アレルギー|のファン|ファンで|たまらな|(?:は|ハ)まって"
    r"|愛して|楽しんで|(?:方|ほう)がいい|(?:方|ほう)が好|目がな|夢中|うんざり|飽きた"
)
_DECIDING = re.compile(
    r"\b(?:decided?|decision|going to|will|won'?t|plan(?:s|ning|ned)? to|promised?|must|agreed?|chose|chosen"
    r"|switch(?:ed|ing)|mov(?:ed|ing)|quit|gave up|giving up|joined|resigned|retired|graduated|signed up|opted"
    r"|settled on|booked|no longer|from now on|stopped|started)\b"
    r"|決めた|決めて|決定|決まっ|にした|ことにし|ことになっ|予定|つもり|約束|やめ|辞め|引っ越|転職|入社|退社|入学|退学|退職|卒業"
    r"|始めた|始めて|始める|始めま|変えた|切り替え|選んだ|予約し|申し込|合意|これから|もう[^。\n]{0,14}(?:ない|ません)"
    r"|(?:明日|明後日|あさって|来週|来月|来年|今度|週末)[^。！？!?\n]*(?:ます|よう|[るうくすむぶつぐ])(?:[。！!\n]|$)"
)
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_ASKS = re.compile(r"(?:[?？]|か(?:な|ね|しら)?[。！!]?)$")
_MINE = re.compile(r"\b(?:i|my|me|mine|we|our)\b")
_LIKED = frozenset(("likes", "dislikes", "favorite_*", "allergic_to", "wants"))
"""Predicates that say a preference, in whatever words: a favourite is named by its kind (`favorite_food`)."""
_READ = 4000
"""Characters whose words are looked at: what a pasted page says further on is left to the readers."""
_LONG = 200
"""English characters of a turn that counts as long; a Japanese character says as much as about 2.5 of them."""
_CJK_WEIGHT = 2.5

SAID, FACTS, NAMES, ABOUT_ME, PREFERENCE, DECISION, LENGTH = 0.1, 0.3, 0.2, 0.15, 0.2, 0.15, 0.1


@dataclass(frozen=True, slots=True)
class Settled:
    importance: float
    tier: Tier


def settled(text: str, role: Role, draft: Draft, named: bool = False) -> Settled:
    """Weigh a turn by what was read in it, by its words, its length and who said it.

    A turn in which a fact, an end or a correction was read weighs at least `SAID + FACTS`, one that names somebody
    (`named`: memory knows a name in it) `SAID + NAMES`: more than small talk, whatever its words. The words of
    questions state nothing. The assistant's turns have no share of who said them.
    """
    folded = fold(text)
    stated = _stated(folded)
    claims: list[DraftFact | DraftEnd] = [*draft.facts, *draft.ends]
    likes = any(claim.predicate in _LIKED or claim.predicate.startswith("favorite_") for claim in claims)
    likes = likes or _LIKING.search(stated) is not None
    decides = bool(draft.ends) or _DECIDING.search(stated) is not None
    taught = bool(claims or draft.corrections or likes or decides)
    importance = (
        SAID * (role != "assistant")
        + (FACTS if taught else NAMES * (named or bool(draft.entities)))
        + ABOUT_ME * (any(claim.subject == ME for claim in claims) if claims else taught and _of_me(stated))
        + PREFERENCE * likes
        + DECISION * decides
        + LENGTH * min(1.0, _length(folded) / _LONG)
    )
    return Settled(round(min(1.0, importance), 3), "short_term")


def _stated(folded: str) -> str:
    """The sentences that do not ask."""
    return " ".join(one for one in _SENTENCE.findall(folded[:_READ]) if not _ASKS.search(one))


def _of_me(stated: str) -> bool:
    """Whether words that no reader made a fact of seem to be about the user: Japanese need not say so."""
    return has_cjk(stated) or _MINE.search(stated) is not None


def _length(folded: str) -> float:
    return sum(_CJK_WEIGHT if has_cjk(letter) else 1.0 for letter in folded[:_LONG])
