"""Kernels against their textbook versions, and metrics against the programs of others: see __main__.py."""
