"""Copies open weights from their hub to S3, once, on the operator's machine.

    python -m scripts.upload_weights flux2-klein-4b --folder FOLDER --to s3://BUCKET/staging

FOLDER needs as much space as the weights. It is named, because a temporary folder is often in memory.

The revision of every set of weights is part of the manifest, and the manifest's hash is part of the prefix, so that a
prefix never changes its meaning. A prefix that has a manifest is never written again.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from staging.weights import MANIFEST, Manifest, Weight, WeightFile, digest_of


@dataclass(frozen=True)
class Published:
    """Where weights are published, under which licence, and at which commit."""

    repository: str
    licence: str
    revision: str
    allow: tuple[str, ...] = ("*.json", "*.txt", "*.jinja", "*.safetensors", "*.model", "LICENSE*")
    ignore: tuple[str, ...] = ()


# Weights under other licences are left out on purpose: MODEL_CARD.md has the reasons.
PUBLISHED: Mapping[str, Published] = {
    "flux2-klein-4b": Published(
        "black-forest-labs/FLUX.2-klein-4B",
        "Apache-2.0",
        "e7b7dc27f91deacad38e78976d1f2b499d76a294",
        ignore=("flux-2-klein-4b.safetensors",),
    ),
    "qwen-image-edit-2511": Published(
        "Qwen/Qwen-Image-Edit-2511", "Apache-2.0", "6f3ccc0b56e431dc6a0c2b2039706d7d26f22cb9"
    ),
    "qwen-image-edit-2511-lightning": Published(
        "lightx2v/Qwen-Image-Edit-2511-Lightning",
        "Apache-2.0",
        "d74eba145674fd7e31b949324e148e21e7118abd",
        allow=("*4steps*bf16*.safetensors", "LICENSE*"),
    ),
    "eomt-ade20k": Published(
        "tue-mps/ade20k_panoptic_eomt_large_640", "MIT", "4d0ace83675d88497d6c4a10e17a0f46047685a5"
    ),
    "depth-anything-v2-small": Published(
        "depth-anything/Depth-Anything-V2-Small-hf", "Apache-2.0", "5426e4f0f36572d16453bbda7a8389317b1bef99"
    ),
}


# What the setting modelDataPrefix takes, without the last part.
DESTINATION = re.compile(r"^s3://[a-z0-9.-]{3,63}(/[\w.-]+)+/?$")


class Refused(Exception):
    """A sentence for the operator."""


def manifest_of(folder: Path, sources: Mapping[str, tuple[str, str, str]]) -> Manifest:
    """The manifest of a folder that has a folder for each set of weights: repository, revision and licence by name."""
    return Manifest(
        weights=tuple(
            Weight(name=name, repository=repository, revision=revision, licence=licence, files=_files_of(folder / name))
            for name, (repository, revision, licence) in sorted(sources.items())
        )
    )


def _files_of(folder: Path) -> tuple[WeightFile, ...]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and ".cache" not in path.parts)
    if not paths:
        raise Refused(f"{folder} has no files.")
    return tuple(
        WeightFile(path=path.relative_to(folder).as_posix(), bytes=path.stat().st_size, sha256=digest_of(path))
        for path in paths
    )


def prefix_of(manifest: Manifest) -> str:
    """The last part of the prefix: readable, and different for every content."""
    names = "_".join(f"{one.name}-{one.revision[:8]}" for one in manifest.weights)
    return f"{names[:120]}-{sha256(manifest.model_dump_json().encode()).hexdigest()[:8]}"


Run = Callable[[list[str]], "subprocess.CompletedProcess[str]"]


def upload(folder: Path, manifest: Manifest, to: str, run: Run) -> str:
    """Copies the folder to a prefix named by its manifest, and returns it. The manifest comes last, and only once."""
    bucket, _, base = to.removeprefix("s3://").rstrip("/").partition("/")
    prefix = f"{base}/{prefix_of(manifest)}".lstrip("/")
    key = f"{prefix}/{MANIFEST}"
    if run(["aws", "s3api", "head-object", "--bucket", bucket, "--key", key]).returncode == 0:
        raise Refused(f"s3://{bucket}/{prefix}/ is there already and stays as it is.")
    (folder / MANIFEST).write_text(manifest.model_dump_json(indent=1))
    apart = ["--exclude", MANIFEST, "--exclude", "*/.cache/*"]
    _must(run(["aws", "s3", "sync", str(folder), f"s3://{bucket}/{prefix}/", *apart]))
    # The condition makes two uploads at once safe.
    body = str(folder / MANIFEST)
    _must(run(["aws", "s3api", "put-object", "--bucket", bucket, "--key", key, "--body", body, "--if-none-match", "*"]))
    return f"s3://{bucket}/{prefix}/"


def _must(result: "subprocess.CompletedProcess[str]") -> None:
    if result.returncode != 0:
        raise Refused((result.stderr or "").strip() or f"aws ended with {result.returncode}.")


def download(names: list[str], folder: Path, revisions: Mapping[str, str]) -> dict[str, tuple[str, str, str]]:
    """Downloads sets of weights at one commit each, and says which."""
    from huggingface_hub import HfApi, snapshot_download

    sources = {}
    for name in names:
        published = PUBLISHED[name]
        revision = HfApi().model_info(published.repository, revision=revisions.get(name, published.revision)).sha
        if revision is None:
            raise Refused(f"{published.repository} names no commit.")
        print(f"{name}: {published.repository} at {revision} ({published.licence})", flush=True)
        snapshot_download(
            published.repository,
            revision=revision,
            local_dir=folder / name,
            allow_patterns=list(published.allow),
            ignore_patterns=list(published.ignore),
        )
        sources[name] = (published.repository, revision, published.licence)
    return sources


def _run(command: list[str]) -> "subprocess.CompletedProcess[str]":
    output = None if command[1:3] == ["s3", "sync"] else subprocess.PIPE  # a copy of gigabytes shows its progress
    return subprocess.run(command, text=True, check=False, stdout=output, stderr=output)


def _arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="upload_weights", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("weights", nargs="+", choices=sorted(PUBLISHED))
    parser.add_argument("--to", required=True, help="s3://BUCKET/PREFIX; a part named by the manifest is added")
    parser.add_argument(
        "--revision", action="append", default=[], metavar="NAME=COMMIT", help="another commit than the pinned one"
    )
    parser.add_argument(
        "--folder", type=Path, required=True, help="where to download; needs as much space as the weights"
    )
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Downloads, writes the manifest, uploads, and prints what to set."""
    asked = _arguments(arguments)
    if not DESTINATION.match(asked.to):
        print("--to must be s3://BUCKET/PREFIX.", file=sys.stderr)
        return 2
    try:
        sources = download(asked.weights, asked.folder, dict(one.split("=", 1) for one in asked.revision))
        manifest = manifest_of(asked.folder, sources)
        prefix = upload(asked.folder, manifest, asked.to, _run)
    except Refused as refusal:
        print(str(refusal), file=sys.stderr)
        return 1
    size = sum(file.bytes for weight in manifest.weights for file in weight.files)
    print(json.dumps({"prefix": prefix, "bytes": size, "weights": [one.name for one in manifest.weights]}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
