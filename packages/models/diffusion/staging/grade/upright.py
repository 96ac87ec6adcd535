"""Sets leaning verticals upright, as a camera held level with a lens that shifts."""

from math import atan, cos, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

from staging.grade.copy import NUMBERS
from staging.grade.verticals import Lean, Reals
from staging.picture import Picture

STRIP_PIXELS = 131_072

Homography = Reals
"""Where each place of an upright picture is in the photo, from 0 to 1 across and down: (3, 3)."""


def upright_of(lean: Lean, width: int, height: int) -> Homography | None:
    """The camera turned level, cropped to the largest part of its own proportions; None if too little is kept."""
    a, b = width / max(width, height), height / max(width, height)
    turned = turn_of(lean)
    corners = placed(np.linalg.inv(turned), np.array([[-a, -b], [a, -b], [a, b], [-a, b]]))
    to_halves = np.array([[2 * a, 0, -a], [0, 2 * b, -b], [0, 0, 1]])
    homography = np.linalg.inv(to_halves) @ turned @ largest_inside(corners, a, b) @ to_halves
    homography = np.floor(homography / homography[2, 2] * 1e6 + 0.5) / 1e6
    x, y = placed(homography, np.array([[0, 0], [1, 0], [1, 1], [0, 1]])).T
    kept = abs(float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())) / 2
    return homography if kept >= NUMBERS.upright.kept else None


def turn_of(lean: Lean) -> Reals:
    """Where a level camera's picture is in the photo, in halves of the longer side from the middle."""
    focal = 1 / tan(radians(NUMBERS.upright.view) / 2)
    pitch = atan(tan(radians(lean.keystone)) * focal)
    pitched = [
        [focal, 0, 0],
        [0, focal * cos(pitch), focal * focal * sin(pitch)],
        [0, -sin(pitch), focal * cos(pitch)],
    ]
    c, s = cos(radians(lean.roll)), sin(radians(lean.roll))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array(pitched)


def largest_inside(corners: Reals, a: float, b: float) -> Reals:
    """Scales and shifts the rectangle of half sides `a` and `b` as far as it fits between four corners."""
    x, y = (np.roll(corners, -1, 0) - corners).T
    normals = np.stack([-y, x], -1) / np.hypot(x, y)[:, None]
    reach = -(np.abs(normals) @ np.array([a, b]))
    sides = np.column_stack([normals, reach])
    offsets = (normals * corners).sum(-1)
    # The largest touches three of the four sides. If it can slide along two of them, it stays in the middle.
    fitting = []
    for left in range(4):
        found = np.linalg.solve(np.delete(sides, left, 0), np.delete(offsets, left))
        if sides[left] @ found >= offsets[left] - 1e-9:
            fitting.append(found)
    most = max(found[2] for found in fitting)
    x, y, scale = np.mean([found for found in fitting if found[2] > most - 1e-7], 0)
    return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]])


def placed(matrix: Reals, places: Reals) -> Reals:
    """Places (n, 2) under a homography."""
    found = np.column_stack([places, np.ones(len(places))]) @ matrix.T
    return found[:, :2] / found[:, 2:]


def warped(picture: Picture, homography: Homography) -> Picture:
    """The photo as a homography sees it, in its own size, by cubic interpolation (Keys, a = -0.5), in strips."""
    height, width = picture.shape[:2]
    made = np.empty_like(picture)
    across = (np.arange(width) + 0.5) / width
    step = max(1, STRIP_PIXELS // width)
    for top in range(0, height, step):
        rows = np.arange(top, min(height, top + step))
        down = ((rows + 0.5) / height)[:, None]
        x, y, w = (m[0] * across + m[1] * down + m[2] for m in homography)
        columns, column_shares = taps(x / w * width - 0.5, width)
        lines, line_shares = taps(y / w * height - 0.5, height)
        total = np.zeros((len(rows), width, 3))
        for line, line_share in zip(lines, line_shares, strict=True):
            for column, column_share in zip(columns, column_shares, strict=True):
                total += (column_share * line_share)[..., None] * picture[line, column]
        # Sums that are halves but for their last digits go up in every language.
        made[rows] = np.clip(np.floor(total + (0.5 + 1e-9)), 0, 255).astype(np.uint8)
    return made


def taps(at: Reals, length: int) -> tuple[list[NDArray[np.intp]], list[Reals]]:
    """The four neighbours of places along a side, and what each counts; edges repeat."""
    first = np.floor(at).astype(np.intp)
    t = at - first
    shares = [
        ((-0.5 * t + 1) * t - 0.5) * t,
        (1.5 * t - 2.5) * t * t + 1,
        ((-1.5 * t + 2) * t + 0.5) * t,
        (0.5 * t - 0.5) * t * t,
    ]
    return [np.clip(first - 1 + k, 0, length - 1) for k in range(4)], shares
