"""Streaming decompression of gzip, xz and Zstandard, chosen by magic bytes, strict about how an archive ends.

The standard library's file classes are not used because `lzma` and `zstd` silently ignore whatever follows the last
complete stream. Here bytes after the archive are an error, as for the programs `gzip -t` and `xz -t`, and so is an
archive that stops early. Archives of several members or frames (`cat a.gz b.gz`, bgzip, pigz, pzstd) are read through.
"""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from tertium.corpus.files.limits import Limits
from tertium.errors import FileError, MissingExtraError, either, install

_FEED = 64 << 10
_XZ_MEMORY = 256 << 20  # a header may ask for a dictionary of 4 GB; 'xz -9' needs 65 MB


class _Decompressor(Protocol):
    """What `lzma` and `zstd` decompressors offer; `_Gunzip` gives zlib's the same face."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class _Gunzip:
    """One gzip member; zlib checks its header, checksum and length."""

    def __init__(self) -> None:
        import zlib

        self._inner = zlib.decompressobj(wbits=31)
        self._held = b""
        self._full = False

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._held and not self._full and not self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        out = self._inner.decompress(self._held + data if self._held else data, max_length)
        self._held = self._inner.unconsumed_tail
        # zlib may have taken all input and still hold output that found no room: ask again before feeding more.
        self._full = len(out) == max_length
        return out


def _zstd_module() -> Any:
    # PEP 784 put zstd into Python 3.14; backports.zstd is the same code for older ones (0.5 MB, zstandard is 5.5 MB).
    for module in ("compression.zstd", "backports.zstd"):
        try:
            return importlib.import_module(module)
        except ImportError:
            continue
    raise MissingExtraError(f"reading Zstandard needs the extra 'zst': {install('zst')}.")


def _unxz() -> _Decompressor:
    import lzma

    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)


@dataclass(frozen=True, slots=True)
class Codec:
    """A compression format: how it begins, and how one of its members is opened."""

    name: str
    starts: tuple[bytes, ...]
    padded: bool  # NUL bytes may follow a member (tape blocks for gzip, stream padding for xz)
    open: Callable[[], _Decompressor]

    def begins(self, head: bytes) -> bool:
        return head.startswith(self.starts)


# Skippable frames 0x184D2A50..5F may come first: pzstd writes one.
_ZSTD_STARTS = (b"\x28\xb5\x2f\xfd", *(bytes((low, 0x2A, 0x4D, 0x18)) for low in range(0x50, 0x60)))

CODECS = (
    Codec("gzip", (b"\x1f\x8b\x08",), True, _Gunzip),
    Codec("xz", (b"\xfd7zXZ\x00",), True, _unxz),
    Codec("zstd", _ZSTD_STARTS, False, lambda: _zstd_module().ZstdDecompressor()),
)

# Long enough to tell every codec and every refused container below.
MAGIC_BYTES = 10

_REFUSED = (
    (b"PK\x03\x04", "a ZIP archive (or an Office document)", "unpack it first"),
    (b"BZh", "a bzip2 archive", "unpack it with 'bunzip2' first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first"),
    (b"\x04\x22\x4d\x18", "an LZ4 archive", "unpack it with 'lz4 -d' first"),
    (b"%PDF-", "a PDF document", "extract its text first"),
)


def codec_of(head: bytes) -> Codec | None:
    """The codec whose magic bytes `head` starts with, or None for bytes to be taken as they are."""
    return next((codec for codec in CODECS if codec.begins(head)), None)


def refuse_container(head: bytes, name: str) -> None:
    """Refuse containers that are certainly not text, by their magic bytes."""
    for start, what, remedy in _REFUSED:
        # "BZh" alone could open a sentence; bzip2 goes on with a level digit and the digits of pi.
        if head.startswith(start) and (start != b"BZh" or head[4:10] == b"1AY&SY"):
            raise FileError(f"{name} is {what}, expected text, gzip, xz or zstd; {remedy}.")


class Inflating(io.RawIOBase):
    """The decompressed bytes of `raw`, at most `limits.ratio` times as many as went in."""

    def __init__(self, raw: io.BufferedIOBase | io.RawIOBase, codec: Codec, name: str, limits: Limits) -> None:
        super().__init__()
        self._raw = raw
        self._codec = codec
        self._name = name
        self._limits = limits
        self._member = codec.open()
        self._spare = b""  # read from raw, not yet given to a member
        self._consumed = 0
        self._produced = 0

    @property
    def consumed(self) -> int:
        """Compressed bytes that were read so far."""
        return self._consumed

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        if not self.closed:
            self._raw.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")
        if not len(view):
            return 0
        while True:
            if self._member.eof and not self._next_member():
                return 0
            data = b""
            if self._member.needs_input:
                data = self._feed()
                if not data:
                    raise FileError(
                        f"{self._name} is truncated: the {self._codec.name} archive stops in the middle, after "
                        f"{self._produced} decompressed bytes; copy or compress it again."
                    )
            out = self._decompress(data, len(view))
            if out:
                self._check_ratio(len(out))
                view[: len(out)] = out
                return len(out)

    def _feed(self) -> bytes:
        data, self._spare = self._spare, b""
        if not data:
            data = self._raw.read(_FEED) or b""
            self._consumed += len(data)
        return data

    def _next_member(self) -> bool:
        """Open the member after the one that ended; False at the end of the archive."""
        rest = self._member.unused_data or self._feed()
        while rest and self._codec.padded and not (rest := rest.lstrip(b"\0")):
            rest = self._feed()
        if not rest:
            return False
        while len(rest) < MAGIC_BYTES and (more := self._feed()):
            rest += more
        if not self._codec.begins(rest):
            raise FileError(
                f"{self._name} is damaged: other bytes follow the {self._codec.name} archive after "
                f"{self._produced} decompressed bytes; copy or compress it again."
            )
        self._member, self._spare = self._codec.open(), rest
        return True

    def _decompress(self, data: bytes, most: int) -> bytes:
        import lzma
        import zlib

        try:
            return self._member.decompress(data, most)
        # zstd's error class lives in a module that may be absent; it derives from Exception directly.
        except Exception as error:
            if isinstance(error, (zlib.error, lzma.LZMAError)) or type(error).__name__ == "ZstdError":
                raise FileError(
                    f"{self._name} is damaged: {self._codec.name} says '{error}' after {self._produced} "
                    "decompressed bytes; copy or compress it again."
                ) from None
            raise

    def _check_ratio(self, more: int) -> None:
        self._produced += more
        if self._produced > self._limits.ratio_from and self._produced > self._limits.ratio * self._consumed:
            way = either("raise --max-ratio where the command has it, or unpack it first", "unpack it first")
            raise FileError(
                f"{self._name} grows more than {self._limits.ratio} times when decompressed ({self._consumed} bytes "
                f"gave over {self._produced}); if that is intended, {way}."
            )
