"""Of which kind a name is: by its own form, by the lists, by the morphology, by the tagger; and what a name is not."""

import re
from collections.abc import Callable
from dataclasses import replace

from app.domain.entity import EntityKind
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.morphology import Word
from app.memory.learn.reading.japanese.morphology import words as split
from app.memory.learn.reading.japanese.phrases import joined

Votes = Callable[[int, int], EntityKind | None]
"""The tagger's word on a stretch, in characters of the sentence."""

_HARDWARE = re.compile(
    r"iPhone|iPad|Pixel|Galaxy|Xperia|PlayStation|Switch|Kindle|GoPro|RTX|Ryzen|Core|Surface|Watch|Mac", re.I
)
_VERSION = re.compile(r"v?\d+(?:\.\d+)*(?:\.x)?")
_GLUED_VERSION = re.compile(r"(?<=[A-Za-z])(?:v?\d+(?:\.\d+)+)$")
_LATIN = re.compile(r"[A-Za-z]{3,}")
_LEGAL = ("株式会社", "(株)", "有限会社", "(有)")
_GATHERING = ("Con", "Conf", "Camp", "Kaigi")


def by_form(name: str) -> EntityKind | None:
    """The kind that the ending of a name shows: 製菓, 部, 大会. A bare 会社 or 大会 is no name."""
    words = lexicon()
    if words.has("organizations.generic", name) or words.has("values.event_generic", name):
        return None
    if words.categories.get(name) == "organization":
        return None
    tail = words.ends("organizations.suffixes", name) or words.ends("organizations.schools", name)
    headed_so = name.startswith(_LEGAL) and name not in _LEGAL
    if _longer(name, tail) or headed_so:
        return "organization"
    if _gathering(name) or _longer(name, words.ends("values.event_suffixes", name)):
        return "event"
    if headed(name):
        return "organization"
    club = words.ends("organizations.clubs", name)
    return "organization" if club and len(name) > len(club) + 1 else None


_HEADED = re.compile(
    r"(?:[一-鿿ァ-ヺーの]{1,8}?(?:会|部|団)(?=[ぁ-ん])|[一-鿿ァ-ヺーの]{1,8}?(?:団|クラブ|教室|サークル|オーケストラ)(?=.))"
    r"(?P<rest>[ぁ-んー]{2,}|[ァ-ヺー]{2,}|[一-鿿]{1,4}|[A-Z][A-Za-z]+)"
)


def headed(name: str) -> bool:
    """Whether a name begins with what kind of body it is: 劇団さざなみ, 短歌会ひさかた, 市民オーケストラ響."""
    words = lexicon()
    heads = words.sets["organizations.heads"]
    if any(name[:size] in heads and not words.has("forms.not_headed", name[size:]) for size in range(2, len(name))):
        return name not in heads
    match = _HEADED.fullmatch(name)
    if match is None or words.has("forms.not_headed", match["rest"]):
        return False
    return not names_a_person(name[: match.start("rest")])  # 長谷部まどか


def _longer(name: str, tail: str) -> bool:
    """Whether something stands before the ending; before one of a single character, at least two."""
    return bool(tail) and len(name) > len(tail) + (len(tail) == 1)


def _gathering(name: str) -> bool:
    words = lexicon()
    return any(words.has("values.event_suffixes", part) or part.endswith(_GATHERING) for part in _LATIN.findall(name))


