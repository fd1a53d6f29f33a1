"""tertium: how good a translation is, why, and how far that number can be trusted."""

__version__ = "0.1.0"
