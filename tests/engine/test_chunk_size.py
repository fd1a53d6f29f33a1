"""Chunks are larger where there are segments enough, and scores do not notice."""

from __future__ import annotations

from pathlib import Path

from tertium.corpus.chunk import SEGMENTS_PER_CHUNK
from tertium.corpus.formats.opening import Place, open_corpus
from tertium.engine import local
from tertium.metrics.spec import parse


def test_many_segments_make_chunks_of_several_workers_larger() -> None:
    small, large = local.chunk_size(1, 2), local.chunk_size(1, 2, 10**6)
    assert (small, large) == (SEGMENTS_PER_CHUNK, 2 * SEGMENTS_PER_CHUNK)
    assert local.chunk_size(1, 64, 10**6) == small, "each of many workers must get some"
    assert local.chunk_size(1000, 2, 10**6) == 256, "with many systems chunks stay small"


def test_a_large_file_is_told_by_its_size(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("the cat sat\n" * 200_000)
    (tmp_path / "b.txt").write_text("the cat sat\n" * 10)
    large, small = (
        open_corpus([Place(str(tmp_path / name))], [Place(str(tmp_path / name))], names=["s"])
        for name in ("a.txt", "b.txt")
    )
    assert 0 < large.at_least() <= 200_000
    assert small.at_least() == 0
    made = [
        local.score(large, [parse("bleu")], version="test", threads=threads, segments_per_chunk=size)
        for threads, size in ((1, None), (2, None), (2, 50_000))
    ]
    assert made[0] == made[1] == made[2]
