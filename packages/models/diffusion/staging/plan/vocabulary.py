"""The names of rooms on plans, in English and German, with common abbreviations."""

import re
from difflib import get_close_matches
from typing import Literal
from unicodedata import combining, normalize

Kind = Literal[
    "living", "dining", "living_dining", "kitchen", "kitchen_dining", "living_kitchen", "bedroom", "child",
    "bathroom", "wc", "office", "hall", "laundry", "dressing", "store", "balcony", "garage",
]  # fmt: skip

WORDS: dict[Kind, str] = {
    "child": "child children childs childrens kids nursery kinderzimmer kind kinder kiz playroom",
    "bedroom": (
        "bedroom bed beds master guest guestroom br bdrm bdr mbr schlafzimmer schlafen schlafraum schlafz "
        "schlaf sz slz eltern elternzimmer gast gastezimmer gaeste zimmer zi"
    ),
    "living": (
        "living livingroom lounge reception sitting family drawing salon snug parlour lr wohnzimmer wohnen "
        "wohnraum wohnbereich wohnz wohn wz wozi stube"
    ),
    "dining": "dining diningroom diner breakfast dr esszimmer essen essbereich essplatz ess ez",
    "kitchen": "kitchen kitchenette kitch kit kuche kueche ku kue kochen koch kochnische cooking",
    "bathroom": (
        "bathroom bath bathrm ba bth ensuite suite shower showerroom bad badezimmer vollbad duschbad dusche "
        "du gastebad wannenbad"
    ),
    "wc": "wc toilet cloakroom cloaks powder lavatory toilette gastewc gaestewc pdr restroom",
    "office": "office study library den arbeitszimmer arbeiten arbeit buro buero az homeoffice",
    "laundry": "utility laundry hwr hauswirtschaftsraum hauswirtschaft waschkuche waschraum",
    "dressing": "dressing wardrobe wic ankleide ankleidezimmer walkin",
    "hall": (
        "hall hallway entrance entry foyer corridor landing lobby vestibule flur diele gang eingang windfang "
        "garderobe vorraum korridor"
    ),
    "store": (
        "store storage storeroom pantry larder cupboard closet cellar boiler abstellraum abst abstell "
        "abstellkammer ar speis speisekammer keller kammer technik"
    ),
    "balcony": "balcony terrace patio loggia deck veranda balkon bal blk terrasse dachterrasse",
    "garage": "garage carport",
}
"""Lower case, without accents. What names a child's room comes before what names any bedroom."""

_kind_of_word: dict[str, Kind] = {word: kind for kind, words in WORDS.items() for word in words.split()}
_long_words = [word for word in _kind_of_word if len(word) >= 5]
_roots: tuple[tuple[str, Kind], ...] = (
    ("wohnkuch", "living_kitchen"),
    ("wohnkuech", "living_kitchen"),
    ("wohness", "living_dining"),
    ("esskuch", "kitchen_dining"),
    ("kinder", "child"),
    ("schlaf", "bedroom"),
    ("wohn", "living"),
    ("kuche", "kitchen"),
    ("kueche", "kitchen"),
    ("arbeits", "office"),
    ("abstell", "store"),
    ("bade", "bathroom"),
    ("terras", "balcony"),
)
_joined: dict[frozenset[Kind], Kind] = {
    frozenset({"living", "dining"}): "living_dining",
    frozenset({"kitchen", "dining"}): "kitchen_dining",
    frozenset({"living", "kitchen"}): "living_kitchen",
    frozenset({"living", "kitchen", "dining"}): "living_kitchen",
    frozenset({"bathroom", "wc"}): "bathroom",
    frozenset({"child", "bedroom"}): "child",
    frozenset({"bedroom", "dressing"}): "bedroom",
    frozenset({"bedroom", "bathroom"}): "bathroom",
    frozenset({"bedroom", "office"}): "office",
    frozenset({"wc", "hall"}): "wc",
    frozenset({"wc", "bedroom"}): "wc",
    frozenset({"bathroom", "bedroom", "wc"}): "bathroom",
}


def kind_of(text: str) -> Kind | None:
    """The room that a line of lettering names, if it names one."""
    plain = "".join(each for each in normalize("NFKD", text.lower()) if not combining(each))
    plain = plain.replace("w.c", "wc").replace("ß", "ss").replace("en-suite", "ensuite").replace("walk-in", "walkin")
    words = re.findall(r"[a-z]+", plain)
    kinds = {kind for word in words if (kind := _kind_of(word, alone=len(words) <= 3))}
    if len(kinds) > 1:
        return _joined.get(frozenset(kinds), next(kind for word in words if (kind := _kind_of(word, alone=True))))
    return next(iter(kinds), None)


def _kind_of(word: str, alone: bool) -> Kind | None:
    if word in _kind_of_word and (alone or len(word) > 3):
        return _kind_of_word[word]
    for root, kind in _roots:
        if word.startswith(root):
            return kind
    near = get_close_matches(word, _long_words, n=1, cutoff=0.84) if len(word) >= 5 else []
    return _kind_of_word[near[0]] if near else None
