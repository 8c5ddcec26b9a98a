"""Every shipped file is the one that was shipped; anything else is said in words before it does harm."""

from hashlib import sha256

import pytest

from app.domain.errors import ModelUnavailable
from app.inference.catalog import load_catalog
from resources import resource


@pytest.mark.parametrize("name", ["encoder", "tokenizer", "token_space"])
def test_a_shipped_file_has_the_checksum_of_the_catalogue(name):
    held = load_catalog()[name]
    assert held.verified() == held.path
    assert sha256(held.path.read_bytes()).hexdigest() == held.sha256


def test_every_model_file_is_in_the_catalogue_with_licence_and_source():
    catalog = load_catalog()
    assert {held.path for held in catalog.values()} == set(resource("models").iterdir())
    assert all(held.licence and held.source for held in catalog.values())


def test_the_corpora_that_ask_for_attribution_are_named():
    attribution = load_catalog()["encoder"].attribution
    for corpus in ("Wikipedia", "GSD", "WNUT", "Broad Twitter", "GUM"):
        assert corpus in attribution


def catalog_of(folder, content):
    (folder / "weights.bin").write_bytes(content)
    (folder / "models.toml").write_text(
        f'[encoder]\nfile = "weights.bin"\nsize = {len(content)}\nsha256 = "{sha256(content).hexdigest()}"\n'
        'licence = "MIT"\nsource = "here"\n'
    )
    return load_catalog(folder / "models.toml")["encoder"]


def test_a_changed_byte_is_noticed(tmp_path):
    held = catalog_of(tmp_path, b"weights")
    assert held.verified() == tmp_path / "weights.bin"
    (tmp_path / "weights.bin").write_bytes(b"weightz")
    with pytest.raises(ModelUnavailable, match=r"damaged \(weights.bin\)"):
        held.verified()


def test_a_truncated_file_is_noticed(tmp_path):
    held = catalog_of(tmp_path, b"weights")
    (tmp_path / "weights.bin").write_bytes(b"weig")
    with pytest.raises(ModelUnavailable, match="damaged"):
        held.verified()


def test_a_missing_file_is_told_apart_from_a_damaged_one(tmp_path):
    held = catalog_of(tmp_path, b"weights")
    (tmp_path / "weights.bin").unlink()
    with pytest.raises(ModelUnavailable, match=r"missing \(weights.bin\)"):
        held.verified()


@pytest.mark.parametrize("text", ["[encoder", "[encoder]\nfile = 'x'\n", "encoder = 3\n", "[encoder]\nsize = 'many'\n"])
def test_an_unreadable_catalogue_is_told_in_words(tmp_path, text):
    (tmp_path / "models.toml").write_text(text)
    with pytest.raises(ModelUnavailable, match=r"damaged \(models.toml\)"):
        load_catalog(tmp_path / "models.toml")


def test_a_missing_catalogue_is_told_in_words(tmp_path):
    with pytest.raises(ModelUnavailable, match=r"missing \(models.toml\)"):
        load_catalog(tmp_path / "models.toml")


def test_a_resource_never_leads_out_of_its_folder():
    with pytest.raises(ValueError, match="not inside"):
        resource("../pyproject.toml")
