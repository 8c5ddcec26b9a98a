"""Queries to the index of words, built from terms and never parsed: `don't`, `a:b`, `-today`, `AND` and `"hello` are
words like others."""

from collections.abc import Sequence
from dataclasses import dataclass

import tantivy

from app.domain.scope import Scope
from app.storage.wording import stem

MOST_TERMS = 64
"""Terms of a query that are looked up, the rarest: a pasted page asks no better than its rarest words."""
_MOST_WAYS = 64
_Part = tuple[tantivy.Occur, tantivy.Query]


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each field counts: the word as typed beside its stem, and speaker and day."""

    words: float = 0.3
    stems: float = 1.0
    about: float = 0.2


PLAIN = Weights()


@dataclass(frozen=True, slots=True)
class TextQueries:
    """Builds what one searcher is asked."""

    schema: tantivy.Schema
    searcher: tantivy.Searcher

    def chosen(self, terms: Sequence[str]) -> list[str]:
        """Distinct terms that occur at all, the rarest when there are too many, in the order given."""
        counts = {term: self._count(term) + self.searcher.doc_freq("about", term) for term in terms}
        present = [term for term, count in counts.items() if count]
        kept = set(sorted(present, key=lambda term: counts[term])[:MOST_TERMS])
        return [term for term in present if term in kept]

    def any_of(self, terms: Sequence[str], weights: Weights) -> tantivy.Query:
        """What holds any of the terms, in its words, its speaker or its day."""
        parts = []
        for term in terms:
            for field, text, weight in (
                ("stems", stem(term), weights.stems),
                ("words", term, weights.words),
                ("about", term, weights.about),
            ):
                if weight > 0:
                    parts.append(self._term(field, text, weight))
        return tantivy.Query.boolean_query(parts)

    def all_of(self, terms: Sequence[str]) -> tantivy.Query:
        """What holds all of the terms in its words."""
        return tantivy.Query.boolean_query(
            [(tantivy.Occur.Must, self._term("stems", stem(term), 1)[1]) for term in terms]
        )

    def holding(
        self, ways: Sequence[Sequence[str]], without: Sequence[Sequence[str]], weights: Weights
    ) -> tantivy.Query | None:
        """All terms of one of the ways (without any: all there is), and of none of `without`. None where no episode
        can hold so, and where nothing is asked."""
        parts: list[_Part] = []
        for way in ways[:_MOST_WAYS]:
            terms = list(dict.fromkeys(way))
            if not terms or not all(map(self._count, terms)):
                continue
            needed = sorted(terms, key=self._count)[:MOST_TERMS]
            scored = (tantivy.Occur.Should, self.any_of(needed, weights))
            must = tantivy.Query.const_score_query(self.all_of(needed), 0.0)
            parts.append((tantivy.Occur.Should, tantivy.Query.boolean_query([(tantivy.Occur.Must, must), scored])))
        barred = [(tantivy.Occur.MustNot, self._typed(terms)) for terms in without if terms]
        if not parts and (ways or not barred):
            return None
        wanted = tantivy.Query.boolean_query(parts) if parts else tantivy.Query.all_query()
        return tantivy.Query.boolean_query([(tantivy.Occur.Must, wanted), *barred])

    def typed(self, terms: Sequence[str], beginning: str, scope: Scope) -> tantivy.Query | None:
        """All terms and a word that begins so; None where no episode can hold them, and where nothing is asked."""
        if not all(map(self._count, terms)) or not (terms or beginning):
            return None
        parts = [(tantivy.Occur.Must, self._term("stems", stem(term), 1)[1]) for term in dict.fromkeys(terms)]
        if beginning:
            pattern = "".join(one if one.isalnum() else f"\\{one}" for one in beginning)
            parts.append((tantivy.Occur.Must, tantivy.Query.regex_query(self.schema, "words", f"{pattern}.*")))
        return tantivy.Query.boolean_query([*parts, *self.limits(scope)])

    def limits(self, scope: Scope) -> list[_Part]:
        """What a hit must also match. Nothing where the scope reads all there is: a filter would slow each query."""
        limits = []
        if scope.agent or not scope.everything:
            mine = f"={scope.agent}"
            if any(agent != mine for agent, _ in self.searcher.terms_with_prefix("agent", "=", limit=2)):
                limits.append(("agent", {mine}))
        if not scope.everything:
            limits += [("project", {"=", f"={scope.project}"}), ("channel", {"=", f"={scope.channel}"})]
        return [
            (
                tantivy.Occur.Must,
                tantivy.Query.const_score_query(tantivy.Query.term_set_query(self.schema, field, sorted(values)), 0.0),
            )
            for field, values in limits
        ]

    def _count(self, term: str) -> int:
        return int(self.searcher.doc_freq("stems", stem(term)))

    def _typed(self, terms: Sequence[str]) -> tantivy.Query:
        parts = [(tantivy.Occur.Must, self._term("words", term, 1)[1]) for term in dict.fromkeys(terms)]
        return tantivy.Query.boolean_query(parts)

    def _term(self, field: str, term: str, weight: float) -> _Part:
        query = tantivy.Query.term_query(self.schema, field, term, index_option="freq")
        return tantivy.Occur.Should, query if weight == 1 else tantivy.Query.boost_query(query, weight)
