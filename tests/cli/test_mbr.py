"""``tertium mbr`` at the command line."""

from __future__ import annotations

import json
from pathlib import Path

from cli.shell import run

NBEST = "0 ||| the cat sat on the mat ||| -1\n0 ||| the cat sat on mat ||| -2\n0 ||| a dog ||| -9\n1 ||| x y ||| -1\n"


def test_text_jsonl_and_texts_alone(tmp_path: Path) -> None:
    (tmp_path / "nbest.txt").write_text(NBEST, "utf-8")
    ran = run("mbr", "nbest.txt", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "0 ||| the cat sat on the mat ||| 61.47\n1 ||| x y ||| 100.00\n"
    assert run("mbr", "nbest.txt", "--text", cwd=tmp_path).out == "the cat sat on the mat\nx y\n"
    first = json.loads(run("mbr", "nbest.txt", "-f", "jsonl", cwd=tmp_path).out.splitlines()[0])
    assert (first["id"], first["index"], first["candidates"]) == ("0", 0, 3)


def test_standard_input_another_metric_and_a_pool(tmp_path: Path) -> None:
    (tmp_path / "pool.txt").write_text("0 ||| a dog\n1 ||| x\n", "utf-8")
    ran = run("mbr", "-", "-m", "wer", "--references-pool", "pool.txt", "--text", cwd=tmp_path, stdin=NBEST.encode())
    assert ran.out == "a dog\nx y\n"


def test_refusals(tmp_path: Path) -> None:
    (tmp_path / "nbest.txt").write_text(NBEST, "utf-8")
    assert "one metric, got 2" in run("mbr", "nbest.txt", "-m", "bleu", "chrf", cwd=tmp_path).refusal
    assert "temperature must be above 0" in run("mbr", "nbest.txt", "--temperature", "0", cwd=tmp_path).refusal
    (tmp_path / "bad.txt").write_text("no bars\n", "utf-8")
    assert "bad.txt line 1 has no '|||'" in run("mbr", "bad.txt", cwd=tmp_path).refusal
