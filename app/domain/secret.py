"""Credentials in plain text: found once, by one rule, and kept out of facts, indexes and remote models.

Shapes of well-known keys follow their issuers' public documentation; card numbers are checked with the Luhn sum
(ISO/IEC 7812-1). Where a word such as "password" announces a secret, what follows is taken whatever its shape, unless
it is a plain word of comment ("the password is wrong").
"""

import re
from collections.abc import Iterator

from app.domain.entity import Span

MASK = "•"
"""Replaces each character of a secret in what is indexed, shown or sent."""

_SHAPES = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?:.*?-----END [A-Z ]*PRIVATE KEY-----|.*)"
    r"|(?<![A-Za-z0-9])(?:"
    r"(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{16,}"
    r"|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}"
    r"|(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{12,}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}"
    r"|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{20,}|pypi-[A-Za-z0-9_-]{20,}|dop_v1_[a-f0-9]{32,}"
    r"|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?"
    r")",
    re.S,
)

_WORDS_EN = (
    r"pass(?:\s?word|\s?code|\s?phrase|wd)s?|pwd?|pw|pins?|pin\s(?:code|number)|(?:api|access|secret|private|auth|"
    r"licen[cs]e|product|recovery|backup|encryption|signing|master|account|storage|webhook|client|deploy|service)"
    r"[\s_-]?(?:api[\s_-]?|access[\s_-]?|secret[\s_-]?)?(?:keys?|tokens?|secrets?|codes?)|(?:bearer|access|auth|session|"
    r"bot|refresh|personal)\s?tokens?|tokens?|client\s?secrets?|secrets?|credentials?|creds|cvv2?|cvc2?|otp|"
    r"(?:security|verification|2fa|mfa|one-time)\s?codes?|seed\s?phrase|ssn|social\ssecurity(?:\snumber)?"
)
_WORDS_JA = (
    r"パスワード|パスフレーズ|パスコード|パス(?![a-zA-Zァ-ヶ])|暗証番号|合言葉|合い言葉|認証コード|確認コード|"
    r"セキュリティコード|リカバリーコード|(?:api|アクセス|シークレット|秘密|暗号化?|認証|ライセンス)(?:キー|鍵|トークン)|"
    r"トークン|シークレット|マイナンバー|ピンコード|pin(?:コード|番号)"
)
_BARE = r"[^\s\"'“”‘’「」『』<>、。，｡()（）]"
_ASCII = r"[!#-&*+\--;=?-Z^-z|~@]"
_EMPHASIS = r"(?:\*{1,3}|_{1,3}|`)?"
"""Markdown around the word that announces a secret, or around that and its colon."""
_LINK_EN = (
    rf"(?:{_EMPHASIS}\s*(?:[:=]|->|→|-{{1,2}}>)(?:{_EMPHASIS}\s+|\s*)"
    rf"|{_EMPHASIS}\s+(?:is|was|are|becomes?|now|will\sbe|has\sbeen|set|reset|changed?|rotated|updated|switched)\b"
    r"(?:\s+(?:now|still|just|currently|set|reset|changed?|rotated|updated|switched|to|as|the|same|been))*(?:\s*:)?\s+"
    r"|\s+(?:to|as)\s+|\s+(?=[\"'“‘]))"
)
_AFTER_EN = re.compile(
    rf"(?<![A-Za-z])(?:{_WORDS_EN})(?:\s*\([^()\n]{{0,40}}\))?"
    rf"(?P<gap>\s+(?:for|to|of|on|at|in)\s+[^:=.,;!?\n]{{1,60}}?)?{_LINK_EN}"
    rf"(?:(?P<quoted>[\"“'‘][^\"”\n]{{2,200}}?[\"”'’](?!\w))|(?P<bare>{_BARE}{{3,200}}))",
    re.I,
)
_DIRECT_EN = re.compile(
    rf"(?<![A-Za-z])(?:{_WORDS_EN})\s+(?P<bare>(?=\S*[0-9])(?=\S*[A-Za-z!@#$%^&*_+=-]){_BARE}{{5,200}})", re.I
)
_BEFORE_EN = re.compile(
    rf"(?<!\S)(?:(?P<quoted>[\"“'‘][^\"”\n]{{2,200}}?[\"”'’])|(?P<bare>{_BARE}{{4,200}}))\s+"
    rf"(?:is|as|for)\s+(?:(?:my|our|the|his|her|their|your|a|an|new|old|current|admin|root|wi-?fi)\s+){{0,4}}"
    rf"(?:{_WORDS_EN})\b",
    re.I,
)
_AFTER_JA = re.compile(
    rf"(?:{_WORDS_JA}){_EMPHASIS}(?:\s*[（(][^）)\n]{{0,40}}[）)])?\s*"
    rf"(?:[はがをも]|って|なんだけど|[:：=＝→]|が変わって|を変えて|変更して?)?(?:{_EMPHASIS}\s+)?\s*[、,]?\s*"
    rf"(?:(?:今|いま|新しい方|全部|いつもの)は?)?\s*"
    rf"(?:[「『\"“'](?P<quoted>[^」』\"”'\n]{{2,200}})[」』\"”']|(?P<bare>{_ASCII}{{3,200}}))",
    re.I,
)
_BEFORE_JA = re.compile(
    rf"(?:[「『\"“](?P<quoted>[^」』\"”\n]{{2,200}})[」』\"”]|(?<![!-~])(?P<bare>{_ASCII}{{4,200}}))\s*"
    rf"(?:っていう|という|が|は|を)\s*(?:(?:今の|新しい|うちの|社内の|その|あの)\s*)?(?:[\w-]{{0,12}}の)?(?:{_WORDS_JA})",
    re.I,
)
_ASSIGNED = re.compile(
    r"(?<![A-Za-z0-9_-])(?:[A-Za-z0-9]{1,40}[_-]){0,8}(?:key|token|secret|passw(?:or)?d|passphrase|pass|pwd|credentials?|auth)s?"
    r"(?:[_-][A-Za-z0-9]+)*[\"']?\s*(?:=|:(?!//))\s*(?:(?:\*{1,3}|_{1,3}|`)\s+)?(?P<value>[\"'][^\"'\n]+[\"']|[^\s\"'、。,;]+)",
    re.I,
)
_FLAG = re.compile(
    r"(?:--(?:password|passwd|token|secret|api-key|pass)[= ]|\bBearer\s+|\bBasic\s+(?=[A-Za-z0-9+/]{12,}=*)"
    r"|-u\s+[^\s:]+:(?=\S))(?P<value>[\"'][^\"'\n]+[\"']|[^\s\"'、。]{4,})"
)
_ADDRESS = re.compile(r"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{0,80}:(?P<value>[^\s/@]{1,200})@", re.I)
_PARAMETER = re.compile(
    r"[?&](?:[a-z_]*(?:token|key|secret|password|sig|signature|auth|code))=(?P<value>[^\s&#\"'<>]{4,})", re.I
)
_LOGIN = re.compile(
    r"(?<![A-Za-z])(?:log[\s-]?ins?|log\s?in\s+(?:with|as)|credentials?|creds|accounts?|users?(?:name)?|ssh|admin|"
    r"ログイン(?:情報)?|アカウント|ユーザー?名?|認証情報)"
    r"(?:\s+(?:for|to|on|at)\s+[^:=.,;!?\n]{1,40}?)?\s*(?:[:=：はが]|\b(?:is|are|was|with|as)\b|\s)\s*[:：]?\s*"
    r"(?P<value>[「『\"'`]?[^\s/「」『』、。,;:]{1,64}\s*(?:/|／|:|,\s*(?:pass|pw)\w*\s*:?)\s*"
    r"(?=[^\s、。]*[0-9!@#$%^&*_-])[^\s/「」『』、。,;]{4,128})",
    re.I,
)
_CARD = re.compile(r"(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])")
_RANDOM = re.compile(r"(?<![\w/.#@+=-])[A-Za-z0-9_+=-]{24,200}+(?![\w/])")
_HERALDS = re.split(
    r"\s+",
    "pass pwd pw pin key token secret cred cvv cvc otp code phrase ssn social log user account ssh admin auth "
    "パス 暗証 合言葉 合い言葉 コード キー 鍵 トークン シークレット マイナンバー ログイン アカウント ユーザ 認証",
)
"""One of these stands in every announced secret; only the text around them is searched with the slow patterns."""
_HERALD = re.compile("|".join(map(re.escape, _HERALDS)))
_DIGIT = re.compile(r"\d")
_REACH = 320
_CHATTER = frozenset(
    re.findall(
        r"\S+",
        """
        a an the my our his her their your its it this that not no too so very now still just always never wrong
        right correct incorrect weak strong expired required needed missing invalid valid empty safe secure insecure
        same different unknown known forgotten lost stored saved kept written changed reset set being been gone
        stuck short long hard easy broken in on at with for from by under inside somewhere what which who when where
        how something anything nothing impossible annoying terrible important optional private public secret shared
        protected managed handled manager reset-link everything encrypted hashed disabled enabled working used
        unsafe leaked compromised old new
        """,
    )
)
_PLAIN = re.compile(r"[a-z]+(?:['’][a-z]+)?", re.I)
_EDGES = "\"'“”‘’「」『』`()[]<>"


