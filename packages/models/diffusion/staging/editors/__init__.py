"""The part that is exchanged: what edits a picture by an instruction."""

from typing import Protocol

from staging.picture import Mask, Picture


class Editor(Protocol):
    """Edits pictures of at most about one megapixel, with sides that are multiples of 16, and returns the same size.

    The same picture, prompt and seed give the same pixels.
    """

    name: str
    version: str

    def edit(self, picture: Picture, prompt: str, *, seed: int) -> Picture:
        """The picture changed as the prompt says."""
        ...

    def inpaint(self, picture: Picture, mask: Mask, prompt: str, *, seed: int) -> Picture:
        """The picture painted again where the mask is 255; elsewhere its pixels stay nearly the same."""
        ...
