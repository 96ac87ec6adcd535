"""Furniture seen from above, in metres: `x` to the right, `y` from the back of a piece to its front.

The origin is the middle of a piece. Groups such as a bed with its bedside tables are one piece, since
they are placed as one.
"""

from dataclasses import dataclass
from typing import Literal

from staging.plan.palette import Tone


@dataclass(frozen=True)
class Shape:
    """A rounded rectangle, or an ellipse if `round` is set, drawn over what comes before it."""

    tone: Tone
    x: float
    y: float
    width: float
    depth: float
    corner: float = 0.03
    round: bool = False


Rule = Literal["wall", "free"]


@dataclass(frozen=True)
class Piece:
    """What is placed as one. `front` is what stays walkable before it; tall pieces keep off windows."""

    name: str
    width: float
    depth: float
    shapes: tuple[Shape, ...]
    rule: Rule = "wall"
    front: float = 0.5
    tall: bool = False
    fitting: bool = False
    """Plumbed or built in: left out if the plan already shows fittings."""


def _oval(tone: Tone, x: float, y: float, width: float, depth: float | None = None) -> Shape:
    return Shape(tone, x, y, width, depth or width, round=True)


def bed(width: float, tables: bool = False, length: float = 2.0) -> Piece:
    """A bed with its head to the wall, with bedside tables if there is room for them."""
    pillows = (-0.25 * width, 0.25 * width) if width > 1.1 else (0.0,)
    head = -length / 2
    shapes = [
        Shape("wood", 0, 0, width, length),
        Shape("white", 0, 0.02, width - 0.06, length - 0.08, 0.06),
        Shape("main", 0, 0.16 * length, width - 0.02, 0.66 * length, 0.06),
        Shape("second", 0, -0.13 * length, width - 0.02, 0.22, 0.03),
        *(Shape("second", x, head + 0.28, min(0.62, 0.42 * max(width, 1.4)), 0.38, 0.1) for x in pillows),
    ]
    if not tables:
        return Piece(f"bed {width}", width, length, tuple(shapes), front=0.45)
    for x in (-(width / 2 + 0.26), width / 2 + 0.26):
        shapes += [Shape("wood", x, head + 0.2, 0.44, 0.4), _oval("second", x, head + 0.2, 0.24)]
    return Piece(f"bed {width} with tables", width + 0.96, length, tuple(shapes), front=0.45)


def sofa(width: float, set_out: bool) -> Piece:
    """A sofa, with a rug and a low table before it if there is room."""
    depth, back = 0.92, -0.74 if set_out else 0.0
    seats = 3 if width > 1.9 else 2
    inner = (width - 0.36) / seats
    shapes: list[Shape] = []
    if set_out:
        shapes += [
            Shape("second", 0, 0.34, width + 0.1, 1.66, 0.02),
            Shape("accent", 0, 0.34, width - 0.15, 1.42, 0.02),
        ]
        shapes += [Shape("second", 0, 0.34, width - 0.22, 1.35, 0.02)]
    shapes += [Shape("main", 0, back, width, depth, 0.12)]
    shapes += [
        Shape("main", (nth - (seats - 1) / 2) * inner, back + 0.09, inner - 0.03, 0.66, 0.08) for nth in range(seats)
    ]
    shapes += [Shape("accent", -width / 2 + 0.4, back - 0.1, 0.36, 0.34, 0.1)]
    if set_out:
        shapes += [Shape("wood", 0, 0.48, min(1.1, width * 0.5), 0.6, 0.1)]
    name = f"sofa {width}" + (" group" if set_out else "")
    return Piece(name, width + (0.1 if set_out else 0), 2.4 if set_out else depth, tuple(shapes), front=0.35)


