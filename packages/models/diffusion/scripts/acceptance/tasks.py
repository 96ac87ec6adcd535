"""Which pictures are tried, and what is asked for on each."""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageOps

ORIENTATION = 0x0112
KINDS = {".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".webp": "image/webp"}
CAPTURES = ("photo", "panorama360")
TASKS = {"photo": ("refurnish", "renovate", "clean"), "panorama360": ("panorama360",)}
ROOMS = (
    "Living Room", "Kitchen", "Dining Room", "Bathroom", "Bedroom", "Children's Room", "Hallway", "Office", "Balcony",
    "Terrace",
)  # fmt: skip


@dataclass(frozen=True)
class Source:
    """A picture of the operator's, and what it shows."""

    name: str
    data: bytes
    content_type: str
    width: int
    height: int
    capture: str
    room: str


@dataclass(frozen=True)
class Task:
    """What is asked for, in the contract's words; `name` is the mode."""

    name: str
    room_types: tuple[str, ...]
    style_preset: str | None


def read_sources(folder: Path, room: str) -> list[Source]:
    """All pictures of a folder and of those in it, by name.

    A folder named like a capture type says what its pictures show; elsewhere a picture twice as wide as high is
    a panorama and any other a photo. A file name that begins with a room ("bedroom-2.jpg") says which room it is.
    """
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in KINDS and path.is_file())
    return [_source(path, folder, room) for path in paths]


def _source(path: Path, folder: Path, room: str) -> Source:
    with Image.open(path) as image:
        upright, content_type = image.getexif().get(ORIENTATION, 1) == 1, KINDS[path.suffix.lower()]
        data = path.read_bytes() if upright else _turned(image)
        width, height = image.size if upright else image.size[::-1] if _lies(image) else image.size
    capture = path.parent.name if path.parent.name in CAPTURES else ""
    if not capture:
        capture = "panorama360" if abs(width / height - 2) <= 0.02 else "photo"
    name = path.relative_to(folder).as_posix()
    content_type = content_type if upright else "image/jpeg"
    return Source(name, data, content_type, width, height, capture, _room(path.stem, room))


def _lies(image: Image.Image) -> bool:
    return image.getexif().get(ORIENTATION, 1) >= 5


def _turned(image: Image.Image) -> bytes:
    """The picture upright and without metadata, as the service hands it to a model."""
    data = BytesIO()
    ImageOps.exif_transpose(image).convert("RGB").save(data, "JPEG", quality=95)
    return data.getvalue()


def _room(stem: str, room: str) -> str:
    plain = "".join(each for each in stem.lower() if each.isalpha())
    named = [each for each in ROOMS if plain.startswith("".join(sign for sign in each.lower() if sign.isalpha()))]
    return named[0] if named else room


def tasks_of(source: Source, wanted: tuple[str, ...], style: str | None) -> list[Task]:
    """What is asked for on a picture: every task of its capture type, or the wanted ones of them."""
    return [_task(name, source, style) for name in TASKS[source.capture] if not wanted or name in wanted]


def _task(name: str, source: Source, style: str | None) -> Task:
    if name == "clean":
        return Task(name, (), None)
    rooms = (source.room,) if source.capture == "photo" else ()
    # The service asks for panoramas with a preset only.
    return Task(name, rooms, style or ("modern" if name == "panorama360" else None))
