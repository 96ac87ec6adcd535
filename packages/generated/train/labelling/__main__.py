"""The command: a recipe, a folder of drawn rooms, and a folder that takes checkpoint, weights, ONNX file and score."""

import argparse
from pathlib import Path

import torch

from .answers import answer
from .exporting import check, export
from .recipe import Recipe, read
from .rooms import Rooms
from .scoring import score, table
from .training import train
from .weights import finished, loaded

STEPS = ("train", "finish", "export", "score")
NOT_DONE = 75
"""The exit status of a training that ends before its last step."""


def arguments() -> argparse.Namespace:
    """What the command takes."""
    parser = argparse.ArgumentParser(prog="python -m labelling", description=__doc__)
    parser.add_argument("recipe", type=Path)
    parser.add_argument("--rooms", type=Path, help="drawn rooms, for training")
    parser.add_argument("--out", type=Path, required=True, help="what is made; training goes on from its checkpoint")
    parser.add_argument("--photos", type=Path, help="photos with truth, for the score")
    parser.add_argument("--steps", default=",".join(STEPS), help="which steps, of " + ", ".join(STEPS))
    parser.add_argument("--workers", type=int, default=0, help="processes that make pictures: 0 is this one")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="stop training after so long, to go on later"
    )
    return parser.parse_args()


def finish(recipe: Recipe, folder: Path) -> None:
    """Writes weights.pt: the running mean in half precision, with priors."""
    stored = torch.load(folder / "checkpoint.pt", map_location="cpu", weights_only=True)
    net = finished(stored["mean"], recipe.rug)
    torch.save({"net": net, "step": stored["step"], "recipe": recipe.name}, folder / "weights.pt")


def main() -> None:
    """Runs the steps in order; training that is not done ends the command."""
    options = arguments()
    recipe = read(options.recipe)
    folder: Path = options.out
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    steps = options.steps.split(",")
    if "train" in steps:
        if not options.rooms:
            raise SystemExit("Training takes --rooms")
        rooms = Rooms(options.rooms, recipe.held_out, folder / "shares.json")
        if not train(recipe, rooms, folder, options.workers, options.minutes):
            print("Not done yet: the same command goes on")
            raise SystemExit(NOT_DONE)
    if "finish" in steps:
        finish(recipe, folder)
    if "export" in steps:
        network = loaded(folder / "weights.pt")
        export(network, folder / "labels.onnx")
        print("greatest difference of the ONNX file", check(network, folder / "labels.onnx"))
    if "score" in steps and options.photos:
        answer(loaded(folder / "weights.pt"), options.photos, folder / "answers", recipe.score_size)
        text = table(score(options.photos, folder / "answers"))
        (folder / "score.txt").write_text(text + "\n")
        print(text)


if __name__ == "__main__":
    main()
