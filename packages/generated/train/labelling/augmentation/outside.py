"""Views outside for windows: sky, houses with rows of windows, trees, a lawn."""

import random

import torch
from torch import Tensor

from .fields import axes, field, normal, uniform


def outside(height: int, width: int) -> Tensor:
    """A view in linear light, with the sky at about 1."""
    ys, xs = axes(height, width, 0.0)
    horizon = uniform(0.3, 0.6)
    top = colour((0.5, 1), (0.7, 1), (1, 1))
    low = colour((0.8, 1), (0.85, 1), (1, 1))
    share = (ys / horizon).clamp(0, 1)[None]
    view = top * (1 - share) + low * share + torch.zeros(3, height, width)
    if random.random() < 0.5:
        view = view * (1 + field(height, width, 9) * uniform(0, 0.3))
    ground = horizon + uniform(0, 0.15)
    lawn = colour((0.05, 0.5), (0.15, 0.5), (0.03, 0.4)) * torch.exp(field(height, width, 20) * 0.3)
    view = torch.where(((ys > ground) & (xs > -1))[None], lawn, view)
    for _ in range(random.choice((0, 0, 1, 3, 6, 10))):
        view = with_house(view, horizon, ground)
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        view = with_trees(view)
    return view


def colour(*ranges: tuple[float, float]) -> Tensor:
    """A colour by chance within ranges of red, green and blue."""
    return torch.tensor([uniform(*span) for span in ranges]).view(3, 1, 1)


def with_house(view: Tensor, horizon: float, ground: float) -> Tensor:
    """The view with a house or tower in it."""
    _, height, width = view.shape
    ys, xs = axes(height, width, 0.0)
    left, wide = uniform(-0.2, 1), uniform(0.06, 0.5)
    top = horizon - uniform(-0.05, 0.6) * uniform(0.2, 1)
    bottom = ground + uniform(0.05, 0.4)
    wall = normal(0.12) * torch.exp(torch.randn(1) * 0.5) * 0.4
    across, along = uniform(28, 140), uniform(28, 140)
    panes = ((xs * across) % 1 < uniform(0.3, 0.7)) & ((ys * along) % 1 < uniform(0.3, 0.7))
    house = torch.where(panes[None], wall * uniform(0.15, 1.6), wall)
    here = (xs > left) & (xs < left + wide) & (ys > top) & (ys < bottom)
    return torch.where(here[None], house.expand(3, height, width), view)


def with_trees(view: Tensor) -> Tensor:
    """The view with leaves before it."""
    _, height, width = view.shape
    ys, _ = axes(height, width, 0.0)
    crowns = field(height, width, random.choice((8, 16, 30)))[0]
    crowns = crowns + (ys - uniform(0.1, 0.7)) * uniform(0, 5) + uniform(-1, 0.4)
    leaves = torch.exp(field(height, width, 60) * uniform(0.2, 0.8))
    return torch.where((crowns > 0)[None], colour((0.05, 0.4), (0.12, 0.5), (0.02, 0.25)) * leaves, view)
