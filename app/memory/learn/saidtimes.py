"""Whether some words name any time at all, in English or Japanese: only then may a date be taken from them."""

import re

from app.domain.text import fold

_TIME = re.compile(
    r"\d"
    r"|\b(?:today|tonight|yesterday|tomorrow|now|ago|last|next|this|since|until|till|before|after|recently|lately|just|"
    r"(?:morning|afternoon|evening|night|day|week|weekend|fortnight|month|year|decade|century|spring|summer|autumn|fall|"
    r"winter|christmas|easter)s?|january|february|march|april|may|june|july|august|september|october|november|december|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|childhood|birth)\b"
    r"|[年月日週春夏秋冬朝昼晩夜昨今来先前後頃]|きょう|きのう|あした|あす|いま|ころ|ごろ|さっき|最近|曜|以来|まで|から|ぶり|正月|当時"
)


def names_time(words: str) -> bool:
    """Broad on purpose: it keeps out dates that a model made up where the words name no time."""
    return _TIME.search(fold(words)) is not None
