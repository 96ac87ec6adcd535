"""The instructions that a model is given, generated from mode, rooms and style alone."""

from staging.facts import NEUTRAL, PRESETS, ROOMS
from staging.request import StagingRequest

KEEP = (
    "Keep the camera position, walls, windows, the view outside, doors, ceiling, built-in fixtures and room "
    "proportions exactly as they are."
)
CLEAN = (
    "Remove clutter, cables, bins, laundry, personal items and loose objects. "
    "Keep every piece of furniture in place. Add nothing."
)
PANORAMA = "This is a 360° equirectangular panorama; keep its projection."
SEAM = "Continue the room naturally from left to right, in the same light, with the same floor, walls and furniture."


def prompt_of(request: StagingRequest, *, is_empty: bool = False) -> str:
    """The instruction for a task. `is_empty` says that the room has no furniture to replace."""
    if request.mode == "clean":
        return f"{CLEAN} {KEEP}"
    style = _style_of(request.style_preset)
    if request.mode == "panorama360":
        return (
            f"Replace all movable furniture and decoration with furniture in one style: {style}. "
            f"Keep the floor and wall finishes. {KEEP} {PANORAMA}"
        )
    furnish = _furnish(request.room_types, style, is_empty)
    if request.mode == "renovate":
        return (
            f"{furnish} Also renew the surfaces in this style: floor, wall colour and fittings. "
            "Windows and doors stay where they are. "
            "Keep the camera position, the view outside, the ceiling height and the room proportions."
        )
    return f"{furnish} Keep the floor and wall finishes. {KEEP}"


def _furnish(rooms: tuple[str, ...], style: str, is_empty: bool) -> str:
    names = _listed([_room_of(room) for room in rooms])
    pieces = "; ".join(_pieces_of(room) for room in rooms)
    place = f"{_article(names)} {names}" if len(rooms) == 1 else f"one open space: {names}"
    begin = f"Furnish this empty room as {place}" if is_empty else _replace(place)
    return f"{begin}, with {pieces}. Style: {style}."


def _replace(place: str) -> str:
    return f"Replace all movable furniture and decoration with new furniture for {place}"


def _pieces_of(room: str) -> str:
    return ROOMS[room].pieces if room in ROOMS else f"furniture that suits a {_room_of(room)}"


def _room_of(room: str) -> str:
    return room.replace("_", " ").lower()


def _article(name: str) -> str:
    return "an" if name[0] in "aeio" else "a"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _style_of(preset: str | None) -> str:
    if preset is None:
        return NEUTRAL.words
    return PRESETS[preset].words if preset in PRESETS else preset.replace("_", " ")
