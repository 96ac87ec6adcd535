"""Measures paste-back on rooms of which the truth is known.

    python -m scripts.paste_back FOLDER

FOLDER has a folder for each room, with room.png, the room without furniture, and staged-0.png, the same with
furniture and its shadows. `npm run paste-back` draws them. Prints a line for each room, then the means:

grain: how much of the floor's and wall's grain shows on new furniture (0 is none)
shadows_kept, shadows_gone: shares of the light of new soft shadows, and of those of furniture that was taken away
blotch: unevenness of a repainted wall and floor, in levels
edited, outside: share of the picture in the mask, and levels by which anything else differs from the source (0)
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np

from scripts.paste_back.editor import Redrawing
from scripts.paste_back.measures import blotch, furniture, grain, kept_change, soft_shadows
from staging import photo
from staging.errors import CandidateRejected
from staging.picture import Made, Picture
from staging.request import StagingRequest

REFURNISH = StagingRequest("staging", "photo", "refurnish", ("Living Room",), "modern")
RENOVATE = StagingRequest("staging", "photo", "renovate", ("Living Room",), "modern")
NEW_PAINT = np.array((0.72, 0.86, 1.0), np.float32)
SENSOR_NOISE = 4.0
"""Grain of a photo, in levels; drawn rooms have none."""


def measured(empty: Picture, staged: Picture, seed: int) -> dict[str, float]:
    """The measures of one room: furnished, with its furniture taken away, and repainted."""
    made: dict[str, float] = {}
    photo_of_empty, photo_of_staged = (with_grain(each, seed + nth) for nth, each in enumerate((empty, staged)))
    pieces, shadows = furniture(empty, staged), soft_shadows(empty, staged)
    furnished = pasted(photo_of_empty, staged, REFURNISH, seed)
    if furnished is not None:
        made["grain"] = grain(photo_of_empty, furnished.picture, staged, pieces)
        made["shadows_kept"] = kept_change(empty, furnished.picture, staged, shadows)
        if furnished.mask is not None:
            left = furnished.mask == 0
            made["edited"] = float(furnished.mask.mean() / 255)
            made["outside"] = float(cv2.absdiff(furnished.picture, photo_of_empty)[left].max(initial=0))
    emptied = pasted(photo_of_staged, empty, REFURNISH, seed)
    if emptied is not None:
        made["shadows_gone"] = kept_change(staged, emptied.picture, empty, shadows)
    repainted = np.clip(empty * NEW_PAINT, 0, 255).astype(np.uint8)
    renovated = pasted(photo_of_empty, repainted, RENOVATE, seed)
    if renovated is not None:
        made["blotch"] = blotch(renovated.picture, repainted, np.ones(empty.shape[:2], bool))
    return made


def pasted(source: Picture, wanted: Picture, request: StagingRequest, seed: int) -> Made | None:
    """The candidate that comes of an editor that draws `wanted`; None if it is refused."""
    try:
        return photo.make(source, request, Redrawing(wanted), seed=seed, pixels=source.shape[0] * source.shape[1])
    except CandidateRejected:
        return None


def with_grain(picture: Picture, seed: int) -> Picture:
    """The picture with a sensor's noise, alike in its channels."""
    noise = np.random.default_rng(seed).normal(0, SENSOR_NOISE, picture.shape[:2])
    return np.clip(picture + noise[..., None] + 0.5, 0, 255).astype(np.uint8)


def read(path: Path) -> Picture:
    """A PNG's pixels."""
    found = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if found is None:
        raise FileNotFoundError(path)
    return cv2.cvtColor(found, cv2.COLOR_BGR2RGB).astype(np.uint8)


def main(arguments: list[str]) -> int:
    """Measures every room of a folder."""
    rooms = sorted(path.parent for path in Path(arguments[0]).glob("*/staged-0.png")) if arguments else []
    if not rooms:
        print("Name a folder of rooms with room.png and staged-0.png.", file=sys.stderr)
        return 2
    rows = [measured(read(room / "room.png"), read(room / "staged-0.png"), nth) for nth, room in enumerate(rooms)]
    for room, row in zip(rooms, rows, strict=True):
        print(json.dumps({"room": room.name, **{name: round(value, 3) for name, value in row.items()}}))
    names = sorted({name for row in rows for name in row})
    means = {name: round(float(np.mean([row[name] for row in rows if name in row])), 3) for name in names}
    print(json.dumps({"rooms": len(rows), **means}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
