"""What the network says of a pixel, and what that counts as."""

import json
from pathlib import Path

import numpy as np
import torch

CLASSES = ("floor", "wall", "ceiling", "trim", "door", "window", "fitting", "hearth", "brick", "thing", "rug")
FLOOR, WALL, CEILING, TRIM, DOOR, WINDOW, FITTING, HEARTH, BRICK, THING, RUG = range(len(CLASSES))
PANE = 11
"""A window's glass: known of drawn rooms, so that views outside can be drawn anew; learned as window."""
UNKNOWN = 255

GROUPS = ("floor", "walls", "ceiling", "opening", "things")
GROUP_OF = torch.tensor([0, 1, 2, 1, 3, 3, 3, 3, 1, 4, 4])
"""Walls hold trim and brick; openings all that is fixed; things hold rugs."""

WEIGHTS = torch.tensor([1.1, 1.1, 1, 1.3, 1.5, 1.5, 1.4, 1.8, 1.6, 1.1, 1.5])
"""How much more a pixel of a rare class counts in training. The finished weights take it back."""


def learned(folder: Path) -> np.ndarray:
    """For each number in a folder's label pictures the class that it is learned as, with panes still apart."""
    said = json.loads((folder / "classes.json").read_text())
    names: list[str] = said["classes"]
    table = np.full(256, UNKNOWN, np.uint8)
    for number, name in enumerate(names):
        table[number] = PANE if name == "pane" else CLASSES.index(said["learnedAs"].get(name, name))
    return table


def grouped(shares: torch.Tensor) -> torch.Tensor:
    """Shares of classes (batch, class, height, width) summed into the groups."""
    batch, _, height, width = shares.shape
    empty = torch.zeros(batch, len(GROUPS), height, width, device=shares.device)
    return empty.index_add_(1, GROUP_OF.to(shares.device), shares)
