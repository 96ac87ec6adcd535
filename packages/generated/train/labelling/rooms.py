"""Drawn rooms: their files, and how much of each class they show."""

import json
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from torch import Tensor

from .classes import CLASSES, PANE, WINDOW, learned

RARE = (8, 7, 4, 5, 10, 10, 7, 4, 6, 9)
"""Classes that are sought for: one named twice is sought twice as often."""


@dataclass
class Room:
    """A room's stored light, from 0 to 1 (3, height, width), and its classes (height, width)."""

    light: Tensor
    labels: Tensor


class Rooms:
    """All rooms of a folder but the ones that are held out. Pictures are read when they are asked for."""

    def __init__(self, folder: Path, held_out: int, notes: Path) -> None:
        self.folder = folder
        self.table = learned(folder)
        names = sorted(file.name.removesuffix(".l.png") for file in folder.glob("*.l.png"))
        self.held, self.names = names[:held_out], names[held_out:]
        if not self.names:
            raise SystemExit(f"{folder} holds no more than {held_out} rooms, which only check")
        self.shares = self._shares(notes)

    def _shares(self, notes: Path) -> dict[str, list[float]]:
        """Shares of the classes in each room, kept in a file as reading all labels takes a minute."""
        known: dict[str, list[float]] = json.loads(notes.read_text()) if notes.exists() else {}
        for name in self.names:
            if name not in known:
                labels = self._labels(name)[::4, ::4]
                counts = np.bincount(labels.ravel(), minlength=256)[: len(CLASSES) + 1] / labels.size
                counts[WINDOW] += counts[PANE]
                known[name] = [round(float(share), 4) for share in counts[: len(CLASSES)]]
        notes.write_text(json.dumps(known))
        return known

    def _labels(self, name: str) -> np.ndarray:
        with Image.open(self.folder / f"{name}.l.png") as picture:
            return self.table[np.asarray(picture.convert("L"))]

    def read(self, name: str) -> Room:
        """One room's pictures."""
        with Image.open(self.folder / f"{name}.png") as picture:
            light = torch.from_numpy(np.array(picture.convert("RGB"))).permute(2, 0, 1).float() / 255
        return Room(light, torch.from_numpy(self._labels(name).astype(np.int64)))

    def any(self, rare: float = 0) -> Room:
        """A room by chance: in a share of cases one that shows enough of a rare class."""
        name = random.choice(self.names)
        if random.random() < rare:
            return self.showing(random.choice(RARE), 0.015) or self.read(name)
        return self.read(name)

    def showing(self, number: int, least: float) -> Room | None:
        """A room with at least a share of a class, if some tries find one."""
        for _ in range(8):
            name = random.choice(self.names)
            if self.shares[name][number] > least:
                return self.read(name)
        return None
