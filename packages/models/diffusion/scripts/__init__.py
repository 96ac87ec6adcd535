"""What an operator runs on a machine of their own."""
