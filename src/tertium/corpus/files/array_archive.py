"""Arrays in one file (npz, without pickles), and a reader that believes nothing the file says of itself.

``numpy.load`` allocates whatever shape a header declares, and passes on every error that zipfile can think of. Here a
member's size, its compression and its shape are checked against the bytes that are there.
"""

from __future__ import annotations

import io
import math
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tertium.errors import FileError

Array = npt.NDArray[Any]

_BEGINS = b"PK\x03\x04"  # zip archives with something in them
_MOST_BYTES = 1 << 30  # of one array
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 1
# Numpy's own reader evaluates a literal, tidies what it cannot read, and warns of old names of types.
_HEADER = re.compile(
    rb"\{'descr': '(?P<type>[<>|][biufSU]\d{1,4})', 'fortran_order': (?P<by_columns>True|False), "
    rb"'shape': \((?P<shape>(?:\d{1,18}, ?)*(?:\d{1,18})?)\), ?\} *\n"
)
_LONGEST_HEADER = 4096


def write_arrays(arrays: Mapping[str, Array], level: int = 9) -> bytes:
    """The same arrays give the same bytes; ``level`` is how hard they are compressed, 1 to 9."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w") as entry:
                np.lib.format.write_array(entry, array, allow_pickle=False)
    return made.getvalue()


def read_arrays(data: bytes, names: Sequence[str], what: str, again: str) -> dict[str, Array]:
    """The arrays named. FileError says why this is not ``what`` and how it is made ``again``."""
    if not data.startswith(_BEGINS):
        raise FileError(f"this is not {what} (its first bytes are wrong); {again}.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {name: _array(archive, f"{name}.npy") for name in names}
    except KeyError as problem:
        raise FileError(f"this is not {what} ({problem.args[0]}); {again}.") from None
    except (OSError, ValueError, EOFError, TypeError, RuntimeError, zipfile.BadZipFile, zlib.error) as problem:
        raise FileError(f"this is not {what} ({str(problem).rstrip('.')}); {again}.") from None


def _array(archive: zipfile.ZipFile, name: str) -> Array:
    entry = archive.getinfo(name)
    if entry.flag_bits & _ENCRYPTED or entry.compress_type not in _COMPRESSIONS:
        raise ValueError(f"{name} in it is encrypted, or compressed in a way that arrays are not")
    if entry.file_size > _MOST_BYTES:
        raise ValueError(f"{name} in it has {entry.file_size} bytes, at most {_MOST_BYTES} are read")
    with archive.open(entry) as file:
        data = file.read(entry.file_size + 1)
    content = io.BytesIO(data)
    version = np.lib.format.read_magic(content)
    length = int.from_bytes(content.read(2 if version == (1, 0) else 4), "little")
    header = _HEADER.fullmatch(content.read(min(length, _LONGEST_HEADER)))
    if header is None:
        raise ValueError(f"the header of {name} in it is not one that numpy writes for numbers or texts")
    shape = tuple(int(size) for size in header["shape"].replace(b",", b" ").split())
    dtype, by_columns = np.dtype(header["type"].decode()), header["by_columns"] == b"True"
    there = len(data) - content.tell()
    if math.prod(shape) * dtype.itemsize != there:
        raise ValueError(f"{name} in it declares another size than the {there} bytes it has")
    values = np.frombuffer(data, dtype, offset=content.tell())
    return values.reshape(shape, order="F" if by_columns else "C").copy()