def find_secrets(text: str) -> tuple[Span, ...]:
    """Spans of all that looks like a credential, in order, joined where they touch. Linear in the text's length."""
    return _joined(sorted(_found(text), key=lambda span: span.start))


def mask(text: str) -> str:
    """The text at the same length, each character of a secret replaced by `MASK` (line breaks stay)."""
    spans = find_secrets(text)
    if not spans:
        return text
    characters = list(text)
    for span in spans:
        for at in range(span.start, span.end):
            if characters[at] != "\n":
                characters[at] = MASK
    return "".join(characters)


def _found(text: str) -> Iterator[Span]:
    for match in _SHAPES.finditer(text):
        yield Span(*match.span())
    lowered = text.lower()
    for pattern in _fitting(lowered):
        for match in pattern.finditer(text):
            yield from _value(match, "value")
    for window in _windows(text, lowered):
        yield from _near_heralds(text, window)
    if _DIGIT.search(text):
        yield from (Span(*match.span()) for match in _CARD.finditer(text) if _luhn(match[0]))
        yield from (Span(*match.span()) for match in _RANDOM.finditer(text) if _looks_random(match[0]))


def _fitting(lowered: str) -> Iterator[re.Pattern[str]]:
    """The patterns that can find something: the text holds a mark that stands in each of their finds."""
    if "--" in lowered or "-u" in lowered or "bearer" in lowered or "basic" in lowered:
        yield _FLAG
    if "://" in lowered:
        yield _ADDRESS
    if "=" in lowered:
        yield _PARAMETER


