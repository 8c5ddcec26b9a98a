"""What is looked at once an answer is made: whether the archive may hold a better one, whether its sources still stand.

Recall leaves archived words alone until somebody asks for them. Where it found nothing else that is offered; and also
where an archived turn has more of the question's own words than every turn that was found, since an answer about
somebody else is worse than none.
"""

from collections.abc import Collection, Iterable

from app.domain.citation import Citation
from app.domain.episode import Episode
from app.domain.ids import EpisodeId
from app.domain.question import Recollection
from app.domain.text import tokens
from app.memory.recall.asking import terms
from app.services.workspace import ReadDesk
from app.storage.wording import spoken, stem

_LOOKED_AT = 40


def may_look_further(desk: ReadDesk, found: Recollection, cited: Collection[EpisodeId]) -> bool:
    """Whether to offer a search of everything. Facts that answer are read from the archive anyway: `cited` has them."""
    left = [EpisodeId(one.id) for one in found.candidates if one.sort == "episode" and one.cut == "tier"]
    if not left or not cited or found.nothing:
        return bool(left)
    wanted = {stem(term) for term in terms(found.question.text)}
    shown = desk.view.episodes.get(cited, desk.scope).values()
    archived = desk.view.episodes.get(left[:_LOOKED_AT], desk.scope).values()
    return _most(wanted, archived) > _most(wanted, shown)


def _most(wanted: set[str], episodes: Collection[Episode]) -> int:
    return max((len(wanted & {stem(token) for token in tokens(spoken(one))}) for one in episodes), default=0)


def still_there(desk: ReadDesk, found: Recollection, citations: Iterable[Citation]) -> bool:
    """Whether all words and facts that an answer was made from are in memory: none was forgotten meanwhile."""
    words = {hit.episode.id for hit in found.episodes} | {one.episode for one in citations}
    facts = {hit.fact.id for hit in found.facts}
    gone = words - desk.view.episodes.get(words, desk.scope).keys()
    return not gone and not facts - desk.view.facts.get(facts, desk.scope).keys()
