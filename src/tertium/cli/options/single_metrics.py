"""sacreBLEU's options for single metrics, such as --chrf-beta: one table declares them and says what each one sets."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.cli.parser import any_number, at_least

_CHRF = ("chrf", "chrf++", "chrf-mean")
_TITLE = "sacreBLEU's options for single metrics (parameters in -m take precedence)"


@dataclass(frozen=True)
class _Flag:
    """One option: the metrics it speaks of, the parameter it sets, and the value if the option takes none."""

    options: tuple[str, ...]
    metrics: tuple[str, ...]
    parameter: str
    implied: Any = None
    kind: Any = str
    metavar: str | None = None

    @property
    def long(self) -> str:
        return self.options[-1]

    @property
    def sets(self) -> str:
        return f"{self.metrics[0]}:{self.parameter}"

    def declare(self, group: argparse._ActionsContainer) -> None:
        if self.implied is None:
            text = f"{self.sets}={self.metavar}"
            group.add_argument(*self.options, type=self.kind, metavar=self.metavar, help=text)
        else:
            value = "yes" if self.implied is True else self.implied
            group.add_argument(*self.options, action="store_true", help=f"{self.sets}={value}")

    def value(self, arguments: argparse.Namespace) -> Any:
        """What the parameter is set to; None if the option was not given."""
        given = getattr(arguments, self.long.lstrip("-").replace("-", "_"))
        if given is None or given is False:
            return None
        return given if self.implied is None else self.implied


_FLAGS = (
    _Flag(("--smooth-method",), ("bleu",), "smooth", metavar="NAME"),
    _Flag(("-sv", "--smooth-value"), ("bleu",), "smooth_value", kind=any_number, metavar="X"),
    _Flag(("-cc", "--chrf-char-order"), _CHRF, "char_order", kind=at_least(1), metavar="N"),
    _Flag(("-cw", "--chrf-word-order"), ("chrf", "chrf-mean"), "word_order", kind=at_least(0), metavar="N"),
    _Flag(("--chrf-beta",), _CHRF, "beta", kind=any_number, metavar="X"),
    _Flag(("--chrf-whitespace",), _CHRF, "whitespace", True),
    _Flag(("--chrf-lowercase",), _CHRF, "case", "lower"),
    _Flag(("--chrf-eps-smoothing",), _CHRF, "eps_smoothing", True),
    _Flag(("--ter-case-sensitive",), ("ter",), "case", "keep"),
    _Flag(("--ter-asian-support",), ("ter",), "asian", True),
    _Flag(("--ter-no-punct",), ("ter",), "punct", "remove"),
    _Flag(("--ter-normalized",), ("ter",), "normalized", True),
)


def single_metrics(parser: argparse.ArgumentParser, title: str = _TITLE) -> None:
    """Declare them, in a group of their own."""
    group = parser.add_argument_group(title)
    for flag in _FLAGS:
        flag.declare(group)
    group.add_argument("--force", action="store_true", help="accepted but ignored; there is nothing to force here")


def own_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """What was given, as ``chrf:beta``: the form that ``spec.parse`` takes for settings of single metrics."""
    given = [(flag, value) for flag in _FLAGS if (value := flag.value(arguments)) is not None]
    return {f"{metric}:{flag.parameter}": value for flag, value in given for metric in flag.metrics}


def without_effect(arguments: argparse.Namespace, names: Sequence[str]) -> Iterator[str]:
    """A warning for every option that was given although none of its metrics is among those named."""
    for flag in _FLAGS:
        if flag.value(arguments) is not None and not any(name in flag.metrics for name in names):
            yield f"{flag.long} changes nothing: {flag.metrics[0]} is not among the metrics (it sets {flag.sets})."
