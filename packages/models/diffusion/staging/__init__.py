"""A model that stages rooms, behind the inference contract 1.0 (docs/inference-contract.md)."""
