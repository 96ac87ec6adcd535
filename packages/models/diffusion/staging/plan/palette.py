"""The colours in which a plan is furnished."""

from dataclasses import dataclass
from typing import Literal

from staging.facts import NEUTRAL, PRESETS, Look

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


def _palette(look: Look) -> Palette:
    return Palette(**{name: _colour(text) for name, text in look.colours})


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


FIXED: dict[Tone, Colour] = {
    "metal": (174, 180, 184),
    "white": (248, 248, 246),
    "plant": (109, 143, 92),
    "water": (169, 208, 220),
    "dark": (51, 54, 58),
}


def palette_of(preset: str | None) -> Palette:
    """The palette of a preset. A preset that this version does not know gets the default, as null does."""
    return _palette(PRESETS.get(preset or "", NEUTRAL))


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
