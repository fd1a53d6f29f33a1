"""The command line: one file a command, thin. Nothing heavy is imported before a command runs."""

from tertium.cli.main import main, program

__all__ = ["main", "program"]
