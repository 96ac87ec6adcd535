"""Grades by rule, for what no editor is asked about or answers usefully."""

import numpy as np

from staging.grid import LUMA
from staging.picture import Picture

MOST_BALANCE = 0.08
"""The largest gain of a channel for white balance."""


def clean_paper(plan: Picture, seed: int) -> Picture:
    """A plan on even, slightly warm paper with dark ink. An editor would redraw it."""
    light = np.percentile(plan.reshape(-1, 3), 90, axis=0).clip(128, 255)
    level = plan.astype(np.float32) / light
    dark = min(0.25, float(np.percentile(level @ LUMA, 1)))
    warmth = float(np.random.default_rng(seed).uniform(0.3, 1.0))
    paper = np.array([250, 248, 244]) - warmth * np.array([0, 2, 5])
    return (((level - dark) / (1 - dark)).clip(0, 1) * paper).round().astype(np.uint8)


def plain_grade(picture: Picture, seed: int) -> Picture:
    """White balance by what is nearly grey, levels by the darkest and brightest percent, the median lifted."""
    random = np.random.default_rng(seed)
    pixels = picture.astype(np.float32) / 255
    flat = pixels.reshape(-1, 3)
    brightest, darkest = flat.max(1), flat.min(1)
    greyish = flat[(brightest - darkest <= 0.28 * brightest) & (brightest < 0.98)]
    if len(greyish) > 100:
        mean = greyish.mean(0)
        pixels = pixels * np.sqrt(mean.mean() / mean).clip(1 - MOST_BALANCE, 1 + MOST_BALANCE)
    luma = pixels @ LUMA
    black, white = min(0.07, float(np.percentile(luma, 1))), max(0.75, float(np.percentile(luma, 99)))
    level = ((pixels - black) / (white - black)).clip(0.002, 1)
    median = float(np.clip(np.median(level @ LUMA), 0.05, 0.95))
    aim = float(random.uniform(0.53, 0.6))
    level = level ** float(np.clip(np.log(aim) / np.log(median), 0.72, 1.12))
    grey = (level @ LUMA)[..., None]
    vivid = grey + (level - grey) * float(random.uniform(1.04, 1.1))
    return (vivid.clip(0, 1) * 255 + 0.5).astype(np.uint8)
