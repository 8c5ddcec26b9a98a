"""Writes size and SHA-256 of each file in `resources/models` into `resources/models.toml`, after one was rebuilt."""

import re
import tomllib
from hashlib import sha256
from pathlib import Path

CATALOG = Path(__file__).resolve().parents[2] / "resources" / "models.toml"


def main() -> None:
    text = CATALOG.read_text(encoding="utf-8")
    for name, row in tomllib.loads(text).items():
        held = (CATALOG.parent / row["file"]).read_bytes()
        fresh = {"size": str(len(held)), "sha256": f'"{sha256(held).hexdigest()}"'}
        for key, value in fresh.items():
            text = re.sub(rf"(\[{name}\][^\[]*?\n{key} = )[^\n]*", rf"\g<1>{value}", text, count=1)
        print(name, fresh["size"], fresh["sha256"])
    CATALOG.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
