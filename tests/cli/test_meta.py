"""``tertium meta`` as a process: tables, formats, refusals; and the known values of the real campaigns."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli.shell import Ran, on_terminal, run, without_escapes
from conftest import ROOT

stats = pytest.importorskip("scipy.stats", reason="scipy is in the extras 'meta' and 'oracle'")

EXAMPLE = ROOT / "examples" / "judged" / "es-en"
EXAMPLE_TEXT = str(EXAMPLE)
FAST = ("--resamples", "50", "--permutations", "200", "-q")


def meta(*arguments: str, cwd: Path = ROOT) -> Ran:
    return run("meta", *arguments, cwd=cwd)


def report(*arguments: str, cwd: Path = ROOT) -> dict[str, Any]:
    ran = meta(*arguments, "-f", "json", *FAST, cwd=cwd)
    assert ran.code == 0, ran.err
    made: dict[str, Any] = json.loads(ran.out)
    return made


def level(found: dict[str, Any], name: str, campaign: int = 0, which: int = 0) -> dict[str, Any]:
    levels = [one for one in found["campaigns"][campaign]["levels"] if one["level"] == name]
    made: dict[str, Any] = levels[which]
    return made


def row(found: dict[str, Any], metric: str) -> dict[str, Any]:
    made: dict[str, Any] = next(one for one in found["rows"] if one["name"] == metric)
    return made


def value(found: dict[str, Any], metric: str, statistic: str) -> float:
    made: float = row(found, metric)["statistics"][statistic]["value"]
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "judged" / "es-en"
    shutil.copytree(EXAMPLE, copy)
    return copy


def test_the_table_has_everything_a_person_needs_to_doubt_it() -> None:
    ran = meta(str(EXAMPLE), "-m", "bleu", "chrf", *FAST)
    assert ran.code == 0, ran.err
    for piece in (
        "5 systems, 40 segments; 198 of 200 outputs scored",
        "missing: 2 outputs without a score on segments where others have one",
        "system level, against means of segment scores",
        "grouped by item",
        "(chance)",
        "[length]",
        "[random]",
        "[copy]",
        "PERM-BOTH",
        "Williams",
        "to separate",
        "acc23 ties at a difference up to (ε)",
        "bleu:case=keep",
    ):
        assert piece in ran.out, piece


def test_scores_equal_scipy_on_the_numbers_that_score_prints() -> None:
    found = report(str(EXAMPLE), "-m", "chrf", "ter")
    systems = found["campaigns"][0]["systems"]
    texts = [str(EXAMPLE / "systems" / f"{name}.txt") for name in systems]
    refs = [str(EXAMPLE / name) for name in ("refA.txt", "refB.txt")]
    scored = json.loads(run("score", *refs, "-i", *texts, "-m", "chrf", "ter", "-f", "json", "-q").out)
    rows = [line.split("\t") for line in (EXAMPLE / "human_seg.tsv").read_text().split("\n")[1:-1]]
    human = [np.mean([float(score) for name, _, score in rows if name == system]) for system in systems]
    for index, metric in enumerate(("chrf", "ter")):
        scores = [system["scores"][index]["score"] * (1, -1)[index] for system in scored["systems"]]
        table = level(found, "system")
        for statistic, expected in (
            ("pearson", stats.pearsonr(human, scores).statistic),
            ("spearman", stats.spearmanr(human, scores).statistic),
            ("kendall_b", stats.kendalltau(human, scores).statistic),
            ("kendall_c", stats.kendalltau(human, scores, variant="c").statistic),
        ):
            assert value(table, metric, statistic) == pytest.approx(expected, abs=1e-9)
            estimate = row(table, metric)["statistics"][statistic]
            assert estimate["low"] <= estimate["high"]


def test_every_format_is_printed_and_says_the_same_number(folder: Path) -> None:
    number = f"{value(level(report(str(folder), '-m', 'chrf'), 'system'), 'chrf', 'pearson'):.3f}"
    for form in ("text", "md", "latex", "html", "tsv"):
        ran = meta(str(folder), "-m", "chrf", "-f", form, *FAST)
        assert ran.code == 0, ran.err
        assert number in ran.out, form
        if form != "tsv":  # what is missing and how the intervals were made are part of every table for people
            assert "2 outputs without a score on segments where others have one" in ran.out
            assert "bootstrap, 50 resamples, seed 12345" in ran.out


def test_seed_zero_seeds_and_the_same_seed_gives_the_same_report() -> None:
    first, again, other = (report(str(EXAMPLE), "-m", "chrf", "--seed", seed) for seed in ("0", "0", "1"))
    assert first == again
    assert first["seed"] == 0
    assert first != other


def test_json_is_valid_where_numbers_do_not_exist(folder: Path) -> None:
    for name in ("scrambled", "via-eo", "clipped"):
        (folder / "systems" / f"{name}.txt").unlink()
    ran = meta(str(folder), "-m", "chrf", "-f", "json", "--unknown", "skip", *FAST)
    assert ran.code == 0, ran.err

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    found = json.loads(ran.out, parse_constant=refuse)
    pearson = row(level(found, "system"), "chrf")["statistics"]["pearson"]
    assert pearson["value"] is None
    assert pearson["reason"] == "two systems: any two points lie on a line"


def test_one_system_is_refused_and_a_constant_metric_is_stated(folder: Path) -> None:
    constant = "".join(f"{name}\t1.0\n" for name in ("direct", "via-ca", "via-eo", "scrambled", "clipped"))
    (folder / "constant.sys.score").write_text(constant)
    ran = meta(str(folder), "--scores", str(folder / "constant.sys.score"), "--level", "system", *FAST)
    assert "Pearson n/a: the metric scores of all systems are equal" in ran.out
    for name in ("scrambled", "via-eo", "clipped", "via-ca"):
        (folder / "systems" / f"{name}.txt").unlink()
    (folder / "rankings.tsv").unlink()
    refusal = meta(str(folder), "-m", "chrf", "--unknown", "skip").refusal
    assert "judgments of one system only (direct)" in refusal


def test_scores_from_elsewhere_stand_beside_our_own(folder: Path, tmp_path: Path) -> None:
    written = meta(str(folder), "-m", "chrf", "ter", "--write-scores", str(tmp_path / "out"), *FAST)
    assert written.code == 0, written.err
    files = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert files == ["chrf-all.seg.score", "chrf-all.sys.score", "ter-all.seg.score", "ter-all.sys.score"]
    found = report(str(folder), "-m", "chrf", "ter", "--scores", str(tmp_path / "out"))
    for name in ("system", "segment"):
        table = level(found, name)
        for metric in ("chrf", "ter"):
            ours, theirs = row(table, metric)["statistics"], row(table, f"{metric}-all")["statistics"]
            for statistic, estimate in ours.items():
                assert theirs[statistic]["value"] == pytest.approx(estimate["value"], abs=1e-12)


def test_our_own_segment_scores_come_back_as_a_table_and_lower_is_declared(folder: Path, tmp_path: Path) -> None:
    texts = [str(path) for path in sorted((folder / "systems").iterdir())]
    refs = [str(folder / "refA.txt"), str(folder / "refB.txt")]
    table = tmp_path / "ter.tsv"
    scored = run("score", *refs, "-i", *texts, "-m", "ter", "-sl", "-f", "tsv", "-o", str(table))
    assert scored.code == 0, scored.err
    renamed = table.read_text().replace("\tter\t", "\touter\t")
    table.write_text(renamed)
    found = report(str(folder), "-m", "ter", "--scores", str(table), "--lower", "outer", "--level", "segment")
    inner, outer = (row(level(found, "segment"), name)["statistics"]["consistency"] for name in ("ter", "outer"))
    assert inner["value"] == outer["value"]
    assert "but the scores are outer" in meta(str(folder), "--scores", str(table), "--lower", "ter", *FAST).refusal


def test_a_missing_system_in_a_score_file_is_no_zero(folder: Path) -> None:
    (folder / "x.sys.score").write_text("direct\t1\nvia-ca\t2\n")
    refusal = meta(str(folder), "--scores", str(folder / "x.sys.score"), *FAST).refusal
    assert "no score by x of 3 judged systems" in refusal


def test_an_mt_metrics_eval_directory_written_reads_back_the_same(folder: Path, tmp_path: Path) -> None:
    (folder / "rankings.tsv").unlink()
    first = meta(str(folder), "-m", "chrf", "--write-eval-set", str(tmp_path / "set"), "-f", "json", *FAST)
    assert first.code == 0, first.err
    again = report(str(tmp_path / "set"), "-m", "chrf", "--scores", str(tmp_path / "set/metric-scores/es-en"))
    before = json.loads(first.out)
    for name in ("system", "segment"):
        ours, back = row(level(before, name), "chrf"), row(level(again, name), "chrf")
        assert ours["statistics"] == back["statistics"]
        for statistic, estimate in ours["statistics"].items():
            stored = row(level(again, name), "chrf-all")["statistics"][statistic]
            assert stored["value"] == pytest.approx(estimate["value"], abs=1e-12)


def test_a_table_of_judgments_with_texts_named_one_by_one(folder: Path) -> None:
    texts = [str(path) for path in sorted((folder / "systems").iterdir())]
    refs = ["-r", str(folder / "refA.txt"), str(folder / "refB.txt"), "-s", str(folder / "src.txt")]
    found = report(str(folder / "human_seg.tsv"), *refs, "-i", *texts, "-m", "chrf")
    whole = report(str(folder), "-m", "chrf")
    assert row(level(found, "system"), "chrf") == row(level(whole, "system"), "chrf")
    assert "metrics need texts" in meta(str(folder / "human_seg.tsv"), "-m", "chrf").refusal


def test_several_campaigns_get_a_mean(folder: Path) -> None:
    shutil.copytree(folder, folder.parent / "fr-en")
    found = report(str(folder.parent), "-m", "chrf", "ter")
    assert [campaign["campaign"] for campaign in found["campaigns"]] == ["judged/es-en", "judged/fr-en"]
    for mean in found["average"]:
        which = next(one for one in found["campaigns"][0]["levels"] if one["main"] == mean["main"])
        assert value(mean, "chrf", mean["main"]) == pytest.approx(value(which, "chrf", mean["main"]), abs=1e-12)


@pytest.mark.parametrize("group", ["item", "system", "none"])
def test_groupings_are_said_and_have_intervals(group: str) -> None:
    found = level(report(str(EXAMPLE), "-m", "chrf", "--group", group, "--level", "segment"), "segment")
    assert found["grouping"] == group
    estimate = row(found, "chrf")["statistics"]["tau_b"]
    assert estimate["low"] < estimate["value"] < estimate["high"]


@pytest.mark.parametrize("how", ["expected_wins", "better_or_equal", "trueskill"])
def test_system_scores_are_made_from_comparisons_when_asked(how: str) -> None:
    if how == "trueskill":
        pytest.importorskip("trueskill", reason="the extra 'meta' is not installed")
    found = level(report(str(EXAMPLE), "-m", "chrf", "--systems-by", how, "--level", "system"), "system")
    assert "120 comparisons" in found["basis"]
    assert value(found, "chrf", "pearson") > 0.5


def test_alignments_of_a_folder_reach_the_metrics(folder: Path, tmp_path: Path) -> None:
    metric = "kendall:align=source"
    links = tmp_path / "links" / "judged" / "es-en"
    links.mkdir(parents=True)
    for text in (*(folder / "systems").iterdir(), folder / "refA.txt"):
        (links / f"{text.stem}.align").write_text("0-0\n" * 40)
    found = report(str(folder), "-m", metric, "--align", str(tmp_path / "links"), "--first-reference")
    assert row(level(found, "system"), metric)["kind"] == "metric"
    assert "|links:" not in row(level(found, "system"), metric)["signature"]


def test_links_are_made_where_no_folder_of_them_is_named(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same as ``tertium score`` makes, which learns from the same texts."""
    pytest.importorskip("thot", reason="needs the extra align")
    monkeypatch.setenv("TERTIUM_ALIGNER_CACHE", str(tmp_path / "models"))
    found = row(level(report(str(folder), "-m", "lr-kb4", "--level", "system"), "system"), "lr-kb4")
    systems = sorted(map(str, (folder / "systems").iterdir()))
    references = sorted(map(str, folder.glob("ref*.txt")))
    texts = (*references, "-i", *systems, "-s", str(folder / "src.txt"), "-l", "es-en", "-f", "json", "-q")
    scored = run("score", *texts, "-m", "lr-kb4", cwd=ROOT)
    assert scored.code == 0, scored.err
    assert len(list((tmp_path / "models").iterdir())) == 1  # the second run took the model of the first
    by_name = {system["name"]: system["scores"][0] for system in json.loads(scored.out)["systems"]}
    assert found["signature"] == next(iter(by_name.values()))["signature"]
    assert "|links:" in found["signature"]


