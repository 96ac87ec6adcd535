"""Loading everything that an invocation needs, once."""

from hashlib import sha256
from importlib.metadata import version

from staging.depth import WEIGHTS as DEPTH
from staging.depth import load_depth
from staging.editors import Editor
from staging.editors.deterministic import DeterministicEditor
from staging.editors.flux2_klein import WEIGHTS as KLEIN
from staging.editors.flux2_klein import load_flux2_klein
from staging.editors.qwen_edit import LIGHTNING, load_qwen_edit
from staging.editors.qwen_edit import WEIGHTS as QWEN
from staging.editors.torch_device import Running
from staging.judge import Judge
from staging.log import log
from staging.regions import WEIGHTS as REGIONS
from staging.regions import load_segmenter
from staging.safety import SafetyCheck
from staging.settings import Settings
from staging.stager import Stager
from staging.weights import Weights, open_weights, without_weights

# Raise it with every change of the code by which the same request gives other pictures.
CODE_VERSION = "2"
PACKAGES = ("torch", "diffusers", "transformers", "opencv-python-headless")


def load(settings: Settings) -> Stager:
    """Everything loaded. Raises a StartError of one sentence if something needed is missing."""
    weights = _weights_of(settings)
    if weights.manifest.weights:
        _hide_progress()
    editor = _load_editor(settings, weights)
    regions, depth = weights.find(REGIONS), weights.find(DEPTH)
    segmenter = load_segmenter(regions, settings.device) if regions else None
    estimator = load_depth(depth, settings.device) if depth else None
    if segmenter is None:
        log("WARN", f"without {REGIONS}: structure is kept by likeness alone, windows are not judged")
    if estimator is None:
        log("WARN", f"without {DEPTH}: depth is not judged")
    return Stager(
        editor=editor,
        judge=Judge(segmenter, estimator),
        safety=SafetyCheck(),
        model_version=model_version_of(settings, weights, editor),
        working_pixels=settings.working_pixels,
        budget_seconds=settings.budget_seconds,
        segmenter=segmenter,
    )


def model_version_of(settings: Settings, weights: Weights, editor: Editor) -> str:
    """Changes with the code, the weights, the packages and every setting that pictures depend on."""
    packages = [f"{name}=={version(name)}" for name in PACKAGES]
    parts = [CODE_VERSION, settings.steps, settings.working_pixels, weights.digest(), *packages]
    digest = sha256("\n".join(str(part) for part in parts).encode()).hexdigest()
    return f"staging-{CODE_VERSION}_{editor.name}-{editor.version}_{digest[:10]}"


def _hide_progress() -> None:
    """Progress bars are hundreds of lines in a log."""
    from diffusers.utils import logging as diffusers_logging
    from transformers.utils import logging as transformers_logging

    diffusers_logging.disable_progress_bar()
    transformers_logging.disable_progress_bar()


def _weights_of(settings: Settings) -> Weights:
    if settings.editor == "deterministic":
        return without_weights(settings.model_dir)
    return open_weights(settings.model_dir, verify_sha256=settings.verify_sha256)


def _load_editor(settings: Settings, weights: Weights) -> Editor:
    if settings.editor == "deterministic":
        return DeterministicEditor()
    running = Running(settings.device, settings.steps, settings.offload)
    if settings.editor == "qwen-edit":
        folder = weights.require(QWEN)
        return load_qwen_edit(folder, weights.find(LIGHTNING), revision=weights.revision(QWEN), running=running)
    return load_flux2_klein(weights.require(KLEIN), revision=weights.revision(KLEIN), running=running)
