"""Makes resources/taxonomy.npz: the vectors of the shipped concepts, so that no user's machine has to read them.

    PYTHONPATH=. .venv/bin/python packaging/models/taxonomy_vectors.py    # after a change of taxonomy.toml or encoder

A file of another encoder, or without a concept's present words, is passed over: the concept is then read on the spot.
"""

import numpy as np

from app.inference.embedder import OnDeviceEncoder
from app.memory.tend.taxonomy import taxonomy
from resources import resource


def main() -> None:
    encoder = OnDeviceEncoder()
    texts = [concept.about() for concept in taxonomy().table.values()]
    vectors = np.stack([one.pooled for one in encoder.encode(texts)]).astype(np.float16)
    np.savez_compressed(
        resource("taxonomy.npz"), fingerprint=np.array(encoder.fingerprint), texts=np.array(texts), vectors=vectors
    )
    print(f"{len(texts)} concepts")


if __name__ == "__main__":
    main()