def test_what_cannot_be_is_refused_in_one_sentence(folder: Path, tmp_path: Path) -> None:
    assert "no data" in meta("-m", "bleu").refusal
    assert "holds no campaign" in meta(str(tmp_path / "judged" / "es-en" / "systems"), "-m", "bleu").refusal
    assert (
        "does not exist" in meta("nowhere.tsv", "-r", str(folder / "refA.txt"), "-i", str(folder / "src.txt")).refusal
    )
    assert "does not exist; expected a campaign folder" in meta("nowhere", "-m", "bleu").refusal
    assert "goes with a table of judgments" in meta(str(folder), "-m", "bleu", "-i", "x.txt").refusal
    (folder / "src.txt").unlink()
    assert "name their folder with --align" in meta(str(folder), "-m", "lr-kb4").refusal
    assert "no judgments of the kind 'mqm'" in meta(str(folder), "--judgments", "mqm").refusal
    (folder / "human_seg.tsv").write_text("system\tseg_id\tscore\ndirect\t1\tnan\n")
    assert "line 2, column 'score', is 'nan'" in meta(str(folder)).refusal


def test_a_system_that_nobody_decided_about_has_no_statistic(folder: Path) -> None:
    """Its score is NaN, which sorts behind everything: Spearman and Kendall took that for the best rank."""
    for name in ("human_seg.tsv", "rankings.tsv"):
        (folder / name).unlink()
    rows = [f"{i}\tdirect\tvia-ca\t>\n{i}\tvia-ca\tscrambled\t>\n{i}\tclipped\tvia-eo\t=\n" for i in range(1, 9)]
    (folder / "rankings.tsv").write_text("seg_id\tsystem1\tsystem2\trelation\n" + "".join(rows))
    found = row(level(report(str(folder), "-m", "chrf"), "system"), "chrf")["statistics"]
    for statistic in ("pearson", "spearman", "kendall_b", "kendall_c", "accuracy"):
        assert found[statistic]["value"] is None
        assert found[statistic]["reason"] == "a system has no human score"


