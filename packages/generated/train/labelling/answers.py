"""Labels of real photos, in the form that the photos' own score reads."""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image, ImageOps
from torch import Tensor

from .classes import grouped
from .network import Network, normalised

ANSWER_SIZE = 1000
"""The longer side of a label picture."""


@torch.no_grad()
def shares_of(network: Network, photo: Image.Image, size: int) -> Tensor:
    """Shares of the classes, from two passes: the photo and its mirror image."""
    scale = size / max(photo.size)
    wide, high = (max(64, round(side * scale / 32) * 32) for side in photo.size)
    pixels = np.array(photo.resize((wide, high), Image.Resampling.LANCZOS))
    x = normalised(torch.from_numpy(pixels).permute(2, 0, 1)[None].float() / 255)
    return (network(x).softmax(1) + network(x.flip(3)).softmax(1).flip(3)) / 2


def answer(network: Network, photos: Path, folder: Path, size: int) -> int:
    """Writes NAME.labels.png for each photo: 1 floor, 2 walls, 3 ceiling, 4 opening, 5 things. How many there were."""
    folder.mkdir(parents=True, exist_ok=True)
    files = sorted(photos.glob("*.jpg"))
    for file in files:
        with Image.open(file) as picture:
            photo = ImageOps.exif_transpose(picture).convert("RGB")
        groups = grouped(shares_of(network, photo, size))
        scale = ANSWER_SIZE / max(photo.size)
        wide, high = (round(side * scale) for side in photo.size)
        large = F.interpolate(groups, size=(high, wide), mode="bilinear", align_corners=False)
        labels = large[0].argmax(0).numpy().astype(np.uint8) + 1
        Image.fromarray(labels).save(folder / f"{file.stem}.labels.png")
    return len(files)
