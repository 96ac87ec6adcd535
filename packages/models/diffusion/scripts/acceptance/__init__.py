"""Tries a real model on an operator's own pictures and reports what was measured."""
