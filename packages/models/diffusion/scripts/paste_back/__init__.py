"""Measures what putting an edit back into its photo keeps and loses."""