def test_equal_human_scores_have_no_chance_level_either(folder: Path) -> None:
    (folder / "rankings.tsv").unlink()
    lines = (folder / "human_seg.tsv").read_text().splitlines()
    same = [lines[0], *(line.rpartition("\t")[0] + "\t50" for line in lines[1:])]
    (folder / "human_seg.tsv").write_text("\n".join(same) + "\n")
    found = report(str(folder), "-m", "chrf")
    for name in ("system", "segment"):
        assert level(found, name)["chance"] == {}
        for estimate in row(level(found, name), "chrf")["statistics"].values():
            assert estimate["value"] is None
    reason = row(level(found, "segment"), "chrf")["statistics"]["acc23"]["reason"]
    assert reason == "people prefer no translation to another"


def test_options_of_judgments_reach_an_mt_metrics_eval_directory_or_are_refused(folder: Path, tmp_path: Path) -> None:
    assert meta(str(folder), "-m", "chrf", "--write-eval-set", str(tmp_path / "set"), *FAST).code == 0
    usual = value(level(report(str(tmp_path / "set"), "-m", "chrf"), "system"), "chrf", "pearson")
    turned = report(str(tmp_path / "set"), "-m", "chrf", "--better", "lower")
    assert value(level(turned, "system"), "chrf", "pearson") == pytest.approx(-usual)
    assert "is for tables" in meta(str(tmp_path / "set"), "--judgment-column", "score", *FAST).refusal
    file = tmp_path / "set" / "human-scores" / "es-en.score.seg.score"
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0].partition("\t")[0] + "\tnan", *lines[1:]]) + "\n")
    assert "line 1 is 'nan'" in meta(str(tmp_path / "set"), "-m", "chrf", *FAST).refusal
    assert meta(str(tmp_path / "set"), "-m", "chrf", "--nan", "skip", *FAST).code == 0


