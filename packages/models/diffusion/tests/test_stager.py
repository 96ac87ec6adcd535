import json
from collections.abc import Iterator
from io import BytesIO
from itertools import count
from typing import Any

import numpy as np
import pytest
from PIL import Image

from staging import store
from staging.contract import Invocation, read_invocation
from staging.editors.deterministic import DeterministicEditor
from staging.errors import InvocationError
from staging.judge import Judge
from staging.picture import Mask, Picture
from staging.seeds import candidate_seed
from staging.stager import Stager
from tests.bucket import Bucket, bucket
from tests.rooms import draw_room
from tests.test_contract import request


class Safe:
    def is_safe(self, picture: Picture) -> bool:
        return True


class Unsafe:
    def is_safe(self, picture: Picture) -> bool:
        return False


class Still(DeterministicEditor):
    """Gives every picture back as it is."""

    def edit(self, picture: Picture, prompt: str, *, seed: int) -> Picture:
        return picture


@pytest.fixture
def shop() -> Iterator[Bucket]:
    with bucket() as made:
        made.objects["s"] = store.encode(draw_room())
        yield made


def stager(**changes: Any) -> Stager:
    parts: dict[str, Any] = {
        "editor": DeterministicEditor(),
        "judge": Judge(),
        "safety": Safe(),
        "model_version": "test",
        "working_pixels": 65536,
        "budget_seconds": 400.0,
    }
    return Stager(**(parts | changes))


def invocation(shop: Bucket, candidates: int = 3, seed: int = 5, masks: int = 0, **changes: Any) -> Invocation:
    body = request(
        seed=seed,
        source={"url": shop.sign("s"), "width": 640, "height": 480},
        candidates=[
            {"candidate_id": f"c{nth}", "url": shop.sign(f"c{nth}"), "content_type": "image/jpeg"}
            | ({"mask": {"url": shop.sign(f"c{nth}-mask"), "content_type": "image/png"}} if nth < masks else {})
            for nth in range(candidates)
        ],
        **changes,
    )
    return read_invocation(json.dumps(body).encode())


def ids(answer: dict[str, Any]) -> list[str]:
    return [one["candidate_id"] for one in answer["candidates"]]


def test_every_candidate_is_stored_and_differs(shop: Bucket) -> None:
    made = stager()
    answer = made.serve(invocation(shop), made.clock())
    assert answer["contract_version"] == "1.1"
    assert ids(answer) == ["c0", "c1", "c2"]
    assert len({shop.objects[name] for name in ids(answer)}) == 3


def mask_of(shop: Bucket, name: str) -> np.ndarray:
    with Image.open(BytesIO(shop.objects[name])) as mask:
        assert mask.mode == "L"
        return np.asarray(mask)


def test_an_edit_mask_says_what_was_edited_if_it_is_asked_for(shop: Bucket) -> None:
    made = stager(editor=DeterministicEditor())
    asked = invocation(shop, 2, masks=1)
    answer: Any = made.serve(asked, made.clock())
    assert [one.get("mask") for one in answer["candidates"]] == [True, None]
    mask = mask_of(shop, "c0-mask")
    with Image.open(BytesIO(shop.objects["c0"])) as picture:
        changed = np.abs(np.asarray(picture).astype(int) - draw_room()).max(axis=2)
    assert mask.shape == (480, 640)
    assert 0.02 < mask.mean() / 255 < 0.8
    assert np.percentile(changed[mask == 0], 99) < 24
    assert len(np.unique(mask)) > 20


@pytest.mark.parametrize(
    "task",
    [
        {"workflow": "pro_capture", "mode": None},
        {"workflow": "pro_capture", "capture_type": "panorama360", "mode": None},
        {"capture_type": "floorplan", "mode": "floorplan"},
    ],
)
def test_what_another_model_does_is_declined_in_words_with_nothing_stored(shop: Bucket, task: dict[str, Any]) -> None:
    made = stager()
    answer: Any = made.serve(invocation(shop, 1, masks=1, room_types=[], **task), made.clock())
    assert answer["candidates"] == []
    assert answer["declined"]["reason"] == "other_model"
    assert answer["declined"]["message"].endswith(".")
    assert set(shop.objects) == {"s"}


def test_warming_up_draws_paints_and_judges() -> None:
    done: list[str] = []

    class Watched(DeterministicEditor):
        def edit(self, picture: Picture, prompt: str, *, seed: int) -> Picture:
            done.append("edit")
            return super().edit(picture, prompt, seed=seed)

        def inpaint(self, picture: Picture, mask: Mask, prompt: str, *, seed: int) -> Picture:
            done.append("inpaint")
            return super().inpaint(picture, mask, prompt, seed=seed)

    stager(editor=Watched()).warm_up()
    assert done == ["edit", "inpaint"]


def test_the_same_seed_gives_the_same_bytes(shop: Bucket) -> None:
    made = stager()
    made.serve(invocation(shop, 1), made.clock())
    first = shop.objects.pop("c0")
    made.serve(invocation(shop, 1), made.clock())
    assert shop.objects["c0"] == first
    made.serve(invocation(shop, 1, seed=6), made.clock())
    assert shop.objects["c0"] != first


def test_no_candidate_is_begun_that_the_time_does_not_allow(shop: Bucket) -> None:
    ticks = count(0, 50)  # every look at the clock takes 50 s
    answer = stager(clock=lambda: float(next(ticks))).serve(invocation(shop, 8), 0.0)
    assert 1 <= len(ids(answer)) < 8


def test_a_request_that_waited_too_long_may_be_asked_again(shop: Bucket) -> None:
    with pytest.raises(InvocationError) as refused:
        stager(clock=lambda: 500.0).serve(invocation(shop), 0.0)
    assert refused.value.status == 503


def test_a_candidate_that_must_not_be_shown_is_left_out(shop: Bucket) -> None:
    made = stager(editor=Still())
    answer = made.serve(invocation(shop, 2), made.clock())
    assert answer["candidates"] == []
    assert "c0" not in shop.objects


def test_an_unsafe_picture_is_said_to_be_unsafe(shop: Bucket) -> None:
    made = stager(safety=Unsafe())
    answer: Any = made.serve(invocation(shop, 1), made.clock())
    assert answer["candidates"][0]["safe"] is False


def test_seeds_of_candidates_are_apart() -> None:
    seeds = {candidate_seed(seed, nth) for seed in range(200) for nth in range(8)}
    assert len(seeds) == 1600
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert np.array_equal([candidate_seed(1, 1)], [candidate_seed(1, 1)])
