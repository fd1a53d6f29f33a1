"""The version of tertium, written here alone: results and signatures name it without importing the package."""

__version__ = "0.1.0"
