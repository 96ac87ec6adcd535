"""Mean IoU of labels on real photos with truth, by the truth's own masks, with 95 % intervals over the photos."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import numpy as np
from PIL import Image

NUMBERS = {"floor": 1, "walls": 2, "ceiling": 3, "opening": 4, "things": 5}
UNPAINTED = 6
"""In the truth: brick, tiles and wood, which count neither for nor against the walls."""

Scores = dict[str, dict[str, list[float]]]


def score(photos: Path, answers: Path) -> Scores:
    """IoU of each photo, by the room's state (empty, partly, furnished) and by surface."""
    truth = module_of(photos / "score.py")
    scores: Scores = {}
    for line in (photos / "index.tsv").read_text().splitlines()[1:]:
        name, _, state = line.split("\t")[:3]
        said = json.loads((photos / f"{name}.json").read_text())
        with Image.open(answers / f"{name}.labels.png") as picture:
            labels = np.asarray(picture.convert("L").resize(tuple(said["size"]), Image.Resampling.NEAREST))
        masks, rug, ignored = truth.truth_masks(said)
        for surface, number in NUMBERS.items():
            valid = ~ignored
            if surface == "walls":
                valid = valid & (masks != UNPAINTED)
            if surface == "floor":
                valid = valid & ~rug
            if ((masks == number) & valid).any():
                overlap = truth.iou(labels == number, masks == number, valid)
                scores.setdefault(state, {}).setdefault(surface, []).append(float(overlap))
    return scores


def module_of(file: Path) -> ModuleType:
    """The photos' own score."""
    spec = importlib.util.spec_from_file_location("score", file)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def table(scores: Scores) -> str:
    """A line for each state and surface: mean IoU, its interval, how many photos."""
    random = np.random.default_rng(1)
    lines = []
    for state, surfaces in sorted(scores.items()):
        for surface, values in surfaces.items():
            drawn = random.choice(values, (2000, len(values))).mean(1)
            low, high = np.quantile(drawn, (0.025, 0.975))
            lines.append(f"{state:10} {surface:8} {np.mean(values):.3f} ({low:.3f} to {high:.3f}) of {len(values)}")
    return "\n".join(lines)
