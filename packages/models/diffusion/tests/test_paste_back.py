from pathlib import Path

import cv2
import numpy as np
import pytest

from scripts.paste_back.__main__ import REFURNISH, main, measured, pasted, with_grain
from scripts.paste_back.measures import grain, kept_change
from staging.paste_back import plan_of, put_together
from staging.picture import Picture

WIDTH, HEIGHT = 320, 224
FLOOR = 150


def drawn_room() -> Picture:
    """A wall with a window, and boards."""
    room = np.full((HEIGHT, WIDTH, 3), (190, 184, 176), np.uint8)
    room[FLOOR:] = (150, 118, 84)
    for x in range(0, WIDTH, 18):
        cv2.line(room, (x, HEIGHT), (WIDTH // 2 + (x - WIDTH // 2) // 2, FLOOR), (96, 74, 50), 1)
    cv2.rectangle(room, (30, 30), (100, 110), (235, 240, 244), -1)
    cv2.rectangle(room, (30, 30), (100, 110), (110, 110, 110), 3)
    return room


def with_sofa(room: Picture, depth: float) -> tuple[Picture, np.ndarray, np.ndarray]:
    """A light, smooth sofa with a soft shadow of a depth in levels; where each is."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    shadow = np.exp(-(((x - 215) / 55) ** 2 + ((y - 195) / 16) ** 2))
    staged = np.clip(room - depth * shadow[..., None] + 0.5, 0, 255).astype(np.uint8)
    staged[118:182, 165:262] = (206, 202, 196)
    sofa = np.zeros((HEIGHT, WIDTH), bool)
    sofa[122:178, 169:258] = True
    soft = (shadow > 0.25) & (cv2.dilate(sofa.astype(np.uint8), np.ones((17, 17), np.uint8)) == 0)
    return staged, sofa, soft


@pytest.mark.parametrize("depth", [12.0, 25.0])
def test_soft_shadows_are_kept_and_a_new_sofa_has_none_of_the_floors_grain(depth: float) -> None:
    room = drawn_room()
    staged, sofa, soft = with_sofa(room, depth)
    source = with_grain(room, 1)
    made = pasted(source, staged, REFURNISH, 1)
    assert made is not None and made.mask is not None
    assert kept_change(room, made.picture, staged, soft) >= 0.8
    assert abs(grain(source, made.picture, staged, sofa)) < 0.02
    assert np.array_equal(made.picture[made.mask == 0], source[made.mask == 0])
    assert made.mask[20:110, 40:90].max() == 0


def test_old_furniture_goes_with_its_shadow() -> None:
    room = drawn_room()
    staged, _, soft = with_sofa(room, 20)
    made = pasted(with_grain(staged, 1), room, REFURNISH, 1)
    assert made is not None
    assert kept_change(staged, made.picture, room, soft) >= 0.8


def test_a_floor_in_new_light_keeps_the_sources_detail() -> None:
    room = with_grain(drawn_room(), 3)
    darker = cv2.GaussianBlur(np.clip(room * 0.8, 0, 255).astype(np.uint8), (0, 0), 1.0)
    made = put_together(room, darker, plan_of(room, darker, surface=np.ones((HEIGHT, WIDTH), np.float32)))
    floor = np.zeros((HEIGHT, WIDTH), bool)
    floor[FLOOR + 8 : -8, 8:-8] = True
    assert grain(room, made.picture, darker, floor) > 0.6
    assert abs(made.picture[floor].mean() / room[floor].mean() - 0.8) < 0.02


def test_what_must_stay_is_the_source_whatever_was_drawn() -> None:
    room = drawn_room()
    other = np.full_like(room, 40)
    exact = np.zeros((HEIGHT, WIDTH), np.float32)
    exact[:120] = 1
    made = put_together(room, other, plan_of(room, other, exact=exact))
    assert made.mask is not None
    assert np.array_equal(made.picture[:115], room[:115])
    assert made.mask[:115].max() == 0 and made.mask[140:].min() == 255


def test_the_benchmark_measures_a_folder_of_rooms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    room = drawn_room()
    staged, _, _ = with_sofa(room, 15)
    (tmp_path / "1").mkdir()
    for name, picture in (("room", room), ("staged-0", staged)):
        cv2.imwrite(str(tmp_path / "1" / f"{name}.png"), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
    assert main([str(tmp_path)]) == 0
    assert '"rooms": 1' in capsys.readouterr().out
    row = measured(room, staged, 0)
    assert row["shadows_kept"] >= 0.8 and row["shadows_gone"] >= 0.8
    assert row["grain"] < 0.02 and row["blotch"] < 1 and row["outside"] == 0
