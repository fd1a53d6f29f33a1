"""Several results of one kind: a tuple that shows itself as one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from tertium.results.record import Result, Shown

R = TypeVar("R", bound=Result)


class Several(tuple[R, ...], Shown):
    """What a task returns for several segments or lists."""

    __slots__ = ()

    def __repr__(self) -> str:
        return Shown.__repr__(self) if self else "()"

    def _repr_html_(self) -> str:
        return Shown._repr_html_(self) if self else "()"

    @property
    def kind(self) -> str:  # type: ignore[override]  # that of what it holds
        return self[0].kind

    @property
    def tables(self) -> Mapping[str, str]:  # type: ignore[override]
        return self[0].tables if self else {"": ""}

    def to_dict(self) -> dict[str, Any]:
        """The same under one name, as every other result gives a mapping."""
        return {"results": self.to_list()}

    def to_list(self) -> list[dict[str, Any]]:
        """What JSON holds of each."""
        return [result.to_dict() for result in self]