def likely_person(words: tuple[Word, ...], votes: Votes) -> bool:
    """Whether the words look like a person's name: by the morphology, by the list, or by no dictionary at all."""
    name = joined(words)
    if lexicon().ends("forms.people_ends", name) and len(name) > 1 and not lexicon().has("people.given", name):
        return "人名" in words[-1].detail or "地名" in words[-1].detail
    if any(word.cls == "number" for word in words) or re.search(r"[ァ-ヺ][一-鿿]|[一-鿿][ァ-ヺ]|語$", name):
        return False
    if any("人名" in word.detail for word in words):
        return all(len(word.text) == 1 or "人名" in word.detail or "地名" in word.detail for word in words)
    if lexicon().has("people.given", name) or votes(words[0].start, words[-1].end) == "person":
        return True
    if len(words) == 1:
        short = re.fullmatch("[一-鿿]", name) and not lexicon().has("people.belongings", name)
        town = "地名" in words[0].detail or name in lexicon().places  # 白石 is a town and a surname
        return town or bool(short) or (not words[0].known and not re.search(r"[ぁ-ん]", name))
    return len(words) == 2 and all(re.fullmatch("[一-鿿々]", word.text) for word in words)


def is_post(words: tuple[Word, ...], title: Word) -> bool:
    """Whether somebody is that and not called so: テニス選手, 国会議員. A title of respect (先生) follows names."""
    name, known = joined(words), lexicon()
    plain = all(word.known and (word.detail.startswith("普通名詞") or word.cls == "suffix") for word in words)
    return plain and len(name) > 1 and known.has("people.posts", title.text) and not known.has("people.given", name)


def names_a_person(text: str) -> bool:
    """Whether every word of a linked name is a name of people: [[早苗]], [[大槻ふみ]]."""
    given = lexicon().sets["people.given"]
    if text in lexicon().places:
        return False
    return text in given or all("人名" in word.detail or word.text in given for word in split(text))


def likely_pet(words: tuple[Word, ...], name: str, votes: Votes) -> bool:
    """Whether the word after an animal can be its name: not 猫の動画, not 犬のワクチン."""
    known = lexicon()
    if known.has("people.given", name) or words[0].detail == "固有名詞.一般":
        return True
    if known.has("pets.belongings", name) or known.category(name) or known.has("values.plain_things", name):
        return False
    return re.fullmatch(r"[ァ-ヺー]{2,7}", name) is not None or likely_person(words, votes)


def judge(words: tuple[Word, ...], votes: Votes) -> tuple[EntityKind | None, str]:
    """The kind of an untitled name and what proves it: form, list, morphology, shape, tagger or nothing."""
    name, known = joined(words), lexicon()
    if any(known.has(f"values.{group}", name) for group in ("sports", "instruments", "beverages")):
        return "thing", ""
    formed = by_form(name)
    plain = len(words) == 1 and words[0].known and words[0].detail.startswith("普通名詞")
    if formed and not (plain and formed == "organization"):
        return formed, "form"
    if name in known.places or re.sub("[市県区]$", "", name) in known.places:
        return "place", "list"
    return _by_words(words, name, votes)


def _by_words(words: tuple[Word, ...], name: str, votes: Votes) -> tuple[EntityKind | None, str]:
    named = any("人名" in word.detail for word in words) or lexicon().has("people.given", name)
    if named and likely_person(words, votes):
        return "person", "morphology"
    if all("地名" in word.detail for word in words):
        return "place", "morphology"
    voted = votes(words[0].start, words[-1].end)
    odd = any(not word.known or word.detail.startswith("固有名詞") for word in words)
    return voted, "shape" if odd else "tagger" if voted else ""


def without_version(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Ubuntu 24.04 is Ubuntu; an iPhone 15 is not an iPhone 14."""
    if not words or _HARDWARE.search(joined(words)):
        return words
    if not words[0].detail.startswith("latin") and re.fullmatch(r"[ァ-ヺー]+", words[0].text) is None:
        return words
    while len(words) > 1 and (words[-1].cls == "number" or _VERSION.fullmatch(words[-1].text)):
        words = words[:-1]
    last = words[-1]
    short = _GLUED_VERSION.sub("", last.text)
    return words if short == last.text else (*words[:-1], replace(last, text=short, end=last.start + len(short)))


def without_count(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """週三回道場 is a 道場, and 90歳 is nothing that has a name."""
    for at in range(len(words) - 1, 0, -1):
        if words[at - 1].cls == "number" and "助数詞" in words[at].detail:
            return words[at + 1 :]
    return words
