"""The randomness of a candidate."""

from hashlib import sha256


def candidate_seed(seed: int, nth: int) -> int:
    """The seed of a request's nth candidate: the same every time, and different for every other candidate."""
    return int.from_bytes(sha256(f"{seed}:{nth}".encode()).digest()[:8], "big") >> 1
