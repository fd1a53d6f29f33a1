"""How much one input may ask for before reading it is refused."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.errors import InputError


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds against inputs built to exhaust the reader; each has a flag that raises it.

    Files are streamed, so their total size needs no bound. Two things do: how far an archive may swell (9 MB of gzip
    can be 2 GB of zeros, docs/faults.md A4), and how long one line may be, for a line must fit in memory.

    `ratio`: decompressed bytes per compressed byte, checked once `ratio_from` bytes have come out (`--max-ratio`; text
    compresses 3 to 30 times, so 200 is far outside what text does). `line_bytes`: bytes of one line
    (`--max-line-bytes`).
    """

    ratio: int = 200
    ratio_from: int = 64 << 20
    line_bytes: int = 16 << 20

    def __post_init__(self) -> None:
        for name in ("ratio", "ratio_from", "line_bytes"):
            if getattr(self, name) < 1:
                raise InputError(f"limit {name} must be at least 1, got {getattr(self, name)}.")
