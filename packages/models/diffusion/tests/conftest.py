import os

os.environ.setdefault("HF_HUB_OFFLINE", "1")

from pathlib import Path

import pytest
import torch

from staging.picture import Picture
from tests import rooms, tiny

torch.set_num_threads(1)


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model's folder with FLUX.2 [klein] of random weights."""
    return tiny.save_tiny_model(tmp_path_factory.mktemp("model"))


@pytest.fixture
def room() -> Picture:
    return rooms.draw_room()
