"""What a photo's candidate keeps and loses, by comparison with the picture that the editor meant to draw."""

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.picture import Picture

SOLID = 26
"""A difference of a channel from which a pixel shows furniture, not only its shadow."""
LIGHTER = 6
"""A difference of light that furniture alone makes, in levels."""
SOFT = 3
"""A difference of light from which a shadow counts."""
Region = NDArray[np.bool_]


def furniture(empty: Picture, staged: Picture) -> Region:
    """The insides of new furniture: what has another colour than the empty room, or is lighter."""
    other = cv2.absdiff(empty, staged).max(axis=2) >= SOLID
    whole = cv2.morphologyEx(
        (other | (light(staged) - light(empty) >= LIGHTER)).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)
    )
    return cv2.erode(whole, np.ones((5, 5), np.uint8)).astype(bool)


def soft_shadows(empty: Picture, staged: Picture) -> Region:
    """Where the staged room is darker without showing furniture."""
    solid = (cv2.absdiff(empty, staged).max(axis=2) >= SOLID).astype(np.uint8)
    near = cv2.dilate(solid, np.ones((9, 9), np.uint8)).astype(bool)
    return (light(empty) - light(staged) >= SOFT) & ~near


def grain(source: Picture, made: Picture, wanted: Picture, where: Region) -> float:
    """How much of the source's fine detail shows in `made`: the slope of a line through both, from 0 to 1."""
    before, after = fine(source)[where], (fine(made) - fine(wanted))[where]
    power = float((before**2).sum())
    return float((before * after).sum() / power) if power > 0 else 0.0


def kept_change(source: Picture, made: Picture, wanted: Picture, where: Region) -> float:
    """Which share of the wanted change of light is in `made`."""
    change = float((light(wanted) - light(source))[where].sum())
    return float((light(made) - light(source))[where].sum()) / change if change else 1.0


def blotch(made: Picture, wanted: Picture, where: Region) -> float:
    """How uneven `made` is where the wanted picture is not, in levels: the deviation of clouds of 4 to 24 pixels."""
    off = light(made) - light(wanted)
    clouds = cv2.GaussianBlur(off, (0, 0), 4) - cv2.GaussianBlur(off, (0, 0), 24)
    return float(clouds[where].std()) if where.any() else 0.0


def light(picture: Picture) -> NDArray[np.float32]:
    """Smooth luminance."""
    return cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32), (0, 0), 1.5)


def fine(picture: Picture) -> NDArray[np.float32]:
    """Luminance without its low frequencies."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32)
    return grey - cv2.GaussianBlur(grey, (0, 0), 2)
