"""Giving a generated picture the colours of its source: models brighten and tint whole pictures."""

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.likeness import Map, blurred, difference_map, structure_map
from staging.picture import Picture

CELLS = 64
LEAST_GAIN, MOST_GAIN = 0.6, 1.7
LEAST_WEIGHT = 0.02
BURNT = (235.0, 253.0)
"""Levels of the darkest channel from which a pixel may be, and from which it is, burnt out."""
BRIGHT = (200.0, 230.0)
"""The same for what may burn out."""
SAME_LIGHT = ((24.0, 48.0), (8.0, 16.0), (4.0, 8.0), (2.0, 4.0), (1.0, 2.0))
"""Differences in levels up to which light is the same, and from which it is another, in each round."""


def match_colour(candidate: Picture, source: Picture, weight: Map) -> Picture:
    """The candidate with a gain for each channel that grows evenly across the picture, as tints do.

    `weight` says where both show the same thing; the gain is fitted there. Each round leaves out what is still
    different after the one before: a new shadow is no tint. What burnt out takes the source's bright colour.
    """
    if float(weight.mean()) < LEAST_WEIGHT:
        return candidate
    height, width = candidate.shape[:2]
    size = (CELLS, max(2, round(CELLS * height / width)))
    wanted, found, share = (_small(each, size) for each in (source, candidate, weight))
    terms, ratio = _terms(*size), np.log((wanted + 4.0) / (found + 4.0))
    gain = np.ones_like(wanted)
    for least, most in SAME_LIGHT:
        unlike = np.abs(found * gain - wanted).max(axis=2)
        trusted = (share * np.clip((most - unlike) / (most - least), 1e-3, 1)).ravel()[:, None]
        fitted = np.linalg.lstsq(terms * trusted, ratio.reshape(-1, 3) * trusted, rcond=None)[0]
        gain = np.clip(np.exp(terms @ fitted), LEAST_GAIN, MOST_GAIN).reshape(wanted.shape).astype(np.float32)
    full = cv2.resize(gain, (width, height), interpolation=cv2.INTER_CUBIC)
    burnt = _rising(candidate.min(axis=2), *BURNT) * _rising(source.min(axis=2), *BRIGHT)
    matched = candidate * full
    return np.clip(matched + burnt[..., None] * (source - matched) + 0.5, 0, 255).astype(np.uint8)


def same_thing_map(candidate: Picture, source: Picture) -> Map:
    """Where the candidate shows what the source shows, up to a tint of the whole picture.

    New furniture as smooth as what it hides has the same structure; its colour gives it away.
    """
    structure = np.clip((structure_map(source, candidate) - 0.6) / 0.3, 0, 1)
    chosen = structure > 0.8
    if not chosen.any():
        return structure
    tint = (np.median(source[chosen], axis=0) + 4.0) / (np.median(candidate[chosen], axis=0) + 4.0)
    tinted = np.clip(candidate * np.clip(tint, LEAST_GAIN, MOST_GAIN), 0, 255).astype(np.uint8)
    return (structure * np.clip((48.0 - difference_map(source, tinted)) / 24.0, 0, 1)).astype(np.float32)


def _terms(across: int, down: int) -> NDArray[np.float64]:
    """1, x and y of every cell, row by row, with x and y from -1 to 1."""
    y, x = (each.ravel() for each in np.meshgrid(np.linspace(-1, 1, down), np.linspace(-1, 1, across), indexing="ij"))
    return np.stack([np.ones_like(x), x, y], axis=1)


def _small(values: Map | Picture, size: tuple[int, int]) -> Map:
    smooth = blurred(values, max(2.0, 0.004 * max(values.shape)))
    return cv2.resize(smooth, size, interpolation=cv2.INTER_AREA).astype(np.float32)


def _rising(values: Picture, low: float, high: float) -> Map:
    return np.clip((values.astype(np.float32) - low) / (high - low), 0, 1).astype(np.float32)
