"""The colours in which a plan is furnished."""

from dataclasses import dataclass, fields
from typing import Literal

Colour = tuple[int, int, int]
Tone = Literal["main", "second", "accent", "wood", "metal", "white", "plant", "water", "dark"]


@dataclass(frozen=True)
class Palette:
    """A style's colours: upholstery, textiles, accents, wood, and the paper around the rooms."""

    main: Colour
    second: Colour
    accent: Colour
    wood: Colour
    wall: Colour


def _palette(*hexes: str) -> Palette:
    red_green_blue = [(int(text[:2], 16), int(text[2:4], 16), int(text[4:], 16)) for text in hexes]
    return Palette(**{field.name: colour for field, colour in zip(fields(Palette), red_green_blue, strict=True)})


NEUTRAL = _palette("6d7d8a", "dfe1e2", "c98d5a", "a58562", "f4f3f0")

STYLES: dict[str, Palette] = {
    "modern": _palette("56636e", "d5d8da", "d9a441", "8d7259", "eef0f1"),
    "scandi": _palette("b9c6c9", "efece6", "6f99a3", "dcbf93", "f7f5f0"),
    "boho": _palette("b9694a", "e7d4b2", "6f8350", "aa8159", "f3e4cf"),
    "country": _palette("8da28c", "efe6d6", "a9574f", "a0764a", "f1ead8"),
    "industrial": _palette("4b4845", "97938e", "b8652f", "70503a", "cfcac3"),
    "mediterranean": _palette("2f72a3", "f5ecdb", "dc8e4d", "bd9263", "fbf3e1"),
    "luxury": _palette("1f4a47", "dccdae", "c8a45c", "513829", "ece3d2"),
    "eclectic": _palette("76428c", "efc653", "1f8c8a", "8f5d3e", "f2ecdc"),
    "japandia": _palette("7f766a", "dcd4c6", "3f4c42", "bd9d76", "f0eadf"),
}

FIXED: dict[Tone, Colour] = {
    "metal": (174, 180, 184),
    "white": (248, 248, 246),
    "plant": (109, 143, 92),
    "water": (169, 208, 220),
    "dark": (51, 54, 58),
}


def palette_of(preset: str | None) -> Palette:
    """The palette of a preset. A preset that this version does not know gets the default, as null does."""
    return STYLES.get(preset or "", NEUTRAL)


def colour_of(tone: Tone, palette: Palette) -> Colour:
    """A tone in a style's colours."""
    match tone:
        case "main":
            return palette.main
        case "second":
            return palette.second
        case "accent":
            return palette.accent
        case "wood":
            return palette.wood
        case _:
            return FIXED[tone]


def mixed(colour: Colour, other: Colour, part: float) -> Colour:
    """A colour that is `part` of the way to another."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(colour, other, strict=True))
    return red, green, blue
