"""``tertium tune`` as a process: report, card, resuming, refusals."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
import tomllib
from html import unescape
from pathlib import Path

import pytest

from analysis.meta.campaign_folder import write_campaign
from cli.shell import PROGRAM, environment, run, score
from tertium.analysis.tuning.objectives import Objective
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.corpus.campaigns.eval_sets import write_eval_set


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


@pytest.mark.parametrize(
    ("here", "in_meta", "level"),
    [("kendall", "tau_b", "segment"), ("kendall", "kendall_b", "system"), ("soft-accuracy", "spa", "system")],
)
def test_objectives_have_the_names_of_meta_too(here: str, in_meta: str, level: str) -> None:
    assert Objective(in_meta, level) == Objective(here, level)


def test_the_report_says_which_judgments_the_objective_counts() -> None:
    example = str(Path(__file__).parents[2] / "examples/judged/es-en")
    quick = ("bleu", "chrf", "--resamples", "2", "--leave-out", "nothing", "-q")
    assert "(110 comparisons)" in run("tune", example, *quick, cwd=Path.cwd()).out
    assert "(198 scores of segments)" in run("tune", example, *quick, "--objective", "acc23", cwd=Path.cwd()).out


def test_the_page_has_the_tables_and_sentences_of_the_text(folder: Path) -> None:
    command = ("tune", "data", "-m", "bleu", "ribes", "--leave-out", "segments", "--resamples", "10")
    text, page = (run(*command, "-f", form, cwd=folder).out for form in ("text", "html"))
    assert page.count("<table>") == 3
    shown = unescape(re.sub(r"<style>.*</style>|<[^>]+>", " ", page, flags=re.DOTALL)).split()
    assert set(text.split()) <= set(shown)


def test_json_has_weights_folds_and_verdict(folder: Path) -> None:
    ran = run("tune", "data", "-m", "bleu", "ribes", "ter", "-f", "json", "--leave-out", "segments", cwd=folder)
    made = json.loads(ran.out)
    assert [number["name"] for number in made["numbers"]] == ["bleu", "ribes", "ter"]
    assert len(made["validation"]["folds"]) == 5
    assert made["validation"]["left_out"] == "segments"
    assert made["method"] == "logistic"


def test_a_run_that_is_interrupted_goes_on_where_it_was(folder: Path) -> None:
    """A real SIGINT after the first fold; the second run does the rest and ends as a run without interruption does."""
    command = ("tune", "data", "atec", "--parameters", "all", "--restarts", "2", "--resamples", "10", "--threads", "1")
    whole = run(*command, "-o", "whole.toml", cwd=folder)
    assert (whole.code, whole.err) == (0, "")
    state = folder / "cut.toml.state"
    process = subprocess.Popen(
        [*PROGRAM, *command, "-o", "cut.toml"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        # Under nohup the tests inherit an ignored SIGINT, and so would the program.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        patience = time.monotonic() + 60
        while not state.exists():
            assert process.poll() is None, "it ended before it could be interrupted"
            assert time.monotonic() < patience
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert not (folder / "cut.toml").exists()
    done = len(json.loads(state.read_text("utf-8"))["steps"])
    assert 1 <= done < 4  # three folds and everything
    again = run(*command, "-o", "cut.toml", cwd=folder)
    assert again.code == 0
    assert f"{done} step{' was' if done == 1 else 's were'} done already" in again.err
    assert again.out == whole.out
    assert _without_comment(folder / "cut.toml") == _without_comment(folder / "whole.toml")
    assert not state.exists()


def _without_comment(card: Path) -> str:
    return card.read_text("utf-8").partition("\n")[2]  # the first line names the file


def test_the_state_of_another_run_is_refused(folder: Path) -> None:
    (folder / "state").write_text('{"key": "of another run", "steps": {}}', encoding="utf-8")
    other = run("tune", "data", "bleu", "ribes", "--state", "state", cwd=folder)
    assert (other.code, "another run" in other.err) == (2, True)


@pytest.fixture(scope="module")
def languages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("languages")
    for seed, pair in enumerate(("en-de", "de-en")):
        write_campaign(root / "data" / pair, seed, segments=20, systems=3)
    write_campaign(root / "plain", 5, segments=20, systems=3)
    return root


def _metric(ran_in: Path, *words: str) -> str:
    ran = run("tune", *words, "--restarts", "1", "--leave-out", "nothing", "-f", "json", cwd=ran_in)
    assert ran.code == 0, ran.err
    made = json.loads(ran.out)
    return f"{made['languages']} {made['training']['baseline']}"


def test_the_target_language_of_the_folders_name_chooses_stems(languages: Path) -> None:
    assert _metric(languages, "data/en-de", "meteor") == "en-de meteor:lang=de"
    assert _metric(languages, "data/de-en", "meteor") == "None meteor"
    assert _metric(languages, "plain", "meteor") == "None meteor"


def test_the_language_option_wins_over_the_folders_name_and_the_metrics_own_setting_over_both(languages: Path) -> None:
    assert _metric(languages, "plain", "meteor", "-l", "en-fr") == "en-fr meteor:lang=fr"
    assert _metric(languages, "data/en-de", "meteor", "-l", "fr") == "fr meteor:lang=fr"
    spec = "meteor:lang=sv"
    assert _metric(languages, "data/en-de", spec) == f"None {spec}"
    assert _metric(languages, "plain", "bleu", "chrf", "-l", "en-zh") == "en-zh bleu:tok=zh"


def test_the_report_and_the_card_name_the_language(languages: Path) -> None:
    ran = run(
        *("tune", "data/en-de", "meteor", "--restarts", "1", "--leave-out", "nothing", "-o", "de.toml"),
        cwd=languages,
    )
    assert "\ntokenizer and stems are those of en-de (the folder's name)\n" in ran.out
    card = tomllib.loads((languages / "de.toml").read_text("utf-8"))
    assert card["languages"] == "en-de"
    assert ",lang=de," in card["metric"]


def test_languages_that_ask_for_different_metrics_are_refused(languages: Path) -> None:
    ran = run("tune", "data", "meteor", cwd=languages)
    assert "for de-en and meteor:lang=de for en-de, and a card is one metric" in ran.refusal
    assert run("tune", "data", "chrf", "ter", "--resamples", "10", cwd=languages).code == 0


def test_what_a_metric_cannot_do_in_a_language_is_said(languages: Path) -> None:
    words = ("plain", "meteor", "-l", "en-sw", "--restarts", "1", "--leave-out", "nothing")
    ran = run("tune", *words, cwd=languages)
    assert ran.code == 0
    assert "there is no stemmer for 'sw'" in ran.err


def test_a_directory_of_mt_metrics_eval_is_data(languages: Path) -> None:
    write_eval_set(open_campaign(Path(__file__).parents[2] / "examples/judged/es-en"), languages / "set", "es-en")
    ran = run("tune", "set", "bleu", "chrf", "--leave-out", "nothing", cwd=languages)
    assert ran.code == 0, ran.err
    assert "of segments on set/es-en (" in ran.out


def test_negative_weights_are_shown_as_such(folder: Path) -> None:
    ran = run("tune", "data", "chrf", "chrf++", "precision", "-f", "json", "--resamples", "10", cwd=folder)
    numbers = {number["name"]: number for number in json.loads(ran.out)["numbers"]}
    printed = run("tune", "data", "chrf", "chrf++", "precision", "--resamples", "10", cwd=folder).out.split("\n")
    for name, number in numbers.items():
        line = next(line for line in printed if line.startswith(f"{name}  "))
        assert number["against"] == ("negative: counts against what it measures" in line)
        assert f"{number['value']:.3f}" in line
    assert any(number["against"] for number in numbers.values())


def test_an_error_rate_with_a_negative_weight_counts_as_it_should() -> None:
    example = str(Path(__file__).parents[2] / "examples/judged/es-en")
    command = ("tune", example, "chrf", "ter", "ribes", "--resamples", "2", "--leave-out", "nothing", "-q")
    number = json.loads(run(*command, "-f", "json", cwd=Path.cwd()).out)["numbers"][1]
    assert number["value"] < 0
    assert not number["against"]
    line = next(line for line in run(*command, cwd=Path.cwd()).out.split("\n") if line.startswith("ter "))
    assert line.endswith("less of it is better, hence negative")


def test_a_weight_of_nothing_has_no_sign(folder: Path) -> None:
    command = ("tune", "data", "chrf", "wer", "--nonnegative", "--resamples", "2", "--leave-out", "nothing")
    out = run(*command, cwd=folder).out
    assert "-0.000" not in out


def test_one_comparison_is_not_called_comparisons(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path / "one", 3, segments=4, systems=2)
    (folder / "rankings.tsv").write_text("seg_id\tsystem1\tsystem2\trelation\n1\ts0\ts1\t>\n", "utf-8")
    ran = run("tune", "one", "bleu", "chrf", "--leave-out", "nothing", cwd=tmp_path)
    assert ran.err == ""
    assert "(1 comparison);" in ran.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("data",), "no metric is given"),
        (("bleu",), "'bleu' is not a folder"),
        (("data", "blue"), "did you mean 'bleu'"),
        (("data/x0/systems", "ribes"), "holds no campaign"),
        (("data", "ter"), "no tunable number"),
        (("data", "bleu"), "no tunable number (as given, weights, smooth"),
        (("data", "bleu", "chrf", "--strength", "-1"), "expected a number above 0"),
        (("data", "bleu", "chrf", "--strength", "nan"), "expected a number, got 'nan'"),
        (("data", "ribes", "--strength", "1"), "climb has no penalty"),
        (("data", "bleu", "chrf", "--method", "svm", "--nonnegative"), "cannot keep weights from being negative"),
        (("data", "ribes", "--nonnegative"), "about the weights of a sum"),
        (("data", "bleu", "0.5*chrf + 0.5*ter"), "is a sum itself"),
        (("data", "ribes", "--parameters", "gamma"), "no number 'gamma'"),
        (("data", "bleu", "chrf", "--parameters", "beta"), "every weight is tuned"),
        (("data", "ribes", "--method", "svm"), "weights of a sum"),
        (("data", "ribes", "--objective", "wmt15"), "no objective 'wmt15'"),
        (("data", "ribes", "--objective", "acc23"), "lacks scores of segments"),
        (("data", "lr-kb1:alpha=0.5"), "has no source to make them from; name their folder with --align"),
    ],
)
def test_what_cannot_be_done_is_refused(folder: Path, words: tuple[str, ...], message: str) -> None:
    ran = run("tune", *words, cwd=folder)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
