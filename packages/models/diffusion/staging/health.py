"""Whether SageMaker should keep this container."""

from threading import Lock

OUT_OF_MEMORY_LIMIT = 2


class Health:
    """Ready once loaded; unhealthy after running out of memory twice in a row, or once the GPU has failed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_loaded = False
        self._is_broken = False
        self._out_of_memory = 0

    def loaded(self) -> None:
        """Everything is loaded and warm."""
        with self._lock:
            self._is_loaded = True

    def served(self) -> None:
        """An invocation has succeeded."""
        with self._lock:
            self._out_of_memory = 0

    def ran_out_of_memory(self) -> None:
        """An invocation found too little memory."""
        with self._lock:
            self._out_of_memory += 1

    def broke(self) -> None:
        """The GPU has failed in a way that only a new process repairs."""
        with self._lock:
            self._is_broken = True

    def complaint(self) -> str | None:
        """Why /ping must not answer 200, or None."""
        with self._lock:
            if not self._is_loaded:
                return "the model is loading"
            if self._is_broken:
                return "the GPU has failed"
            return "out of memory twice in a row" if self._out_of_memory >= OUT_OF_MEMORY_LIMIT else None

    @property
    def is_loaded(self) -> bool:
        """Whether invocations can be served."""
        with self._lock:
            return self._is_loaded


def is_out_of_memory(error: BaseException) -> bool:
    """Whether this is the host's or the GPU's want of memory."""
    return isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError"


def is_gpu_failure(error: BaseException) -> bool:
    """Whether CUDA has failed so that nothing works on the GPU any more in this process."""
    return type(error).__name__ == "AcceleratorError" or str(error).startswith("CUDA error")


def free_gpu_memory() -> None:
    """Gives back what a failed invocation left in torch's cache."""
    import gc

    gc.collect()
    try:
        import torch
    except ImportError:
        return
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
