"""Giving a generated picture the colours of its source: models brighten and tint whole pictures."""

import cv2
import numpy as np

from staging.likeness import Map, difference_map, structure_map
from staging.picture import Picture

CELLS = 16
LEAST_GAIN, MOST_GAIN = 0.6, 1.7
LEAST_WEIGHT = 0.02


def match_colour(candidate: Picture, source: Picture, weight: Map) -> Picture:
    """The candidate with a gain for each channel that varies slowly over the picture.

    `weight` says where both show the same thing; the gain is measured there and spread to everywhere else.
    """
    height, width = candidate.shape[:2]
    if float(weight.mean()) < LEAST_WEIGHT:
        return candidate
    wanted = _spread(source, weight)
    found = _spread(candidate, weight)
    gain = np.clip((wanted + 4.0) / (found + 4.0), LEAST_GAIN, MOST_GAIN)
    full = cv2.resize(gain, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.clip(candidate.astype(np.float32) * full + 0.5, 0, 255).astype(np.uint8)


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


def _spread(picture: Picture, weight: Map) -> Map:
    """The weighted mean colour of each cell; cells without weight take the mean of those around them."""
    height, width = picture.shape[:2]
    cells = (CELLS, max(2, round(CELLS * height / width)))
    colour = cv2.resize(picture.astype(np.float32) * weight[..., None], cells, interpolation=cv2.INTER_AREA)
    share = cv2.resize(weight, cells, interpolation=cv2.INTER_AREA)
    near, near_share = _blurred(colour, 1.0), _blurred(share, 1.0)
    far, far_share = _blurred(colour, CELLS / 2), _blurred(share, CELLS / 2)
    total = near_share + 0.05 * far_share + 1e-6
    return ((near + 0.05 * far) / total[..., None]).astype(np.float32)


def _blurred(values: Map, sigma: float) -> Map:
    return cv2.GaussianBlur(values, (0, 0), sigma, borderType=cv2.BORDER_REFLECT).astype(np.float32)
