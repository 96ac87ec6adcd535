"""Where two pictures of one size still show the same thing."""

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.picture import Picture

Map = NDArray[np.float32]
"""Of shape (height, width), mostly from 0 to 1."""

WINDOW = 11
VISIBLE = 10.0
FLAT = (0.03 * 255) ** 2


def grey_of(picture: Picture) -> Map:
    """Luminance from 0 to 255."""
    return cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32)


def structure_map(first: Picture, second: Picture) -> Map:
    """How alike the structure around each pixel is, whatever its brightness: 1 if equal or both flat."""
    one, other = grey_of(first), grey_of(second)
    size = (WINDOW, WINDOW)
    mean, other_mean = cv2.blur(one, size), cv2.blur(other, size)
    variance = cv2.blur(one * one, size) - mean * mean
    other_variance = cv2.blur(other * other, size) - other_mean * other_mean
    covariance = cv2.blur(one * other, size) - mean * other_mean
    return ((2 * covariance + FLAT) / (variance + other_variance + FLAT)).astype(np.float32)


def detail_map(picture: Picture) -> Map:
    """How steep the brightness is at each pixel."""
    grey = cv2.GaussianBlur(grey_of(picture), (0, 0), 1.0)
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3)
    return np.hypot(across, down).astype(np.float32)


def gradients_of(picture: Picture) -> Map:
    """The slopes of the brightness across and down, in levels a pixel, of shape (height, width, 2)."""
    grey = cv2.GaussianBlur(grey_of(picture), (0, 0), 1.0)
    slopes = [cv2.Scharr(grey, cv2.CV_32F, *way) / 32 for way in ((1, 0), (0, 1))]
    return np.stack(slopes, axis=2).astype(np.float32)


def blurred(values: Map | Picture, sigma: float) -> Map:
    """The values averaged by a Gaussian of `sigma` pixels."""
    return cv2.GaussianBlur(values.astype(np.float32), (0, 0), sigma).astype(np.float32)


def difference_map(first: Picture, second: Picture) -> Map:
    """The mean difference of the channels around each pixel, from 0 to 255."""
    difference = cv2.absdiff(first, second).astype(np.float32).mean(axis=2)
    return cv2.blur(difference, (5, 5)).astype(np.float32)


def feathered(mask: Map) -> Map:
    """A mask with a soft edge of 0.4 % of the long side."""
    return cv2.GaussianBlur(mask, (0, 0), max(1.0, 0.004 * max(mask.shape))).astype(np.float32)


def largest_change(first: Picture, second: Picture) -> float:
    """The mean difference in the place that changed most, from 0 to 255; a place is a 32nd of each side."""
    return float(_changes(first, second).max())


def changed_share(first: Picture, second: Picture) -> float:
    """The part of the places that changed visibly."""
    return float((_changes(first, second) > VISIBLE).mean())


def _changes(first: Picture, second: Picture) -> Map:
    size = (32, 32)
    one = cv2.resize(first, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    other = cv2.resize(second, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.abs(one - other).mean(axis=2).astype(np.float32)
