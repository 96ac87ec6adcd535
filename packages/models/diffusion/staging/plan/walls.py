"""The walls of a plan by their ink, its doors and windows as gaps in them, and the floors between."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]

OPENINGS = (0.75, 1.0, 1.25, 1.5)
"""Widths in metres, narrow ones first, up to which a gap in a wall may be a door or a window."""


@dataclass(frozen=True)
class Drawing:
    """Walls, doors and floors as they look when a metre has `metre` pixels."""

    metre: float
    walls: Flags
    doors: Flags
    windows: Flags
    inside: Flags
    floors: list[Flags]


def drawing_of(strong: Flags, faint: Flags, metre: float) -> Drawing:
    """What dark ink and all ink look like at a scale."""
    solid = far_reaching(faint)
    thick = _thick(strong, metre)
    walls = thick if _encloses(thick, solid, metre) else solid
    gaps = _gaps(walls, metre)
    inside = _inside(solid | walls | gaps, metre)
    doors, windows = _openings(gaps & ~walls, inside, walls, faint, metre)
    floors = _parts(inside & ~walls & ~doors & ~windows, metre)
    return Drawing(metre, walls, doors, windows, inside, floors)


def _thick(ink: Flags, metre: float) -> Flags:
    """The ink that is broader than a stroke: walls, without doors, windows, fittings and small arrows."""
    stroke = max(3, round(0.08 * metre))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (stroke, stroke))
    opened = cv2.morphologyEx(ink.astype(np.uint8), cv2.MORPH_OPEN, disc)
    _, marks, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
    long = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) >= 0.4 * metre
    long[0] = False
    return cv2.dilate(long[marks].astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool) & ink


def far_reaching(ink: Flags) -> Flags:
    """The ink that hangs together over a quarter of the picture: walls with their windows and doors."""
    _, marks, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    reach = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) >= 0.25 * max(ink.shape)
    reach[0] = False
    return reach[marks]


def _encloses(thick: Flags, solid: Flags, metre: float) -> bool:
    """Whether thick ink alone encloses about as much as all far-reaching ink: walls may be drawn as thin lines."""
    all_ink = _inside(solid | _gaps(solid, metre), metre).sum()
    return bool(_inside(thick | _gaps(thick, metre) | solid, metre).sum() > 0 and thick.sum() > 0.03 * max(1, all_ink))


def _gaps(walls: Flags, metre: float) -> Flags:
    """Gaps of up to 1.5 m between two ends of a wall. Gaps as deep as a passage are none."""
    found = np.zeros_like(walls)
    deep = max(3, round(0.75 * metre))
    for wide in OPENINGS:
        reach = max(3, round(wide * metre))
        padded = cv2.copyMakeBorder(walls.astype(np.uint8), reach, reach, reach, reach, cv2.BORDER_CONSTANT)
        inner = (slice(reach, -reach), slice(reach, -reach))
        for line, across in (((1, reach), (deep, 1)), ((reach, 1), (1, deep))):
            closed = cv2.morphologyEx(padded, cv2.MORPH_CLOSE, np.ones(line, np.uint8)) & ~padded & 1
            passage = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones(across, np.uint8))
            found |= (closed & ~passage & 1)[inner].astype(bool)
    small = cv2.morphologyEx(found.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return small.astype(bool)


def _openings(gaps: Flags, inside: Flags, walls: Flags, faint: Flags, metre: float) -> tuple[Flags, Flags]:
    """The gaps that lead somewhere: doors, and windows, which are drawn as lines in an outer wall.

    A gap that leads nowhere is a niche and belongs to its room, as does what a shower screen divides off.
    """
    side = max(3, round(0.1 * metre))
    free = cv2.morphologyEx((inside & ~walls & ~gaps).astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    _, floors, stats, _ = cv2.connectedComponentsWithStats(free, connectivity=4)
    floors[stats[:, cv2.CC_STAT_AREA][floors] < 0.25 * metre**2] = 0
    count, marks, boxes, _ = cv2.connectedComponentsWithStats(gaps.astype(np.uint8), connectivity=4)
    doors, windows = np.zeros_like(gaps), np.zeros_like(gaps)
    for mark in range(1, count):
        left, top, width, height, _ = boxes[mark]
        near = (slice(max(0, top - 5), top + height + 5), slice(max(0, left - 5), left + width + 5))
        this = marks[near] == mark
        around = cv2.dilate(this.astype(np.uint8), np.ones((9, 9), np.uint8)).astype(bool)
        touched = set(np.unique(floors[near][around]).tolist()) - {0}
        outer = not inside[near][around].all()
        if outer and len(touched) < 2 and faint[near][this].mean() > 0.08:
            windows[near] |= this
        elif outer or len(touched) > 1:
            smallest = min((stats[floor, cv2.CC_STAT_AREA] for floor in touched), default=0)
            is_screen = not outer and min(width, height) <= 0.25 * metre and smallest < 1.1 * metre**2
            doors[near] |= this & (not is_screen)
    return doors, windows


def _inside(barrier: Flags, metre: float) -> Flags:
    """What cannot be reached from the picture's border without passing within 15 cm of a barrier."""
    near = 2 * round(0.15 * metre) + 1
    grown = cv2.dilate(np.pad(barrier, near).astype(np.uint8), np.ones((near, near), np.uint8))
    _, marks = cv2.connectedComponents(1 - grown, connectivity=4)
    outside = (marks == marks[0, 0]).astype(np.uint8)
    reached = cv2.dilate(outside, np.ones((near, near), np.uint8))
    return (reached == 0)[near:-near, near:-near]


def _parts(free: Flags, metre: float) -> list[Flags]:
    """Connected floors of at least 0.9 m², without what is narrower than 20 cm, in the order of reading."""
    side = max(3, round(0.2 * metre))
    opened = cv2.morphologyEx(free.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    _, marks, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
    large = [mark for mark in range(1, len(stats)) if stats[mark, cv2.CC_STAT_AREA] >= 0.9 * metre**2]
    return [marks == mark for mark in large]


def without_specks(ink: Flags, metre: float) -> Flags:
    """The ink without the small arrows at the ends of dimension lines."""
    _, marks, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    large = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) >= 0.25 * metre
    large[0] = False
    return large[marks]
