"""The network: a small residual feature pyramid of 1.7 million weights, from a photo to 11 classes at half its size."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .classes import CLASSES

WIDTHS = (16, 32, 64, 112, 144)
BLOCKS = (0, 1, 1, 2, 2)
PYRAMID = 56


def convolved(inner: int, outer: int, stride: int = 1) -> nn.Sequential:
    """A 3 x 3 convolution with its normalisation and activation."""
    convolution = nn.Conv2d(inner, outer, 3, stride, 1, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outer), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two convolutions that add to what goes in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.a = convolved(width, width)
        self.b = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        """Features of the same size."""
        return F.relu(x + self.b(self.a(x)))


def enlarged(x: Tensor, like: Tensor) -> Tensor:
    """Features at another's size."""
    return F.interpolate(x, size=like.shape[-2:], mode="bilinear", align_corners=False)


class Network(nn.Module):
    """Five stages down, four steps up, and the mean of the whole picture at the top."""

    def __init__(self) -> None:
        super().__init__()
        inner = 3
        self.stages = nn.ModuleList()
        for width, blocks in zip(WIDTHS, BLOCKS, strict=True):
            self.stages.append(nn.Sequential(convolved(inner, width, 2), *[Residual(width) for _ in range(blocks)]))
            inner = width
        self.glob = nn.Sequential(nn.Conv2d(WIDTHS[-1], WIDTHS[-1], 1), nn.ReLU())
        self.lat = nn.ModuleList([nn.Conv2d(width, PYRAMID, 1) for width in WIDTHS[1:]])
        self.smooth = nn.ModuleList([convolved(PYRAMID, PYRAMID) for _ in WIDTHS[1:]])
        self.last = convolved(PYRAMID + WIDTHS[0], 32)
        self.out = nn.Conv2d(32, len(CLASSES), 1)

    def forward(self, x: Tensor) -> Tensor:
        """Scores (batch, class, height / 2, width / 2) of normalised photos, whose sides are multiples of 32."""
        features = []
        for stage in self.stages:
            x = stage(x)
            features.append(x)
        up = features[-1] + self.glob(features[-1].mean((2, 3), keepdim=True))
        up = self.smooth[3](self.lat[3](up))
        for level in (2, 1, 0):
            side = self.lat[level](features[level + 1])
            up = self.smooth[level](side + enlarged(up, side))
        return self.out(self.last(torch.cat([enlarged(up, features[0]), features[0]], 1)))


def normalised(photo: Tensor) -> Tensor:
    """What the network expects of a photo with values from 0 to 1."""
    return (photo - 0.5) / 0.25
