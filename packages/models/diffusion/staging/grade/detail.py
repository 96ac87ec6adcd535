"""Less noise in even parts, and a little more sharpness in the others."""

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.grade.copy import NUMBERS, Floats
from staging.picture import Picture

Reals = NDArray[np.floating]

COLOUR_NOISE = (1, 2.31, 2)
"""Noise of lightness, red less blue and green less both, over lightness's, if all channels are equally noisy."""


def noise_of(picture: Picture) -> float:
    """The deviation of noise in levels of lightness: from second differences, most of which cross no edge."""
    rows = picture[:: max(1, picture.shape[0] // 400)].astype(np.int32)
    light = rows[..., 0] + 2 * rows[..., 1] + rows[..., 2]
    differences = np.abs(2 * light[:, 1:-1] - light[:, 2:] - light[:, :-2])
    counts = np.bincount(np.minimum(2047, differences).ravel(), minlength=2048)
    below = np.cumsum(counts)
    at = min(2047, int(np.searchsorted(below, differences.size / 2)))
    before = below[at] - counts[at]
    median = at + (differences.size / 2 - before) / max(1, counts[at]) - 0.5
    return max(0.0, float(median)) / 4 / (0.6745 * 6**0.5)


def margin_of(noise: float) -> int:
    """How many more pixels a strip needs on every side."""
    numbers = NUMBERS.detail
    return numbers.radius + (0 if noise < numbers.leastNoise else numbers.wide)


def detailed(strip: Picture, noise: float) -> Floats:
    """Levels, not rounded, of a strip of a picture that has a margin on every side."""
    numbers = NUMBERS.detail
    noise = 0 if noise < numbers.leastNoise else noise * numbers.strength
    red, green, blue = (strip[..., c].astype(np.float32) for c in range(3))
    planes = ((red + 2 * green + blue) / 4, red - blue, green - (red + blue) / 2)
    light, other, rest = (filtered(plane, nth, noise) for nth, plane in enumerate(planes))
    base = light - rest / 2
    return np.stack([base + other / 2, light + rest / 2, base - other / 2], -1).astype(np.float32)


def filtered(plane: Floats, nth: int, noise: float) -> Reals:
    """Around its local mean, each value is kept as far as it varies more than noise does; lightness a little more.

    What is left is the mean of a wider window, as far as local means vary no more in it than noise does.
    """
    numbers = NUMBERS.detail
    variance = (noise * COLOUR_NOISE[nth]) ** 2 * (1 if nth == 0 else numbers.colour)
    most = 1 + (numbers.sharpness if nth == 0 else 0)
    own = inside(plane, numbers.radius)
    if variance == 0 and nth > 0:
        return own
    mean, found = window(plane, numbers.radius)
    kept = most * np.maximum(0, found - variance) / (found + 1)
    if variance == 0:
        return mean + kept * (own - mean)
    wider, varied = window(mean, numbers.wide)
    of_noise = variance / (2 * numbers.radius + 1) ** 2
    own, mean, kept = (inside(each, numbers.wide) for each in (own, mean, kept))
    alike = 1 - np.maximum(0, varied - of_noise) / np.maximum(1e-9, varied)
    return mean + alike * (wider - mean) * (1 - np.minimum(1, kept)) + kept * (own - mean)


def window(plane: Reals, radius: int) -> tuple[Reals, Reals]:
    """The mean and the variance around each pixel that has `radius` pixels on every side."""
    side, exact = (2 * radius + 1, 2 * radius + 1), plane.astype(np.float64)
    mean = inside(cv2.blur(exact, side), radius)
    return mean, np.maximum(0, inside(cv2.blur(exact * exact, side), radius) - mean * mean)


def inside(plane: Reals, radius: int) -> Reals:
    """A plane without `radius` pixels on every side."""
    return plane[radius:-radius, radius:-radius]
