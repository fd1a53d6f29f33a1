"""Memory does not grow with the corpus: plain scores, segment scores, kept work, from compressed files."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.data import real_files
from bench.growth import SMALLEST, command, duration, make_files, measured, put_on_page

MORE = {
    "scores": (),
    "segments": ("-sl", "-f", "tsv", "-o", "out"),
    "parquet": ("-sl", "-f", "parquet", "-o", "out"),
    "kept": ("--resume", "kept"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MORE)
def test_memory_stays_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    files = real_files(tmp_path)
    peaks = []
    for times in (1, 4):
        ref, hyp = make_files(files, times * SMALLEST, "txt.gz", tmp_path)
        peaks.append(measured([*command(ref, hyp, 2, *MORE[name])])[2])
        if name == "kept":
            (tmp_path / "kept").rename(tmp_path / f"kept{times}")
    assert peaks[1] - peaks[0] < (32 if name == "parquet" else 16), f"{peaks[0]:.0f} MiB, then {peaks[1]:.0f}"


def test_the_page_keeps_what_is_not_generated(tmp_path: Path) -> None:
    from bench.growth import BEGIN, END

    page = tmp_path / "page.md"
    page.write_text(f"before\n\n{BEGIN}\nold\n{END}\nafter\n")
    for _ in range(2):
        put_on_page(["new", "lines"], page)
    assert page.read_text() == f"before\n\n{BEGIN}\n\nnew\nlines\n\n{END}\nafter\n"
    assert [duration(seconds) for seconds in (5, 200, 9000, 300_000)] == ["5 s", "3 min", "2.5 h", "3.5 days"]
