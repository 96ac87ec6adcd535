import torch

from tests.full_size import full_depth, full_eomt, full_klein, full_qwen


def millions(part: torch.nn.Module) -> int:
    return round(sum(each.numel() for each in part.parameters()) / 1e6)


def test_random_weights_are_as_large_as_the_published_ones() -> None:
    with torch.device("meta"):
        klein, qwen = full_klein(), full_qwen()
        assert [millions(part) for part in (klein.transformer, klein.text_encoder, klein.vae)] == [3876, 4022, 84]
        assert [millions(part) for part in (qwen.transformer, qwen.text_encoder, qwen.vae)] == [20430, 8292, 127]
        assert (millions(full_eomt()), millions(full_depth())) == (317, 25)
