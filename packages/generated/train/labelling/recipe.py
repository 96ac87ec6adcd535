"""A recipe: all that decides what training does, in one TOML file."""

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Training:
    """How long and how fast."""

    steps: int
    batch: int
    sizes: tuple[int, ...]
    """Longer sides of the pictures, one by chance for each step."""
    rate: float
    warm_up: int = 100
    weight_decay: float = 1e-2
    mean: float = 0.998
    """How much of the weights' running mean stays at each step."""
    group_loss: float = 0.5
    seed: int = 1


@dataclass(frozen=True)
class Augmentation:
    """Shares of pictures to which something happens."""

    tame: float = 0.35
    rare: float = 0.35
    paste: float = 0.25
    foreground: float = 0.15


@dataclass(frozen=True)
class Recipe:
    """What a recipe file says."""

    name: str
    training: Training
    augmentation: Augmentation
    start: str = ""
    """Finished weights to go on from, a file in the folder that takes what is made; from scratch if it is empty."""
    held_out: int = 24
    """So many rooms, the first by name, only check."""
    rug: float = 0.25
    """How much of rugs' share in training a photo has."""
    score_size: int = 480
    """The longer side at which photos are labelled for the score."""


def read(file: Path) -> Recipe:
    """Reads a recipe; what it does not know is an error."""
    said = tomllib.loads(file.read_text())
    training = said.pop("training")
    training["sizes"] = tuple(training["sizes"])
    augmentation = said.pop("augmentation", {})
    for name, table, kind in (("training", training, Training), ("augmentation", augmentation, Augmentation)):
        refuse_unknown(name, table, {field.name for field in fields(kind)})
    refuse_unknown("recipe", said, {field.name for field in fields(Recipe)})
    return Recipe(training=Training(**training), augmentation=Augmentation(**augmentation), **said)


def refuse_unknown(name: str, table: dict[str, Any], known: set[str]) -> None:
    """Raises if a table has keys that nothing reads."""
    unknown = set(table) - known
    if unknown:
        raise SystemExit(f"The {name} has settings that nothing reads: {', '.join(sorted(unknown))}")
