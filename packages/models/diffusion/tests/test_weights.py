from pathlib import Path

import pytest

from staging.editors.torch_device import Running
from staging.errors import StartError
from staging.settings import Settings
from staging.weights import MANIFEST, open_weights
from tests import tiny


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A folder with one small file as weights."""
    (tmp_path / "eomt-ade20k").mkdir()
    (tmp_path / "eomt-ade20k/model.safetensors").write_bytes(b"weights")
    manifest = tiny.manifest_of(tmp_path, {"eomt-ade20k": ("a/b", "c" * 40, "MIT")})
    (tmp_path / MANIFEST).write_text(manifest.model_dump_json())
    return tmp_path


def test_weights_are_found_by_name(model: Path) -> None:
    weights = open_weights(model, verify_sha256=True)
    assert weights.find("eomt-ade20k") == model / "eomt-ade20k"
    assert weights.find("flux2-klein-4b") is None
    assert weights.revision("eomt-ade20k") == "c" * 12


def test_missing_weights_are_named(model: Path) -> None:
    with pytest.raises(StartError, match="flux2-klein-4b"):
        open_weights(model).require("flux2-klein-4b")


def test_a_model_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StartError, match="copy the weights first"):
        open_weights(tmp_path)


def test_a_file_of_another_size_is_refused(model: Path) -> None:
    (model / "eomt-ade20k/model.safetensors").write_bytes(b"weight")
    with pytest.raises(StartError, match="6 bytes, the manifest says 7"):
        open_weights(model)


def test_a_changed_file_of_the_same_size_is_refused_where_hashes_are_asked_for(model: Path) -> None:
    (model / "eomt-ade20k/model.safetensors").write_bytes(b"wEights")
    open_weights(model)
    with pytest.raises(StartError, match="SHA-256"):
        open_weights(model, verify_sha256=True)


def test_a_manifest_must_not_point_outside_its_folder(model: Path) -> None:
    text = (model / MANIFEST).read_text().replace("model.safetensors", "../../secret")
    (model / MANIFEST).write_text(text)
    with pytest.raises(StartError, match="not a manifest"):
        open_weights(model)


def test_the_model_version_changes_with_weights_and_settings(tiny_model: Path, model: Path) -> None:
    from staging.editors.deterministic import DeterministicEditor
    from staging.loading import model_version_of

    editor = DeterministicEditor()
    versions = {
        model_version_of(settings, open_weights(folder), editor)
        for settings in (Settings(), Settings(steps=8), Settings(working_pixels=65536))
        for folder in (tiny_model, model)
    }
    assert len(versions) == 6
    assert all(len(version) <= 100 for version in versions)


def test_a_gpu_that_is_not_there_is_said_in_one_sentence(tiny_model: Path) -> None:
    import torch

    from staging.editors.flux2_klein import load_flux2_klein

    if torch.cuda.is_available():
        pytest.skip("this machine has a GPU")
    with pytest.raises(StartError, match="sees no GPU"):
        load_flux2_klein(tiny_model / "flux2-klein-4b", revision="r", running=Running("cuda"))
