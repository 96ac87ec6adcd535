"""More things in a room: those of another one, and pieces that the picture's lower edge cuts off."""

import random

import torch
from torch import Tensor

from ..classes import THING
from ..rooms import Room, Rooms
from .fields import axes, field, normal, patch, texture, uniform
from .geometry import warped


def pasted(room: Room, rooms: Rooms) -> Room:
    """The room with another's things, moved, mirrored and in other colours."""
    other = rooms.showing(THING, 0.03)
    if other is None:
        return room
    height, width = room.labels.shape
    moved = warped(other, height, width)
    mask = moved.labels == THING
    if random.random() < 0.5:
        mask = mask & (patch(height, width) > 0)
    light = torch.where(mask[None], (moved.light * normal(0.1)).clamp(0, 1), room.light)
    return Room(light, torch.where(mask, moved.labels, room.labels))


def with_foreground(room: Room, rooms: Rooms) -> Room:
    """The room with a bed's end, a table or a sofa's back before the camera."""
    height, width = room.labels.shape
    ys, xs = axes(height, width)
    middle, half, top = uniform(-1.1, 1.1), uniform(0.25, 0.9), uniform(0, 0.75)
    left, right = uniform(-0.5, 0.8) * (1 - ys) * 0.5, uniform(-0.8, 0.5) * (1 - ys) * 0.5
    edge = top + uniform(-0.35, 0.35) * (xs - middle)
    mask = (ys > edge) & (xs > middle - half + left) & (xs < middle + half + right)
    surface = stuff(room)
    if random.random() < 0.6:
        surface = torch.where((ys > edge + uniform(0.05, 0.4))[None], stuff(room), surface)
    if random.random() < 0.4:
        # Its cloth is another picture.
        surface = warped(rooms.any(), height, width).light
    light = torch.where(mask[None], surface.clamp(0, 1), room.light)
    return Room(light, torch.where(mask, torch.full_like(room.labels, THING), room.labels))


def stuff(room: Room) -> Tensor:
    """A cloth about as bright as the room."""
    height, width = room.labels.shape
    bare = room.light[:, room.labels < THING]
    base = bare.mean(1) if bare.numel() > 0 else room.light.mean((1, 2))
    pattern = texture(height, width) * uniform(0, 0.35) if random.random() < 0.6 else torch.zeros(height, width)
    tone = torch.exp(pattern + field(height, width, 4)[0] * uniform(0, 0.15))
    return base.view(3, 1, 1) * normal(0.3) * torch.exp(torch.randn(1) * 0.35) * tone[None]
