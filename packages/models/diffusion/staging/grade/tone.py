"""Exposure: how much light a photo lacks, and where it goes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from staging.grade.copy import NUMBERS, Floats, SmallCopy, chroma_of, quantile, rounded, smoothstep


def white_of(copy: SmallCopy, surfaces: NDArray[np.bool_]) -> float:
    """The luminance of well-lit walls and ceilings; of those without a hue if they are enough to tell."""
    numbers = NUMBERS.exposure
    luminance = copy.luminance
    if surfaces.sum() < 50:
        return quantile(luminance, 0.9)
    plain = surfaces & (np.hypot(*np.moveaxis(chroma_of(copy.rgb), -1, 0)) < numbers.paint)
    return quantile(luminance[surfaces if plain.sum() < numbers.fewest * surfaces.sum() else plain], numbers.quantile)


def veil_of(luminance: Floats, white: float) -> float:
    """Scattered light over the whole picture: the darkest that there is, as far as no room explains it."""
    numbers = NUMBERS.veil
    darkest = quantile(luminance, numbers.quantile)
    return min(numbers.most * white, max(0.0, numbers.part * (darkest - numbers.kept * white)))


def gain_of(white: float, copy: SmallCopy) -> float:
    """How much light a photo lacks: a factor above 1, below 1 only if much of it is clipped."""
    numbers = NUMBERS.exposure
    stops = float(np.log2(numbers.white / max(1e-4, white)))
    least = numbers.least if copy.clipped.mean() > numbers.clippedShare else 0
    limited = min(numbers.most, max(least, stops))
    return float(2 ** (limited * smoothstep(abs(stops), numbers.ignored, numbers.full)))


def curve(values: NDArray[np.floating], gain: float) -> NDArray[np.floating]:
    """`gain` in the shadows and the middle, bent so that the photo's white stays white. 1 changes nothing."""
    knee = NUMBERS.tone.knee if gain > 1 else 0
    start = knee / gain
    slope = gain * (1 - start) / (1 - knee)
    t = np.maximum(0, (values - start) / (1 - start))
    bent = knee + (1 - knee) * slope * t / (1 + (slope - 1) * t)
    return np.where(values <= start, gain * values, bent)


@dataclass(frozen=True)
class Grid:
    """Factors of light (rows, columns, lights) by place and by the square root of luminance."""

    factors: Floats
    wraps: bool


def grid_of(luminance: Floats, gain: float, *, wraps: bool) -> Grid:
    """Each node's mean lightness as a factor of exposure: neighbours of like lightness get the same one."""
    numbers = NUMBERS.tone
    height, width = luminance.shape
    columns, rows = (max(2, int(numbers.cells * side / max(width, height) + 0.5)) for side in (width, height))
    shape = (rows, columns, numbers.lights)
    root = np.sqrt(np.clip(luminance, 0, 1))
    row = ((np.arange(height) + 0.5) / height * rows).astype(int)[:, None]
    column = ((np.arange(width) + 0.5) / width * columns).astype(int)[None]
    node = np.ravel_multi_index((row + 0 * column, column + 0 * row, rounded(root * (numbers.lights - 1))), shape)
    size = rows * columns * numbers.lights
    sums = spread(np.bincount(node.ravel(), root.ravel(), size).reshape(shape).astype(float), wraps)
    counts = spread(np.bincount(node.ravel(), minlength=size).reshape(shape).astype(float), wraps)
    # Where there is nothing of a lightness, it is its own base.
    own = np.arange(numbers.lights) / (numbers.lights - 1)
    light = np.maximum(1e-3, ((sums + 0.5 * own) / (counts + 0.5)) ** 2)
    return Grid(((curve(light, gain) / light) ** numbers.base).astype(np.float32), wraps)


def spread(values: NDArray[np.floating], wraps: bool) -> NDArray[np.floating]:
    """Blurs by 1 2 1 in place and lightness."""
    for axis in (1, 0, 2):
        along = np.moveaxis(values, axis, 0)
        first, last = (along[-1:], along[:1]) if wraps and axis == 1 else (along[:1], along[-1:])
        padded = np.concatenate([first, along, last])
        values = np.moveaxis((padded[:-2] + 2 * padded[1:-1] + padded[2:]) / 4, 0, axis)
    return values
