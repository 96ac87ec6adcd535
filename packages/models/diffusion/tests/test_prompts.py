"""The snapshot holds every room and every style once, and a hash of every prompt that a request can ask for.

`python -m tests.test_prompts` writes it again.
"""

import json
from hashlib import sha256
from itertools import permutations
from pathlib import Path

from staging.facts import PRESETS as STYLES
from staging.facts import ROOMS
from staging.prompts import prompt_of
from staging.request import StagingRequest

SNAPSHOT = Path(__file__).parent / "prompts.snapshot.json"
PRESETS: tuple[str | None, ...] = (None, *STYLES)


def every_prompt() -> list[str]:
    """All modes and presets, with every list of one and two rooms, of rooms with and without furniture."""
    prompts = []
    for mode in ("refurnish", "renovate"):
        for preset in PRESETS:
            rooms = [*permutations(ROOMS, 1), *permutations(ROOMS, 2)]
            for names in rooms:
                for is_empty in (False, True):
                    request = StagingRequest("staging", "photo", mode, names, preset)
                    prompts.append(prompt_of(request, is_empty=is_empty))
    prompts += [prompt_of(StagingRequest("staging", "panorama360", "panorama360", (), preset)) for preset in PRESETS]
    prompts += [prompt_of(StagingRequest("staging", "photo", "clean"))]
    return prompts


def snapshot() -> dict[str, object]:
    """What the file holds."""
    prompts = every_prompt()
    samples = {
        f"refurnish {room}": prompt_of(StagingRequest("staging", "photo", "refurnish", (room,), None)) for room in ROOMS
    }
    for preset in PRESETS:
        request = StagingRequest("staging", "photo", "renovate", ("Living Room", "Kitchen"), preset)
        samples[f"renovate {preset}"] = prompt_of(request)
        samples[f"panorama360 {preset}"] = prompt_of(
            StagingRequest("staging", "panorama360", "panorama360", (), preset)
        )
    three = StagingRequest("staging", "photo", "refurnish", ("Bedroom", "Office", "Library"), "boho")
    samples["three rooms"] = prompt_of(three)
    samples["empty"] = prompt_of(three, is_empty=True)
    samples["clean"] = prompt_of(StagingRequest("staging", "photo", "clean"))
    digest = sha256("\n".join(prompts).encode()).hexdigest()
    return {"prompts": len(prompts), "sha256": digest, "samples": samples}


def test_every_prompt_is_as_in_the_snapshot() -> None:
    assert snapshot() == json.loads(SNAPSHOT.read_text())


def test_prompts_differ_by_rooms_and_style() -> None:
    singles = [
        prompt_of(StagingRequest("staging", "photo", "refurnish", (room,), preset))
        for room in ROOMS
        for preset in PRESETS
    ]
    assert len(set(singles)) == len(ROOMS) * len(PRESETS)


def test_every_prompt_of_a_photo_keeps_camera_and_view() -> None:
    assert all("camera position" in prompt and "the view outside" in prompt for prompt in every_prompt())


def test_clean_asks_to_add_nothing() -> None:
    assert "Add nothing" in prompt_of(StagingRequest("staging", "photo", "clean"))


def test_a_room_and_a_style_of_a_later_contract_are_used_by_their_names() -> None:
    prompt = prompt_of(StagingRequest("staging", "photo", "refurnish", ("Music Room",), "art_deco"))
    assert "a music room" in prompt
    assert "art deco" in prompt


if __name__ == "__main__":
    SNAPSHOT.write_text(json.dumps(snapshot(), indent=1, ensure_ascii=False) + "\n")
