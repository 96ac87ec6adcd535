"""Training pictures: a room by chance, with all that may happen to it."""

import random

import torch
from torch import Tensor

from ..recipe import Augmentation
from ..rooms import Room, Rooms
from . import camera, light, surfaces
from .fields import Odds
from .geometry import warped
from .things import pasted, with_foreground

SHAPES = ((1, 3 / 4), (1, 3 / 4), (1, 11 / 16), (3 / 4, 1), (7 / 8, 7 / 8))
"""Width and height as parts of the longer side."""


def shape_of(sizes: tuple[int, ...]) -> tuple[int, int]:
    """A height and width for a batch, multiples of 32."""
    long = random.choice(sizes)
    width, height = random.choice(SHAPES)
    return int(long * height) // 32 * 32, int(long * width) // 32 * 32


def photo_of(room: Room, tame: float) -> tuple[Tensor, Tensor]:
    """A photo of a drawn room, values from 0 to 1, with its classes."""
    odds = Odds(random.random() < tame)
    x = room.light.clamp(0, 1) ** 3 * 12
    x, labels = surfaces.views(x, room.labels, odds)
    for change in (surfaces.windows, surfaces.floors, surfaces.paints, surfaces.alike, light.lit):
        x = change(x, labels, odds)
    return camera.photographed(x, odds), labels


def batch_of(rooms: Rooms, count: int, sizes: tuple[int, ...], shares: Augmentation) -> tuple[Tensor, Tensor]:
    """Photos as bytes (batch, 3, height, width), and their classes at half the size."""
    height, width = shape_of(sizes)
    photos, classes = [], []
    for _ in range(count):
        room = warped(rooms.any(shares.rare), height, width)
        if random.random() < shares.paste:
            room = pasted(room, rooms)
        if random.random() < shares.foreground:
            room = with_foreground(room, rooms)
        photo, labels = photo_of(room, shares.tame)
        photos.append((photo * 255 + 0.5).byte())
        classes.append(labels[::2, ::2].byte())
    return torch.stack(photos), torch.stack(classes)
