"""A drawn room with enough texture to be recognised again."""

import cv2
import numpy as np

from staging.picture import Picture
from staging.request import StagingRequest

REFURNISH = StagingRequest("staging", "photo", "refurnish", ("Living Room",), "modern")
RENOVATE = StagingRequest("staging", "photo", "renovate", ("Bedroom",), None)
CLEAN = StagingRequest("staging", "photo", "clean")


def draw_room(width: int = 640, height: int = 480) -> Picture:
    """A back wall with a window and patterned paper, and floorboards."""
    random = np.random.default_rng(7)
    room = np.full((height, width, 3), (196, 188, 172), np.uint8)
    for _ in range(120):
        x, y = int(random.uniform(0, width)), int(random.uniform(0, height * 0.65))
        cv2.circle(room, (x, y), int(random.uniform(3, 9)), [int(v) for v in random.integers(90, 220, 3)], -1)
    floor = int(height * 0.68)
    room[floor:] = (150, 116, 84)
    for board in range(0, width * 2, 34):
        cv2.line(room, (board - width // 2, height), (width // 2 + (board - width) // 4, floor), (96, 70, 48), 2)
    cv2.rectangle(room, (width // 3, height // 6), (width // 2, height // 2), (240, 246, 250), -1)
    cv2.rectangle(room, (width // 3, height // 6), (width // 2, height // 2), (90, 90, 90), 3)
    cv2.line(room, (width * 5 // 12, height // 6), (width * 5 // 12, height // 2), (90, 90, 90), 2)
    return cv2.GaussianBlur(room, (0, 0), 0.8)


def moved(
    picture: Picture, *, scale: float = 1.0, degrees: float = 0.0, shift: tuple[float, float] = (0, 0)
) -> Picture:
    """The picture as a camera that has moved a little would show it."""
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, scale)
    matrix[:, 2] += shift
    return cv2.warpAffine(picture, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
