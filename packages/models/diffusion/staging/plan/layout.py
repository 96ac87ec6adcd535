"""Places furniture in the rooms of a plan: upright rectangles on free floor, backs to walls, doors clear."""

from dataclasses import dataclass

import cv2
import numpy as np

from staging.plan.floor import Floats, Floor, clear_box, floor_of, has_fittings, near, share_of
from staging.plan.furnishing import FURNISHING
from staging.plan.furniture import Piece
from staging.plan.rooms import Plan
from staging.plan.scale import Room
from staging.plan.vocabulary import Kind
from staging.plan.walls import Flags

DOOR_CLEARANCE = 0.6
"""Metres around a door that stay free."""
BEHIND = 0.22
"""Depth in metres of the strip behind a piece that must be mostly wall."""
ATTEMPTS = 4


@dataclass(frozen=True)
class Placed:
    """A piece with its middle in the copy's pixels, and how many quarter turns its back is turned from the top."""

    piece: Piece
    x: float
    y: float
    quarters: int


def furnish(plan: Plan, kinds: list[Kind | None], random: np.random.Generator) -> list[Placed]:
    """The furniture of all rooms. A room without a kind stays empty."""
    clear = near(plan.doors, DOOR_CLEARANCE * plan.metre)
    to_door = cv2.distanceTransform(1 - plan.doors.astype(np.uint8), cv2.DIST_L2, 3) / plan.metre
    placed: list[Placed] = []
    for room, kind in zip(plan.rooms, kinds, strict=True):
        if kind is not None:
            placed += _furnish_room(plan, room, kind, clear, to_door, random)
    return placed


def _furnish_room(
    plan: Plan, room: Room, kind: Kind, clear: Flags, to_door: Floats, random: np.random.Generator
) -> list[Placed]:
    """The fullest of a few arrangements, important pieces counting most."""
    best: list[Placed] = []
    most = 0.0
    for _ in range(ATTEMPTS):
        floor = floor_of(plan, room, clear, to_door)
        placed, worth = _arranged(floor, kind, has_fittings(plan, room), random)
        if worth > most:
            best, most = placed, worth
    return best


def _arranged(floor: Floor, kind: Kind, fitted: bool, random: np.random.Generator) -> tuple[list[Placed], float]:
    placed: list[Placed] = []
    worth = 0.0
    room_left = 0.55 * float(floor.free.sum()) / floor.metre**2
    for nth, wish in enumerate(FURNISHING[kind]):
        for piece in wish:
            area = piece.width * piece.depth
            if (fitted and piece.fitting) or area > room_left:
                continue
            found = _place(floor, piece, random)
            if found:
                placed.append(found)
                _occupy(floor, found)
                worth += (1 + area) / (1 + nth)
                room_left -= area
                break
    return placed, worth


def _place(floor: Floor, piece: Piece, random: np.random.Generator) -> Placed | None:
    """The best place by rule and taste; taste is a point of the room and a direction that the seed prefers."""
    height, width = floor.free.shape
    rows, columns = np.indices((height, width), dtype=np.float32)
    liked = random.uniform(0, 1, 2) * (width, height)
    near_liked = np.hypot(columns - liked[0], rows - liked[1]) / floor.metre
    best: tuple[float, Placed] | None = None
    for quarters in range(4):
        preferred = float(random.uniform(0, 0.8))
        fits = _fits(floor, piece, quarters)
        if not fits.any():
            continue
        score = preferred - 0.25 * near_liked + 0.15 * np.minimum(floor.away, 3)
        score = score + _corner(floor, piece, quarters)
        score[~fits] = -np.inf
        at = int(score.argmax())
        y, x = divmod(at, width)
        if best is None or score.flat[at] > best[0]:
            best = (float(score.flat[at]), Placed(piece, floor.left + x + 0.5, floor.top + y + 0.5, quarters))
    return best[1] if best else None


def _fits(floor: Floor, piece: Piece, quarters: int) -> Flags:
    """The middles at which a piece stands on free floor, with its back to a wall and its front walkable."""
    across, down = _sides(piece, quarters, floor.metre)
    fits = share_of(floor.free, (0, 0), (across, down)) > 0.9999
    if not fits.any():
        return fits
    front = piece.front * floor.metre
    if front >= 1:
        fits &= share_of(floor.walkable, *_strip(piece, quarters, floor.metre, piece.front, behind=False)) > 0.97
    if piece.rule == "wall":
        wall = floor.solid if piece.tall else floor.back
        fits &= share_of(wall, *_strip(piece, quarters, floor.metre, BEHIND, behind=True)) > 0.5
    elif front >= 1:
        wider = (across + round(front), down + round(front))
        fits &= share_of(floor.walkable, (0, 0), wider) > 0.85
    return fits


def _corner(floor: Floor, piece: Piece, quarters: int) -> Floats:
    """Wardrobes and plants like corners; beds, sofas and tables the middle of a wall or room."""
    across, down = _sides(piece, quarters, floor.metre)
    reach = 2 * round(0.25 * floor.metre)
    walls = share_of(floor.solid, (0, 0), (across + reach, down + reach))
    liking = 1.2 if piece.tall or piece.width < 0.6 else -0.3
    return (liking * walls).astype(np.float32)


def _strip(
    piece: Piece, quarters: int, metre: float, depth: float, behind: bool
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Offset and size of the strip behind or before a piece, in pixels."""
    away = (piece.depth + depth) / 2 * metre * (-1 if behind else 1)
    x, y = _turned(0, away, quarters)
    across, down = round(piece.width * metre), max(1, round(depth * metre))
    return (round(x), round(y)), (across, down) if quarters % 2 == 0 else (down, across)


def _occupy(floor: Floor, placed: Placed) -> None:
    """Takes a piece's floor, and what must stay walkable before it, from the rest."""
    across, down = _sides(placed.piece, placed.quarters, floor.metre)
    x, y = placed.x - floor.left, placed.y - floor.top
    gap = 0.06 * floor.metre
    clear_box(floor.free, x, y, across + 2 * gap, down + 2 * gap)
    clear_box(floor.walkable, x, y, across, down)
    (dx, dy), (wide, deep) = _strip(placed.piece, placed.quarters, floor.metre, placed.piece.front, behind=False)
    if placed.piece.front > 0:
        clear_box(floor.free, x + dx, y + dy, wide, deep)


def _sides(piece: Piece, quarters: int, metre: float) -> tuple[int, int]:
    across, down = round(piece.width * metre), round(piece.depth * metre)
    return (across, down) if quarters % 2 == 0 else (down, across)


def _turned(x: float, y: float, quarters: int) -> tuple[float, float]:
    for _ in range(quarters % 4):
        x, y = -y, x
    return x, y
