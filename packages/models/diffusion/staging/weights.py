"""The weights that an operator has put into the model's folder, by the manifest that upload_weights.py wrote."""

from dataclasses import dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from staging.errors import StartError

MANIFEST = "MANIFEST.json"


def _inside(path: str) -> str:
    if not path or path.startswith("/") or ".." in path.split("/"):
        raise ValueError("must be a path inside the folder")
    return path


class WeightFile(BaseModel):
    """One file, by its path under the weight's folder."""

    model_config = ConfigDict(frozen=True)

    path: Annotated[str, AfterValidator(_inside)]
    bytes: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Weight(BaseModel):
    """One set of weights: a folder of this name in the manifest's folder."""

    model_config = ConfigDict(frozen=True)

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]*$")]
    repository: str
    revision: str
    licence: str
    files: tuple[WeightFile, ...]


class Manifest(BaseModel):
    """What lies in the model's folder."""

    model_config = ConfigDict(frozen=True)

    format: Literal[1] = 1
    weights: tuple[Weight, ...]


@dataclass(frozen=True)
class Weights:
    """The model's folder and its manifest."""

    folder: Path
    manifest: Manifest

    def find(self, name: str) -> Path | None:
        """The folder of a set of weights, or None if it was not copied."""
        return self.folder / name if any(one.name == name for one in self.manifest.weights) else None

    def require(self, name: str) -> Path:
        """The folder of a set of weights. Raises a StartError if it was not copied."""
        folder = self.find(name)
        if folder is None:
            raise StartError(f"The weights {name} are not in {self.folder / MANIFEST}.")
        return folder

    def revision(self, name: str) -> str:
        """The upstream commit of a set of weights, shortened."""
        return next((one.revision[:12] for one in self.manifest.weights if one.name == name), "none")

    def digest(self) -> str:
        """Differs if any file of any weights differs."""
        return sha256(self.manifest.model_dump_json().encode()).hexdigest()


def open_weights(folder: Path, *, verify_sha256: bool = False) -> Weights:
    """Reads the manifest and holds every file to its size, and to its SHA-256 if asked. Raises a StartError."""
    try:
        manifest = Manifest.model_validate_json((folder / MANIFEST).read_bytes())
    except FileNotFoundError:
        raise StartError(f"{folder / MANIFEST} is not there: copy the weights first.") from None
    except ValidationError as error:
        raise StartError(f"{folder / MANIFEST} is not a manifest: {error.error_count()} errors.") from None
    for weight in manifest.weights:
        for file in weight.files:
            _check(folder / weight.name / file.path, file, verify_sha256)
    return Weights(folder, manifest)


def without_weights(folder: Path) -> Weights:
    """For an editor that needs none: whatever is there, or nothing."""
    return open_weights(folder) if (folder / MANIFEST).exists() else Weights(folder, Manifest(weights=()))


def digest_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _check(path: Path, file: WeightFile, verify_sha256: bool) -> None:
    if not path.is_file():
        raise StartError(f"{path} is in the manifest but not there.")
    size = path.stat().st_size
    if size != file.bytes:
        raise StartError(f"{path} has {size} bytes, the manifest says {file.bytes}.")
    if verify_sha256 and digest_of(path) != file.sha256:
        raise StartError(f"{path} has another SHA-256 than the manifest says.")
