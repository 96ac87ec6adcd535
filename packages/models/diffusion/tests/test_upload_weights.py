import itertools
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scripts import upload_weights
from scripts.upload_weights import PUBLISHED, Refused, manifest_of, prefix_of, upload
from staging.weights import MANIFEST, open_weights

REVISION = "d" * 40


class Aws:
    """The AWS CLI as far as the upload needs it, on a folder."""

    def __init__(self, bucket: Path) -> None:
        self.bucket = bucket
        self.commands: list[list[str]] = []

    def __call__(self, command: list[str]) -> "subprocess.CompletedProcess[str]":
        self.commands.append(command)
        options = dict(itertools.pairwise(command))
        if "head-object" in command:
            return self.ended((self.bucket / options["--key"]).exists())
        if "put-object" in command:
            target = self.bucket / options["--key"]
            if target.exists() and "--if-none-match" in command:
                return self.ended(False, "PreconditionFailed")
            target.write_bytes(Path(options["--body"]).read_bytes())
            return self.ended(True)
        source, target = Path(command[3]), self.bucket / command[4].removeprefix("s3://weights/")
        for path in source.rglob("*"):
            if path.is_file() and path.name != MANIFEST and ".cache" not in path.parts:
                copy = target / path.relative_to(source)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(path.read_bytes())
        return self.ended(True)

    def ended(self, well: bool, error: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.CompletedProcess([], 0 if well else 1, "", error)


@pytest.fixture
def downloaded(tmp_path: Path) -> Path:
    folder = tmp_path / "downloaded"
    for name in ("transformer/model.safetensors", "model_index.json", ".cache/huggingface/x.lock"):
        path = folder / "flux2-klein-4b" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return folder


SOURCES = {"flux2-klein-4b": ("black-forest-labs/FLUX.2-klein-4B", REVISION, "Apache-2.0")}


def test_a_manifest_has_size_hash_licence_and_revision(downloaded: Path) -> None:
    manifest = manifest_of(downloaded, SOURCES)
    weight = manifest.weights[0]
    assert (weight.revision, weight.licence) == (REVISION, "Apache-2.0")
    assert [file.path for file in weight.files] == ["model_index.json", "transformer/model.safetensors"]
    assert weight.files[0].bytes == 16
    assert len(weight.files[0].sha256) == 64


def test_what_was_uploaded_is_what_the_container_opens(downloaded: Path, tmp_path: Path) -> None:
    aws = Aws(tmp_path / "bucket")
    prefix = upload(downloaded, manifest_of(downloaded, SOURCES), "s3://weights/staging/", aws)
    assert prefix.startswith("s3://weights/staging/flux2-klein-4b-dddddddd-")
    model = aws.bucket / prefix.removeprefix("s3://weights/")
    assert open_weights(model, verify_sha256=True).revision("flux2-klein-4b") == REVISION[:12]
    assert "put-object" in aws.commands[-1]


def test_a_prefix_that_is_there_is_never_written_again(downloaded: Path, tmp_path: Path) -> None:
    aws = Aws(tmp_path / "bucket")
    manifest = manifest_of(downloaded, SOURCES)
    upload(downloaded, manifest, "s3://weights/a", aws)
    written = len(aws.commands)
    with pytest.raises(Refused, match="stays as it is"):
        upload(downloaded, manifest, "s3://weights/a", aws)
    assert len(aws.commands) == written + 1


def test_another_content_has_another_prefix(downloaded: Path) -> None:
    before = prefix_of(manifest_of(downloaded, SOURCES))
    (downloaded / "flux2-klein-4b/model_index.json").write_text("changed")
    assert prefix_of(manifest_of(downloaded, SOURCES)) != before


def test_a_failed_copy_leaves_no_manifest(downloaded: Path, tmp_path: Path) -> None:
    aws = Aws(tmp_path / "bucket")

    def failing(command: list[str]) -> "subprocess.CompletedProcess[str]":
        return aws.ended(False, "AccessDenied") if "sync" in command else aws(command)

    with pytest.raises(Refused, match="AccessDenied"):
        upload(downloaded, manifest_of(downloaded, SOURCES), "s3://weights/a", failing)
    assert not list(aws.bucket.rglob(MANIFEST))


def test_downloads_are_bound_to_one_commit_and_leave_out_the_second_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    class Api:
        def model_info(self, repository: str, revision: str | None) -> Any:
            asked.append((repository, revision))
            return type("Info", (), {"sha": REVISION})()

    monkeypatch.setattr("huggingface_hub.HfApi", Api)
    monkeypatch.setattr("huggingface_hub.snapshot_download", lambda repository, **options: asked.append(options))
    sources = upload_weights.download(["flux2-klein-4b"], tmp_path, {"flux2-klein-4b": "main"})
    assert sources == SOURCES
    assert asked[0] == ("black-forest-labs/FLUX.2-klein-4B", "main")
    assert asked[1]["revision"] == REVISION
    assert "flux-2-klein-4b.safetensors" in asked[1]["ignore_patterns"]


def test_the_pinned_commit_is_downloaded_unless_another_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []

    class Api:
        def model_info(self, repository: str, revision: str | None) -> Any:
            asked.append(revision)
            return type("Info", (), {"sha": revision})()

    monkeypatch.setattr("huggingface_hub.HfApi", Api)
    monkeypatch.setattr("huggingface_hub.snapshot_download", lambda repository, **options: None)
    upload_weights.download(["flux2-klein-4b"], tmp_path, {})
    assert asked == [PUBLISHED["flux2-klein-4b"].revision]
    upload_weights.download(["eomt-ade20k"], tmp_path, {"eomt-ade20k": REVISION})
    assert asked[1] == REVISION


def test_every_pinned_commit_is_one() -> None:
    assert all(re.fullmatch("[0-9a-f]{40}", one.revision) for one in PUBLISHED.values())


def test_only_licences_that_allow_business_are_published() -> None:
    assert {one.licence for one in PUBLISHED.values()} <= {"Apache-2.0", "MIT"}


def test_a_destination_must_be_a_folder_of_a_bucket(capsys: pytest.CaptureFixture[str]) -> None:
    for destination in ("weights/a", "s3://weights", "s3://weights/a b"):
        assert upload_weights.main(["flux2-klein-4b", "--folder", "weights", "--to", destination]) == 2
    assert "s3://BUCKET/PREFIX" in capsys.readouterr().err


def test_a_prefix_suits_the_stack_s_setting(downloaded: Path, tmp_path: Path) -> None:
    prefix = upload(downloaded, manifest_of(downloaded, SOURCES), "s3://weights/staging", Aws(tmp_path / "bucket"))
    assert re.match(r"^s3://[a-z0-9.-]{3,63}/([\w.-]+/)+[\w.-]+/$", prefix)


def test_the_result_names_the_prefix(
    downloaded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upload_weights, "download", lambda names, folder, revisions: SOURCES)
    monkeypatch.setattr(upload_weights, "_run", Aws(tmp_path / "bucket"))
    arguments = ["flux2-klein-4b", "--to", "s3://weights/a", "--folder", str(downloaded)]
    assert upload_weights.main(arguments) == 0
    assert json.loads(capsys.readouterr().out)["weights"] == ["flux2-klein-4b"]
    assert upload_weights.main(arguments) == 1
    assert "stays as it is" in capsys.readouterr().err


def test_the_operator_says_where_gigabytes_are_downloaded(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        upload_weights.main(["flux2-klein-4b", "--to", "s3://weights/a"])
    assert "--folder" in capsys.readouterr().err
