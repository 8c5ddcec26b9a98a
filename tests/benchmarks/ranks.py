"""Measures of rankings of dialogue turns, and the plain BM25 rankings to compare with.

Recall@k is the mean over questions of the share of evidence turns among the first k; NDCG@10 is binary; session recall
looks at sessions, each where its first turn stands. Questions without valid evidence are left out.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, log2
from typing import Any

from app.domain.text import tokens
from app.memory.recall.asking import asking
from app.storage.wording import stem

KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
KEPT = 50
MEASURES = ("R@5", "R@10", "R@50", "NDCG@10", "session R@5")
Ranking = Sequence[str]


def evidence(question: Mapping[str, Any], known: set[str]) -> set[str]:
    """The turns of the file that the question's evidence names."""
    parts = " ".join(map(str, question.get("evidence", [])))
    return {f"D{first}:{second}" for first, second in re.findall(r"D(\d+):0*(\d+)", parts)} & known


def measured(ranked: Ranking, gold: set[str]) -> dict[str, float]:
    """The measures of one question, each 0..1."""
    found = {f"R@{k}": len(gold & set(ranked[:k])) / len(gold) for k in (5, 10, 50)}
    ideal = sum(1 / log2(place + 2) for place in range(min(10, len(gold))))
    found["NDCG@10"] = sum(1 / log2(at + 2) for at, turn in enumerate(ranked[:10]) if turn in gold) / ideal
    sessions = list(dict.fromkeys(turn.split(":")[0] for turn in ranked))
    wanted = {turn.split(":")[0] for turn in gold}
    found["session R@5"] = len(wanted & set(sessions[:5])) / len(wanted)
    return found


@dataclass(slots=True)
class Tally:
    """Sums the measures of many questions, all together and by kind."""

    rows: dict[str, list[dict[str, float]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, questions: Iterable[Mapping[str, Any]], rankings: Iterable[Ranking], known: set[str]) -> None:
        """The questions of one conversation, and a ranking for each."""
        for question, ranked in zip(questions, rankings, strict=True):
            gold = evidence(question, known)
            if gold:
                row = measured(ranked, gold)
                self.rows["all"].append(row)
                self.rows[KINDS[question["category"]]].append(row)

    def means(self) -> dict[str, dict[str, float]]:
        """By kind of question: how many, and the mean of each measure in percent."""
        return {
            kind: {"n": len(rows)} | {name: round(100 * _mean([row[name] for row in rows]), 1) for name in MEASURES}
            for kind, rows in self.rows.items()
        }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


class Floor:
    """BM25 over the turns of one conversation, as anybody would begin."""

    def __init__(self, documents: Sequence[Sequence[str]], k1: float = 0.9, b: float = 0.4) -> None:
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self._size = len(documents)
        usual = sum(map(len, documents)) / len(documents)
        for at, document in enumerate(documents):
            for word, count in Counter(document).items():
                weight = count * (k1 + 1) / (count + k1 * (1 - b + b * len(document) / usual))
                self._postings[word].append((at, weight))

    def ranking(self, query: Sequence[str]) -> list[int]:
        """Places of the documents, best first, earlier ones first among equals."""
        scores = [0.0] * self._size
        for word in query:
            found = self._postings.get(word, [])
            rarity = log(1 + (self._size - len(found) + 0.5) / (len(found) + 0.5))
            for at, weight in found:
                scores[at] += rarity * weight
        return sorted(range(self._size), key=lambda at: -scores[at])[:KEPT]


def plain(text: str) -> list[str]:
    """Lower-case words."""
    return re.findall(r"[a-z0-9]+", text.lower())


def stemmed(text: str) -> list[str]:
    """Stems of the words that carry content."""
    return [stem(token) for token in tokens(text) if token not in asking().empty_words]


def table(rows: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    """One line a row, then each row's R@10 by kind of question."""
    names = ("R@5", "R@10", "R@50", "NDCG@10", "multi-hop R@10", "session R@5")
    lines = [f"{'':28}" + "".join(f"{name:>16}" for name in names)]
    for row, kinds in rows.items():
        values = [kinds["multi-hop"]["R@10"] if name.startswith("multi") else kinds["all"][name] for name in names]
        lines.append(f"{row:28}" + "".join(f"{value:>16}" for value in values))
    lines += ["", f"{'R@10 by kind':28}" + "".join(f"{kind:>16}" for kind in KINDS.values())]
    for row, kinds in rows.items():
        lines.append(f"{row:28}" + "".join(f"{kinds.get(kind, {}).get('R@10', '-'):>16}" for kind in KINDS.values()))
    return "\n".join(lines)
