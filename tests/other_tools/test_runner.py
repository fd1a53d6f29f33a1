"""A real child program scores: its numbers, what it is asked for, what is kept, and what every command does with it."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tertium
from cli.shell import GOOD, POOR, REF, environment, run, write
from other_tools.asking import PROGRAM, items, tool
from other_tools.child_program import overlap
from tertium.corpus.formats.opening import Place
from tertium.corpus.formats.opening import open_corpus as read_corpus
from tertium.other_tools.child import ToolError
from tertium.other_tools.runner import run as run_tool
from tertium.other_tools.spec import parse

EXAMPLE = Path(__file__).parents[2] / "examples" / "es-en"
JUDGED = Path(__file__).parents[2] / "examples" / "judged" / "es-en"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TERTIUM_SCORE_CACHE", str(tmp_path / "kept"))
    write(tmp_path, ref=REF, good=GOOD, poor=POOR)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def expected(outputs: list[str], references: list[str] = REF) -> list[float]:
    return [overlap({"mt": mt, "ref": ref}) for mt, ref in zip(outputs, references, strict=True)]


def scored(*arguments: str) -> dict[str, Any]:
    """The tool's score of each system, in full."""
    done = run("score", "ref.txt", "-i", "good.txt", "poor.txt", "-f", "json", "-sl", "-q", *arguments)
    assert done.code == 0, done.err
    return {
        system["name"]: next(score for score in system["scores"] if score["metric"] == "overlap")
        for system in json.loads(done.out)["systems"]
    }


def test_a_child_scores_beside_our_metrics_and_says_who_it_is(folder: Path) -> None:
    made = scored("--with", tool("good"))
    for name, texts in (("good", GOOD), ("poor", POOR)):
        assert made[name]["segment_scores"] == expected(texts)
        assert made[name]["score"] == pytest.approx(np.mean(expected(texts)), abs=1e-15)
    assert made["good"]["signature"] == (
        "overlap:model=example/overlap,precision=fp64,revision=r7|overlap 1.2|uses:mt+ref|licence:apache-2.0"
        f"|version:{tertium.__version__}"
    )


def test_the_table_has_intervals_and_prints_the_licence(folder: Path) -> None:
    done = run("score", "ref.txt", "-i", "good.txt", "poor.txt", "-ci", "--with", tool("good"))
    head, first, *rest = done.out.splitlines()
    assert head.split()[3:] == ["overlap", "↑"]
    assert first.count("[") == 2  # intervals of both
    assert any("licence:apache-2.0" in line for line in rest)


def test_a_licence_that_forbids_commerce_or_is_not_known_is_warned_of(folder: Path) -> None:
    done = run("score", "ref.txt", "-i", "good.txt", "--with", tool("noncommercial"))
    assert (
        "overlap: the licence of example/overlap is cc-by-nc-sa-4.0, which does not allow commercial use." in done.err
    )
    done = run("score", "ref.txt", "-i", "good.txt", "--with", tool("unlicensed"))
    assert "overlap: no licence is known of example/overlap; ask its authors for it." in done.err


class Hearing:
    """A listener that remembers what was being done."""

    def __init__(self) -> None:
        self.doing: list[str] = []

    def progress(self, doing: str, done: int, total: int) -> None:
        self.doing.append(doing)

    def notice(self, sentence: str) -> None:
        return


