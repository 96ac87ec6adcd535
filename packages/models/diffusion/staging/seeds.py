"""The randomness of a candidate."""

from hashlib import sha256


def candidate_seed(seed: int, nth: int) -> int:
    """The seed of the nth candidate of a request: the same every time, and unlike that of any other."""
    return int.from_bytes(sha256(f"{seed}:{nth}".encode()).digest()[:8], "big") >> 1
