"""What may stand where: whether a noun phrase can be the place, the employer, the product that a verb asks for.

A slot is evidence of its own ("Xに勤める" makes X an employer), but only for words that can be names at all.
"""

import re

from app.memory.learn.reading.japanese.kinds import headed
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import Reference
from app.memory.learn.reading.japanese.phrases import Nominal

_BESIDE = re.compile(
    r"(?:近く|近所|郊外|辺り|あたり|市内|県内|都内|中心部?|中心街|南|北|東|西|南部|北部|東部|西部|端|はずれ|外れ|海沿い|駅前|方|山奥|"
    r"田舎|下町|団地|アパート|マンション|一軒家|家|寮|社宅|町|街|村|隣町|奥|沿い|港町|実家)"
)
_NOT_A_PLACE = re.compile(
    r"(?:.*(?:近く|近所|郊外|辺り|海外|外国|地方|都会|田舎|駅前|寮|社宅|団地|アパート|マンション|暮らし|一軒家|平屋|古民家|部屋|階|家|"
    r"実家|地元|故郷|都心|国内|市内|県内|都内|ここ|そこ|あそこ|こっち|こちら|そっち|あっち|向こう|一人|ひとり|二人|ふたり|三人|家族|"
    r"自分|同じ|別々|上|下|隣|となり|横|前|奥|中|外|方|ほう|場所|ところ|所|席|話|元|会社|職場|仕事|学校|現場|本題|普通|幸せ|状態|"
    r"生活|一緒|いっしょ|別居|同居|単身|会議|年金|田舎町|シェアハウス|ハウス|ホテル|車|船|仮住まい|時|日|月|年|分|回|人|目|頃|間|様|通り))"
)
_NOT_A_FIRM = re.compile(
    r"(?:[ぁ-ん]{1,3}|.*(?:在宅|夜勤|日勤|正社員|派遣|契約|パート|バイト|アルバイト|リモート|フルタイム|時短|シフト|現場|チーム|一人|二人|家|自宅|今|"
    r"ここ|そこ|こちら|同じ|別|以上|ほど|時間|日|月|年|業界|分野|仕事|業務|部屋|海外|地元|都内|県内|外資系?|形|条件|職種|立場|身|場|"
    r"年数|歳|まま|前|後|中|外|上|下|研究|フリー|個人|職人|接客|事務|バリバリ|環境|制度|会|店|社|部|課))"
)
_HOUSES = (
    "株式会社", "有限会社", "合同会社", "喫茶", "スナック", "居酒屋", "旅館", "民宿", "食堂", "珈琲", "ギャラリー",
    "アトリエ", "工房", "保育園", "こども園", "幼稚園", "学習塾", "進学塾", "社会福祉法人", "学校法人", "医療法人",
)  # fmt: skip
"""Houses that one works for or goes to and is no member of."""
_WORTHLESS = re.compile(r"[\d,.%~〜円個本台枚つ人回分時年月日歳]+|[ぁ-ん]|.{41,}|[^\w]+|[a-z]{1,2}")


def _worthless(reference: Reference) -> bool:
    return not reference.name or _WORTHLESS.fullmatch(reference.name) is not None or reference.pronoun


def is_place(reference: Reference, strict: bool = False) -> bool:
    """Whether somebody can live there by name. `strict` asks for a listed or marked place."""
    if _worthless(reference) or reference.kind not in (None, "place") or reference.role or reference.me:
        return False
    if reference.kind == "place":
        return bool(reference.proof)
    if strict or _NOT_A_PLACE.fullmatch(reference.name) or lexicon().category(reference.name):
        return False
    return not lexicon().job(reference.name) and re.search(r"[一-鿿ァ-ヺA-Za-z]", reference.name) is not None


def beside(reference: Reference) -> bool:
    """Whether the noun only says where near a place: 横浜の郊外."""
    return reference.proof != "form" and _BESIDE.fullmatch(reference.name) is not None


