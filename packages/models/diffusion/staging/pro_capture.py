"""pro_capture: the same picture as a professional takes it, by a grade and nothing else.

The editor sees a small copy and proposes light and colour. A bilateral grid takes the grade from the
proposal and applies it to the source at full size, so that none of the editor's own pixels is shown.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.editors import Editor
from staging.errors import CandidateRejected
from staging.grid import LUMA, Grid, fit, graded, limited
from staging.log import log
from staging.picture import Picture
from staging.plain_grade import clean_paper, plain_grade
from staging.prompts import prompt_of
from staging.request import StagingRequest
from staging.resize import to_working_size

PROPOSAL_PIXELS = 512 * 1024
LEAST_LIKENESS = 0.4
"""What a proposal shares at least of its source's structure to count as a grade of it."""
KEPT_STRUCTURE = 0.985
"""What a candidate keeps of its source by the service's own measure; a grade below it is weakened."""
MORE_CLIPPED = 0.03
"""Share of the picture that a grade may lose to plain white or black."""
KEPT_CONTRAST = 0.8
"""Share of the source's contrast that a grade leaves."""
STRENGTHS = (1.0, 0.85, 0.7, 0.55, 0.4, 0.25, 0.12)


def make(source: Picture, request: StagingRequest, editor: Editor, *, seed: int) -> Picture:
    """A candidate of the source's size; seeds differ in the proposal and in how much of it is taken."""
    small = resized(source, *thumbnail_size(source))
    proposal = proposal_of(source, small, request, editor, seed=seed)
    wanted = 0.8 + 0.2 * float(np.random.default_rng(seed).random())
    grid = tamed(fit(small, proposal, wraps=request.capture_type == "panorama360"), small, wanted)
    return graded(source, grid)


def proposal_of(source: Picture, small: Picture, request: StagingRequest, editor: Editor, *, seed: int) -> Picture:
    """The grade to aim at, at `small`'s size: the editor's, or one by rule where it drew another picture."""
    if request.capture_type == "floorplan":
        return clean_paper(small, seed)
    edited = editor.edit(to_working_size(source, PROPOSAL_PIXELS), prompt_of(request), seed=seed)
    proposal = resized(edited, small.shape[1], small.shape[0])
    if kept_structure(small, proposal) >= LEAST_LIKENESS:
        return proposal
    log("WARN", "the proposal shows another picture; a grade by rule takes its place")
    return plain_grade(small, seed)


def tamed(grid: Grid, small: Picture, wanted: float) -> Grid:
    """The grid at the largest strength up to `wanted` that does a small copy no harm."""
    for strength in STRENGTHS:
        weaker = limited(grid, wanted * strength)
        if harmless(small, graded(small, weaker)):
            return weaker
    raise CandidateRejected("the proposal spoils the picture at any strength")


def harmless(before: Picture, after: Picture) -> bool:
    """Structure and contrast are kept, and hardly more than before is plain white or black."""
    return (
        kept_structure(before, after) >= KEPT_STRUCTURE
        and clipped(after) - clipped(before) <= MORE_CLIPPED
        and float(after.std()) >= KEPT_CONTRAST * float(before.std())
    )


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


def clipped(picture: Picture) -> float:
    """Share of pixels that are plain white or black."""
    return float(((picture >= 254).all(-1) | (picture <= 1).all(-1)).mean())


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
