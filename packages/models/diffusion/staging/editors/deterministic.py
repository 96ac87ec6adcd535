"""An editor without weights, for tests and for trying the container: plain blocks instead of furniture."""

from hashlib import sha256

import cv2
import numpy as np

from staging.picture import Mask, Picture


class DeterministicEditor:
    """Gives every prompt and seed a different grade and arrangement, by arithmetic alone."""

    name = "deterministic"
    version = "1"

    def edit(self, picture: Picture, prompt: str, *, seed: int) -> Picture:
        """A small change of tone, and a few blocks on the lower half of the picture. To remove is to blur a part."""
        height, width = picture.shape[:2]
        random = _random_of(prompt, seed)
        if prompt.startswith("Remove"):
            return _blurred(picture, left=int(random.uniform(0.0, 0.4) * width))
        gain = random.uniform(0.96, 1.06, size=3).astype(np.float32)
        out = np.clip(picture.astype(np.float32) * gain, 0, 255).astype(np.uint8)
        for _ in range(3):
            across, tall = int(width * random.uniform(0.1, 0.2)), int(height * random.uniform(0.08, 0.16))
            left = int(random.uniform(0.05, 0.75) * width)
            top = int(height * random.uniform(0.6, 0.8))
            colour = [int(value) for value in random.integers(60, 200, size=3)]
            cv2.rectangle(out, (left, top), (left + across, top + tall), colour, thickness=-1)
        return out

    def inpaint(self, picture: Picture, mask: Mask, prompt: str, *, seed: int) -> Picture:
        """Fills the mask from what lies around it."""
        small = cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        hole = cv2.resize(mask, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_NEAREST)
        filled = cv2.inpaint(small, hole, 3, cv2.INPAINT_TELEA)
        full = cv2.resize(filled, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
        return np.where(mask[..., None] > 127, full, picture).astype(np.uint8)


def _blurred(picture: Picture, left: int) -> Picture:
    """The picture with the lower part of what lies right of `left` as one soft surface."""
    height, width = picture.shape[:2]
    out = picture.copy()
    part = out[height // 2 :, left : left + width // 2]
    out[height // 2 :, left : left + width // 2] = cv2.GaussianBlur(part, (0, 0), width / 8)
    return out


def _random_of(prompt: str, seed: int) -> np.random.Generator:
    digest = sha256(f"{seed} {prompt}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "big"))
