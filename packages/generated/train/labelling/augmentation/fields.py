"""Random numbers, smooth fields and masks. All draw from the seeds that each training step sets."""

import math
import random

import torch
import torch.nn.functional as F
from torch import Tensor

uniform = random.uniform


def normal(spread: float) -> Tensor:
    """A factor for each colour, around 1."""
    return torch.exp(torch.randn(3, 1, 1) * spread)


class Odds:
    """Whether something happens: in tame pictures far less often."""

    def __init__(self, tame: bool) -> None:
        self.tame = tame

    def __call__(self, share: float) -> bool:
        """One throw."""
        return random.random() < (share / 2.5 if self.tame else share)


def field(height: int, width: int, detail: int, channels: int = 1) -> Tensor:
    """Smooth noise with so many bumps along each side."""
    mode = "bilinear" if detail > 20 else "bicubic"
    noise = torch.randn(1, channels, detail, detail)
    return F.interpolate(noise, size=(height, width), mode=mode, align_corners=False)[0]


def axes(height: int, width: int, start: float = -1.0) -> tuple[Tensor, Tensor]:
    """Places of rows and columns from `start` to 1."""
    return torch.linspace(start, 1, height).view(height, 1), torch.linspace(start, 1, width).view(1, width)


def patch(height: int, width: int) -> Tensor:
    """A mask of a crooked quadrilateral, anywhere."""
    ys, xs = axes(height, width)
    mask = torch.ones(height, width, dtype=torch.bool)
    x, y, first = uniform(-0.9, 0.9), uniform(-0.9, 0.9), uniform(0, 2 * math.pi)
    for side in range(4):
        turn = first + side * math.pi / 2 + uniform(-0.3, 0.3)
        mask &= (xs - x) * math.cos(turn) + (ys - y) * math.sin(turn) < uniform(0.08, 0.5)
    return mask.float()


def texture(height: int, width: int) -> Tensor:
    """Blotches, stripes or a grid, around 0."""
    kind = random.random()
    if kind < 0.4:
        blotches = [field(height, width, detail)[0] * uniform(0.2, 1) for detail in (6, 17, 45)]
        return torch.stack(blotches).sum(0) * 0.5
    ys, xs = axes(height, width, 0.0)
    turn, often = uniform(0, math.pi), uniform(8, 60)
    u, v = xs * math.cos(turn) + ys * math.sin(turn), ys * math.cos(turn) - xs * math.sin(turn)
    if kind < 0.7:
        return torch.sign(torch.sin(u * often + uniform(0, 6))) * 0.7
    lines = (torch.sin(u * often) > 0.8) | (torch.sin(v * often * uniform(0.4, 1.4)) > 0.8)
    return lines.float() * uniform(-1.5, 1.5)


def averaged(x: Tensor, size: int) -> Tensor:
    """The mean around each place (channels, height, width)."""
    return F.avg_pool2d(x[None], size, 1, size // 2, count_include_pad=False)[0]


def far_averaged(x: Tensor, size: int) -> Tensor:
    """The mean around each place, of blocks of 8 pixels."""
    blocks = F.avg_pool2d(x[None], 8, 8)
    means = F.avg_pool2d(blocks, size, 1, size // 2, count_include_pad=False)
    return F.interpolate(means, size=x.shape[-2:], mode="bilinear", align_corners=False)[0]