def test_what_an_mt_metrics_eval_directory_cannot_hold_is_said(folder: Path, tmp_path: Path) -> None:
    target = str(tmp_path / "set")
    fast = (*FAST[:-1], "-m", "chrf", "--write-eval-set", target)
    assert "mt-metrics-eval has no file for comparisons" in meta(str(folder), *fast).err
    (tmp_path / "plain").write_text("x")
    assert "cannot be made" in meta(str(folder), *fast[:-1], str(tmp_path / "plain")).refusal
    other = tmp_path / "later" / "es-en"
    shutil.copytree(folder, other)
    for option in ("--write-eval-set", "--write-scores"):
        assert "one place for es-en" in meta(str(folder), str(other), "-m", "chrf", option, target, *FAST).refusal
    (folder / "src.txt").unlink()
    assert "has no sources" in meta(str(folder), *fast).refusal


def test_intervals_are_of_the_system_scores_that_were_given(folder: Path, tmp_path: Path) -> None:
    """BLEU's system scores are no means of its segment scores; an interval of such means missed the value shown."""
    given = {"direct": 5, "via-ca": 4, "via-eo": 3, "clipped": 2, "scrambled": 1}
    (tmp_path / "x.sys.score").write_text("".join(f"{name}\t{score}\n" for name, score in given.items()))
    turned = (f"{name}\t{10 - score + i % 3}\n" for name, score in given.items() for i in range(40))
    (tmp_path / "x.seg.score").write_text("".join(turned))
    files = [str(tmp_path / f"x.{part}.score") for part in ("seg", "sys")]
    found = row(level(report(str(folder), "--scores", *files), "system"), "x")
    pearson = found["statistics"]["pearson"]
    assert pearson["low"] <= pearson["value"] <= pearson["high"]
    assert "intervals over systems alone" in found["signature"]


