"""Training by a recipe, step by step, from wherever the checkpoint stands."""

import copy
import math
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from .augmentation.camera import plain
from .augmentation.geometry import warped
from .augmentation.pictures import batch_of
from .classes import CLASSES, GROUP_OF, PANE, UNKNOWN, WEIGHTS, WINDOW, grouped
from .network import Network, normalised
from .recipe import Recipe, Training
from .rooms import Rooms
from .weights import State, floats, started

SAVED_EVERY = 120.0
"""Seconds between checkpoints: what is lost when the machine stops."""
LEAST_RATE = 2e-5


class Batches(IterableDataset):
    """The batch of each step from `first` on. A step's seed decides all of it, however many workers make batches."""

    def __init__(self, rooms: Rooms, recipe: Recipe, first: int) -> None:
        self.rooms, self.recipe, self.first = rooms, recipe, first

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        """Batches for this worker's steps."""
        worker = get_worker_info()
        begin, every = (worker.id, worker.num_workers) if worker else (0, 1)
        training = self.recipe.training
        for step in range(self.first + begin, training.steps, every):
            seeded(training.seed * 1_000_003 + step)
            yield batch_of(self.rooms, training.batch, training.sizes, self.recipe.augmentation)


def seeded(seed: int) -> None:
    """Sets all that is drawn from by chance."""
    random.seed(seed)
    torch.manual_seed(seed)


def rate_at(step: int, training: Training) -> float:
    """A short rise, then half a cosine down."""
    fall = 0.5 + 0.5 * math.cos(math.pi * min(1.0, step / training.steps))
    return training.rate * min(1.0, (step + 1) / training.warm_up) * fall + LEAST_RATE


def loss_of(scores: Tensor, labels: Tensor, group_loss: float) -> Tensor:
    """How wrong the classes are, plus a share of how wrong their groups are."""
    labels = torch.where(labels == PANE, WINDOW, labels)
    logs = F.log_softmax(scores.float(), 1)
    loss = F.nll_loss(logs, labels, weight=WEIGHTS.to(scores.device), ignore_index=UNKNOWN)
    known = labels < len(CLASSES)
    groups = torch.where(known, GROUP_OF.to(labels.device)[labels.clamp(max=len(CLASSES) - 1)], UNKNOWN)
    return loss + group_loss * F.nll_loss((grouped(logs.exp()) + 1e-6).log(), groups, ignore_index=UNKNOWN)


class Trainer:
    """A network in training with all that its checkpoint holds."""

    def __init__(self, recipe: Recipe, folder: Path) -> None:
        self.recipe = recipe
        self.file = folder / "checkpoint.pt"
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        seeded(recipe.training.seed)
        self.network = Network()
        self.step = 0
        stored: dict[str, Any] = torch.load(self.file, weights_only=True) if self.file.exists() else {}
        if stored:
            self.network.load_state_dict(stored["net"])
            self.step = stored["step"]
        elif recipe.start:
            self.network.load_state_dict(started(folder / recipe.start, recipe.rug))
        self.network.to(self.device, memory_format=torch.channels_last)
        decay = recipe.training.weight_decay
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=recipe.training.rate, weight_decay=decay)
        if stored:
            self.optimizer.load_state_dict(stored["optimizer"])
        state = stored["mean"] if stored else self.network.state_dict()
        self.mean: State = {name: value.clone().to(self.device) for name, value in state.items()}
        self.first = self.step

    def learn(self, photos: Tensor, labels: Tensor) -> float:
        """One step; the loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(self.step, self.recipe.training)
        photos = normalised(photos.to(self.device).float() / 255).to(memory_format=torch.channels_last)
        with torch.autocast(self.device.type, dtype=torch.bfloat16):
            scores = self.network(photos)
        loss = loss_of(scores, labels.to(self.device).long(), self.recipe.training.group_loss)
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
        self.optimizer.step()
        self.step += 1
        self._follow()
        return loss.item()

    @torch.no_grad()
    def _follow(self) -> None:
        """Moves the running mean towards the weights: faster at the beginning of a training from scratch."""
        taken = self.step if not self.recipe.start else self.step + 10_000
        kept = min(self.recipe.training.mean, (1 + taken) / (10 + taken))
        for name, value in self.network.state_dict().items():
            if value.dtype.is_floating_point:
                self.mean[name].lerp_(value, 1 - kept)
            else:
                self.mean[name].copy_(value)

    def save(self) -> None:
        """Writes the checkpoint in one go."""
        part = self.file.with_suffix(".part")
        net = self.network.state_dict()
        state = {"net": net, "mean": self.mean, "optimizer": self.optimizer.state_dict(), "step": self.step}
        torch.save(state, part)
        os.replace(part, self.file)

    def averaged(self) -> Network:
        """The running mean as a network for use."""
        network = copy.deepcopy(self.network)
        network.load_state_dict(floats(self.mean))
        return network.eval()


def train(recipe: Recipe, rooms: Rooms, folder: Path, workers: int, minutes: float) -> bool:
    """Trains to the recipe's last step, or for so many minutes; whether it is done."""
    trainer = Trainer(recipe, folder)
    batches = DataLoader(Batches(rooms, recipe, trainer.step), batch_size=None, num_workers=workers)
    begun = saved = time.monotonic()
    losses: list[float] = []
    for photos, labels in batches:
        losses.append(trainer.learn(photos, labels))
        now = time.monotonic()
        if now - saved > SAVED_EVERY:
            report(trainer, rooms, folder, losses, now - begun)
            trainer.save()
            saved, losses = now, []
        if now - begun > minutes * 60:
            break
    report(trainer, rooms, folder, losses, time.monotonic() - begun)
    trainer.save()
    return trainer.step >= recipe.training.steps


def report(trainer: Trainer, rooms: Rooms, folder: Path, losses: list[float], seconds: float) -> None:
    """A line of the log: how far, how fast, the loss and the held out rooms' mean IoU by class."""
    overlaps = checked(trainer.averaged(), rooms, trainer.device)
    taken = (trainer.step - trainer.first) * trainer.recipe.training.batch
    line = (
        f"{time.strftime('%F %T')} step {trainer.step} rooms {len(rooms.names)} "
        f"loss {sum(losses) / max(1, len(losses)):.3f} pictures/s {taken / max(1.0, seconds):.2f} "
        + " ".join(f"{name} {overlap:.2f}" for name, overlap in zip(CLASSES, overlaps, strict=True))
    )
    print(line, flush=True)
    with (folder / "log.txt").open("a") as log:
        log.write(line + "\n")


@torch.no_grad()
def checked(network: Network, rooms: Rooms, device: torch.device) -> list[float]:
    """IoU by class over the held out rooms, as plain photos."""
    counts = np.zeros((len(CLASSES), len(CLASSES)), np.int64)
    for name in rooms.held:
        room = rooms.read(name)
        high, wide = room.labels.shape
        room = warped(room, *((256, 352) if wide >= high else (352, 256)), changed=False)
        truth = torch.where(room.labels == PANE, WINDOW, room.labels)
        scores = network(normalised(plain(room.light))[None].to(device))
        said = F.interpolate(scores, size=truth.shape, mode="bilinear", align_corners=False)[0].argmax(0).cpu()
        known = truth < len(CLASSES)
        pairs = (truth[known] * len(CLASSES) + said[known]).numpy()
        counts += np.bincount(pairs, minlength=counts.size).reshape(counts.shape)
    both = np.diag(counts)
    either = counts.sum(0) + counts.sum(1) - both
    return [float(overlap) for overlap in both / np.maximum(1, either)]
