"""What is not said as a fact: questions, conditions, wishes, guesses, commands, fiction, hearsay."""

import re
from collections.abc import Sequence

from app.domain.entity import Span
from app.memory.learn.reading.english import lexicon
from app.memory.learn.reading.english.clauses import REPORTING, Clause
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import MANY
from app.memory.learn.reading.markup import Passage, Sentence

_QUESTION = re.compile(r"\?[\"”’')\s]*$")
_ASKS = re.compile(
    r"^(?:and\s+|so\s+|but\s+|hey,?\s+)?(?:should|shall|do|does|did|is|are|was|were|am|can|could|would|will|have|has|what|who|"
    r"where|when|why|how|which|any\s+(?:idea|tip|thought|suggestion)s?)\s",
    re.I,
)
_ASKING_WORD = re.compile(r"^(?:what|who|where|when|why|how|which)\s", re.I)
_MADE_UP = (
    r"novel|short\s+stor(?:y|ies)|story|fiction|fan\s?fic(?:tion)?|screenplay|script|manuscript|poem|song|lyrics|sketch|d&d|dnd|"
    r"campaign|game|dream|nightmare|role-?play|draft|chapter|scene|book|film|movie|show|series|play|joke"
)
_INVENTED = re.compile(
    rf"\b(?:in|from|for)\s+(?:my|our|the|a|this|that|his|her)\s+(?:\w+\s+){{0,2}}?(?:{_MADE_UP})(?:\s+(?:draft|idea|campaign))?\s*[,:]"
    r"|\bin\s+my\s+(?:novel|story|short\s+story|dream|manuscript|screenplay|draft)\b|\bI\s+(?:dreamt|dreamed)\b"
    r"|\b(?:main\s+character|protagonist|narrator|my\s+character|the\s+hero(?:ine)?\s+of)\b|\brumou?r\s+has\s+it\b"
    r"|^(?:imagine|pretend|suppose|say)\b|\bfor\s+(?:example|instance)\s*[,:]|\be\.g\.",
    re.I,
)
_LABELLED = re.compile(
    r"\b(?:novel|fiction|poem|lyrics?|screenplay|dialogue|monologue|quote|line|sentence|caption|example|translate|proofread|"
    r"rewrite|paraphrase|tagline|joke|song|scene|chapter|excerpt|passage|character|title\s+idea)s?\b[^:]{0,40}:",
    re.I,
)
_FROM_HERE = re.compile(
    r"^\W*(?:(?:opening|first|closing|my|draft)\s+)*(?:chapter|scene|story|plot|lyrics|poem|fiction|excerpt|translate|proofread|"
    r"rewrite|paraphrase|summari[sz]e|prompt|fan\s?fic)\b[^:.]{0,60}:",
    re.I,
)
_SAYING = re.compile(
    r"(?:\b(?:says?|said|writes?|wrote|reads?|goes|went|line|quote|caption|lyric|sentence|text)\b[^.!?]{0,40}[:,]|:)\s*$",
    re.I,
)
_VERBAL = re.compile(r"\b(?:I|I['’]m|you|we|he|she|they|it|my|is|are|was|were|will|don['’]t|can)\b", re.I)
_CONDITIONAL = re.compile(
    r"^(?:(?:and|but|so|well|maybe|even),?\s+)*(?:if|suppose|supposing|imagine|assuming|unless|what\s+if|say\s+i|in\s+case|whether|were\s+i)\b",
    re.I,
)
_WISHFUL = re.compile(
    r"^(?:i\s+wish|wish\s|if\s+only|i['’]d\s+(?:love|like|rather)|would\s+love|let['’]?s\s+say)", re.I
)
_UNREAL_LEADS = words("if unless whether to why how")
_SUPPOSING = words(
    """think guess suppose imagine wonder hope pretend dream hear assume suspect reckon figure expect wish fear worry"""
)
_VOUCHING = words("know remember find confirm")
_FINDINGS = words("diagnose be_diagnosed be_allergic")
"""What a doctor tells one about oneself."""
_OPENINGS = words("when once until before as")


def quoted(passage: Passage, sentence: Sentence) -> tuple[Span, ...]:
    """Quotations in the sentence that are somebody's words and not a title or a nickname."""
    inside = [q for q in passage.quotes if sentence.span.start <= q.start and q.end <= sentence.span.end]
    return tuple(quote for quote in inside if _speech(passage, sentence, quote))


