"""How much an episode matters, 0 to 1, and where it is kept first. The same words weigh the same in both languages.

The number decides later what moves to long-term memory by itself (design §7); nothing is thrown away for a low one.
"""

import re
from dataclasses import dataclass

from app.domain.draft import Draft, DraftEnd, DraftFact
from app.domain.entity import ME
from app.domain.episode import Role
from app.domain.text import fold, has_cjk
from app.domain.tier import Tier

_PREFERENCE = re.compile(
    r"\b(?:love|loves|like|likes|enjoy|prefer|favou?rite|hate|hates|dislike|can'?t stand|allergic|fan of|fond of)\b"
    r"|好き|大好き|嫌い|苦手|お気に入り|好物|好み|気に入|得意|アレルギー|ファン|たまらな|はまって|ハマって"
)
_DECISION = re.compile(
    r"\b(?:decided?|going to|will|plan(?:s|ning)?|promise|must|agreed?|chose|switch(?:ed|ing)?|moved?|quit|joined)\b"
    r"|決めた|決定|決まっ|にした|予定|つもり|約束|やめ|辞め|引っ越|入社|入学|退職|卒業|始めた|変えた|切り替え"
)
_LONG = 200
"""English characters of a turn that counts as long; a Japanese character says as much as about 2.5 of them."""
_CJK_WEIGHT = 2.5

BASE, PREFERENCE, DECISION, FACTS, ABOUT_ME, LENGTH, SAID = 0.1, 0.2, 0.15, 0.25, 0.15, 0.1, 0.05


@dataclass(frozen=True, slots=True)
class Settled:
    importance: float
    tier: Tier


def settled(text: str, role: Role, draft: Draft) -> Settled:
    """Weigh a turn by what was read in it, by its words, its length and who said it."""
    folded = fold(text)
    claims: list[DraftFact | DraftEnd] = [*draft.facts, *draft.ends]
    importance = (
        BASE
        + PREFERENCE * (_PREFERENCE.search(folded) is not None)
        + DECISION * (_DECISION.search(folded) is not None)
        + FACTS * min(1.0, (1 + len(claims)) / 3) * bool(claims)
        + ABOUT_ME * any(claim.subject == ME for claim in claims)
        + LENGTH * min(1.0, _length(folded) / _LONG)
        + SAID * (role == "user")
    )
    return Settled(round(min(1.0, importance), 3), "short_term")


def _length(folded: str) -> float:
    return sum(_CJK_WEIGHT if has_cjk(letter) else 1.0 for letter in folded[:_LONG])
