"""``tertium tune`` as a process: report, card, resuming, refusals."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from analysis.campaign_folder import write_campaign
from cli.shell import run, score


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tune")
    for seed in range(3):
        write_campaign(root / "data" / f"x{seed}", seed, segments=40, systems=4)
    return root


def test_a_card_is_written_and_scores(folder: Path) -> None:
    ran = run("tune", "data", "lr-kb1:alpha=0.5,align=direct", "-o", "a.toml", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    assert "verdict: " in ran.out
    assert "method exact" in ran.out
    card = tomllib.loads((folder / "a.toml").read_text("utf-8"))
    assert card["seed"] == 12345
    assert len(card["data"]) == 3
    assert all(len(part["sha256"]) == 64 for part in card["data"])
    assert card["validation"]["verdict"] in ran.out or card["validation"]["verdict"] in ("real", "worse")
    texts = ("data/x0/refA.txt", "-i", "data/x0/systems/s1.txt", "-b", "-w", "6")
    by_card = score(folder, *texts, "-m", "card:a.toml")
    by_name = score(folder, *texts, "-m", ran.out.rstrip().split("\n")[-1])
    assert by_card.code == 0
    assert by_card.out == by_name.out
    assert not (folder / "a.toml.state").exists()


def test_json_has_weights_folds_and_verdict(folder: Path) -> None:
    ran = run("tune", "data", "-m", "bleu", "ribes", "ter", "-f", "json", "--leave-out", "segments", cwd=folder)
    made = json.loads(ran.out)
    assert [number["name"] for number in made["numbers"]] == ["bleu", "ribes", "ter"]
    assert len(made["validation"]["folds"]) == 5
    assert made["validation"]["left_out"] == "segments"
    assert made["method"] == "logistic"


def test_an_interrupted_run_goes_on(folder: Path) -> None:
    command = ("tune", "data", "bleu", "ribes", "-o", "c.toml", "--resamples", "10")
    whole = run(*command, cwd=folder)
    kept = (folder / "c.toml").read_bytes()
    (folder / "state").write_text('{"key": "of another run", "steps": {}}', encoding="utf-8")
    other = run(*command, "--state", "state", cwd=folder)
    assert (other.code, "another run" in other.err) == (2, True)
    assert run(*command, cwd=folder).out == whole.out
    assert (folder / "c.toml").read_bytes() == kept


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("data",), "no metric is given"),
        (("bleu",), "'bleu' is no folder"),
        (("data", "blue"), "did you mean 'bleu'"),
        (("data/x0/systems", "bleu"), "holds no campaign"),
        (("data", "ter"), "no tunable number"),
        (("data", "bleu", "0.5*chrf + 0.5*ter"), "is a sum itself"),
        (("data", "ribes", "--parameters", "gamma"), "no number 'gamma'"),
        (("data", "bleu", "chrf", "--parameters", "beta"), "every weight is tuned"),
        (("data", "ribes", "--method", "svm"), "weights of a sum"),
        (("data", "ribes", "--objective", "wmt15"), "no objective 'wmt15'"),
        (("data", "ribes", "--objective", "acc23"), "lacks scores of segments"),
        (("data", "ribes", "-o", "none/x.toml"), "directory does not exist"),
        (("data", "lr-kb1:alpha=0.5"), "needs the word alignments src-hyp and src-ref; name their folder with --align"),
    ],
)
def test_what_cannot_be_done_is_refused(folder: Path, words: tuple[str, ...], message: str) -> None:
    ran = run("tune", *words, cwd=folder)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
