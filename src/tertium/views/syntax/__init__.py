"""Dependency graphs of texts: given, or parsed."""
