"""A metric card: a TOML file with a tuned metric and how it came about, scored with as ``card:my.toml``.

The file says which metric (``metric``, a spec or signature), and, for people and for checking, what was tuned on which
data and what validation showed. ``tertium tune`` writes such files; one written by hand needs two lines:

    card = 1
    metric = "0.8*chrf + 0.2*ribes"

The signature names the file and the first 16 digits of its SHA-256, and reads back only while the file is the same:
a number published with a card can be repeated, or is refused. Formats are numbered (``card = 1``) so that a later file
is never misread by an earlier program.

Columns, pooling, empty texts: those of the metric inside.

Parameters
    file     the card; ``card:my.toml`` is short for ``card:file=my.toml``
    sha256   digits its SHA-256 must begin with; taken from the file where they are not given
"""

from __future__ import annotations

import hashlib
import math
import tomllib
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tertium.corpus.chunk import Chunk
from tertium.corpus.files.access import open_bytes
from tertium.errors import SpecError, printable
from tertium.metrics.base import Better, Metric
from tertium.metrics.combination import Preset
from tertium.metrics.parameters import param

FORMAT = 1
DIGITS = 16  # of the hash in a signature: enough that no two cards of a lifetime share them
_MOST_BYTES = 1 << 20
_MOST_DOTS = 1000
_inside: ContextVar[bool] = ContextVar("inside a card", default=False)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def read_card(data: bytes, name: str) -> dict[str, Any]:
    """The card's table, once it is known to be one; ``name`` is what messages call it."""
    # The standard library takes time by the square of a key's dots: a second for 20,000 of them.
    if any(line.count(b".") > _MOST_DOTS for line in data.splitlines()):
        raise SpecError(f"{name} has a line with more than {_MOST_DOTS} dots, so it is not a metric card.")
    try:
        made = tomllib.loads(data.decode("utf-8"))
    except RecursionError:
        raise SpecError(
            f"{name} has lists or tables hundreds deep in each other, so it is not a metric card."
        ) from None
    except UnicodeDecodeError as problem:
        raise SpecError(f"{name} is not UTF-8 (byte {problem.start + 1}), so it is not a metric card.") from None
    except tomllib.TOMLDecodeError as problem:
        raise SpecError(f"{name} is not a metric card: {str(problem)[:1].lower()}{str(problem)[1:]}.") from None
    except ValueError:  # Python turns no more than 4,300 digits into a number
        raise SpecError(f"{name} has a number of thousands of digits, so it is not a metric card.") from None
    version = made.get("card")
    if isinstance(version, bool) or not isinstance(version, int):
        raise SpecError(f"{name} is not a metric card: expected 'card = {FORMAT}', the number of the format.")
    if version != FORMAT:
        raise SpecError(
            f"{name} is a metric card of format {str(version)[:20]}, this version of tertium reads format {FORMAT}; "
            "update tertium, or tune again."
        )
    spec = made.get("metric")
    if not isinstance(spec, str) or not spec.strip():
        raise SpecError(f'{name} names no metric; expected a line such as metric = "0.8*chrf + 0.2*ribes".')
    return made


def metric_of(table: dict[str, Any], name: str) -> Metric:
    """The metric a card names; a card inside a card is refused, since its file may be anywhere."""
    from tertium.metrics.spec import parse  # it knows this module by name

    before = _inside.set(True)
    try:
        return parse(table["metric"])
    except _CardInCardError:
        raise SpecError(f"{name} names another card; write out that card's metric instead.") from None
    except SpecError as problem:
        raise SpecError(f"{name}: {problem}") from None
    finally:
        _inside.reset(before)


class _CardInCardError(SpecError):
    """Raised before the inner file is opened: it may be the card itself."""


@dataclass(frozen=True)
class Card(Preset):
    """A tuned metric from a file."""

    name: ClassVar[str] = "card"
    main: ClassVar[str] = "file"  # card:my.toml is card:file=my.toml

    file: str = param("", "the metric card, a TOML file")
    sha256: str | None = param(None, "digits the file's SHA-256 must begin with")
    inner: Metric = field(init=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if _inside.get():
            raise _CardInCardError("a card in a card")
        if not self.file:
            raise SpecError("a card is named with its file, as in 'card:my.toml'.")
        shown = printable(self.file)
        with open_bytes(self.file) as opened:
            data = opened.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise SpecError(f"{shown} is longer than 1 MB, so it is not a metric card.")
        found = digest(data)
        given = self.sha256.lower() if self.sha256 is not None else None
        if given is not None and (len(given) < 8 or not found.startswith(given)):
            raise SpecError(
                f"the card {shown} has the SHA-256 {found[:DIGITS]}..., the signature asks for {printable(given)}; "
                "use the card that was scored with, or leave out sha256."
            )
        object.__setattr__(self, "sha256", found[:DIGITS])
        object.__setattr__(self, "inner", metric_of(read_card(data, shown), shown))

    def leaves(self) -> tuple[tuple[float, Metric], ...]:
        return self.inner.leaves()

    def check(self, chunk: Chunk) -> None:
        self.inner.check(chunk)

    # What a class of metrics says once for all, a card says for the metric inside.
    @property
    def better(self) -> Better:  # type: ignore[override]
        return self.inner.better

    @property
    def scale(self) -> float:  # type: ignore[override]
        return self.inner.scale

    @property
    def low(self) -> float:  # type: ignore[override]
        return self.inner.low

    @property
    def high(self) -> float:  # type: ignore[override]
        return self.inner.high

    @property
    def best(self) -> float:  # type: ignore[override]
        return self.inner.best

    @property
    def requires(self) -> frozenset[str]:  # type: ignore[override]
        return self.inner.requires

    @property
    def imperfect(self) -> str:  # type: ignore[override]
        return self.inner.imperfect

    @property
    def ceiling(self) -> str:  # type: ignore[override]
        return self.inner.ceiling

    @property
    def experimental(self) -> bool:  # type: ignore[override]
        return self.inner.experimental

    def __str__(self) -> str:
        return super().__str__().replace(f",sha256={self.sha256}", "")


def write_card(table: dict[str, Any], comment: str = "") -> str:
    """A card as TOML: plain values first, then tables, then lists of tables. The standard library only reads TOML."""
    head = [f"# {line}".rstrip() for line in comment.splitlines()]
    plain = [f"{key} = {_value(value)}" for key, value in table.items() if not _nested(value)]
    parts = ["\n".join([*head, *plain])]
    for key, value in table.items():
        if isinstance(value, dict):
            parts.append("\n".join([f"[{key}]", *(f"{inner} = {_value(item)}" for inner, item in value.items())]))
        elif _nested(value):
            for item in value:
                lines = [f"[[{key}]]", *(f"{inner} = {_value(part)}" for inner, part in item.items())]
                parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _nested(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)  # TOML too spells them nan and inf
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(item) for item in value)}]"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'
