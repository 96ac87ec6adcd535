"""Between the source's size and the size at which a model works."""

from math import sqrt

import cv2

from staging.picture import Picture

MULTIPLE = 16
LEAST_PIXELS = 512 * 512
MOST_ASPECT = 8


def working_size(width: int, height: int, pixels: int) -> tuple[int, int]:
    """Width and height for the model: multiples of 16, at most `pixels` in all, near the source's shape.

    Pictures smaller than 512 x 512 are enlarged, because models draw poorly on fewer pixels; shapes beyond 8 : 1, which
    they refuse, are squeezed.
    """
    area = min(pixels, max(width * height, LEAST_PIXELS))
    aspect = min(MOST_ASPECT, max(1 / MOST_ASPECT, width / height))
    across, tall = _multiple(sqrt(area * aspect)), _multiple(sqrt(area / aspect))
    across, tall = min(across, MOST_ASPECT * tall), min(tall, MOST_ASPECT * across)
    while across * tall > pixels:
        across, tall = (across - MULTIPLE, tall) if across >= tall else (across, tall - MULTIPLE)
    return across, tall


def _multiple(side: float) -> int:
    return max(MULTIPLE, round(side / MULTIPLE) * MULTIPLE)


def resize(picture: Picture, width: int, height: int) -> Picture:
    """The whole picture at another size. Nothing is cropped, so a pixel's relative place stays."""
    if picture.shape[1] == width and picture.shape[0] == height:
        return picture
    shrinks = width * height < picture.shape[0] * picture.shape[1]
    resized = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LANCZOS4)
    return resized.astype(picture.dtype)


def to_working_size(picture: Picture, pixels: int) -> Picture:
    """A copy of the picture for the model."""
    height, width = picture.shape[:2]
    return resize(picture, *working_size(width, height, pixels))
