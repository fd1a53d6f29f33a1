"""``tertium doctor``, and the doctor's options of ``tertium score``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analysis.doctor.test_verdicts import HYPS, REFS
from cli.shell import run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ref.txt").write_text("".join(f"{line}\n" for line in REFS), "utf-8")
    (tmp_path / "sys.txt").write_text("".join(f"{line}\n" for line in HYPS), "utf-8")
    (tmp_path / "lower.txt").write_text("".join(f"{line.lower()}\n" for line in HYPS), "utf-8")
    (tmp_path / "short.txt").write_text("".join(f"{line}\n" for line in HYPS[:90] + HYPS[91:]), "utf-8")
    return tmp_path


def test_good_files_are_said_to_be_good(folder: Path) -> None:
    ran = run("doctor", "ref.txt", "-i", "sys.txt", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    assert "0 warnings, 0 notes; 200 segments checked\n" in ran.out


def test_findings_are_printed_and_strict_is_an_exit_code(folder: Path) -> None:
    ran = run("doctor", "ref.txt", "-i", "sys.txt", "lower.txt", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(
        "T104 lower-cased on one side\n  warning: lower.txt:1: 0 % of the lines of lower.txt have"
    )
    assert "  why:     every word with a capital" in ran.out
    assert "  fix:     restore the case" in ran.out
    assert run("doctor", "ref.txt", "-i", "lower.txt", "--strict", cwd=folder).code == 2
    assert run("doctor", "ref.txt", "-i", "lower.txt", "--strict", "--ignore", "T104", cwd=folder).code == 0


def test_a_page_of_80_columns_says_the_same_once(folder: Path) -> None:
    (folder / "lower2.txt").write_text("".join(f"{line.lower()}\n" for line in HYPS), "utf-8")
    quoted = [line.replace("a", "\u201ca\u201d") for line in HYPS]
    for name in ("one.txt", "two.txt"):
        (folder / name).write_text("".join(f"{line}\n" for line in ["x", *quoted[1:]]), "utf-8")
    ran = run("doctor", "ref.txt", "-i", "lower.txt", "lower2.txt", "one.txt", "two.txt", cwd=folder)
    assert ran.code == 0
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    assert not any(line.lstrip().startswith("%") for line in ran.out.splitlines())
    assert "  note:    one.txt:1, two.txt:1: 1 line (under 1 %) has less than a third of the" in ran.out
    narrow = run("doctor", "ref.txt", "-i", "lower.txt", "one.txt", cwd=folder, env={"COLUMNS": "50"})
    assert max(map(len, narrow.out.splitlines())) <= 50


def test_json(folder: Path) -> None:
    ran = run("doctor", "ref.txt", "-i", "lower.txt", "-f", "json", cwd=folder)
    seen = json.loads(ran.out)
    assert [finding["code"] for finding in seen["findings"]] == ["T104"]
    assert seen["segments"] == 200


def test_files_of_different_length_are_looked_at_as_far_as_they_go(folder: Path) -> None:
    ran = run("doctor", "ref.txt", "-i", "short.txt", "-f", "json", cwd=folder)
    found = {finding["code"]: finding for finding in json.loads(ran.out)["findings"]}
    assert set(found) >= {"T102", "T115"}
    assert "it has 199 lines, ref.txt has 200" in found["T115"]["saw"]
    assert abs(found["T102"]["line"] - 91) <= 1


def test_score_warns_beside_its_json(folder: Path) -> None:
    ran = run("score", "ref.txt", "-i", "lower.txt", "-f", "json", cwd=folder)
    assert ran.code == 0
    json.loads(ran.out)
    assert ran.err.startswith("tertium: warning: lower.txt line 1: ")
    assert ran.err.endswith("[T104]\n")
    assert run("score", "ref.txt", "-i", "lower.txt", "-f", "json", "--ignore", "T104", cwd=folder).err == ""


def test_strict_score_prints_no_score(folder: Path) -> None:
    ran = run("score", "ref.txt", "-i", "lower.txt", "--strict", cwd=folder)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("tertium: error: lower.txt line 1: ")
    assert run("score", "ref.txt", "-i", "sys.txt", "--strict", "-b", cwd=folder).code == 0


def test_score_of_a_stream_warns_in_the_same_pass(folder: Path) -> None:
    ran = run("score", "ref.txt", "-b", cwd=folder, stdin=(folder / "lower.txt").read_bytes())
    assert ran.code == 0
    assert "standard input line 1" in ran.err
    assert "[T104]" in ran.err


def test_an_unknown_code_is_refused(folder: Path) -> None:
    ran = run("score", "ref.txt", "-i", "sys.txt", "--ignore", "T114x", cwd=folder)
    assert "there is no warning 'T114X'; did you mean 'T114'?" in ran.refusal


def test_a_line_counts_the_header_before_it(folder: Path) -> None:
    rows = [f"{hyp}\t{ref}" for hyp, ref in zip(HYPS, REFS, strict=True)]
    rows[4] = rows[4].replace(" ", " \x07", 1)
    (folder / "t.tsv").write_text("".join(f"{row}\n" for row in ["h\tr", *rows]), "utf-8")
    ran = run("score", "t.tsv", "--hyp-col", "h", "--ref-col", "r", "-b", cwd=folder)
    assert ran.err.startswith("tertium: warning: t.tsv[h] line 6: 1 line holds U+0007")


def test_reading_has_codes_too(folder: Path) -> None:
    (folder / "bom.txt").write_bytes(b"\xef\xbb\xbf" + (folder / "sys.txt").read_bytes())
    assert "[T001]" in run("score", "ref.txt", "-i", "bom.txt", cwd=folder).err
    assert run("score", "ref.txt", "-i", "bom.txt", "--ignore", "T001", cwd=folder).err == ""
    assert run("score", "ref.txt", "-i", "bom.txt", "--strict", cwd=folder).code == 2


def test_json_lists_every_line(folder: Path) -> None:
    """Not only the first of them, and in the numbers of the file."""
    texts = list(HYPS)
    for place in range(3, 200, 9):
        texts[place] += " \x07"
    (folder / "bell.txt").write_text("".join(f"{line}\n" for line in texts), "utf-8")
    blank = [line if place % 20 else "" for place, line in enumerate(HYPS)]
    (folder / "blank.txt").write_bytes("".join(f"{line}\r\n" for line in blank).encode())
    ran = run("doctor", "ref.txt", "-i", "bell.txt", "blank.txt", "lower.txt", "short.txt", "-f", "json", cwd=folder)
    seen = {(one["code"], one["file"]): one for one in json.loads(ran.out)["findings"]}
    assert seen["T117", "bell.txt"]["lines"] == list(range(4, 201, 9))
    for code in ("T003", "T110"):
        assert seen[code, "blank.txt"]["lines"] == [place + 1 for place in range(0, 199, 20)]
    assert seen["T002", "blank.txt"]["lines"] == list(range(1, 200))
    assert seen["T104", "lower.txt"]["lines"] == list(range(1, 200))
    assert seen["T115", "short.txt"]["lines"] == [200]
    shifted = seen["T102", "short.txt"]
    assert shifted["lines"] == list(range(shifted["line"], shifted["line"] + shifted["count"]))


def test_lines_of_a_finding_are_as_many_as_it_counts(folder: Path) -> None:
    rows = [f"{hyp}\t{ref}" for hyp, ref in zip(HYPS, REFS, strict=True)]
    rows[4] = rows[4].replace(" ", " \x07", 1)
    rows[9] = "Sure, here is the translation: no." + rows[9][rows[9].index("\t") :]
    (folder / "t.tsv").write_text("".join(f"{row}\n" for row in ["h\tr", *rows]), "utf-8")
    ran = run("doctor", "t.tsv", "--hyp-col", "h", "--ref-col", "r", "-f", "json", cwd=folder)
    seen = {one["code"]: one for one in json.loads(ran.out)["findings"]}
    assert (seen["T117"]["lines"], seen["T112"]["lines"]) == ([6], [11])
    assert all(one["count"] == len(one["lines"]) for one in seen.values() if one["line"])
