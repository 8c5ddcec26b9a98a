"""Trains the head that reads names from the frozen encoder's token states, and writes `tagger_head.npz`.

    python packaging/models/build_encoder.py --wheel WHEEL --expose 4,6,8,12 --out exposed.onnx
    python packaging/models/train_tagger.py --data FOLDER_OF_CORPORA --encoder exposed.onnx --work SCRATCH

States of four layers go through LayerNorm, a projection and two small convolutions to a linear-chain CRF over B- and I-
of five kinds. Where a sentence is only partly annotated, the loss sums over all taggings that agree with what is
annotated (Tsuboi et al. 2008). Needs torch; takes about ten minutes for the states (kept in SCRATCH) and five for the
training on two cores. Same seed, same machine, same head; another machine may round otherwise.
"""

import argparse
import pickle
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

import torch  # noqa: E402
from casual import casual, lower_cased  # noqa: E402
from states import first_windows, open_encoder, run  # noqa: E402
from tagger_data import KINDS, Example, corpora  # noqa: E402
from tagger_labels import FORBIDDEN, TAGS, allowed_tags  # noqa: E402
from tagger_scores import report  # noqa: E402
from torch import nn  # noqa: E402

from app.inference.tagger import Tagger  # noqa: E402
from app.inference.tokenization import PieceTokenizer, Window  # noqa: E402

MODELS = HERE.parents[1] / "resources" / "models"
LAYERS = (4, 6, 8, 12)
WIDTH = 128
DROPOUT = 0.2
BATCH = 64
RATE = 2e-3
CASUAL_EACH = 5000
LOWER_SHARE = 0.3


@dataclass(frozen=True)
class Data:
    """`states` float16 [pieces, 4 x 384] of all examples end to end; example i has rows `rows[i]` to `rows[i + 1]`."""

    examples: list[Example]
    windows: list[Window]
    rows: np.ndarray
    states: np.ndarray

    def part(self, split: str) -> list[int]:
        return [i for i, example in enumerate(self.examples) if example.split == split]


class Head(nn.Module):
    """[batch, pieces, 1536] to tag scores [batch, pieces, 11], and the CRF's own scores."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(384 * len(LAYERS))
        self.narrow = nn.Linear(384 * len(LAYERS), WIDTH)
        self.near = nn.Conv1d(WIDTH, WIDTH, 3, padding=1)
        self.wide = nn.Conv1d(WIDTH, WIDTH, 3, padding=2, dilation=2)
        self.tags = nn.Linear(WIDTH, len(TAGS))
        self.drop = nn.Dropout(DROPOUT)
        self.transitions = nn.Parameter(torch.zeros(len(TAGS), len(TAGS)))
        self.start = nn.Parameter(torch.zeros(len(TAGS)))

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        x = self.drop(nn.functional.gelu(self.narrow(self.drop(self.norm(x)))))
        read = mask[..., None].float()
        for layer in (self.near, self.wide):
            x = x * read
            x = x + self.drop(nn.functional.gelu(layer(x.transpose(1, 2))).transpose(1, 2))
        return self.tags(x)

    def crf(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Transitions and start scores with what must not follow ruled out."""
        forbidden = torch.from_numpy(FORBIDDEN)
        return self.transitions + forbidden, self.start + forbidden[0]


