import numpy as np
import pytest

from staging.resize import resize, working_size

SHAPES = [(517, 389), (1024, 1024), (8192, 8192), (8192, 256), (257, 4001), (256, 256), (2048, 1024), (6000, 4000)]


@pytest.mark.parametrize(("width", "height"), SHAPES)
@pytest.mark.parametrize("pixels", [1024 * 1024, 65536])
def test_a_working_size_is_of_multiples_of_16_within_the_limit(width: int, height: int, pixels: int) -> None:
    across, tall = working_size(width, height, pixels)
    assert across % 16 == tall % 16 == 0
    assert across * tall <= pixels
    assert max(across / tall, tall / across) <= 8


@pytest.mark.parametrize(("width", "height"), [shape for shape in SHAPES if max(shape) / min(shape) <= 8])
def test_a_shape_changes_by_less_than_four_percent(width: int, height: int) -> None:
    across, tall = working_size(width, height, 1024 * 1024)
    assert abs((across / tall) / (width / height) - 1) < 0.04


def test_a_picture_is_resized_whole() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    picture[:, 100:] = 255
    small = resize(picture, 64, 48)
    assert small.shape == (48, 64, 3)
    assert small[:, :30].max() == 0
    assert small[:, 34:].min() == 255
