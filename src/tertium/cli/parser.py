"""argparse with our manners: one sentence instead of a usage dump, and a guess at what was meant."""

from __future__ import annotations

import argparse
import math
import re
from functools import partial
from typing import Any, NoReturn, TypeVar

from tertium.cli.options.foreign import FOREIGN
from tertium.errors import TertiumError, brief, did_you_mean, printable


class UsageError(TertiumError):
    """The command line itself cannot be understood."""


class HelpRequested(Exception):  # noqa: N818 - not an error
    """Help goes to standard output by the same way as results, so that a closed pipe is treated alike."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class _Help(argparse.RawDescriptionHelpFormatter):
    """The same on every version of Python, and the value said once: ``-i, --input SYS...``."""

    def __init__(self, prog: str, width: int = 100) -> None:
        super().__init__(prog, max_help_position=30, width=width)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        value = action.metavar or f"{{{','.join(map(str, action.choices or ()))}}}"
        nargs = getattr(action, "save_nargs", action.nargs)  # which parse_intermixed_args keeps while it reads options
        more = "..." if nargs in ("*", "+") else ""
        if not action.option_strings:
            return f"{value}{more}"
        names = ", ".join(action.option_strings)
        return names if action.nargs == 0 else f"{names} {value}{more}"


class Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", _Help)
        super().__init__(allow_abbrev=False, **settings)

    def parse_intermixed_args(self, args: Any = None, namespace: Any = None) -> Any:
        parsed, rest = self.parse_known_intermixed_args(_shielded(args), namespace)
        if rest:
            raise self._unrecognised(rest)
        for name, value in vars(parsed).items():
            if isinstance(value, list):
                setattr(parsed, name, [_bare(item) for item in value])
            elif isinstance(value, str) and value.startswith(_SHIELD):
                setattr(parsed, name, _bare(value))
        return parsed

    def error(self, message: str) -> NoReturn:
        message = re.sub(r"^argument ([^:]+): ", lambda found: f"{found[1].split('/')[0]}: ", message)
        raise UsageError(f"{message}; '{self.prog} --help' shows how it is used.")

    def format_help(self) -> str:
        import shutil  # argparse makes a formatter for every option; only help has a width

        self.formatter_class = partial(_Help, width=min(100, shutil.get_terminal_size().columns))
        return super().format_help()

    def print_help(self, file: Any = None) -> None:
        raise HelpRequested(self.format_help())

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            hint = did_you_mean(str(value), known)
            message = f"'{printable(str(value))}' is not known{hint or ';'} expected one of {', '.join(known)}"
            raise argparse.ArgumentError(action, message)

    def _unrecognised(self, rest: list[str]) -> UsageError:
        word = next((word for word in rest if word.startswith("-") and word != "-"), rest[0])
        option = word.partition("=")[0]
        shown = printable(option)
        if option in FOREIGN:
            return UsageError(f"{shown} is not an option here: {FOREIGN[option]}")
        if not word.startswith("-"):
            return UsageError(
                f"'{printable(word)}' is one argument too many; '{self.prog} --help' shows how it is used."
            )
        hint = did_you_mean(option, self._option_string_actions, cutoff=0.7)  # the dashes alone are alike in all
        return UsageError(f"unknown option '{shown}'{hint or ';'} '{self.prog} --help' lists all.")


_SHIELD = "\0"  # no argument of a program can contain it


def _shielded(args: Any) -> Any:
    """What follows ``--`` is no option, even if it begins like one. argparse reads intermixed arguments twice and has
    forgotten the ``--`` by then."""
    if args is None or "--" not in args:
        return args
    at = list(args).index("--")
    return [
        *args[: at + 1],
        *(_SHIELD + text if text.startswith("-") and text != "-" else text for text in args[at + 1 :]),
    ]


def _bare(value: Any) -> Any:
    return value.removeprefix(_SHIELD) if isinstance(value, str) else value


def between(low: float, high: float) -> Any:
    """An argparse type: numbers strictly between the two."""

    def number(text: str) -> float:
        value = _read(float, text)
        if value is None or not low < value < high:
            raise argparse.ArgumentTypeError(f"expected a number between {low:g} and {high:g}, got '{brief(text)}'")
        return value

    return number


def any_number(text: str) -> float:
    """An argparse type: numbers in plain digits; neither nan nor inf."""
    value = _read(float, text)
    if value is None or not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"expected a number, got '{brief(text)}'")
    return value


def at_least(low: int, most: int | None = None) -> Any:
    """An argparse type: whole numbers from ``low``, up to ``most`` if there is such a bound."""

    def number(text: str) -> int:
        value = _read(int, text)
        if value is None or value < low or (most is not None and value > most):
            bounds = f"of at least {low}" if most is None else f"from {low} to {most}"
            raise argparse.ArgumentTypeError(f"expected a whole number {bounds}, got '{brief(text)}'")
        return value

    return number


_Number = TypeVar("_Number", int, float)


def _read(kind: type[_Number], text: str) -> _Number | None:
    """Python itself would take 1_000 and digits of other scripts."""
    try:
        return kind(text) if text.isascii() and "_" not in text else None
    except ValueError:
        return None
