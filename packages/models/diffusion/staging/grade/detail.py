"""Less noise in even parts, and a little more sharpness in the others."""

import cv2
import numpy as np

from staging.grade.copy import NUMBERS, Floats
from staging.picture import Picture

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


def detailed(strip: Picture, noise: float) -> Floats:
    """Levels, not rounded, of a strip of a picture that has `radius` pixels more on every side."""
    numbers = NUMBERS.detail
    noise = 0 if noise < numbers.leastNoise else noise * numbers.strength
    red, green, blue = (strip[..., c].astype(np.float32) for c in range(3))
    planes = ((red + 2 * green + blue) / 4, red - blue, green - (red + blue) / 2)
    light, other, rest = (filtered(plane, nth, noise) for nth, plane in enumerate(planes))
    base = light - rest / 2
    return np.stack([base + other / 2, light + rest / 2, base - other / 2], -1)


def filtered(plane: Floats, nth: int, noise: float) -> Floats:
    """Around its local mean, each value is kept as far as it varies more than noise does; lightness a little more."""
    numbers = NUMBERS.detail
    radius = numbers.radius
    inside = (slice(radius, -radius), slice(radius, -radius))
    variance = (noise * COLOUR_NOISE[nth]) ** 2 * (1 if nth == 0 else numbers.colour)
    most = 1 + (numbers.sharpness if nth == 0 else 0)
    if variance == 0 and nth > 0:
        return plane[inside]
    side = 2 * radius + 1
    mean = cv2.blur(plane, (side, side))[inside]
    found = np.maximum(0, cv2.blur(plane * plane, (side, side))[inside] - mean * mean)
    kept = np.minimum(most, most * np.maximum(0, found - variance) / (found + 1))
    return mean + kept * (plane[inside] - mean)
