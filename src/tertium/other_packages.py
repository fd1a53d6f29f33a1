"""What other packages add: found by entry points, loaded when it is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.errors import SpecError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def added(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by their names; nothing is imported."""
    from importlib.metadata import entry_points  # 20 ms: for those who name what is not ours

    return {point.name: point for point in entry_points(group=group)}


def load(point: EntryPoint, what: str, otherwise: str) -> object:
    """What the entry point leads to. ``what`` it is and what to do ``otherwise`` are for the message if that fails."""
    try:
        return point.load()
    except Exception as error:  # another package's module may fail in any way; the user must learn whose it is
        raise SpecError(
            f"{what} '{point.name}' of another package ({point.value}) failed to load: {error}; "
            f"reinstall that package or {otherwise}."
        ) from error