def _near_heralds(text: str, window: Span) -> Iterator[Span]:
    for pattern in (_ASSIGNED, _LOGIN):
        for match in pattern.finditer(text, window.start, window.end):
            yield from _value(match, "value")
    for pattern in (_AFTER_EN, _DIRECT_EN, _BEFORE_EN, _AFTER_JA, _BEFORE_JA):
        yield from _announced(pattern, text, window)


def _windows(text: str, lowered: str) -> tuple[Span, ...]:
    if len(lowered) != len(text):  # a few letters grow when lowered
        lowered = "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)
    if _HERALD.search(lowered) is None:
        return ()
    around = []
    for herald in _HERALDS:
        at = lowered.find(herald)
        while at >= 0:
            around.append(Span(max(0, at - _REACH), min(len(text), at + _REACH)))
            at = lowered.find(herald, at + 1)
    return _joined(sorted(around, key=lambda span: span.start))


def _looks_random(word: str) -> bool:
    """Mixed case and at least three digits. A hash in hexadecimal has one case only and is no secret."""
    return sum(map(str.isdigit, word)) >= 3 and word.lower() != word and word.upper() != word


def _announced(pattern: re.Pattern[str], text: str, window: Span) -> Iterator[Span]:
    """What a word such as "password" announces. After a match the search goes on inside it: secrets come in rows."""
    at = window.start
    while (match := pattern.search(text, at, window.end)) is not None:
        quoted, bare = match["quoted"] if "quoted" in pattern.groupindex else None, match["bare"]
        if quoted is not None:
            yield from _value(match, "quoted")
        elif bare is not None and not _is_chatter(bare, text, match.end("bare")):
            yield from _value(match, "bare")
        at = max(match.start() + 1, match.start("bare") if bare is not None else match.end())


def _is_chatter(bare: str, text: str, end: int) -> bool:
    """A plain word that comments on the password. A plain last word is taken for the secret itself."""
    word = bare.rstrip(".,;:!?")
    if _PLAIN.fullmatch(word) is None:
        return False
    return word.casefold() in _CHATTER or not _ends_clause(bare, text, end)


def _ends_clause(bare: str, text: str, end: int) -> bool:
    return bare[-1:] in ".,;!?" or not text[end:].strip() or text[end : end + 1] in "\n、。,;."


def _value(match: re.Match[str], group: str) -> Iterator[Span]:
    """The span of a group less its quotation marks and the sentence's own full stop."""
    value = match[group]
    start = match.start(group) + len(value) - len(value.lstrip(_EDGES))
    end = match.start(group) + len(value.rstrip(_EDGES + ".,;:!?" if value[-1:] in ".,;:" else _EDGES))
    if end - start >= 2:
        yield Span(start, end)


def _luhn(number: str) -> bool:
    digits = [int(character) for character in number if character.isdigit()]
    if len(set(digits)) == 1:
        return False
    doubled = [digit * 2 - 9 if digit > 4 else digit * 2 for digit in digits[-2::-2]]
    return (sum(doubled) + sum(digits[-1::-2])) % 10 == 0


def _joined(spans: list[Span]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for span in spans:
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return tuple(joined)
