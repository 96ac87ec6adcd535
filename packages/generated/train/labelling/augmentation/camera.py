"""From linear light to a photo's values: blended exposures, bloom, tone curves, noise, compression."""

import io
import math
import random

import numpy as np
import torch
from PIL import Image
from torch import Tensor

from .fields import Odds, averaged, far_averaged, uniform


def srgb(x: Tensor) -> Tensor:
    """Values of linear light from 0 to 1 as a display expects them."""
    x = x.clamp(0, 1)
    return torch.where(x < 0.0031308, x * 12.92, 1.055 * x.clamp(min=1e-6) ** (1 / 2.4) - 0.055)


def shoulder(x: Tensor) -> Tensor:
    """Highlights rolled off instead of clipped."""
    return torch.where(x < 0.6, x, 0.6 + 0.42 * (1 - torch.exp((0.6 - x) / 0.6)))


def plain(light: Tensor) -> Tensor:
    """A stored room's light as a plain photo: nothing by chance."""
    return srgb(shoulder(light.clamp(0, 1) ** 3 * 12 * 0.35))


def photographed(x: Tensor, odds: Odds) -> Tensor:
    """A photo of linear light by any camera and any hand at the computer."""
    if odds(0.45):
        # Exposures blended, as estate photographers do.
        base = far_averaged(x.mean(0, keepdim=True).clamp(min=1e-3).log(), 5)
        x = x * torch.exp(-base * uniform(0.1, 0.7))
    if odds(0.3):
        x = x + far_averaged((x - 2).clamp(min=0), 3) * uniform(0.1, 0.6)
    darkest, brightest = (0.2, 0.6) if odds.tame else (0.12, 0.75)
    x = x * math.exp(uniform(math.log(darkest), math.log(brightest)))
    return developed(srgb(shoulder(x) if odds(0.6) else x), odds)


def developed(v: Tensor, odds: Odds) -> Tensor:
    """Tone, contrast, saturation, sharpness, noise and compression of a photo's values."""
    if odds(0.5):
        v = v.clamp(1e-4, 1) ** math.exp(uniform(-0.35, 0.35))
    if odds(0.4):
        v = (v - 0.5) * uniform(0.6, 1.4) + 0.5 + uniform(-0.1, 0.1)
    if odds(0.6):
        grey = v.mean(0, keepdim=True)
        v = grey + (v - grey) * (uniform(0.5, 1.3) if odds.tame else uniform(0, 1.6))
    if odds(0.35):
        v = averaged(v, random.choice((3, 3, 5)))
    if odds(0.35):
        v = v + uniform(0.3, 1.5) * (v - averaged(v, 3))
    if odds(0.7):
        v = v + torch.randn_like(v) * uniform(0, 0.05) * random.random()
    v = v.clamp(0, 1)
    return compressed(v) if odds(0.35) else v


def compressed(v: Tensor) -> Tensor:
    """The photo after a JPEG file."""
    buffer = io.BytesIO()
    pixels = (v.permute(1, 2, 0).numpy() * 255).astype(np.uint8)
    Image.fromarray(pixels).save(buffer, "JPEG", quality=random.randint(25, 92))
    with Image.open(buffer) as picture:
        return torch.from_numpy(np.array(picture)).permute(2, 0, 1).float() / 255
