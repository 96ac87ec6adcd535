import gc

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from scripts.acceptance.structure import kept_structure, resized, thumbnail_size
from staging import floorplan
from staging.editors.deterministic import DeterministicEditor
from staging.picture import Picture
from staging.plan.furnishing import FURNISHING
from staging.plan.labels import Size, labels_of, size_of
from staging.plan.layout import furnish
from staging.plan.ocr import Line
from staging.plan.vocabulary import kind_of
from staging.request import StagingRequest

SCALE = 90
"""Pixels in a metre of the drawn plan."""
REQUEST = StagingRequest("staging", "floorplan", "floorplan", (), "modern")
EDITOR = DeterministicEditor()
ROOMS = (
    ("Living Room", "23.4 m2", 2.4, 2.2),
    ("Bedroom", "16.2 m2", 7.3, 1.4),
    ("WC", "", 7.0, 5.9),
    ("Kitchen", "18.9 m2", 2.4, 6.6),
)


def draw_plan(*, lettering: bool = True, scale: int = SCALE) -> Picture:
    """A flat of four rooms, 10 by 8 metres, with doors and windows."""
    margin = 80
    image = Image.new("RGB", (10 * scale + 2 * margin, 8 * scale + 2 * margin), "white")
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(scale * 0.24)

    def at(x: float, y: float) -> tuple[float, float]:
        return margin + x * scale, margin + y * scale

    def wall(left: float, top: float, right: float, bottom: float, thick: float) -> None:
        pen.rectangle((*at(left - thick / 2, top - thick / 2), *at(right + thick / 2, bottom + thick / 2)), "black")

    for outer in ((0, 0, 10, 0), (0, 8, 10, 8), (0, 0, 0, 8), (10, 0, 10, 8)):
        wall(*outer, 0.3)
    for inner in ((5, 0, 5, 8), (0, 4.6, 5, 4.6), (5, 3.6, 10, 3.6), (8.6, 3.6, 8.6, 8)):
        wall(*inner, 0.12)
    for left, top, right, bottom in (
        (4.9, 3, 5.1, 3.9),
        (4.9, 5.4, 5.1, 6.3),
        (6, 3.5, 6.9, 3.7),
        (8.5, 4.2, 8.7, 5.1),
    ):
        pen.rectangle((*at(left, top), *at(right, bottom)), "white")
    x, y = at(6, 3.6)
    pen.arc((x - 0.9 * scale, y - 0.9 * scale, x + 0.9 * scale, y + 0.9 * scale), 270, 360, "black", 2)
    pen.line((x, y, x, y - 0.9 * scale), "black", 2)
    for left, right, top in ((1, 2.6, 0), (6.4, 8, 0), (1.2, 2.8, 8)):
        pen.rectangle((*at(left, top - 0.15), *at(right, top + 0.15)), "white", "black", 2)
    for name, area, left, top in ROOMS if lettering else ():
        pen.text(at(left, top), name, "black", font, anchor="mm")
        pen.text(at(left, top + 0.32), area, "black", font, anchor="mm")
    return np.asarray(image).copy()


@pytest.fixture(scope="module")
def source() -> Picture:
    return draw_plan()


@pytest.fixture(scope="module")
def plan(source):
    return floorplan.reading_of(source)


@pytest.fixture(scope="module")
def made(source) -> Picture:
    return floorplan.make(source, REQUEST, EDITOR, seed=1).picture


def test_rooms_are_known_by_their_names(plan):
    assert sorted(room.kind for room in plan.rooms if room.kind) == ["bedroom", "kitchen", "living", "wc"]


def test_the_scale_is_read(plan):
    assert plan.measured
    assert plan.metre / plan.zoom == pytest.approx(SCALE, rel=0.05)


def placed_in(plan, seed: int):
    return furnish(plan, floorplan.kinds_of(plan), np.random.default_rng(seed))


def footprint(plan, each) -> np.ndarray:
    mask = np.zeros(plan.ink.shape, np.uint8)
    across, down = each.piece.width * plan.metre, each.piece.depth * plan.metre
    if each.quarters % 2:
        across, down = down, across
    left, top = round(each.x - across / 2) + 1, round(each.y - down / 2) + 1
    mask[top : top + int(down) - 2, left : left + int(across) - 2] = 1
    return mask.astype(bool)


@pytest.mark.parametrize("seed", range(4))
def test_furniture_stands_in_its_room_and_on_nothing_drawn(plan, seed):
    placed = placed_in(plan, seed)
    assert len(placed) >= 8
    for each in placed:
        under = footprint(plan, each)
        rooms = [room for room in plan.rooms if (under & room.floor).any()]
        assert len(rooms) == 1
        assert not (under & ~rooms[0].floor).any()
        assert not (under & (plan.ink | plan.lettering | plan.walls | plan.doors)).any()
        assert each.piece in {piece for wish in FURNISHING[rooms[0].kind] for piece in wish}


@pytest.mark.parametrize("seed", range(4))
def test_no_piece_stands_on_another(plan, seed):
    taken = sum(footprint(plan, each).astype(int) for each in placed_in(plan, seed))
    assert taken.max() == 1


