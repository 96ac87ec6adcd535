"""A bilateral grid of affine colour transforms: a grade that depends on place and lightness.

The grid is fitted to a small source and a small proposal and applied to a picture of any size. Every
pixel of the result is an affine function of the same pixel of the source, and the function varies
slowly, so that a grid can regrade a picture and can neither move nor add anything.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.picture import Picture

Floats = NDArray[np.float32]

LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)
SMOOTH = 4
"""Linear steps between two nodes of a row, which stand for the smooth curve between them."""

LEVELS = ((1, 1, 1), (1, 1, 8), (4, 3, 8), (12, 8, 8))
"""Grids from coarse to fine (across, down, in lightness); each is held close to the one before it."""

ROUNDS = {(1, 1, 8): 5, (4, 3, 8): 1}
"""How often a level is fitted once more, without what was redrawn."""

HOLD = 0.03
"""Share of a level's mean weight with which a node is held at what the level before it says."""


@dataclass(frozen=True)
class Grid:
    """Transforms (down, across, lightness, 3 colours, 4 terms); `wraps` closes the grid in x."""

    nodes: Floats
    wraps: bool


def as_floats(picture: Picture) -> Floats:
    """A picture's colours from 0 to 1."""
    return picture.astype(np.float32) * np.float32(1 / 255)


def place_weights(length: int, cells: int, wraps: bool) -> Floats:
    """How much each of `cells` nodes counts at each of `length` pixels: a quadratic B-spline."""
    at = (np.arange(length, dtype=np.float32) + 0.5) / length * cells - 0.5
    nearest = np.rint(at).astype(int)
    off = at - nearest
    weights = np.zeros((length, cells), np.float32)
    rows = np.arange(length)
    for step, weight in ((-1, 0.5 * (0.5 - off) ** 2), (0, 0.75 - off**2), (1, 0.5 * (0.5 + off) ** 2)):
        node = nearest + step
        node = node % cells if wraps else np.clip(node, 0, cells - 1)
        np.add.at(weights, (rows, node), weight)
    return weights


def light_weights(luma: Floats, cells: int) -> Floats:
    """How much each node counts at each lightness, linearly between the two nearest."""
    at = np.clip(luma, 0, 1) * (cells - 1)
    return np.maximum(0, 1 - np.abs(at[..., None] - np.arange(cells, dtype=np.float32)))


def fit(source: Picture, proposal: Picture, *, wraps: bool = False) -> Grid:
    """The grade that turns a small source into a proposal of its size, as far as a grade can.

    What the proposal redraws instead of regrading differs from every smooth grade; such pixels lose
    their weight after the second level, so that an invented object leaves hardly a shade.
    """
    before, after = as_floats(source), as_floats(proposal)
    trust = np.ones(before.shape[:2], np.float32)
    nodes = identity_nodes((1, 1, 1))
    for shape in LEVELS:
        prior = resampled(nodes, shape, wraps)
        nodes = fit_level(before, after, trust, prior, shape, wraps)
        for _ in range(ROUNDS.get(shape, 0)):
            trust = trust_of(after - apply_floats(before, Grid(nodes, wraps)))
            nodes = fit_level(before, after, trust, prior, shape, wraps)
    if wraps:
        nodes[[0, -1]] = nodes[[0, -1]].mean(1, keepdims=True)
    return Grid(nodes, wraps)


def trust_of(residual: Floats) -> Floats:
    """1 where a proposal follows the grade, falling to 0 at anything else."""
    size = np.abs(residual).max(-1)
    usual = max(0.03, 1.5 * float(np.median(size)))
    return (1 / (1 + (size / usual) ** 2)).astype(np.float32) ** 2


def identity_nodes(shape: tuple[int, int, int]) -> Floats:
    """A grid that changes nothing."""
    across, down, lights = shape
    return np.tile(np.eye(3, 4, dtype=np.float32), (down, across, lights, 1, 1))


