"""本番デプロイは許可されている / 許可されていない: a state of affairs that a later word can turn round."""

import re
from collections.abc import Callable

from app.domain.entity import EntityKind
from app.memory.learn.reading.japanese.naming import Reference
from app.memory.learn.reading.japanese.page import Page
from app.memory.learn.reading.japanese.width import Folded

_SAID = re.compile(
    r"(?P<what>[^、。！？!?はがをにで\s]{2,40})(?:は|が)、?(?:もう|もはや|現在は?|いまは?|今は?|すでに|既に|原則)?、?"
    r"(?P<state>許可|禁止|承認|有効化|無効化|有効|無効|廃止|非推奨)"
    r"(?:(?P<holds>されて(?:いる|います|おり|おります)|され(?:た|ました)|だ|です|にな(?:った|りました)|となりました)"
    r"|(?P<denied>されて(?:い|お)(?:ない|ません|りません)|(?:では|じゃ)(?:ない|ありません)))[。．.！!]*"
)
_POINTING = re.compile(r"(?:この|その|あの|これ|それ|あれ|ここ|そこ|彼|私|僕|俺|誰|何|どの)")
_NAMING = re.compile(r"[一-龯ァ-ヶA-Za-z]")


def stands(folded: Folded, page: Page, vote: Callable[[int, int], EntityKind | None]) -> bool:
    """Keep what a sentence says of whether something is allowed or in force; False when it says no such thing."""
    text = folded.text.strip()
    found = _SAID.fullmatch(text)
    if found is None:
        return False
    at = len(folded.text) - len(folded.text.lstrip())
    start, end = at + found.start("what"), at + found.end("what")
    if _POINTING.match(found["what"]) or not _NAMING.search(found["what"]) or vote(start, end) == "person":
        return False
    state = found["state"] if found["holds"] else found["state"] + found["denied"]
    page.tell(Reference(found["what"], "concept", start, end, "form"), "status", state, (at, at + len(text)))
    return True