def test_what_is_waited_for_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong command says nothing for half an hour: somebody should see why nothing happens."""
    monkeypatch.setattr("tertium.other_tools.child.WAITED", 0.2)
    corpus = read_corpus([Place("good.txt")], [Place("ref.txt")], names=["good"])
    for mode, what in (("mute", "the first line of overlap, which says who it is"), ("silent", "the first score of")):
        heard = Hearing()
        with pytest.raises(ToolError, match="said nothing for 2 seconds"):
            run_tool(parse(tool(mode, timeout="2")), corpus, heard, keep=False)
        told = [doing for doing in heard.doing if doing.startswith(f"waiting for {what}")]
        assert len(told) >= 3
        assert told[0].endswith("s of 2 at most")


def test_a_log_says_what_is_waited_for(folder: Path) -> None:
    program = (
        "import sys, tertium.cli.listener as listener, tertium.other_tools.child as child\n"
        "listener._EVERY = child.WAITED = 0.2\n"
        "from tertium.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    asked = [sys.executable, "-c", program, "score", "ref.txt", "-i", "good.txt", "--with", tool("mute", timeout="2")]
    done = subprocess.run(asked, capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode == 2
    assert "tertium: waiting for the first line of overlap, which says who it is: 1 s of 2 at most\n" in done.stderr


def test_what_was_scored_is_not_asked_again(folder: Path) -> None:
    log = folder / "log"
    first = scored("--with", tool("good", log))
    assert items(log) == list(dict.fromkeys([*GOOD, *POOR]))  # every text once
    log.unlink()
    assert scored("--with", tool("good", log)) == first
    assert items(log) == []
    write(folder, good=[GOOD[0], "something new"])
    assert scored("--with", tool("good", log))["good"]["segment_scores"] == expected([GOOD[0], "something new"])
    assert items(log) == ["something new"]


def test_another_revision_and_no_cache_ask_again(folder: Path) -> None:
    log = folder / "log"
    scored("--with", tool("good", log))
    log.unlink()
    scored("--with", tool("other_revision", log))
    assert len(items(log)) == 4
    log.unlink()
    scored("--no-cache", "--with", tool("good", log))
    assert len(items(log)) == 4
    log.unlink()
    done = run("score", "ref.txt", "-i", "good.txt", "--with", tool("good", log), env={"TERTIUM_SCORE_CACHE": "off"})
    assert done.code == 0
    assert len(items(log)) == 2


def test_a_changed_program_is_another_one(folder: Path) -> None:
    copy = folder / "metric.py"
    copy.write_text(PROGRAM.read_text("utf-8"), encoding="utf-8")
    log = folder / "log"
    given = tool("good", log).replace(str(PROGRAM), str(copy))
    scored("--with", given)
    copy.write_text(PROGRAM.read_text("utf-8") + "\n# repaired\n", encoding="utf-8")
    log.unlink()
    scored("--with", given)
    assert len(items(log)) == 4


def test_words_of_a_command_may_be_longer_than_names_of_files_can_be(folder: Path) -> None:
    given = tool("good").replace(str(PROGRAM), f"-X {'x' * 300} {PROGRAM}")
    assert scored("--with", given)["good"]["segment_scores"] == expected(GOOD)


def test_a_run_that_broke_off_goes_on_where_it_was(folder: Path) -> None:
    log = folder / "log"
    done = run("score", "ref.txt", "-i", "good.txt", "poor.txt", "--with", tool("breaks_once", log))
    assert "overlap ended without a score for 2 of 4 items, ended by SIGKILL (is memory full?)" in done.refusal
    log.unlink()
    assert scored("--with", tool("breaks_once", log))["poor"]["segment_scores"] == expected(POOR)
    assert items(log) == POOR


def test_all_answers_at_the_end_in_another_order_and_much_said_beside(folder: Path) -> None:
    """More than any pipe holds in every direction: nobody waits for the other."""
    texts = [f"word{number} and {'more ' * 40}" for number in range(3000)]
    write(folder, ref=texts, good=texts[::-1], poor=texts)
    made = scored("--with", tool("late"))
    assert made["good"]["segment_scores"] == expected(texts[::-1], texts)
    assert made["poor"]["segment_scores"] == [1.0] * 3000


def test_several_references_and_how_their_scores_become_one(folder: Path) -> None:
    write(folder, other=POOR)
    both = np.array([expected(GOOD), expected(GOOD, POOR)])
    for refs, numbers in (("best", both.max(axis=0)), ("mean", both.mean(axis=0)), ("first", both[0])):
        done = run(
            "score",
            "ref.txt",
            "other.txt",
            "-i",
            "good.txt",
            "-f",
            "json",
            "-sl",
            "-q",
            "--with",
            tool("good", refs=refs),
        )
        [system] = json.loads(done.out)["systems"]
        assert system["scores"][-1]["segment_scores"] == pytest.approx(numbers.tolist(), abs=1e-15)
        assert (f"|refs:{refs} of 2|" in system["scores"][-1]["signature"]) is (refs != "first")


def test_lower_is_better_where_the_child_says_so(folder: Path) -> None:
    write(folder, other=POOR)
    done = run(
        "score",
        "ref.txt",
        "other.txt",
        "-i",
        "good.txt",
        "poor.txt",
        "-f",
        "json",
        "-sl",
        "-q",
        "--with",
        tool("lower"),
    )
    first, _ = json.loads(done.out)["systems"]
    both = 25 - 25 * np.array([expected(GOOD), expected(GOOD, POOR)])
    assert first["scores"][-1]["segment_scores"] == pytest.approx(both.min(axis=0).tolist())  # the best is the least
    assert "|lower is better|" in first["scores"][-1]["signature"]
    table = run("score", "ref.txt", "-i", "good.txt", "poor.txt", "--with", tool("lower")).out
    assert "overlap ↓" in table.splitlines()[0]


def test_a_command_that_says_no_hello_is_described_by_the_user(folder: Path) -> None:
    log = folder / "log"
    given = tool("no_hello", log, hello="no", uses="mt+ref", model="mine/v2", precision="fp16", licence="mit")
    made = scored("--with", given)
    assert made["poor"]["segment_scores"] == expected(POOR)
    assert made["poor"]["signature"].startswith("overlap:model=mine/v2,precision=fp16|overlap|uses:mt+ref|licence:mit|")
    log.unlink()
    assert scored("--with", given) == made
    assert not log.exists()  # all is known: nothing was started


def test_sources_are_sent_where_they_are_used_and_asked_for_where_they_are_missing(folder: Path) -> None:
    done = run("score", "ref.txt", "-i", "good.txt", "--with", tool("with_source"))
    assert done.refusal == "overlap reads the source; give it with -s."
    write(folder, src=POOR)
    done = run(
        "score", "ref.txt", "-i", "good.txt", "-s", "src.txt", "-f", "json", "-sl", "-q", "--with", tool("with_source")
    )
    assert json.loads(done.out)["systems"][0]["scores"][-1]["segment_scores"] == expected(GOOD, POOR)


def test_texts_through_a_pipe_and_segments_without_a_reference(folder: Path) -> None:
    (folder / "ref.txt").write_text(f"{REF[0]}\n\n", encoding="utf-8")
    (folder / "other.txt").write_text(f"{REF[0]}\n\n", encoding="utf-8")
    piped = "".join(f"{line}\n" for line in GOOD).encode()
    done = run(
        "score",
        "ref.txt",
        "other.txt",
        "--missing",
        "skip",
        "-f",
        "json",
        "-sl",
        "-q",
        "--with",
        tool("good"),
        stdin=piped,
    )
    assert done.code == 0, done.err
    [system] = json.loads(done.out)["systems"]
    assert system["scores"][-1]["segment_scores"] == [1.0, None]
    assert system["scores"][-1]["score"] == 1.0


def test_two_tools_of_one_name_are_told_apart_by_the_user(folder: Path) -> None:
    done = run("score", "ref.txt", "-i", "good.txt", "--with", tool("good"), tool("lower"))
    said = "two columns would be called 'overlap'; give one of the tools another name: --with '…,name=NAME'."
    assert done.refusal.startswith(said)
    done = run("score", "ref.txt", "-i", "good.txt", "--with", tool("good"), tool("lower", name="errors"))
    assert done.code == 0
    assert "overlap ↑" in done.out
    assert "errors ↓" in done.out


def test_compare_gate_diff_and_report_take_the_same_scores(folder: Path) -> None:
    systems = [str(EXAMPLE / "systems" / f"{name}.txt") for name in ("direct", "via-ca", "via-eo")]
    given = ("--with", tool("good"))
    done = run("compare", str(EXAMPLE / "ref1.txt"), "-i", *systems, "-m", "chrf", "-f", "json", "-q", *given)
    found = next(one for one in json.loads(done.out)["metrics"] if one["metric"] == "overlap")
    best = {one["name"]: one["score"] for one in found["systems"]}
    references = (EXAMPLE / "ref1.txt").read_text("utf-8").splitlines()
    for path in systems:
        outputs = Path(path).read_text("utf-8").splitlines()
        assert best[Path(path).stem] == pytest.approx(np.mean(expected(outputs, references)), abs=1e-12)
    assert all(one["p"] < 0.05 for one in found["differences"])
    gate = ("gate", str(EXAMPLE / "ref1.txt"), "--baseline", systems[0], "-i", systems[1], "-m", "chrf", "--max-drop")
    done = run(*gate, "20", "overlap=0.005", "-f", "json", "-q", *given)
    assert done.code == 1, done.err
    verdicts = {one["metric"]: one["verdict"] for one in json.loads(done.out)["checks"]}
    assert verdicts == {"chrf": "pass", "overlap": "fail"}
    done = run("diff", str(EXAMPLE / "ref1.txt"), "-i", *systems[:2], "-n", "1", "-f", "json", "-q", *given)
    assert [one["metric"] for one in json.loads(done.out)["contrasts"][0]["scores"]] == ["overlap"]
    done = run("report", str(EXAMPLE / "ref1.txt"), "-i", *systems, "-o", "page.html", "-q", *given)
    assert done.code == 0, done.err
    page = (folder / "page.html").read_text("utf-8")
    assert "licence:apache-2.0" in page
    runs = ("compare", str(EXAMPLE / "ref1.txt"), "-i", systems[0], "--runs", f"both={systems[1]},{systems[2]}")
    done = run(*runs, "-m", "chrf", "-f", "json", "-q", *given)
    found = next(one for one in json.loads(done.out)["metrics"] if one["metric"] == "overlap")
    means = {one["name"]: one["score"] for one in found["systems"]}
    assert means["both"] == pytest.approx((best["via-ca"] + best["via-eo"]) / 2, abs=1e-12)


def test_slices_have_the_scores_of_the_tool(folder: Path) -> None:
    systems = [str(EXAMPLE / "systems" / f"{name}.txt") for name in ("direct", "via-ca")]
    asked = (
        "compare",
        str(EXAMPLE / "ref1.txt"),
        "-i",
        *systems,
        "-m",
        "chrf",
        "--slice-by",
        "labels.txt",
        "-f",
        "json",
    )
    labels = ["odd" if n % 2 else "even" for n in range(240)]
    (folder / "labels.txt").write_text("\n".join(labels) + "\n", "utf-8")
    done = run(*asked, "-q", "--with", tool("good"))
    assert done.code == 0, done.err
    found = {one["label"]: one for one in json.loads(done.out)["slices"] if one["metric"] == "overlap"}
    references = (EXAMPLE / "ref1.txt").read_text("utf-8").splitlines()
    for label in ("odd", "even"):
        for path, key in zip(systems, ("first_score", "second_score"), strict=True):
            scores = expected(Path(path).read_text("utf-8").splitlines(), references)
            mean = np.mean([one for one, other in zip(scores, labels, strict=True) if other == label])
            assert found[label][key] == pytest.approx(mean, abs=1e-12)
        assert found[label]["interval"]["low"] < found[label]["delta"] < found[label]["interval"]["high"]
        assert found[label]["p_holm"] >= found[label]["p"] > 0


def test_scores_of_a_tool_have_decimals_enough_to_see_differences(folder: Path) -> None:
    """COMET's scores differ by hundredths, and what a gate allows of them are thousandths."""
    systems = [str(EXAMPLE / "systems" / f"{name}.txt") for name in ("direct", "via-ca")]
    given = ("-m", "chrf", "-q", "--with", tool("good"))
    outputs = [Path(path).read_text("utf-8").splitlines() for path in systems]
    references = (EXAMPLE / "ref1.txt").read_text("utf-8").splitlines()
    first, second = (float(np.mean(expected(one, references))) for one in outputs)
    shown = run("diff", str(EXAMPLE / "ref1.txt"), "-i", *systems, "-n", "1", *given).out
    assert f"overlap ↑ {first:.3f} / {second:.3f}" in " ".join(shown.split())
    gate = ("gate", str(EXAMPLE / "ref1.txt"), "--baseline", systems[0], "-i", systems[1], "--max-drop")
    rows = [line.split() for line in run(*gate, "20", "overlap=0.004", *given).out.splitlines()]
    [row] = [row for row in rows if row[:1] == ["overlap"]]
    assert row[2:5] == [f"{first:.4f}", f"{second:.4f}", f"+{first - second:.4f}"]
    assert row[6] == "0.0040"
    page = run(*gate, "20", "overlap=0.004", *given, "-f", "junit").out
    assert f"overlap: {first:.4f} to {second:.4f}" in page
    assert "allowed 0.0040" in page


