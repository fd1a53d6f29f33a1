"""A package, so that its browser is closed when its last test is done: see conftest.py."""
