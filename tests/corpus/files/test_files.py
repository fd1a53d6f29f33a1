"""Files are told by their magic bytes, archives end where they should, and writing is whole or not at all."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import stat
import subprocess
import sys
import threading
import zlib
from pathlib import Path

import pytest

from tertium.corpus.files.access import Source, open_bytes, write_atomically
from tertium.corpus.files.inflate import codec_of
from tertium.corpus.files.limits import Limits
from tertium.errors import FileError, InputError, MissingExtraError, TertiumError

TEXT = "".join(f"línea {i} の文\n" for i in range(5000)).encode()


def zstd_compress(data: bytes) -> bytes:
    return pytest.importorskip("backports.zstd" if sys.version_info < (3, 14) else "compression.zstd").compress(data)


COMPRESSORS = {"plain": bytes, "gzip": gzip.compress, "xz": lzma.compress, "zstd": zstd_compress}


def read(path: Path, **limits: int) -> bytes:
    with open_bytes(path, Limits(**limits)) as file:
        return file.read()


def refusal(path: Path | str, **limits: int) -> str:
    """The error for reading `path`: one line, ended like a sentence."""
    with pytest.raises(TertiumError) as caught:
        read(Path(path), **limits)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith((".", "?"))
    return message


@pytest.mark.parametrize("name", ["a.txt", "a.gz", "a.xz", "a.zst", "noext"])
@pytest.mark.parametrize("codec", COMPRESSORS)
def test_magic_bytes_decide_whatever_the_suffix(tmp_path: Path, codec: str, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(COMPRESSORS[codec](TEXT))
    assert read(path) == TEXT


@pytest.mark.parametrize("codec", ["gzip", "xz", "zstd"])
def test_archives_of_several_members_are_read_through(tmp_path: Path, codec: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"".join(COMPRESSORS[codec](part) for part in (b"one\n", b"", b"two\n", TEXT)))
    assert read(path) == b"one\ntwo\n" + TEXT


@pytest.mark.parametrize("codec", ["gzip", "xz"])
def test_zero_padding_after_and_between_members_is_allowed(tmp_path: Path, codec: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(COMPRESSORS[codec](b"one\n") + bytes(512) + COMPRESSORS[codec](b"two\n") + bytes(131072))
    assert read(path) == b"one\ntwo\n"


def test_a_skippable_frame_may_come_first_in_zstd(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\x50\x2a\x4d\x18\x04\x00\x00\x00abcd" + zstd_compress(TEXT))
    assert read(path) == TEXT


@pytest.mark.parametrize("codec", ["gzip", "xz", "zstd"])
@pytest.mark.parametrize("kept", [12, 0.5, -1, -9])
def test_a_truncated_archive_is_refused_wherever_it_stops(tmp_path: Path, codec: str, kept: float) -> None:
    whole = COMPRESSORS[codec](TEXT)
    path = tmp_path / "a.gz"
    path.write_bytes(whole[: int(len(whole) * kept) if isinstance(kept, float) else kept])
    assert "is truncated" in refusal(path)


@pytest.mark.parametrize("codec", ["gzip", "xz", "zstd"])
def test_bytes_after_the_archive_are_refused(tmp_path: Path, codec: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(COMPRESSORS[codec](TEXT) + b"more text\n")
    assert "other bytes follow" in refusal(path)


@pytest.mark.parametrize("codec", ["gzip", "xz", "zstd"])
def test_a_damaged_archive_is_refused(tmp_path: Path, codec: str) -> None:
    whole = bytearray(COMPRESSORS[codec](os.urandom(20000)))
    for place in range(3000, 3100):
        whole[place] ^= 0xFF
    if codec == "zstd":  # without a content checksum zstd cannot notice changed literals: break a block header
        whole[6:60] = b"\xff" * 54
    path = tmp_path / "a"
    path.write_bytes(bytes(whole))
    assert "is damaged" in refusal(path)


def test_output_that_fills_the_buffer_exactly_is_not_taken_for_truncation(tmp_path: Path) -> None:
    for size in (1 << 20, (1 << 20) - 1, (1 << 20) + 1, 2 << 20):
        path = tmp_path / "a"
        path.write_bytes(gzip.compress(b"a" * size))
        assert len(read(path)) == size


@pytest.mark.parametrize("read_size", [1, 7, 65536])
def test_small_reads_give_the_same_bytes(tmp_path: Path, read_size: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(gzip.compress(TEXT[:30000]))
    with open_bytes(path) as file:
        assert b"".join(iter(lambda: file.read(read_size), b"")) == TEXT[:30000]


@pytest.mark.parametrize("bomb", [b"\0", b"\n"])
@pytest.mark.parametrize("codec", ["gzip", "xz", "zstd"])
def test_a_bomb_is_refused_and_the_limit_can_be_raised(tmp_path: Path, codec: str, bomb: bytes) -> None:
    path = tmp_path / "bomb"
    path.write_bytes(COMPRESSORS[codec](bomb * (3 << 20)))
    message = refusal(path, ratio_from=1 << 20)
    assert "grows more than 200 times" in message
    assert "unpack it first" in message
    assert len(read(path, ratio_from=1 << 20, ratio=100_000)) == 3 << 20


def test_a_bomb_is_refused_by_the_default_limits(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    member = zlib.compressobj(9, zlib.DEFLATED, 31)
    with path.open("wb") as file:
        for _ in range(128):
            file.write(member.compress(b"\n" * (1 << 20)))
        file.write(member.flush())
    assert "grows more than 200 times" in refusal(path)


def test_limits_below_one_are_refused() -> None:
    with pytest.raises(InputError, match="line_bytes must be at least 1, got 0"):
        Limits(line_bytes=0)


@pytest.mark.parametrize(
    ("start", "what"),
    [
        (b"PK\x03\x04rest", "ZIP"),
        (b"BZh91AY&SYrest", "bzip2"),
        (b"7z\xbc\xaf\x27\x1crest", "7z"),
        (b"\x04\x22\x4d\x18rest", "LZ4"),
        (b"%PDF-1.7\n", "PDF"),
    ],
)
def test_other_containers_are_named_and_refused(tmp_path: Path, start: bytes, what: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(start)
    assert what in refusal(path)


def test_a_sentence_that_begins_like_an_archive_is_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"BZh is not a word\n")
    assert read(path) == b"BZh is not a word\n"
    assert codec_of(b"\x1f\x8b") is None


def test_a_missing_file_names_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("a\n")
    assert refusal(tmp_path / "refs.txt").endswith("does not exist; did you mean 'ref.txt'?")
    assert refusal(tmp_path / "zzzzzzzzz").endswith("does not exist; check the name.")
    assert "neither does the directory" in refusal(tmp_path / "none" / "ref.txt")


def test_a_directory_is_refused(tmp_path: Path) -> None:
    assert "is a directory, expected a file" in refusal(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a\n")
    path.chmod(0)
    assert "may not be read" in refusal(path)


def test_a_path_with_nul_is_refused() -> None:
    assert "contains NUL" in refusal("a\0b")


def test_control_characters_in_a_name_are_shown_as_escapes(tmp_path: Path) -> None:
    message = refusal(tmp_path / "\x1b[31mred\n")
    assert "\\x1b[31mred\\n does not exist" in message
    assert "\x1b" not in message


def test_zstd_without_its_library_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.zst"
    path.write_bytes(zstd_compress(TEXT))
    monkeypatch.setitem(sys.modules, "compression.zstd", None)
    monkeypatch.setitem(sys.modules, "backports.zstd", None)
    with pytest.raises(MissingExtraError, match=r"extra 'zst': pip install 'backports.zstd>=1.0'\.$"):
        read(path)


def _in_child(program: str, given: bytes, **options: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-c", program], input=given, capture_output=True, check=False, **options)


@pytest.mark.parametrize("codec", COMPRESSORS)
@pytest.mark.parametrize("reread", [True, False])
def test_standard_input_is_read_like_a_file(codec: str, reread: bool) -> None:
    program = (
        "import sys; from tertium.corpus.files.access import Source\n"
        f"source = Source('-', reread={reread})\n"
        f"for _ in range({2 if reread else 1}):\n"
        "    with source.open() as file: sys.stdout.buffer.write(file.read())\n"
    )
    child = _in_child(program, COMPRESSORS[codec](TEXT))
    assert child.stdout == TEXT * (2 if reread else 1), child.stderr


def test_standard_input_that_was_read_is_not_read_as_empty() -> None:
    program = (
        "from tertium.corpus.files.access import Source\n"
        "source = Source('-', reread=False); source.open().read()\n"
        "try: source.open()\nexcept ValueError as error: print(error)"
    )
    assert b"standard input can be read only once" in _in_child(program, b"a\n").stdout


def test_closed_standard_input_is_an_error() -> None:
    program = (
        "from tertium.corpus.files.access import open_bytes\n"
        "try: open_bytes('-')\nexcept ValueError as error: print(error)"
    )
    command = f'exec "$0" -c "{program}" <&-'
    child = subprocess.run(["/bin/sh", "-c", command, sys.executable], capture_output=True, check=False)
    assert b"standard input is closed" in child.stdout


def test_a_named_pipe_is_read_in_the_portions_it_gives(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    archive = gzip.compress(TEXT)

    def feed() -> None:
        with path.open("wb", buffering=0) as pipe:
            for byte in archive[:20]:
                pipe.write(bytes([byte]))
            pipe.write(archive[20:])

    for reread in (False, True):
        writer = threading.Thread(target=feed)
        writer.start()
        source = Source(path, reread=reread)
        with source.open() as file:
            assert file.read() == TEXT
        writer.join()
    with source.open() as one, source.open() as two:  # two readers of one spool do not disturb each other
        assert one.read(10) + two.read(20) + one.read(10) == TEXT[:10] + TEXT[:20] + TEXT[10:20]


def test_a_file_that_changed_between_two_readings_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one\n")
    source = Source(path)
    source.open().close()
    path.write_text("one\ntwo\n")
    with pytest.raises(FileError, match="changed while it was being read"):
        source.open()


def test_writing_replaces_the_file_in_one_step_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    write_atomically(path, lambda file: file.write(b"one"))
    path.chmod(0o640)
    with path.open("rb") as before:
        write_atomically(path, lambda file: file.write(b"two"))
        assert before.read() == b"one"
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o002, 0o664), (0o077, 0o600)])
def test_who_may_read_a_new_file_is_the_umasks_to_say_unless_it_is_private(
    tmp_path: Path, umask: int, mode: int
) -> None:
    before = os.umask(umask)
    try:
        write_atomically(tmp_path / "out", lambda file: file.write(b"x"))
        write_atomically(tmp_path / "state", lambda file: file.write(b"x"), private=True)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == mode
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o600


@pytest.mark.parametrize("failure", [ValueError("bug"), KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, failure: BaseException) -> None:
    path = tmp_path / "out.json"
    path.write_bytes(b"old")

    def write(file: io.BufferedIOBase) -> None:
        file.write(b"new, but only in p")
        raise failure

    with pytest.raises(FileError if isinstance(failure, OSError) else type(failure)):
        write_atomically(path, write)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_symbolic_link_keeps_pointing(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_atomically(tmp_path / "link", lambda file: file.write(b"new"))
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_atomically(os.devnull, lambda file: file.write(b"x"))
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="its directory does not exist"):
        write_atomically(tmp_path / "none" / "a", lambda file: None)
    with pytest.raises(FileError, match="is a directory"):
        write_atomically(tmp_path, lambda file: None)
