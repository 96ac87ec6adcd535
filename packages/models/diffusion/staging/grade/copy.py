"""The small copy of a picture on which its grade is decided, and what is measured on it."""

import json
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.picture import Picture

Floats = NDArray[np.float32]
Cast = NDArray[np.floating]
"""Logarithms of red over green and of blue over green."""
LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)
NUMBERS = json.loads(
    Path(__file__).parent.with_name("pro_capture.json").read_text(),
    object_hook=lambda fields: SimpleNamespace(**fields),
)
"""The numbers of the specification."""


def linear_of(levels: NDArray[np.floating]) -> NDArray[np.floating]:
    """Linear light from 0 to 1 of sRGB levels from 0 to 255."""
    value = levels / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def rounded(values: NDArray[np.floating]) -> NDArray[np.intp]:
    """Whole numbers, halves upwards."""
    return np.floor(values + 0.5).astype(np.intp)


def smoothstep(value: NDArray[np.floating] | float, start: float, end: float) -> NDArray[np.floating]:
    """0 up to `start`, 1 from `end`, smooth between."""
    t = np.clip((np.asarray(value) - start) / (end - start), 0, 1)
    return t * t * (3 - 2 * t)


def quantile(values: NDArray[np.floating], part: float) -> float:
    """The value below which a part of the values lies."""
    ordered = np.sort(values, axis=None)
    return float(ordered[int(part * (ordered.size - 1))])


def box_mean(plane: Floats, radius: int, *, wraps: bool) -> Floats:
    """The mean of the square of 2 x radius + 1 pixels around each; edges repeat, or wrap in x."""
    padded = np.pad(plane, ((radius, radius), (0, 0)), "edge")
    padded = np.pad(padded, ((0, 0), (radius, radius)), "wrap" if wraps else "edge")
    side = 2 * radius + 1
    smooth = cv2.blur(padded, (side, side), borderType=cv2.BORDER_REPLICATE)
    return smooth[radius : radius + plane.shape[0], radius : radius + plane.shape[1]]


@dataclass(frozen=True)
class SmallCopy:
    """Linear colours (rows, columns, 3), and which pixels have a channel at the sensor's end."""

    rgb: Floats
    clipped: NDArray[np.bool_]

    @property
    def luminance(self) -> Floats:
        """Luminance (ITU-R BT.709) of every pixel."""
        return self.rgb @ LUMA


def small_copy_of(picture: Picture) -> SmallCopy:
    """The picture at `copySide` pixels of its longest side, each the mean of what it covers, in whole levels."""
    height, width = picture.shape[:2]
    scale = min(1.0, NUMBERS.copySide / max(width, height))
    size = max(1, int(width * scale + 0.5)), max(1, int(height * scale + 0.5))
    small = picture if scale == 1 else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return SmallCopy(linear_of(small.astype(np.float64)).astype(np.float32), small.max(-1) > NUMBERS.clippedLevel)


def surfaces_of(copy: SmallCopy, *, wraps: bool) -> NDArray[np.bool_]:
    """Even, unclipped pixels above the floor: walls and ceilings, mostly."""
    smooth = box_mean(copy.luminance, 1, wraps=wraps)
    height = smooth.shape[0]
    change = np.full(smooth.shape, np.inf, np.float32)
    across = np.abs(smooth[1:-1, 2:] - smooth[1:-1, :-2])
    change[1:-1, 1:-1] = across + np.abs(smooth[2:, 1:-1] - smooth[:-2, 1:-1])
    upper = np.arange(height)[:, None] < height * NUMBERS.upperPart
    return (change <= NUMBERS.flat.relative * smooth + NUMBERS.flat.absolute) & upper & ~copy.clipped


def chroma_of(rgb: Floats) -> Cast:
    """The casts that white surfaces of these colours show."""
    logs = np.log(np.maximum(1e-4, rgb))
    return logs[..., ::2] - logs[..., 1:2]