def log_total(scores: torch.Tensor, mask: torch.Tensor, crf: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
    """Log of the sum over all tag sequences, per row (the forward algorithm)."""
    transitions, start = crf
    total = scores[:, 0] + start
    for at in range(1, scores.shape[1]):
        step = torch.logsumexp(total[:, :, None] + transitions[None], 1) + scores[:, at]
        total = torch.where(mask[:, at, None], step, total)
    return torch.logsumexp(total, 1)


def load(given: argparse.Namespace) -> Data:
    """States of all sentences, from the scratch folder if they are there."""
    kept = given.work / "states.npy"
    if kept.exists():
        return Data(*pickle.loads((given.work / "examples.pickle").read_bytes()), np.load(kept))
    base = corpora(given.data, given.seed)
    examples = base + casual(CASUAL_EACH, given.seed) + lower_cased(base, LOWER_SHARE, given.seed)
    windows = first_windows(PieceTokenizer(MODELS / "tokenizer.json"), [example.text for example in examples])
    rows = np.cumsum([0] + [len(window.ids) for window in windows])
    states = np.zeros((rows[-1], 384 * len(LAYERS)), np.float16)
    for i, found in run(open_encoder(given.encoder, given.threads), windows, [f"h{layer}" for layer in LAYERS]):
        states[rows[i] : rows[i + 1]] = np.concatenate(found, axis=-1)
    np.save(kept, states)
    (given.work / "examples.pickle").write_bytes(pickle.dumps((examples, windows, rows)))
    return Data(examples, windows, rows, states)


def batches(data: Data, chosen: list[int], random: np.random.Generator) -> Iterator[tuple[torch.Tensor, ...]]:
    """(states, mask, allowed tags), in batches of like length, shuffled. Only pieces of the text itself."""
    lengths = np.array([len(data.windows[i].ids) for i in chosen]) + random.random(len(chosen)) * 4
    order = [chosen[k] for k in np.argsort(lengths)]
    groups = [order[k : k + BATCH] for k in range(0, len(order), BATCH)]
    random.shuffle(groups)
    for group in groups:
        parts = [inner(data, i) for i in group]
        width = max(len(allowed) for _, allowed in parts)
        x = np.zeros((len(group), width, data.states.shape[1]), np.float32)
        mask = np.zeros((len(group), width), bool)
        allowed = np.ones((len(group), width, len(TAGS)), bool)
        for row, (states, tags) in enumerate(parts):
            x[row, : len(tags)], mask[row, : len(tags)], allowed[row, : len(tags)] = states, True, tags
        yield torch.from_numpy(x), torch.from_numpy(mask), torch.from_numpy(allowed)


def inner(data: Data, i: int) -> tuple[np.ndarray, np.ndarray]:
    """States and allowed tags of all pieces of one example; what is not of the text may only be O."""
    states = data.states[data.rows[i] : data.rows[i + 1]]
    return states, allowed_tags(data.windows[i], data.examples[i])


def train(data: Data, given: argparse.Namespace) -> Head:
    torch.manual_seed(given.seed)
    random = np.random.default_rng(given.seed)
    head, chosen = Head(), data.part("train")
    steps = -(-len(chosen) // BATCH) * given.epochs
    optimizer = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps, pct_start=0.1)
    for epoch in range(given.epochs):
        began, losses = time.monotonic(), []
        head.train()
        for x, mask, allowed in batches(data, chosen, random):
            scores, crf = head(x, mask), head.crf()
            agreeing = scores + torch.where(allowed, 0.0, -1e4)
            loss = (log_total(scores, mask, crf) - log_total(agreeing, mask, crf)).sum() / mask.sum()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(head.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        print(f"epoch {epoch + 1} loss {np.mean(losses):.4f} {time.monotonic() - began:.0f} s", flush=True)
    return head.eval()


def save(head: Head, path: Path) -> None:
    """The head as arrays, 16 bits where the encoder's file keeps 16 bits."""
    arrays = {name: value.detach().numpy() for name, value in head.state_dict().items()}
    half = {name for name, value in arrays.items() if value.ndim > 1 and name != "transitions"}
    arrays = {name: value.astype(np.float16) if name in half else value for name, value in arrays.items()}
    transitions, start = (value.detach().numpy() for value in head.crf())
    arrays |= {"layers": np.array(LAYERS), "kinds": np.array(KINDS), "transitions": transitions, "start": start}
    np.savez_compressed(path, **arrays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--encoder", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=HERE / "tagger_head.npz")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    data = load(given)
    head = train(data, given)
    save(head, given.out)
    transitions, start = (value.detach().numpy() for value in head.crf())
    tagger = Tagger(KINDS, transitions, start)
    with torch.no_grad():
        report(data.examples, data.part("test"), lambda i: predicted(head, tagger, data, i))


def predicted(head: Head, tagger: Tagger, data: Data, i: int) -> tuple:
    """The names that the app's own decoder finds in one example."""
    states = torch.from_numpy(data.states[data.rows[i] : data.rows[i + 1]].astype(np.float32))[None]
    scores = head(states, torch.ones(states.shape[:2], dtype=torch.bool)).numpy()
    return tagger.names(scores, [data.windows[i].spans])[0]


if __name__ == "__main__":
    main()