def test_meta_compares_the_tool_with_people_beside_our_metrics(folder: Path) -> None:
    done = run("meta", str(JUDGED), "-m", "chrf", "-f", "json", "-q", "--resamples", "20", "--with", tool("lower"))
    assert done.code == 0, done.err
    levels = json.loads(done.out)["campaigns"][0]["levels"]
    rows = {row["name"]: row for row in levels[0]["rows"]}
    assert {"chrf", "overlap"} <= set(rows)
    assert "lower is better" in rows["overlap"]["signature"]
    assert "licence:apache-2.0" in rows["overlap"]["signature"]
    higher = run("meta", str(JUDGED), "-f", "json", "-q", "--resamples", "20", "--with", tool("good"))
    turned = {row["name"]: row for row in json.loads(higher.out)["campaigns"][0]["levels"][0]["rows"]}
    assert "chrf" not in turned
    assert "bleu" not in turned
    for name, statistic in turned["overlap"]["statistics"].items():  # 25 - 25 x orders systems as x does
        assert statistic["value"] == pytest.approx(rows["overlap"]["statistics"][name]["value"], abs=1e-9)


def test_python_has_the_same(folder: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        one = tertium.score(GOOD, REF, "chrf", tools=tool("good"), segment_scores=True)
        assert list(one["overlap"].segment_scores or ()) == expected(GOOD)
        made = tertium.compare({"a": GOOD, "b": POOR}, REF, "chrf", tools=[tool("lower")], tool_cache=False)
        assert [system.name for system in made["overlap"].systems] == ["a", "b"]
        shown = tertium.diff({"a": GOOD, "b": POOR}, REF, tools=tool("good"))
        assert {score.metric for score in shown.scores} == {"overlap"}
        judged = tertium.meta(JUDGED, None, tools=tool("good"), resamples=10, level="system")
    assert "overlap" in [row.name for row in judged.campaigns[0].levels[0].rows]


def test_it_goes_with_resume_and_not_with_rows_of_earlier_runs(folder: Path) -> None:
    first = run("score", "ref.txt", "-i", "good.txt", "-ci", "--resume", "work", "--with", tool("good"))
    assert first.code == 0, first.err
    again = run("score", "ref.txt", "-i", "good.txt", "-ci", "--resume", "work", "--with", tool("good"))
    assert again.out == first.out
    plain = run("score", "ref.txt", "-i", "good.txt", "-ci", "--with", tool("good"))
    assert plain.out == first.out
    alone = run("compare", "--scores", "x.tsv", "--with", tool("good"))
    assert alone.refusal == "--with scores texts; give references and systems."
