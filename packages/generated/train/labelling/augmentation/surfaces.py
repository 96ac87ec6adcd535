"""Other paints, floors and views for the surfaces of a drawn room, in linear light."""

import math
import random

import torch
import torch.nn.functional as F
from torch import Tensor

from ..classes import BRICK, CEILING, DOOR, FITTING, FLOOR, PANE, TRIM, WALL, WINDOW
from .fields import Odds, averaged, field, normal, patch, texture, uniform
from .outside import outside

ALIKE = ((WALL, CEILING), (WALL, DOOR), (WALL, TRIM), (TRIM, DOOR), (WALL, FITTING), (CEILING, TRIM))


def views(x: Tensor, labels: Tensor, odds: Odds) -> tuple[Tensor, Tensor]:
    """Another view behind the panes, which are windows from now on."""
    pane = labels == PANE
    if not bool(pane.any()):
        return x, labels
    height, width = labels.shape
    if odds(0.35):
        x = torch.where(pane[None], outside(height, width) * math.exp(uniform(-1.6, 2.2)), x)
    if odds(0.2):
        # A lattice, a screen, a shade that is half down.
        x = x * (1 - pane.float()[None] * uniform(0.2, 0.8) * patch(height, width))
    return x, torch.where(pane, torch.full_like(labels, WINDOW), labels)


def windows(x: Tensor, labels: Tensor, odds: Odds) -> Tensor:
    """Exposures blended, so that a window is no brighter than the room, or more of what is outside."""
    window = (labels == WINDOW).float()[None]
    if not bool(window.any()):
        return x
    if odds(0.3):
        mean = (x * window).sum() / (window.sum() * 3 + 1)
        blended = (x / mean.clamp(min=0.05)) ** uniform(0.5, 1) * uniform(0.3, 2.5)
        x = x * (1 - window) + window * blended
    if odds(0.4):
        height, width = labels.shape
        tone = field(height, width, random.choice((12, 30, 60)), 3) * uniform(0.2, 1.1)
        tone = torch.exp(tone + field(height, width, 5) * uniform(0, 0.8))
        tint = torch.tensor([uniform(0.4, 1.1), 1.0, uniform(0.4, 1.2)]).view(3, 1, 1)
        x = x * (1 - window) + window * x * tone * tint
    return x


def floors(x: Tensor, labels: Tensor, odds: Odds) -> Tensor:
    """Floors that mirror the room, and dark ones with boards of many tones."""
    floor = (labels == FLOOR).float()[None]
    if not bool(floor.any()):
        return x
    height, width = labels.shape
    if odds(0.45):
        x = x * (1 - floor) + floor * mirrored(x, floor, odds)
    if odds(0.25):
        tint = torch.tensor([1.0, uniform(0.4, 0.9), uniform(0.2, 0.9)]).view(3, 1, 1)
        boards = torch.exp(texture(height, width) * uniform(0.1, 0.8))
        x = x * (1 - floor) + floor * x * uniform(0.08, 0.6) * tint * boards
    return x


def mirrored(x: Tensor, floor: Tensor, odds: Odds) -> Tensor:
    """The floor with what stands above its upper edge upside down in it."""
    height = x.shape[1]
    rows = (floor[0].mean(1) > 0.04).nonzero()
    edge = int(rows[0]) if len(rows) > 0 else height // 2
    above = x[:, (2 * edge - torch.arange(height)).clamp(0, height - 1)]
    blur = random.choice((3, 5, 9))
    above = F.avg_pool2d(above[None], (blur, 3), 1, (blur // 2, 1), count_include_pad=False)[0]
    if odds(0.4):
        above = (above - 1).clamp(min=0) * 2
    return x * uniform(0.3, 1) + above * uniform(0.05, 0.6)


def paints(x: Tensor, labels: Tensor, odds: Odds) -> Tensor:
    """Other colours and textures for floors, walls, ceilings, brick, things, doors and fittings."""
    height, width = labels.shape
    for number in (FLOOR, WALL, CEILING, BRICK, 9, DOOR, FITTING):
        if not odds(0.4 if number in (FLOOR, WALL) else 0.12):
            continue
        mask = (labels == number).float()[None]
        if odds(0.6):
            x = x * (1 - mask) + mask * x * normal(0.35) * torch.exp(torch.randn(1) * 0.3)
        if odds(0.5):
            x = x * (1 + mask * (torch.exp(texture(height, width) * uniform(0.05, 0.6)) - 1))
    return x


def alike(x: Tensor, labels: Tensor, odds: Odds) -> Tensor:
    """Walls, ceiling and trim nearly of one tone, or two of the surfaces in the very same paint."""
    if odds(0.15):
        white = (labels == WALL) | (labels == CEILING) | (labels == TRIM)
        white = white | (labels == DOOR) if odds(0.5) else white
        if white.sum() > 500:
            mean = (x * white[None]).sum((1, 2), keepdim=True) / white.sum()
            share = uniform(0.3, 0.85)
            blended = x.clamp(min=1e-3) ** (1 - share) * mean.clamp(min=1e-3) ** share
            x = torch.where(white[None], blended * uniform(0.8, 1.6), x)
    if odds(0.12):
        one, other = random.choice(ALIKE)
        a, b = (labels == one)[None], (labels == other)[None]
        if a.sum() > 300 and b.sum() > 100:
            means = [(x * mask).sum((1, 2), keepdim=True) / mask.sum() for mask in (a, b)]
            x = torch.where(b, x * (means[0] / means[1].clamp(min=1e-3)), x)
    return x


def softened(mask: Tensor) -> Tensor:
    """A mask with soft edges, more or less."""
    return averaged(mask[None], random.choice((3, 5, 9)))[0]