def test_each_room_gets_what_its_name_asks_for(plan):
    names = " ".join(each.piece.name for each in placed_in(plan, 1))
    for wanted in ("sofa", "bed", "toilet", "counter"):
        assert wanted in names


def test_doors_stay_free(plan):
    near = cv2.dilate(plan.doors.astype(np.uint8), np.ones((round(0.8 * plan.metre),) * 2)).astype(bool)
    assert not any((footprint(plan, each) & near).any() for each in placed_in(plan, 2))


def test_walls_and_lettering_stay_where_they_are(source, made):
    ink = source.max(-1) < 60
    assert made[ink].max() < 62
    size = thumbnail_size(source)
    assert kept_structure(resized(source, *size), resized(made, *size)) >= 0.9


def test_the_floor_is_coloured(source, made):
    assert made.shape == source.shape
    assert np.abs(made.astype(int) - source).mean() > 8


def test_seeds_decide_the_arrangement(source, made):
    again = floorplan.make(source, REQUEST, EDITOR, seed=1).picture
    other = floorplan.make(source, REQUEST, EDITOR, seed=2).picture
    assert np.array_equal(made, again)
    assert (made != other).any(-1).mean() > 0.01


def test_styles_decide_the_colours(source, made):
    boho = floorplan.make(
        source, StagingRequest("staging", "floorplan", "floorplan", (), "boho"), EDITOR, seed=1
    ).picture
    assert np.abs(made.astype(int) - boho).mean() > 2


def test_a_plan_without_names_is_furnished_by_size():
    bare = draw_plan(lettering=False)
    plan = floorplan.reading_of(bare)
    assert not plan.measured
    assert "living" in floorplan.kinds_of(plan)
    made = floorplan.make(bare, REQUEST, EDITOR, seed=1).picture
    assert placed_in(plan, 1)
    assert made[bare.max(-1) < 60].max() < 62


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_what_is_no_plan_comes_back_without_furniture(shade):
    blank = np.full((300, 500, 3), shade, np.uint8)
    assert floorplan.make(blank, REQUEST, EDITOR, seed=1).picture.shape == blank.shape


def test_what_was_read_is_forgotten_with_the_picture():
    blank = np.full((256, 256, 3), 255, np.uint8)
    floorplan.make(blank, REQUEST, EDITOR, seed=1)
    known = id(blank)
    assert known in floorplan._read
    del blank
    gc.collect()
    assert known not in floorplan._read


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Kitchen/Dining", "kitchen_dining"), ("Kü", "kitchen"), ("Küche", "kitchen"), ("Wohnküche", "living_kitchen"),
        ("WC", "wc"), ("Gäste-WC", "wc"), ("W.C.", "wc"), ("Bad", "bathroom"), ("Bad/WC", "bathroom"),
        ("En-suite", "bathroom"), ("BR", "bedroom"), ("BR 2", "bedroom"), ("Master Bedroom", "bedroom"),
        ("LR", "living"), ("Reception Room", "living"), ("Wohn-/Esszimmer", "living_dining"), ("Kind 1", "child"),
        ("Schlafen", "bedroom"), ("Arbeiten", "office"), ("Flur", "hall"), ("Abstellraum", "store"), ("HWR", "laundry"),
        ("Terrasse", "balcony"), ("Bedrom", "bedroom"), ("Open Plan Kitchen / Living", "living_kitchen"),
        ("Second Floor", None), ("Ground Floor", None), ("Approx. 1295 sq. feet", None), ("N", None), ("DN", None),
    ],
)  # fmt: skip
def test_names_are_known_in_english_and_german(text, kind):
    assert kind_of(text) == kind


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("4.50×2.08m", Size(sides=(4.5, 2.08))),
        ("5,10 m x 3,20 m", Size(sides=(5.1, 3.2))),
        ("12,5 m²", Size(area=12.5)),
        ("24.5 qm", Size(area=24.5)),
        ("16,5 m", Size(area=16.5)),
        ("Bedroom", None),
        ("16'11\" × 0.1", None),
    ],
)
def test_sizes_are_read_in_metres(text, size):
    assert size_of(text) == size


def test_feet_are_read_where_no_metres_are_written():
    found = size_of("14'9\" × 6'10\"")
    assert found is not None
    assert found.sides == pytest.approx((4.4958, 2.0828))


def test_lines_below_one_another_are_one_label():
    lines = [
        Line("Reception", (10, 10, 60, 22), 1.0),
        Line("Room", (20, 22, 50, 34), 1.0),
        Line("23'3\" x 16'8\"", (8, 34, 62, 46), 0.9),
        Line("7.09 x 5.08m", (8, 46, 62, 58), 0.9),
        Line("WC", (300, 12, 330, 24), 1.0),
    ]
    living, toilet = labels_of(lines)
    assert (living.kind, living.size) == ("living", Size(sides=(7.09, 5.08)))
    assert (toilet.kind, toilet.size) == ("wc", None)


def test_the_mask_covers_what_was_coloured_and_no_ink(source):
    edit = floorplan.make(source, REQUEST, EDITOR, seed=1)
    assert edit.mask is not None
    assert 0.2 < edit.mask.mean() / 255 < 0.9
    assert edit.mask[source.max(axis=2) <= 80].max() == 0
    assert np.abs(edit.picture.astype(int) - source)[edit.mask == 0].max() < 24
