"""Laying a generated picture over its source: models shift and zoom by some pixels."""

from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.picture import Picture

LEAST_INLIERS = 30
MOST_SCALE = 0.04
MOST_ROTATION_DEGREES = 1.0
MOST_SHIFT = 0.03
RATIO = 0.75
RANSAC_PIXELS = 2.0

Matrix = NDArray[np.float64]
IDENTITY: Matrix = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


@dataclass(frozen=True)
class Registration:
    """How a candidate lies over its source.

    aligned: `matrix` takes a point of the candidate to its place in the source.
    unmeasured: too little in the two pictures corresponds to tell; `matrix` changes nothing.
    moved: the camera has moved by more than the limits; the candidate is not the same room.
    """

    outcome: Literal["aligned", "unmeasured", "moved"]
    matrix: Matrix
    inliers: int


def register(source: Picture, candidate: Picture) -> Registration:
    """Finds the similarity that takes the candidate onto the source, by SIFT and RANSAC."""
    here, there = _matches(candidate, source)
    if len(here) < LEAST_INLIERS:
        return Registration("unmeasured", IDENTITY, 0)
    cv2.setRNGSeed(1)  # RANSAC draws at random; the same pictures must give the same matrix
    matrix, kept = cv2.estimateAffinePartial2D(
        here, there, method=cv2.RANSAC, ransacReprojThreshold=RANSAC_PIXELS, maxIters=5000, confidence=0.999
    )
    inliers = 0 if kept is None else int(kept.sum())
    if matrix is None or inliers < LEAST_INLIERS:
        return Registration("unmeasured", IDENTITY, inliers)
    found = np.asarray(matrix, dtype=np.float64)
    height, width = source.shape[:2]
    return Registration("aligned" if is_within_limits(found, width, height) else "moved", found, inliers)


def is_within_limits(matrix: Matrix, width: int, height: int) -> bool:
    """Whether a similarity is as small as a model's own shift. The shift is measured at the picture's centre."""
    scale = hypot(matrix[0, 0], matrix[1, 0])
    rotation = abs(degrees(atan2(matrix[1, 0], matrix[0, 0])))
    centre = np.array([width / 2, height / 2])
    shift = matrix[:, :2] @ centre + matrix[:, 2] - centre
    return bool(
        abs(scale - 1) <= MOST_SCALE
        and rotation <= MOST_ROTATION_DEGREES
        and float(np.hypot(*shift)) <= MOST_SHIFT * max(width, height)
    )


def align(candidate: Picture, registration: Registration) -> Picture:
    """The candidate moved onto the source; what comes from outside repeats its border."""
    if registration.outcome != "aligned":
        return candidate
    height, width = candidate.shape[:2]
    return cv2.warpAffine(
        candidate,
        registration.matrix,
        (width, height),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.uint8)


def _matches(first: Picture, second: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Corresponding points of two pictures, as SIFT and Lowe's ratio test see them."""
    sift = cv2.SIFT.create(nfeatures=4000)
    points, descriptions = sift.detectAndCompute(cv2.cvtColor(first, cv2.COLOR_RGB2GRAY), None)
    others, other_descriptions = sift.detectAndCompute(cv2.cvtColor(second, cv2.COLOR_RGB2GRAY), None)
    nothing = np.empty((0, 2), dtype=np.float32)
    if descriptions is None or other_descriptions is None or len(others) < 2:
        return nothing, nothing
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(descriptions, other_descriptions, k=2)
    good = [best for best, second_best in pairs if best.distance < RATIO * second_best.distance]
    if not good:
        return nothing, nothing
    here = np.array([points[match.queryIdx].pt for match in good], dtype=np.float32)
    there = np.array([others[match.trainIdx].pt for match in good], dtype=np.float32)
    return here, there
