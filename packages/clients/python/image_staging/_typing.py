"""What Python 3.10 does not have yet."""

import sys

if sys.version_info >= (3, 11):
    from typing import NotRequired, Self, TypedDict, Unpack, dataclass_transform
else:
    from typing_extensions import NotRequired, Self, TypedDict, Unpack, dataclass_transform

__all__ = ["NotRequired", "Self", "TypedDict", "Unpack", "dataclass_transform"]