def _speech(passage: Passage, sentence: Sentence, quote: Span) -> bool:
    text = passage.words(quote)
    count = len(text.split())
    before = passage.text[sentence.span.start : quote.start].rstrip("\"'“‘ ")
    if count >= 2 and _SAYING.search(before):
        return True
    return (count >= 3 and _VERBAL.search(text) is not None) or (count >= 4 and text.rstrip()[-1:] in ".!?,")


def sentence_reason(text: str) -> str:
    """Why nothing in a whole sentence is a fact; empty when it may hold one."""
    if _QUESTION.search(text):
        return "question"
    if _CONDITIONAL.search(text) or _WISHFUL.search(text):
        return "hypothetical"
    return "quote" if _INVENTED.search(text) or _LABELLED.search(text) else ""


def opens_fiction(text: str) -> bool:
    """Whether a label hands all that follows over to somebody else's words or to a story: "Chapter one: …"."""
    return _FROM_HERE.search(text) is not None


def clause_reason(clause: Clause, before: Sequence[Clause], after: Clause | None) -> str:
    """Why a clause is no fact; empty when it is one. `before`: the clauses of the sentence before it."""
    action = clause.action
    if action is None:
        return "hypothetical" if clause.lead in ("if", "unless", "how", "why") else ""
    if _next_post(clause, before):
        return ""
    if action.unreal or action.frame == "wish" or clause.lead in _UNREAL_LEADS or _doubted(clause):
        return "hypothetical"
    if clause.lead in _OPENINGS and action.tense in ("bare", "present", "future") and not action.negated:
        return "hypothetical"
    if after is not None and after.lead in ("if", "unless") and after.first == clause.last and action.tense != "past":
        return "hypothetical"
    if _commanded(clause):
        return "command"
    if action.tense == "bare" and _alone(clause):
        return "fragment"
    return _reported(clause, before)


def _next_post(clause: Clause, before: Sequence[Clause]) -> bool:
    """ "left Kelp to join Quill Press" tells of both."""
    last = before[-1].action if before else None
    joins = clause.action is not None and clause.lead == "to" and clause.action.lemma in ("join", "start")
    return joins and last is not None and last.lemma in ("leave", "quit") and last.tense in ("past", "perfect")


def _alone(clause: Clause) -> bool:
    """One thing with a verb in its plain form is no sentence: "early start tomorrow"."""
    one = clause.subjects[0] if len(clause.subjects) == 1 else None
    if one is None or one.pronoun or clause.lead in ("who", "which", "that"):
        return False
    last = one.head if not one.named or one.spotted is None else one.spotted.name.text.lower()
    return not last.endswith("s") and last not in MANY


def _doubted(clause: Clause) -> bool:
    return bool(clause.adverbs & lexicon.DOUBTING)


def _commanded(clause: Clause) -> bool:
    """A bare verb with nobody before it: an order, a to-do, or a diary's short form of feeling."""
    action = clause.action
    if action is None or clause.subjects or action.participle or action.passive:
        return False
    if not clause.fresh:
        return True
    if action.lemma == "read" and action.tense == "past" and not clause.whens:  # "Read the Docs"
        return not clause.adverbs and not any(one.det == "" and one.spotted for one in clause.objects)
    return (
        action.tense == "bare"
        and action.lemma not in ("love", "hate", "adore", "live", "work", "quit", "dislike")
        and not action.negated
    )


def _reported(clause: Clause, before: Sequence[Clause]) -> str:
    """What someone else is said to say or think counts only where they speak of themselves."""
    reporter = clause.reporter or _teller(clause, before)
    if reporter is None or reporter.action is None:
        return ""
    if reporter.action.negated or reporter.action.lemma in _SUPPOSING:
        return "hypothetical"
    teller, told = reporter.subjects[:1], clause.subjects[:1]
    if not teller or not told or teller[0].pronoun in ("i", "we") or reporter.action.lemma in _VOUCHING:
        return ""
    if told[0].pronoun == "i" and clause.action is not None and clause.action.lemma in _FINDINGS:
        return ""
    same = told[0].pronoun in ("he", "she", "they") or told[0].span == teller[0].span
    return "" if same else "reported"


def _teller(clause: Clause, before: Sequence[Clause]) -> Clause | None:
    """The clause before, where "that" or nothing but its object leads from it to this one."""
    last = before[-1] if before else None
    if last is None or last.action is None or last.action.lemma not in REPORTING or clause.fresh:
        return None
    told = clause.lead == "that" or (
        not clause.lead and last.last == clause.first and last.action.lemma in ("tell", "mention", "say")
    )
    return last if told else None
