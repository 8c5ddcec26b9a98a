"""Whether a turn wants an answer. Without a model the assistant speaks when it is asked, and is quiet otherwise."""

import re

from app.domain.text import fold

_MARK = re.compile(r"[?？]\s*[)\]」』”\"']*\s*$", re.MULTILINE)
_ENGLISH = re.compile(
    r"(?:^|[.!,;:]\s+|\b(?:so|and|hey|ok|okay|please|also|but)\s+)"
    r"(?:(?:who|whom|whose|what|when|where|which|why|how)(?:'s|'re|'d|'ll)?\b(?! ?ever)"
    r"|(?:do|does|did|is|are|was|were|am|have|has|had|can|could|will|would|should|may|might)(?:n't)?\s+"
    r"(?:i|you|we|he|she|they|it|my|your|our|his|her|their|the|this|that|there|any|anyone|anything|some)\b"
    r"|tell me|remind me|show me|list (?:my|all|the)|find (?:my|all|the)|search (?:for|my)|look up|summari[sz]e"
    r"|do you (?:know|remember|recall))",
)
_STATES = re.compile(r"^(?:when|where|while|what|whatever|how|who|which)\b[^?]*,|^(?:what|how) (?:a|an|lovely|nice)\b")
_JAPANESE = re.compile(
    r"(?:か|かな|かね|かしら|だっけ|たっけ|っけ|でしょうか|ですか|ますか|のか)[。．!！…〜~\s]*$"
    r"|(?:教えて|おしえて|思い出させて|見せて|探して|調べて|まとめて)(?:ください|下さい|ほしい|くれる)?[。．!！〜~\s]*$"
    r"|(?:いつ|どこ|誰|だれ|何|なに|なん|どの|どれ|どう|なぜ|どうして|どちら|いくつ|いくら)[^。か]{0,24}"
    r"(?:の|だった|でした|です|る|た|てる|ている|ます|ました|い)[。．!！〜~\s]*$",
    re.MULTILINE,
)
_NAMED = re.compile(r"^(?:Did|did|Does|does|Is|Has|Was)\s+[A-Z]\w+\s+\w+")
_JAPANESE_MUSING = re.compile(
    r"(?:いつも|どこも|誰も|何も|どれも|いつか|どこか|誰か|何か|なんか|どうも|どうか|何度|何人か|なんて)"
)


def wants_answer(text: str) -> bool:
    """Whether the last line, or any line that ends in a question mark, asks something (English or Japanese)."""
    if _MARK.search(text):
        return True
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    if not lines:
        return False
    last = fold(lines[-1])
    if _JAPANESE.search(_JAPANESE_MUSING.sub("", last)):
        return True
    if _NAMED.search(lines[-1]):
        return True
    return bool(_ENGLISH.search(last)) and not _STATES.search(last)
