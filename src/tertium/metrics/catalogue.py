"""What can be said of a metric without running it: from its module's docstring and its declared parameters.

Nothing is written twice: ``tertium metrics`` and the documentation read it from here.
"""

from __future__ import annotations

import inspect
import math
import re
import sys
from dataclasses import dataclass

from tertium.errors import SpecError
from tertium.metrics import registry
from tertium.metrics.base import Better, Metric
from tertium.metrics.combination import Preset
from tertium.metrics.parameters import parameters, show
from tertium.results.record import Record, Result


@dataclass(frozen=True)
class ParameterEntry(Record):
    """One parameter as a user may set it; ``choices`` is empty and bounds are None where there are none."""

    name: str
    default: str
    help: str
    tunable: bool
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class CatalogueEntry(Result):
    """One metric; ``signature`` is that of its defaults, None if a parameter has to be given."""

    name: str
    summary: str
    higher_is_better: bool
    pooling: str
    scale: float
    version: int
    requires: tuple[str, ...]
    experimental: bool
    signature: str | None
    parameters: tuple[ParameterEntry, ...]
    text: str


def entry(name: str) -> CatalogueEntry:
    """Everything known of the metric called ``name``."""
    name = registry.canonical(name)
    cls = registry.find(name)
    if isinstance(cls.requires, property):  # a card: the metric inside says all of this
        raise SpecError(
            f"a {name} is the metric that its file names, so nothing is known of it without the file; score with it as "
            f"in '{name}:my.toml' (docs/metrics/combinations.md)."
        )
    text = _documentation(cls)
    return CatalogueEntry(
        name=name,
        summary=_first_sentence(_summary_source(cls, text)),
        higher_is_better=cls.better is Better.HIGHER,
        pooling="weighted sum of its terms' corpus scores" if issubclass(cls, Preset) else cls.pooling.value,
        scale=cls.scale,
        version=cls.version,
        requires=tuple(sorted(cls.requires)),
        experimental=cls.experimental,
        signature=_default_signature(cls),
        parameters=tuple(_parameter_entries(cls)),
        text=text,
    )


def entries() -> tuple[tuple[CatalogueEntry, ...], tuple[SpecError, ...]]:
    """Every metric that can be named here, and what is wrong with those of other packages that cannot be loaded."""
    found: list[CatalogueEntry] = []
    problems: list[SpecError] = []
    for name in registry.names():
        try:
            found.append(entry(name))
        except SpecError as problem:
            if name in registry.BUILTIN:
                raise
            problems.append(problem)
    return tuple(found), tuple(problems)


def _parameter_entries(cls: type[Metric]) -> list[ParameterEntry]:
    return [
        ParameterEntry(
            name=field.name,
            default=show(field.default),
            help=declared.help,
            tunable=declared.tunable,
            choices=declared.choices,
            low=declared.low if math.isfinite(declared.low) else None,
            high=declared.high if math.isfinite(declared.high) else None,
        )
        for field, declared in parameters(cls)
    ]


def _default_signature(cls: type[Metric]) -> str | None:
    try:
        return cls().signature
    except (SpecError, TypeError):
        return None


def _documentation(cls: type[Metric]) -> str:
    """The module's docstring; a module of another package may have none, then the class's."""
    module = sys.modules.get(cls.__module__)
    return inspect.cleandoc((module.__doc__ if module else None) or _class_docstring(cls))


def _summary_source(cls: type[Metric], text: str) -> str:
    """Where one module holds several metrics its docstring is about all of them: the class's own says more."""
    module = vars(sys.modules[cls.__module__])
    metrics = [
        value
        for value in module.values()
        if isinstance(value, type)
        and issubclass(value, Metric)
        and value.__module__ == cls.__module__
        and not inspect.isabstract(value)
    ]
    return text if len(metrics) < 2 else inspect.cleandoc(_class_docstring(cls)) or text


def _class_docstring(cls: type[Metric]) -> str:
    own = cls.__dict__.get("__doc__") or ""
    return "" if own.startswith(f"{cls.__name__}(") else own  # dataclasses write their signature where there is none


def _first_sentence(text: str) -> str:
    paragraph = " ".join(text.split("\n\n")[0].split())
    sentence = re.match(r".*?\.(?=\s+[A-Z]|$)", paragraph)
    return (sentence.group() if sentence else paragraph).rstrip(".").replace("``", "'")