def dining(seats: int) -> Piece:
    """A table with chairs on its long sides, or a round one for two to four."""
    if seats <= 4:
        across = 0.8 if seats == 2 else 1.05
        places = [(-1, 0), (1, 0)] if seats == 2 else [(-1, 0), (1, 0), (0, -1), (0, 1)]
        chairs = [Shape("main", x * (across / 2 + 0.1), y * (across / 2 + 0.1), 0.44, 0.44, 0.1) for x, y in places]
        side = across + 0.7
        return Piece(
            f"table for {seats}", side, 0.9 if seats == 2 else side, (*chairs, _oval("wood", 0, 0, across)), "free", 0.3
        )
    length = 0.62 * seats / 2
    columns = [(nth - (seats / 2 - 1) / 2) * 0.62 for nth in range(seats // 2)]
    chairs = [Shape("main", x, y, 0.44, 0.46, 0.1) for x in columns for y in (-0.56, 0.56)]
    table = Shape("wood", 0, 0, length + 0.15, 0.95, 0.05)
    return Piece(f"table for {seats}", length + 0.2, 1.66, (*chairs, table), "free", 0.3)


def _box(
    name: str, width: float, depth: float, tone: Tone = "wood", parts: int = 1, front: float = 0.5, tall: bool = True
) -> Piece:
    inner = width / parts
    doors = [Shape(tone, (nth - (parts - 1) / 2) * inner, 0, inner - 0.01, depth - 0.02, 0.01) for nth in range(parts)]
    return Piece(name, width, depth, tuple(doors), front=front, tall=tall)


def wardrobe(width: float) -> Piece:
    """A wardrobe with its doors to the front."""
    return _box(f"wardrobe {width}", width, 0.6, "second", round(width / 0.5), 0.6)


def counter(width: float) -> Piece:
    """Kitchen units with a hob and a sink."""
    shapes = [Shape("second", 0, 0, width, 0.6, 0.01), Shape("dark", width / 2 - 0.42, 0, 0.56, 0.48)]
    shapes += [_oval("metal", width / 2 - 0.42 + x, y, 0.17) for x in (-0.13, 0.13) for y in (-0.11, 0.11)]
    shapes += [
        Shape("metal", -width / 2 + 0.42, 0.02, 0.5, 0.4, 0.06),
        Shape("white", -width / 2 + 0.42, 0.03, 0.4, 0.3, 0.06),
    ]
    return Piece(f"counter {width}", width, 0.6, tuple(shapes), front=0.8, fitting=True)


def _seat(name: str, side: float, tone: Tone) -> Piece:
    shapes = (Shape(tone, 0, 0, side, side, 0.14), Shape(tone, 0, 0.08, side - 0.28, side - 0.22, 0.08))
    return Piece(name, side, side, shapes, front=0.4)


DESK = Piece(
    "desk",
    1.3,
    1.2,
    (Shape("main", 0, 0.28, 0.5, 0.5, 0.16), Shape("wood", 0, -0.28, 1.3, 0.62), Shape("dark", 0, -0.44, 0.55, 0.08)),
    front=0.2,
)
SMALL_DESK = Piece(
    "small desk",
    1.0,
    1.0,
    (Shape("main", 0, 0.24, 0.44, 0.44, 0.14), Shape("wood", 0, -0.23, 1.0, 0.54), Shape("dark", 0, -0.36, 0.45, 0.07)),
    front=0.2,
)
PLANT = Piece(
    "plant",
    0.5,
    0.5,
    (_oval("plant", 0, 0, 0.5), _oval("plant", -0.08, -0.06, 0.28), _oval("wood", 0, 0, 0.12)),
    front=0,
)
ARMCHAIR = _seat("armchair", 0.82, "accent")
MEDIA = Piece("media unit", 1.7, 0.42, (Shape("wood", 0, 0, 1.7, 0.42), Shape("dark", 0, -0.08, 1.2, 0.08)), front=0.6)
SHELF = _box("bookshelf", 1.2, 0.34, parts=3)
SMALL_SHELF = _box("small bookshelf", 0.8, 0.32, parts=2)
SIDEBOARD = _box("sideboard", 1.6, 0.45, parts=3, tall=False)
CHEST = _box("chest of drawers", 0.9, 0.45, parts=2, tall=False)
CONSOLE = Piece("console", 0.9, 0.32, (Shape("wood", 0, 0, 0.9, 0.32), _oval("plant", 0.26, 0, 0.2)), front=0.7)
BENCH = Piece("bench", 1.0, 0.4, (Shape("wood", 0, 0, 1.0, 0.4), Shape("accent", 0, 0, 0.92, 0.32, 0.06)), front=0.6)
FRIDGE = Piece("fridge", 0.62, 0.65, (Shape("metal", 0, 0, 0.62, 0.65, 0.03),), front=0.8, tall=True, fitting=True)
TOILET = Piece(
    "toilet",
    0.42,
    0.66,
    (Shape("white", 0, -0.24, 0.42, 0.18), _oval("white", 0, 0.07, 0.38, 0.5)),
    front=0.5,
    fitting=True,
)
BASIN = Piece(
    "basin", 0.7, 0.48, (Shape("wood", 0, 0, 0.7, 0.48), _oval("white", 0, 0.02, 0.46, 0.34)), front=0.6, fitting=True
)
SMALL_BASIN = Piece("small basin", 0.42, 0.3, (_oval("white", 0, 0, 0.42, 0.3),), front=0.4, fitting=True)
SHOWER = Piece(
    "shower",
    0.9,
    0.9,
    (Shape("white", 0, 0, 0.9, 0.9, 0.02), Shape("water", 0, 0, 0.78, 0.78, 0.02), _oval("metal", 0, 0, 0.1)),
    front=0.5,
    fitting=True,
)
WASHER = Piece(
    "washer",
    0.6,
    0.6,
    (Shape("white", 0, 0, 0.6, 0.6), _oval("metal", 0, 0.04, 0.38), _oval("dark", 0, 0.04, 0.26)),
    front=0.6,
)
MAT = Piece("mat", 0.8, 0.5, (Shape("accent", 0, 0, 0.8, 0.5), Shape("second", 0, 0, 0.7, 0.4)), "free", front=0)
PLAY_MAT = Piece(
    "play mat",
    1.4,
    1.4,
    (_oval("accent", 0, 0, 1.4), _oval("second", 0, 0, 1.0), _oval("main", 0, 0, 0.5)),
    "free",
    front=0,
)
SHELVING = _box("shelving", 1.2, 0.45, parts=2, front=0.5)
PLANTER = Piece("planter", 1.0, 0.36, (Shape("wood", 0, 0, 1.0, 0.36), Shape("plant", 0, 0, 0.9, 0.26, 0.1)), front=0)
CAR = Piece(
    "car",
    1.8,
    4.3,
    (Shape("main", 0, 0, 1.8, 4.3, 0.4), Shape("dark", 0, -0.7, 1.5, 0.7, 0.2), Shape("dark", 0, 1.2, 1.4, 0.5, 0.2)),
    "free",
    front=0,
)
BATH = Piece(
    "bath",
    1.7,
    0.75,
    (Shape("white", 0, 0, 1.7, 0.75, 0.06), Shape("water", 0, 0, 1.5, 0.55, 0.24), _oval("metal", -0.6, 0, 0.07)),
    front=0.55,
    fitting=True,
)
