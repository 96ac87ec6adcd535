"""Measures each candidate, independently of the model's own scores."""

from io import BytesIO

import cv2
import numpy as np
from PIL import Image

from scripts.acceptance.structure import kept_structure, resized, thumbnail_size
from scripts.acceptance.tasks import Source
from staging.likeness import detail_map
from staging.panorama import seam_step
from staging.picture import Mask, Picture

ENCODING_NOISE = 48
Measures = dict[str, float | bool]


def decoded(data: bytes) -> Picture | None:
    """The picture; None if it does not decode."""
    try:
        with Image.open(BytesIO(data)) as image:
            return np.asarray(image.convert("RGB"))
    except (OSError, ValueError, Image.DecompressionBombError):
        return None


def measures_of(source: Source, before: Picture, data: bytes, mask: bytes | None = None) -> Measures:
    """Size, kept structure and mean change of a candidate; for panoramas also whether its edges meet.

    `structure` is approval's own measure; `seam` is the step across the edges as a multiple of the usual step
    between neighbouring columns. With an edit mask: `edited`, the share of the picture in it, `outside_mask`, the share
    of the rest that changed all the same, and `sharpness`, of what changed compared with what was kept.
    """
    after = decoded(data)
    if after is None:
        return {"decodes": False}
    found: Measures = {
        "decodes": True,
        "right_size": after.shape == before.shape,
        "kilobytes": round(len(data) / 1024),
    }
    size = thumbnail_size(before)
    small, small_after = resized(before, *size), resized(after, *size)
    found["structure"] = round(kept_structure(small, small_after), 4)
    found["change"] = round(float(np.abs(small.astype(np.float32) - small_after).mean()) / 255, 4)
    if source.capture == "panorama360":
        across, usual = seam_step(after)
        found["seam"] = round(across / max(0.1, usual), 2)
    edited = decoded(mask) if mask is not None else None
    if edited is not None and edited.shape == before.shape == after.shape:
        found |= _edit_of(before, after, edited[..., 0])
    return found


def _edit_of(before: Picture, after: Picture, mask: Mask) -> Measures:
    kept, edited = mask == 0, mask == 255
    changed = cv2.absdiff(before, after).max(axis=2) > ENCODING_NOISE
    found: Measures = {
        "edited": round(float(mask.mean()) / 255, 4),
        "outside_mask": round(float(changed[kept].mean()), 4) if kept.any() else 0.0,
    }
    steep = detail_map(after)
    if kept.any() and edited.any():
        sharpest = [float(np.percentile(steep[where], 99)) for where in (edited, kept)]
        found["sharpness"] = round(sharpest[0] / max(1.0, sharpest[1]), 3)
    return found


def most_changed(before: Picture, after: Picture, side: int) -> tuple[int, int]:
    """The left upper corner of the square of `side` pixels in which two pictures of one size differ most."""
    height, width = before.shape[:2]
    difference = cv2.absdiff(before, after).astype(np.float32).mean(axis=2)
    square = (min(side, width), min(side, height))
    sums = cv2.blur(difference, square, anchor=(0, 0), borderType=cv2.BORDER_CONSTANT)
    best = int(sums[: height - square[1] + 1, : width - square[0] + 1].argmax())
    top, left = divmod(best, width - square[0] + 1)
    return left, top
