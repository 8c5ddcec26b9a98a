"""Exact span and kind precision, recall and F1 per corpus, and how far the scores are probabilities."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from tagger_data import KINDS, Example

from app.inference.protocols import NameSpan

_MARKED_IN_PARTIAL = ("person", "organization", "place")


def report(examples: Sequence[Example], chosen: Sequence[int], names: Callable[[int], Sequence[NameSpan]]) -> None:
    """Prints a line a corpus: typed P, R, F1; span-only F1; F1 per kind; then a line of calibration."""
    counts: dict[str, Counter] = defaultdict(Counter)
    buckets: dict[int, list[bool]] = defaultdict(list)
    for i in chosen:
        example = examples[i]
        gold = [span for span in example.spans if span[2] != "x"]
        free = [span for span in example.spans if span[2] == "x"]
        for name in (name for name in names(i) if not _ignored(name, example, free)):
            typed = (name.start, name.end, name.kind) in gold
            span = any((start, end) == (name.start, name.end) for start, end, _ in gold)
            counts[example.source] += Counter(found=1, typed=typed, span=span)
            counts[example.source] += Counter({f"found {name.kind}": 1, f"typed {name.kind}": typed})
            buckets[min(9, int(name.score * 10))].append(typed)
        counts[example.source] += Counter(gold=len(gold)) + Counter(f"gold {kind}" for *_, kind in gold)
    for source, count in counts.items():
        kinds = " ".join(f"{kind} {_f1(count, f'typed {kind}', f' {kind}'):.2f}" for kind in KINDS)
        precision, recall = count["typed"] / max(1, count["found"]), count["typed"] / max(1, count["gold"])
        both = f"F1 {_f1(count, 'typed'):.3f} span {_f1(count, 'span'):.3f}"
        print(f"{source:18} P {precision:.3f} R {recall:.3f} {both} | {kinds}")
    print("score -> share right:", {b / 10: (round(sum(v) / len(v), 2), len(v)) for b, v in sorted(buckets.items())})


def _ignored(name: NameSpan, example: Example, free: Sequence[tuple[int, int, str]]) -> bool:
    if example.partial and name.kind not in _MARKED_IN_PARTIAL:
        return True
    return any(name.start < end and start < name.end for start, end, _ in free)


def _f1(count: Counter, right: str, kind: str = "") -> float:
    return 2 * count[right] / max(1, count["found" + kind] + count["gold" + kind])
