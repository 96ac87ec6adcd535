"""panorama360: an equirectangular panorama, staged so that its left and right edges meet.

The editor sees the band between the poles, continued past both edges by its other end. Its two ends
differ all the same, so the picture is rolled by half and the seam painted in where it then lies. Poles
and everything that the edit left alone are the source's own pixels.
"""

import cv2
import numpy as np

from staging.editors import Editor
from staging.errors import CandidateRejected
from staging.grid import LUMA, Floats, apply_floats, as_floats, fit
from staging.paste_back import VISIBLE_MASK
from staging.picture import Made, Picture
from staging.prompts import SEAM as SEAM_PROMPT
from staging.prompts import prompt_of
from staging.register import align, register
from staging.request import StagingRequest

BAND = (0.2, 0.94)
"""Rows, as shares of the height, that the editor sees: neither the ceiling above nor the tripod below."""
FEATHER = 0.06
"""Share of the height over which the band fades into the poles."""
PADDING = 0.125
"""Share of the width by which each side is continued."""
WORKING_PIXELS = 1024 * 1024
SEAM = 0.08
"""Share of the width, to each side of the seam, that is painted in."""
CONTEXT = 0.25
"""Share of the width, to each side of the seam, that the editor sees while it paints."""
UNCHANGED, CHANGED = 0.05, 0.12
"""Differences, of 1, up to which a pixel counts as left alone, and from which as changed."""


def make(source: Picture, request: StagingRequest, editor: Editor, *, seed: int) -> Made:
    """A candidate of the source's size. Raises CandidateRejected if the editor drew another room."""
    height, width = source.shape[:2]
    rows = slice(round(BAND[0] * height), round(BAND[1] * height))
    across, down, side = working_sizes(width, rows.stop - rows.start)
    band = shrunk(source[rows], across, down)
    wide = np.concatenate([band[:, -side:], band, band[:, :side]], 1)
    drawn = editor.edit(wide, prompt_of(request), seed=seed)
    registration = register(wide, drawn)
    if registration.outcome == "moved":
        raise CandidateRejected("the camera has moved")
    matched = recoloured(align(drawn, registration)[:, side:-side], band)
    kept = blended(band, matched, opacity(band, matched))
    closed = close_seam(band, kept, prompt_of(request), editor, seed=seed)
    return composed(source, rows, closed, opacity(band, closed) * fading(down)[:, None])


def working_sizes(width: int, height: int) -> tuple[int, int, int]:
    """Width, height and padding of the band that the editor sees, all multiples of 16."""
    scale = min(1.0, (WORKING_PIXELS / (width * (1 + 2 * PADDING) * height)) ** 0.5)
    across, down = (max(64, int(side * scale / 16) * 16) for side in (width, height))
    return across, down, max(16, int(across * PADDING / 16) * 16)


def shrunk(band: Picture, across: int, down: int) -> Picture:
    """A copy of at most the band's own size: columns are averaged whole, so both ends are treated alike."""
    return cv2.resize(band, (across, down), interpolation=cv2.INTER_AREA)


def recoloured(edited: Picture, band: Picture) -> Picture:
    """The edit in the band's own light: a grade fitted to the pixels that the edit changed in nothing else."""
    grid = fit(*(cv2.resize(each, (320, 96), interpolation=cv2.INTER_AREA) for each in (edited, band)), wraps=True)
    matched = apply_floats(as_floats(edited), grid)
    return (matched.clip(0, 1) * 255 + 0.5).astype(np.uint8)


