"""A room's floor for furniture: what is free, what is walkable, and where the walls are."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.plan.rooms import Plan
from staging.plan.scale import Room
from staging.plan.walls import Flags

Floats = NDArray[np.float32]

FITTINGS = 0.03
"""A room with at least this share of its floor under thin lines has drawn fittings."""


@dataclass
class Floor:
    """What is still free in a room: cut out of the plan with a margin."""

    left: int
    top: int
    metre: float
    free: Floats
    """Where furniture may stand."""
    walkable: Floats
    """Where one may walk: also under lettering."""
    back: Floats
    """Walls and windows to stand against."""
    solid: Floats
    """Walls alone."""
    away: Floats
    """Metres to the next door."""


def floor_of(plan: Plan, room: Room, clear: Flags, to_door: Floats) -> Floor:
    """A room, cut out of its plan. `clear` is what stays free before doors."""
    rows, columns = np.nonzero(room.floor)
    margin = round(0.5 * plan.metre)
    height, width = room.floor.shape
    part = (
        slice(max(0, rows.min() - margin), min(height, rows.max() + margin)),
        slice(max(0, columns.min() - margin), min(width, columns.max() + margin)),
    )
    fittings = plan.ink[part] & ~plan.lettering[part]
    open_floor = _open(room.floor[part] & ~fittings, plan.walls[part] | plan.doors[part], plan.metre)
    free = open_floor & ~near(plan.ink[part] & room.floor[part], 0.045 * plan.metre) & ~clear[part]
    back = (plan.walls[part] | plan.windows[part] | ~plan.inside[part]) & ~plan.doors[part]
    return Floor(
        part[1].start,
        part[0].start,
        plan.metre,
        free.astype(np.float32),
        (open_floor | plan.doors[part] | plan.lettering[part]).astype(np.float32),
        back.astype(np.float32),
        (plan.walls[part] & ~plan.doors[part]).astype(np.float32),
        to_door[part],
    )


def _open(floor: Flags, around: Flags, metre: float) -> Flags:
    """The floor along walls, without what lines enclose: nobody stands inside a bath or a fitted wardrobe."""
    _, marks, stats, _ = cv2.connectedComponentsWithStats(floor.astype(np.uint8), connectivity=4)
    areas = stats[:, cv2.CC_STAT_AREA].copy()
    touching = np.bincount(marks[floor & near(around, 3)], minlength=len(areas))
    areas[touching < 2 * metre] = 0
    areas[0] = 0
    return np.asarray((areas >= max(1, 0.4 * areas.max()))[marks] & floor)


def has_fittings(plan: Plan, room: Room) -> bool:
    """Whether a room is drawn with a bath, a sink or the like: lines well inside its floor."""
    side = max(3, round(0.25 * plan.metre))
    inner = cv2.erode(room.floor.astype(np.uint8), np.ones((side, side), np.uint8)).astype(bool)
    inner &= ~near(plan.doors, plan.metre) & ~near(plan.lettering, 0.1 * plan.metre)
    return bool((plan.ink & inner).sum() > FITTINGS * max(1, inner.sum()))


def share_of(mask: Floats, offset: tuple[int, int], size: tuple[int, int]) -> Floats:
    """How much of a rectangle is set, for every place of its reference point; outside counts as not set."""
    box = (max(1, size[0]), max(1, size[1]))
    share = cv2.boxFilter(mask, cv2.CV_32F, box, normalize=True, borderType=cv2.BORDER_CONSTANT)
    return _shifted(share, -offset[0], -offset[1])


def _shifted(values: Floats, right: int, down: int) -> Floats:
    """The values moved; what comes in from outside is 0."""
    height, width = values.shape
    moved = np.zeros_like(values)
    if abs(right) >= width or abs(down) >= height:
        return moved
    to = (slice(max(0, down), height + min(0, down)), slice(max(0, right), width + min(0, right)))
    of = (slice(max(0, -down), height + min(0, -down)), slice(max(0, -right), width + min(0, -right)))
    moved[to] = values[of]
    return moved


def clear_box(mask: Floats, x: float, y: float, width: float, height: float) -> None:
    """Takes a rectangle around a point out of a mask."""
    left, top = max(0, round(x - width / 2)), max(0, round(y - height / 2))
    mask[top : max(0, round(y + height / 2)), left : max(0, round(x + width / 2))] = 0


def near(mask: Flags, pixels: float) -> Flags:
    """The mask grown by a distance."""
    away = cv2.distanceTransform(1 - mask.astype(np.uint8), cv2.DIST_L2, 3)
    return np.asarray(away <= max(1.0, pixels))
