"""How a photo's verticals lean."""

from dataclasses import dataclass
from math import cos, floor, radians, sin, tan

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.grade.copy import NUMBERS
from staging.picture import Picture

Reals = NDArray[np.floating]


@dataclass(frozen=True)
class Lean:
    """In degrees: clockwise in the middle, and how much further to the right at half the longer side from it."""

    roll: float
    keystone: float


@dataclass(frozen=True)
class Edges:
    """Steep edges of a small copy: places from its middle in halves of its longer side, and signed strengths."""

    x: Reals
    y: Reals
    weight: Reals
    half: float
    rows: int

    def columns(self, lean: Lean, wide: int) -> Reals:
        """What they come to in each column once a lean is taken out: those from dark to light, then the others."""
        count = int(np.ceil(4 * self.half / wide))
        cosine, sine, close = cos(radians(lean.roll)), sin(radians(lean.roll)), tan(radians(lean.keystone))
        foot = (cosine * self.x + sine * self.y) / (1 + close * (cosine * self.y - sine * self.x))
        at = (foot + 2) * self.half / wide
        column = np.floor(at).astype(int)
        inside = (column >= 0) & (column < count - 1)
        share = (at - column)[inside]
        weight = self.weight[inside]
        first = np.where(weight > 0, 0, count) + column[inside]
        sums = np.bincount(first, weight * (1 - share), 2 * count).astype(np.float64)
        return sums + np.bincount(first + 1, weight * share, 2 * count)

    def gathered(self, lean: Lean, wide: int) -> float:
        """How much they gather; neighbours count together, so that places between columns cost nothing."""
        sums = self.columns(lean, wide)
        return float(((sums[:-2] + 2 * sums[1:-1] + sums[2:]) ** 2).sum())

    def stand_on_both_sides(self, lean: Lean) -> bool:
        """Whether long edges stand left and right of the middle: those in the middle alone tell of no keystone."""
        sums = self.columns(lean, 1)
        long = np.abs(sums + np.append(sums[1:], 0)) >= NUMBERS.upright.run * self.rows
        place = np.arange(sums.size) % (sums.size // 2) / self.half - 2
        left, right = (int((long & side).sum()) for side in (place < -0.1, place > 0.1))
        return left > 0 and right > 0 and left + right >= NUMBERS.upright.runs


def lean_of(picture: Picture) -> Lean | None:
    """The tilt under which steep edges gather in the fewest columns, if it is certain, noticeable and small."""
    numbers = NUMBERS.upright
    edges = edges_of(picture)
    tilts = 2 * floor(numbers.range / numbers.step + 0.5) + 1
    tilt = np.arange(tilts) * numbers.step - numbers.range
    scores = np.array([[edges.gathered(Lean(roll, keystone), 2) for roll in tilt] for keystone in tilt])
    row, column = np.unravel_index(int(scores.argmax()), scores.shape)
    if not scores.max() > numbers.clear * np.sort(scores, axis=None)[scores.size >> 1]:
        return None
    lean = Lean(float(tilt[column]), float(tilt[row]))
    step, moves = numbers.step / 2, 0
    # One wall's edges alone leave a ridge of tilts that are nearly as good, along which there is some way to go.
    while step > 0.02:
        around = [Lean(lean.roll + x * step, lean.keystone + y * step) for y in (0, -1, 1) for x in (0, -1, 1)]
        found = max(around, key=lambda each: edges.gathered(each, 1))
        moves += 1
        if found == lean or moves == numbers.moves:
            step, moves = step / 2, 0
        lean = found
    # In fiftieths of a degree, so that the last digits of sums decide nothing.
    lean = Lean(floor(lean.roll * 50 + 0.5) / 50, floor(lean.keystone * 50 + 0.5) / 50)
    if not edges.gathered(lean, 1) > numbers.gain * edges.gathered(Lean(0, 0), 1):
        return None
    if not numbers.least <= max(abs(lean.roll), abs(lean.keystone)) <= numbers.most:
        return None
    return lean if edges.stand_on_both_sides(lean) else None


def edges_of(picture: Picture) -> Edges:
    """The steep edges above where floors begin."""
    numbers = NUMBERS.upright
    height, width = picture.shape[:2]
    scale = min(1.0, numbers.copySide / max(width, height))
    width, height = (floor(side * scale + 0.5) for side in (width, height))
    small = picture if scale == 1 else cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    light = small.astype(np.float64) @ np.array([1, 2, 1]) / 4
    # Edges of dark photos are faint.
    dim = max(numbers.dimmest, min(1.0, light.mean() / 128))
    rows = floor(height * numbers.part)
    light = light[:rows]
    rising = light[2:, 2:] - light[:-2, :-2]
    falling = light[:-2, 2:] - light[2:, :-2]
    across = (rising + falling + 2 * (light[1:-1, 2:] - light[1:-1, :-2])) / 8
    down = (rising - falling + 2 * (light[2:, 1:-1] - light[:-2, 1:-1])) / 8
    used = (np.abs(across) >= numbers.slope * dim) & (np.abs(down) <= numbers.steepest * np.abs(across))
    y, x = np.nonzero(used)
    half = max(width, height) / 2
    weight = np.clip(across[used] / (numbers.cap * dim), -1, 1)
    return Edges((x + 1.5 - width / 2) / half, (y + 1.5 - height / 2) / half, weight, half, rows)