def close_seam(band: Picture, edited: Picture, prompt: str, editor: Editor, *, seed: int) -> Picture:
    """The edit with its two ends joined: rolled by half, painted in around the middle, rolled back.

    Only what the edit changed is painted in: the band's own pixels meet at the edge already.
    """
    width = edited.shape[1]
    half = width // 2
    reach = max(16, int(width * CONTEXT / 16) * 16)
    near = slice(half - reach, half + reach)
    rolled, before = np.roll(edited, half, axis=1), np.roll(band, half, axis=1)[:, near]
    strip = np.abs(np.arange(2 * reach) + 0.5 - reach) <= SEAM * width
    side = round(SEAM * width)
    changed = (opacity(before, rolled[:, near]) * strip > 0.02).astype(np.uint8)
    mask = cv2.dilate(changed, np.ones((side | 1, 2 * side + 1), np.uint8)) * strip.astype(np.uint8) * 255
    if mask.any():
        picture = np.ascontiguousarray(rolled[:, near])
        painted = editor.inpaint(picture, mask, f"{SEAM_PROMPT} {prompt}", seed=seed)
        inner = cv2.distanceTransform(mask, cv2.DIST_L2, 3) / (SEAM * 0.35 * width)
        rolled[:, near] = blended(picture, painted, inner.clip(0, 1))
    return np.roll(rolled, -half, axis=1)


def opacity(band: Picture, edited: Picture) -> Floats:
    """1 where the edit shows something else than the band, 0 where it changed nothing."""
    width = band.shape[1]
    side = width // 4
    difference = np.abs(edited.astype(np.float32) - band).max(-1) / 255
    wide = np.concatenate([difference[:, -side:], difference, difference[:, :side]], 1)
    soft = cv2.GaussianBlur(wide, (0, 0), max(1.0, width / 400))
    changed = np.clip((soft - UNCHANGED) / (CHANGED - UNCHANGED), 0, 1)
    reach = max(3, width // 120) | 1
    grown = cv2.dilate(changed, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    return cv2.GaussianBlur(grown, (0, 0), reach / 2)[:, side:-side].astype(np.float32)


def fading(height: int) -> Floats:
    """How much of each row of the band is the edit's: it fades into the poles."""
    rows = (np.arange(height, dtype=np.float32) + 0.5) / height * (BAND[1] - BAND[0])
    fade = np.clip(np.minimum(rows, rows[::-1]) / FEATHER, 0, 1)
    return (fade * fade * (3 - 2 * fade)).astype(np.float32)


def blended(under: Picture, over: Picture, part: Floats) -> Picture:
    """`over` above `under`, as opaque as `part` says."""
    opaque = part[..., None]
    return (under * (1 - opaque) + over * opaque + 0.5).astype(np.uint8)


def composed(source: Picture, rows: slice, edited: Picture, part: Floats) -> Made:
    """The edit at full size over the source, and its mask, in strips; the edit is enlarged as a cylinder."""
    result = source.copy()
    mask = np.zeros(source.shape[:2], np.uint8)
    width, height = source.shape[1], rows.stop - rows.start
    step = max(1, 2_000_000 // width)
    for top in range(0, height, step):
        bottom = min(height, top + step)
        large = enlarged(edited, width, height, top, bottom)
        opaque = enlarged(part, width, height, top, bottom)[..., None].clip(0, 1)
        strip = result[rows.start + top : rows.start + bottom]
        strip[:] = (strip * (1 - opaque) + large.clip(0, 255) * opaque + 0.5).astype(np.uint8)
        mask[rows.start + top : rows.start + bottom] = np.clip(opaque[..., 0] * VISIBLE_MASK, 0, 1) * 255
    return Made(result, mask)


def enlarged(picture: Picture | Floats, width: int, height: int, top: int, bottom: int) -> Floats:
    """Some rows of a picture in a larger size, cubic, its right edge followed by its left one."""
    small_height, small_width = picture.shape[:2]
    across = (np.arange(width, dtype=np.float32) + 0.5) / width * small_width - 0.5 + 2
    down = (np.arange(top, bottom, dtype=np.float32) + 0.5) / height * small_height - 0.5
    wide = np.concatenate([picture[:, -2:], picture, picture[:, :2]], 1).astype(np.float32)
    at_x, at_y = np.meshgrid(across, down)
    return cv2.remap(wide, at_x, at_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def seam_step(picture: Picture) -> tuple[float, float]:
    """The mean step of luminance across the two edges, and the usual one between neighbouring columns.

    The usual step is the 95th percentile of all columns' own; edges that meet have no larger one.
    """
    luma = picture.astype(np.float32) @ LUMA
    steps = np.abs(np.diff(luma, axis=1)).mean(0)
    return float(np.abs(luma[:, 0] - luma[:, -1]).mean()), float(np.percentile(steps, 95))
