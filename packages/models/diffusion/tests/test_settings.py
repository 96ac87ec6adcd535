from pathlib import Path

import pytest

from staging.errors import StartError
from staging.settings import Settings, read_settings


def test_without_settings_klein_runs_on_a_gpu() -> None:
    assert read_settings({}) == Settings()


def test_settings_come_from_the_environment() -> None:
    settings = read_settings(
        {"STAGER_EDITOR": "qwen-edit", "STAGER_STEPS": "8", "STAGER_MODEL_DIR": "/w", "PORT": "9000"}
    )
    assert (settings.editor, settings.steps, settings.model_dir, settings.port) == ("qwen-edit", 8, Path("/w"), 9000)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("STAGER_EDITOR", "kontext"),
        ("STAGER_DEVICE", "gpu"),
        ("STAGER_STEPS", "0"),
        ("STAGER_WORKING_PIXELS", "2000000"),
        ("STAGER_BUDGET_SECONDS", "600"),
        ("STAGER_OFFLOAD", "yes"),
        ("PORT", "-1"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(StartError, match=name):
        read_settings({name: value})
