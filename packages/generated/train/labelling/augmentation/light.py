"""Light that falls into a drawn room: sun through panes, bright and dark places, lamps' colours."""

import math
import random

import torch
from torch import Tensor

from ..classes import FLOOR, WINDOW
from .fields import Odds, axes, field, normal, patch, uniform
from .surfaces import softened


def lit(x: Tensor, labels: Tensor, odds: Odds) -> Tensor:
    """The room in another light."""
    height, width = labels.shape
    floor, window = (labels == FLOOR).float()[None], (labels == WINDOW).float()[None]
    if odds(0.5):
        x = x * torch.exp(field(height, width, random.choice((3, 4, 6))) * uniform(0.1, 0.45))
    if odds(0.2):
        where = 1 - window if odds(0.7) else torch.ones(1, height, width)
        x = x * (1 + patch(height, width) * uniform(0.5, 4) * where)
    if odds(0.3) and bool(floor.any()):
        where = floor if odds(0.6) else 1 - window
        x = x * (1 + sun(labels) * where * math.exp(uniform(-0.5, 2.2)))
    x = x * normal(uniform(0, 0.2) * (0.4 if odds.tame else 1))
    if odds(0.3):
        ys, xs = axes(height, width)
        x = x * (1 - uniform(0, 0.6) * (ys**2 + xs**2)[None] / 2)
    return x


def sun(labels: Tensor) -> Tensor:
    """Sun through panes on the floor: a slanted grid that gets narrower towards the horizon, sharp or soft."""
    height, width = labels.shape
    places = (labels == FLOOR).nonzero()
    if len(places) < 200:
        return patch(height, width)
    ys, xs = axes(height, width)
    depth = 1 / (ys - uniform(-0.5, 0.1)).clamp(min=0.04)
    across = (xs - uniform(-0.5, 0.5)) * depth
    turn = uniform(-1.2, 1.2)
    u, v = across * math.cos(turn) - depth * math.sin(turn), across * math.sin(turn) + depth * math.cos(turn)
    row, column = (int(place) for place in places[random.randrange(len(places))])
    count = random.randint(1, 3)
    a = (u - u[row, column]) / uniform(0.2, 1.4) + count / 2
    b = (v - v[row, column]) / uniform(0.3, 2.0) + 0.5
    bar = uniform(0, 0.12)
    mask = (a > 0) & (a < count) & (b > 0) & (b < 1) & (a % 1 > bar)
    if random.random() < 0.5:
        mask &= b * random.randint(1, 4) % 1 > bar
    if random.random() < 0.3:
        mask &= a * random.randint(1, 3) % 1 > bar
    shine = softened(mask.float()) if random.random() < 0.6 else mask.float()
    if random.random() < 0.3:
        shine = shine * torch.sigmoid(field(height, width, random.choice((10, 25)))[0] * 3)
    return shine
