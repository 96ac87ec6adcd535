"""How much memory the container has needed, for the operator's log."""

import resource
import sys


def peak_memory() -> dict[str, int]:
    """The most that the process has held since its start, and torch on the GPU if there is one, in MiB."""
    peaks = {"peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}
    torch = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_available():
        peaks["peak_gpu_memory_mb"] = torch.cuda.max_memory_reserved() // 2**20
    return peaks
