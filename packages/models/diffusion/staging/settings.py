"""What an operator sets by the environment of the container."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar, get_args

from staging.errors import StartError

EditorName = Literal["flux2-klein", "qwen-edit", "deterministic"]
Device = Literal["cuda", "cpu"]
T = TypeVar("T", bound=str)


@dataclass(frozen=True)
class Settings:
    """How the container runs. README.md lists the variables."""

    editor: EditorName = "flux2-klein"
    device: Device = "cuda"
    model_dir: Path = Path("/opt/ml/model")
    steps: int | None = None
    working_pixels: int = 1024 * 1024
    budget_seconds: int = 420
    offload: bool = False
    verify_sha256: bool = False
    host: str = "0.0.0.0"
    port: int = 8080


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings of an environment. Raises a StartError at a value that does not fit."""
    default = Settings()
    steps = environment.get("STAGER_STEPS", "")
    return Settings(
        editor=_one_of(environment, "STAGER_EDITOR", get_args(EditorName), default.editor),
        device=_one_of(environment, "STAGER_DEVICE", get_args(Device), default.device),
        model_dir=Path(environment.get("STAGER_MODEL_DIR", str(default.model_dir))),
        steps=_whole(environment, "STAGER_STEPS", 1, 100, 1) if steps else None,
        working_pixels=_whole(environment, "STAGER_WORKING_PIXELS", 4096, 1024 * 1024, default.working_pixels),
        budget_seconds=_whole(environment, "STAGER_BUDGET_SECONDS", 10, 560, default.budget_seconds),
        offload=_flag(environment, "STAGER_OFFLOAD"),
        verify_sha256=_flag(environment, "STAGER_VERIFY_SHA256"),
        host=environment.get("HOST", default.host),
        port=_whole(environment, "PORT", 0, 65535, default.port),
    )


def _one_of(environment: Mapping[str, str], name: str, allowed: tuple[T, ...], default: T) -> T:
    value = environment.get(name, default)
    for one in allowed:
        if value == one:
            return one
    raise StartError(f"{name} must be one of {', '.join(allowed)}, it is {value!r}.")


def _whole(environment: Mapping[str, str], name: str, least: int, most: int, default: int) -> int:
    value = environment.get(name, str(default))
    if value.isdecimal() and least <= int(value) <= most:
        return int(value)
    raise StartError(f"{name} must be a whole number from {least} to {most}, it is {value!r}.")


def _flag(environment: Mapping[str, str], name: str) -> bool:
    value = environment.get(name, "false")
    if value in ("true", "false"):
        return value == "true"
    raise StartError(f"{name} must be true or false, it is {value!r}.")
