"""Crops, mirror images, and what lenses and hands do to straight lines."""

import math
import random

import torch
import torch.nn.functional as F
from torch import Tensor

from ..rooms import Room
from .fields import uniform


def warped(room: Room, height: int, width: int, changed: bool = True) -> Room:
    """The room at a size: the whole of it, or another view of it."""
    ys, xs = torch.meshgrid(torch.linspace(-1, 1, height), torch.linspace(-1, 1, width), indexing="ij")
    if changed:
        xs, ys = view(room.labels, xs, ys)
    at = torch.stack([xs, ys], -1)[None]
    light = F.grid_sample(room.light[None], at, mode="bilinear", padding_mode="border", align_corners=False)[0]
    labels = room.labels[None, None].float()
    nearest = F.grid_sample(labels, at, mode="nearest", padding_mode="border", align_corners=False)[0, 0]
    return Room(light, nearest.long())


def view(labels: Tensor, xs: Tensor, ys: Tensor) -> tuple[Tensor, Tensor]:
    """Where each pixel of the picture is taken from: a crop near the whole half of the time, or a close one."""
    height, width = labels.shape
    scale = uniform(0.86, 1.03) if random.random() < 0.5 else uniform(0.5, 0.95)
    ratio = (xs.shape[1] / xs.shape[0]) / (width / height) * math.exp(uniform(-0.12, 0.12))
    across, along = (scale, scale / ratio) if ratio > 1 else (scale * ratio, scale)
    spare_x, spare_y = 1 - min(1, across), 1 - min(1, along)
    x, y = uniform(-spare_x, spare_x), uniform(-spare_y, spare_y)
    if random.random() < 0.5:
        xs = -xs
    if random.random() < 0.5:
        bend = uniform(-0.08, 0.12)
        distance = xs**2 + ys**2
        xs, ys = (side * (1 + bend * distance) / (1 + bend) for side in (xs, ys))
    turn = uniform(-0.04, 0.04)
    xs, ys = xs * math.cos(turn) - ys * math.sin(turn), xs * math.sin(turn) + ys * math.cos(turn)
    if random.random() < 0.4:
        tilt = 1 + uniform(-0.1, 0.1) * xs + uniform(-0.12, 0.12) * ys
        xs, ys = xs / tilt, ys / tilt
    return xs * across + x, ys * along + y
