"""Measures each candidate, independently of the model's own scores."""

from io import BytesIO

import numpy as np
from PIL import Image

from scripts.acceptance.structure import kept_structure, resized, thumbnail_size
from scripts.acceptance.tasks import Source
from staging.panorama import seam_step
from staging.picture import Picture

Measures = dict[str, float | bool]


def decoded(data: bytes) -> Picture | None:
    """The picture; None if it does not decode."""
    try:
        with Image.open(BytesIO(data)) as image:
            return np.asarray(image.convert("RGB"))
    except (OSError, ValueError, Image.DecompressionBombError):
        return None


def measures_of(source: Source, before: Picture, data: bytes) -> Measures:
    """Size, kept structure and mean change of a candidate; for panoramas also whether its edges meet.

    `structure` is approval's own measure; `seam` is the step across the edges as a multiple of the usual step
    between neighbouring columns.
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
    return found
