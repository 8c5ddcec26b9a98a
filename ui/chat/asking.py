"""Whether a turn asks for what only a model can do. Without one nobody answers it, and the person should know why."""

import re

from app.domain.text import fold

_VERBS = (
    r"explain|translate|draft|compose|generate|rewrite|rephrase|proofread|paraphrase|brainstorm|calculate|compute"
    r"|convert|solve|outline|summari[sz]e|recommend|debug|implement|simplify|elaborate"
    r"|(?:write|make|create|give|suggest|describe|define|compare|list|design|plan|invent|imagine)"
    r" (?:me|us|a|an|some|\d+|two|three|five|ten|python|code|between)"
    r"|(?:help|teach|advise|tell) (?:me|us)|(?:fix|correct|check|improve|shorten|continue|review) (?:this|that)"
)
_ENGLISH = re.compile(
    rf"^(?:(?:please|now|ok|okay|and|then|hey|hi)[,.!]?\s+)*(?:{_VERBS})\b"
    r"|^(?:many )?(?:thanks|thank you|thx|cheers|hello|hi|hey|good (?:morning|evening|night))"
    r"(?: (?:a lot|so much|very much|there|again|tsumugi))?[.!~ ]*$"
)
_JAPANESE = re.compile(
    r"(?:書いて|書き直して|書き換えて|説明して|訳して|作って|考えて|提案して|直して|要約して|計算して|手伝って|添削して|比べて"
    r"|比較して|生成して|紹介して|解いて|続けて)"
    r"(?:ください|下さい|くれ|くれる|くれますか|もらえますか|ほしい|欲しい|ほしいです|ちょうだい|みて|よ|ね)?[。.!！〜~\s]*$"
    r"|^(?:どうも)?(?:ありがとう|有難う|有り難う|こんにちは|こんばんは|おはよう|はじめまして|助かりました)"
    r"(?:ございます|ございました|ね)?[。.!！〜~\s]*$",
)


def asks_a_model(text: str) -> bool:
    """Whether its first line tells somebody to write, explain or the like, or greets or thanks them; what is told
    about the world, and what a person reminds themselves of, does not."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    return bool(lines) and any(
        pattern.search(fold(line)) for pattern, line in ((_ENGLISH, lines[0]), (_JAPANESE, lines[-1]))
    )
