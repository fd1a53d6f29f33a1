"""``python -m tertium``."""

from tertium.cli import program

program()