def test_means_of_scores_and_of_comparisons_are_two_tables(folder: Path) -> None:
    shutil.copytree(folder, folder.parent / "fr-en")
    found = report(str(folder.parent), "-m", "chrf", "--by-segment", "consistency", "--level", "segment")
    assert [one["basis"] for one in found["average"]] == ["mean of 2 campaigns", "mean of 2 campaigns"]


def test_a_metric_from_elsewhere_is_called_as_its_column_is(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "scores.tsv"
    rows = (f"{path.stem}\t{i}\t{i}\n" for path in (folder / "systems").iterdir() for i in range(1, 41))
    table.write_text("system\tseg_id\tXCOMET-XL\n" + "".join(rows))
    found = report(str(folder), "--scores", str(table), "--lower", "XCOMET-XL")
    assert row(level(found, "system"), "XCOMET-XL")["kind"] == "scores"


KNOWN = [
    ("wmt13/de-en", "bleu", 0.920, 0.841),
    ("wmt13/de-en", "chrf", 0.978, 0.963),
    ("wmt13/es-en", "bleu", 0.957, 0.888),
    ("wmt08/es-en", "bleu", 0.048, 0.140),
    ("wmt14-multiref/en-de", "bleu", 0.477, 0.545),
    ("wmt21/ja-en", "bleu", 0.807, 0.636),
]


@pytest.mark.parametrize(("campaign", "metric", "pearson", "spearman"), KNOWN)
def test_known_values_of_the_real_campaigns(
    shared_data: Path, campaign: str, metric: str, pearson: float, spearman: float
) -> None:
    found = report(str(shared_data / campaign), "-m", metric, "--level", "system", "--no-sentinels")
    table = level(found, "system")
    assert value(table, metric, "pearson") == pytest.approx(pearson, abs=6e-4)
    assert value(table, metric, "spearman") == pytest.approx(spearman, abs=6e-4)


def test_one_reference_of_eleven(shared_data: Path) -> None:
    found = report(str(shared_data / "wmt14-multiref/en-de"), "-m", "bleu", "--level", "system", "--first-reference")
    table = level(found, "system")
    assert value(table, "bleu", "pearson") == pytest.approx(0.295, abs=6e-4)
    assert value(table, "bleu", "spearman") == pytest.approx(0.366, abs=6e-4)


def test_known_consistency_with_the_comparisons_of_wmt08(shared_data: Path) -> None:
    found = report(str(shared_data / "wmt08/de-en"), "-m", "bleu", "chrf", "--level", "segment")
    table = level(found, "segment")
    assert value(table, "bleu", "consistency") == pytest.approx(0.595, abs=6e-4)
    assert value(table, "chrf", "consistency") == pytest.approx(0.680, abs=6e-4)


def test_a_terminal_gets_a_bar_that_says_what_is_done(tmp_path: Path) -> None:
    """What is done within a second gets none, so this draws more often than it needs to."""
    code, seen, _ = on_terminal("meta", EXAMPLE_TEXT, "-m", "chrf", "ter", "--resamples", "200000", cwd=tmp_path)
    assert code == 0, seen
    text = without_escapes(seen)
    assert "scoring judged/es-en" in text or "judging judged/es-en" in text or "testing judged/es-en" in text
    assert "(chance)" in text
