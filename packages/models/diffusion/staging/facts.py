"""What all models and pages know of styles and room types: styles.json and rooms.json of the inference contract."""

from pathlib import Path

from pydantic import BaseModel, TypeAdapter

_FOLDER = Path(__file__).resolve().parents[3] / "inference-contract"


class Look(BaseModel):
    """How a look is asked for in words."""

    words: str


class Room(BaseModel):
    """The furniture that a room type is asked for with."""

    pieces: str


class _Styles(BaseModel):
    presets: dict[str, Look]
    neutral: Look


_styles = _Styles.model_validate_json((_FOLDER / "styles.json").read_text())

PRESETS = _styles.presets
NEUTRAL = _styles.neutral
ROOMS = TypeAdapter(dict[str, Room]).validate_json((_FOLDER / "rooms.json").read_text())
