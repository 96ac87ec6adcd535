"""The instructions that a model is given, generated from mode, rooms and style alone."""

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

STYLES = {
    "modern": "modern, with clean lines, low profiles and muted greys",
    "scandi": "Scandinavian, with light oak, white and pale textiles",
    "boho": "bohemian, with rattan, layered textiles and warm earth tones",
    "country": "country house, with painted wood, linen and small patterns",
    "industrial": "industrial, with black steel, worn leather and dark wood",
    "mediterranean": "Mediterranean, with whitewash, terracotta and deep blue",
    "luxury": "luxury, with velvet, marble and brushed brass",
    "eclectic": "eclectic, with mixed periods and strong accent colours",
    "japandia": "Japandi, with low natural wood, paper and quiet neutral tones",
}
NEUTRAL = "neutral contemporary, with plain shapes and light natural colours"

PIECES = {
    "Living Room": "a sofa, a coffee table, a rug and an armchair",
    "Kitchen": "bar stools, pendant lamps and a few kitchen utensils",
    "Dining Room": "a dining table with chairs, a sideboard and a pendant lamp",
    "Bathroom": "towels, a bath mat, a stool and a small plant",
    "Shower": "towels, a bath mat and a small shelf",
    "Toilet": "a hand towel, a small mirror and a plant",
    "Bedroom": "a double bed, bedside tables, a rug and a wardrobe",
    "Children's Room": "a single bed, a play mat, a bookshelf and a toy chest",
    "Hallway": "a console table, a runner rug, a coat rack and a bench",
    "Office": "a desk, an office chair, a bookshelf and a rug",
    "Closet": "wardrobes, a hanging rail and an upholstered bench",
    "Laundry": "a washing machine, a dryer and laundry baskets",
    "Basement": "shelving, storage boxes and a small sofa",
    "Attic": "a single bed, a rug and low storage",
    "Garage": "a workbench, wall shelving and storage boxes",
    "Balcony": "a bistro table with two chairs and planters",
    "Terrace": "outdoor lounge furniture, a parasol and planters",
    "Garden": "a bistro table with chairs, planters and loungers",
    "Exterior": "planters beside the entrance and outdoor lamps",
    "Gym": "a treadmill, a rack of weights and a floor mat",
    "Sauna": "a wooden bench, towels and a bucket",
    "Pool": "sun loungers and a parasol",
    "Staircase": "a stair runner, a console table and a plant",
    "Utility Room": "a washing machine, shelving and baskets",
    "Studio": "a bed, a desk, a rug and a coffee table",
    "Library": "bookshelves, an armchair, a floor lamp and a rug",
    "Wine Cellar": "wine racks and a barrel table",
    "Home Theater": "a screen, recliners and floor lamps",
}


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
    if request.mode == "floorplan":
        return f"Furnish this floor plan, seen from above. Style: {style}. {KEEP}"
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
    pieces = "; ".join(PIECES.get(room, f"furniture that suits a {_room_of(room)}") for room in rooms)
    place = f"{_article(names)} {names}" if len(rooms) == 1 else f"one open space: {names}"
    begin = f"Furnish this empty room as {place}" if is_empty else _replace(place)
    return f"{begin}, with {pieces}. Style: {style}."


def _replace(place: str) -> str:
    return f"Replace all movable furniture and decoration with new furniture for {place}"


def _room_of(room: str) -> str:
    return room.replace("_", " ").lower()


def _article(name: str) -> str:
    return "an" if name[0] in "aeio" else "a"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _style_of(preset: str | None) -> str:
    return NEUTRAL if preset is None else STYLES.get(preset, preset.replace("_", " "))
