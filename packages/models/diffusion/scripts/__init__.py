"""What an operator runs, outside the container."""