def resampled(nodes: Floats, shape: tuple[int, int, int], wraps: bool) -> Floats:
    """The transforms of a coarse grid at the nodes of a finer one."""
    across, down, lights = shape
    in_y = place_weights(down, nodes.shape[0], False)
    in_x = place_weights(across, nodes.shape[1], wraps)
    in_z = light_weights(np.linspace(0, 1, lights, dtype=np.float32), nodes.shape[2])
    if nodes.shape[2] == 1:
        in_z = np.ones((lights, 1), np.float32)
    return np.einsum("yj,xi,zk,jikct->yxzct", in_y, in_x, in_z, nodes, optimize=True)


def fit_level(
    before: Floats,
    after: Floats,
    trust: Floats,
    prior: Floats,
    shape: tuple[int, int, int],
    wraps: bool,
) -> Floats:
    """Weighted least squares at every node, held close to `prior` where pixels are few."""
    height, width = trust.shape
    across, down, lights = shape
    terms = np.concatenate([before, np.ones((height, width, 1), np.float32)], -1)
    moments = np.concatenate(
        [terms[..., :, None] * terms[..., None, :], terms[..., :, None] * after[..., None, :]], -1
    ).reshape(height, width, 28)
    moments *= trust[..., None]
    in_y = place_weights(height, down, False)
    in_x = place_weights(width, across, wraps)
    in_z = light_weights(before @ LUMA, lights) if lights > 1 else np.ones((height, width, 1), np.float32)
    sums = np.empty((down, across, lights, 28), np.float64)
    for light in range(lights):
        rows = in_y.T @ (moments * in_z[..., light, None]).reshape(height, -1)
        sums[:, :, light] = np.einsum("xi,yxm->yim", in_x, rows.reshape(down, width, 28), optimize=True)
    sums = sums.reshape(down, across, lights, 4, 7)
    squares, products = sums[..., :4], sums[..., 4:]
    hold = HOLD * max(1.0, float(squares[..., 3, 3].mean())) * np.eye(4)
    solved = np.linalg.solve(squares + hold, products + hold @ prior.swapaxes(-1, -2))
    return solved.swapaxes(-1, -2).astype(np.float32)


def apply_rows(pixels: Floats, nodes: Floats, wraps: bool) -> Floats:
    """Grades each row of (red, green, blue, 1) with its transforms: (rows, across, lightness, 3, 4).

    OpenCV interpolates linearly in place and lightness: each row's transforms are a texture.
    """
    rows, width, _ = pixels.shape
    across, lights = nodes.shape[1:3]
    edge = (nodes[:, -1:], nodes[:, :1]) if wraps else (nodes[:, :1], nodes[:, -1:])
    texture = np.concatenate([edge[0], nodes, edge[1]], 1).swapaxes(1, 2)
    columns = (np.arange(width, dtype=np.float32) + 0.5) / width * across + 0.5
    light = np.clip(pixels[..., :3] @ LUMA, 0, 1) * (lights - 1)
    light += np.arange(rows, dtype=np.float32)[:, None] * lights
    at = np.ascontiguousarray(np.broadcast_to(columns, (rows, width)))
    result = np.empty((rows, width, 3), np.float32)
    for colour in range(3):
        terms = np.ascontiguousarray(texture[..., colour, :]).reshape(rows * lights, across + 2, 4)
        terms = cv2.remap(terms, at, light, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        result[..., colour] = np.einsum("ywt,ywt->yw", terms, pixels)
    return result


def apply_floats(pixels: Floats, grid: Grid, rows: slice = slice(None), height: int = 0) -> Floats:
    """Rows of a picture under a grade, without limits and without rounding."""
    height = height or pixels.shape[0]
    in_x = place_weights(grid.nodes.shape[1] * SMOOTH, grid.nodes.shape[1], grid.wraps)
    in_y = place_weights(height, grid.nodes.shape[0], False)[rows]
    nodes = np.einsum("yj,xi,jikct->yxkct", in_y, in_x, grid.nodes, optimize=True)
    ones = np.ones((*pixels.shape[:2], 1), np.float32)
    return apply_rows(np.concatenate([pixels, ones], -1), nodes, grid.wraps)
