"""Weights: to start from, and to hand over."""

from pathlib import Path

import torch
from torch import Tensor

from .classes import RUG, WEIGHTS
from .network import Network

State = dict[str, Tensor]


def priors(rug: float) -> Tensor:
    """What a plain softmax must add to scores that were trained with the classes' weights, and rugs with a factor."""
    shares = 1 / WEIGHTS
    shares[RUG] *= rug
    return shares.log()


def floats(state: State) -> State:
    """A state in single precision."""
    return {name: value.float() if value.dtype.is_floating_point else value for name, value in state.items()}


def started(file: Path, rug: float) -> State:
    """A finished file's state as training goes on with it: without the priors that finishing has put into the bias."""
    stored = torch.load(file, map_location="cpu", weights_only=True)
    state = floats(stored["net"])
    known = Network().state_dict()
    # An earlier form took the places of pixels as two more channels, switched off at last, and had a second head.
    first = "stages.0.0.0.weight"
    state[first] = state[first][:, :3]
    state = {name: value for name, value in state.items() if name in known}
    state["out.bias"] = state["out.bias"] - priors(rug)
    return state


def finished(mean: State, rug: float) -> State:
    """The running mean in half precision, with the priors in the last bias."""
    state = {name: value.clone() for name, value in mean.items()}
    state["out.bias"] = state["out.bias"] + priors(rug).to(state["out.bias"].device)
    return {name: value.half().cpu() if value.dtype.is_floating_point else value.cpu() for name, value in state.items()}


def loaded(file: Path) -> Network:
    """A finished file as a network for use."""
    network = Network()
    network.load_state_dict(floats(torch.load(file, map_location="cpu", weights_only=True)["net"]))
    return network.eval()
