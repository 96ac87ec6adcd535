"""The service's measure of what a candidate keeps of its source."""

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.grid import LUMA
from staging.picture import Picture


def kept_structure(before: Picture, after: Picture) -> float:
    """The service's measure `structure` (approval, docs/inference-contract.md) of two thumbnails.

    Correlation of luminance in windows of 16 pixels, weighted by the source's contrast there.
    """
    x, y = windows(before), windows(after)
    x, y = x - x.mean(1, keepdims=True), y - y.mean(1, keepdims=True)
    in_x, in_y = (x**2).sum(1), (y**2).sum(1)
    seen = in_x >= 1e-9
    both = (x * y).sum(1) / np.sqrt(np.where(seen & (in_y >= 1e-9), in_x * in_y, np.inf))
    contrast = np.where(seen, np.sqrt(in_x), 0)
    total = float(contrast.sum())
    return float((contrast * np.maximum(0, both)).sum()) / total if total > 0 else 1.0


def windows(thumbnail: Picture) -> NDArray[np.float64]:
    """Luminance of a thumbnail, one row for each window of 16 by 16 pixels."""
    height, width = thumbnail.shape[:2]
    luma = thumbnail.astype(np.float64) @ LUMA.astype(np.float64) / 255
    return luma.reshape(height // 16, 16, width // 16, 16).swapaxes(1, 2).reshape(-1, 256)


def thumbnail_size(picture: Picture) -> tuple[int, int]:
    """Width and height of a small copy in whole windows of 16 pixels, about 256 on its long side."""
    height, width = picture.shape[:2]
    scale = 256 / max(width, height)
    return 16 * max(1, round(width * scale / 16)), 16 * max(1, round(height * scale / 16))


def resized(picture: Picture, width: int, height: int) -> Picture:
    """A copy in another size: averaged when smaller, cubic when larger."""
    if picture.shape[:2] == (height, width):
        return picture
    smaller = width < picture.shape[1] or height < picture.shape[0]
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA if smaller else cv2.INTER_CUBIC)