def is_firm(reference: Reference, strict: bool = False) -> bool:
    """Whether somebody can be employed there. `strict` asks for more than the slot."""
    words = lexicon()
    if _worthless(reference) or reference.kind not in (None, "organization", "thing", "event") or reference.role:
        return False
    if words.has("organizations.generic", reference.name) or words.job(reference.name) or reference.species:
        return False
    if reference.proof != "form" and reference.name.endswith(
        ("科", "ベンチャー", "メーカー", "スタートアップ", "企業", "外資", "系")
    ):
        return False
    if reference.kind == "organization" or reference.proof == "form":
        return True
    if reference.name in words.categories or _NOT_A_FIRM.fullmatch(reference.name) or reference.kind == "event":
        return False
    return bool(reference.proof) if strict else True


def is_club(reference: Reference) -> bool:
    """Whether one is a member of it: 合気道部, スポーツクラブ『ハガネ』, 読書会."""
    words = lexicon()
    if _worthless(reference) or words.has("organizations.generic", reference.name):
        return False
    if reference.category and words.ends("organizations.clubs", reference.category):
        return True
    tail = words.ends("organizations.clubs", reference.name)
    if headed(reference.name):
        return not reference.name.startswith(_HOUSES)
    if reference.name in ("消防団", "町内会", "自治会", "生協", "労働組合", "PTA", "青年団", "婦人会", "後援会"):
        return True
    return (
        bool(tail)
        and len(reference.name) > len(tail)
        and not reference.name.endswith(("会社", "全部", "一部", "本部", "外部", "内部", "機会", "社会", "都会"))
    )


def is_school(reference: Reference) -> bool:
    """Whether it is a school by name."""
    tail = lexicon().ends("organizations.schools", reference.name)
    return bool(tail) and len(reference.name) > len(tail)


def is_product(reference: Reference) -> bool:
    """Whether it is a thing with a name of its own: Latin, quoted, or katakana that no dictionary has."""
    brand = reference.proof == "morphology" and re.fullmatch(r"[ァ-ヺー]+", reference.name)  # a town that is a bicycle
    if _worthless(reference) or (reference.kind not in (None, "thing") and not brand) or reference.role:
        return False
    words = lexicon()
    if words.has("values.plain_things", reference.name) or words.category(reference.name) in (
        "place",
        "person",
        "event",
    ):
        return False
    if reference.name in words.categories or words.has("values.beverages", reference.name) or reference.species:
        return False
    return bool(brand) or reference.proof in ("form", "shape", "tagger")


def is_title(reference: Reference) -> bool:
    """Whether it is a work with a title: quoted, linked, or named by という映画."""
    return reference.proof == "form" and reference.kind in (None, "thing", "event") and not _worthless(reference)


def is_liking(reference: Reference) -> bool:
    """Whether one can like it: any noun with some content."""
    words = lexicon()
    if reference.nominal is not None and reference.nominal.epithet:
        return True
    return not (
        _worthless(reference) or words.has("values.plain_things", reference.name) or reference.nameless or reference.me
        or (len(reference.name) == 1 and re.match(r"[ぁ-んァ-ヺ]", reference.name))
    )  # fmt: skip


def in_group(group: str, reference: Reference) -> bool:
    """Whether the name, or its last part of two characters or more, is listed in the group of values."""
    words = lexicon()
    return words.has(f"values.{group}", reference.name) or len(words.ends(f"values.{group}", reference.name)) > 1


def is_language(reference: Reference) -> bool:
    """英語, スペイン語, 手話 and the like; not 敬語 or 単語."""
    name = reference.name
    if name in ("手話", "関西弁", "津軽弁", "博多弁", "エスペラント"):
        return True
    return name.endswith("語") and len(name) > 1 and not lexicon().has("values.no_languages", name)


def anything(reference: Reference) -> bool:
    """Whatever has a name and is not the speaker."""
    return bool(reference.name) and not reference.me


def named_person(reference: Reference) -> bool:
    """Somebody other than the speaker who is called by a name."""
    return not reference.me and not reference.nameless and reference.kind in ("person", None)


def inner(noun: Nominal, text: str) -> Reference:
    """The part of a compound that names: 甲府 of 甲府暮らし."""
    kind = lexicon()
    place = text in kind.places
    return Reference(
        text, "place" if place else None, noun.start, noun.start + len(text), "list" if place else "", nominal=noun
    )
