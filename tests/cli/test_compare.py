"""``tertium compare`` as a user meets it: the real program, real files."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from cli.shell import Ran, on_terminal, run, without_escapes

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "es-en"
SYSTEMS = ("direct", "via-ca", "via-eo")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    for name in SYSTEMS:
        shutil.copy(EXAMPLE / "systems" / f"{name}.txt", tmp_path / f"{name}.txt")
    shutil.copy(EXAMPLE / "systems" / "direct.txt", tmp_path / "twin.txt")
    for name in ("ref1", "ref2", "src"):
        shutil.copy(EXAMPLE / f"{name}.txt", tmp_path / f"{name}.txt")
    (tmp_path / "docs.txt").write_text("".join(f"d{place // 12}\n" for place in range(240)))
    return tmp_path


def compare(cwd: Path, *arguments: str) -> Ran:
    return run("compare", *arguments, cwd=cwd)


def as_json(cwd: Path, *arguments: str) -> dict:
    ran = compare(cwd, *arguments, "-f", "json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_the_leaderboard_comes_first_and_details_on_request(corpus: Path) -> None:
    arguments = ("ref1.txt", "-i", "via-eo.txt", "direct.txt", "via-ca.txt", "-m", "bleu", "ter")
    ran = compare(corpus, *arguments)
    assert (ran.code, ran.err) == (0, "")
    title, header, *rows = ran.out.split("\n")[:5]
    assert title == "leaderboard, sorted by bleu"
    assert header.split() == "system bleu ↑ rank cluster ter ↓ rank cluster".split()
    assert [row.split()[0] for row in rows] == ["direct", "via-ca", "via-eo"]
    assert "tests: paired bootstrap, two-sided, corrected by Holm for 3 comparisons" in ran.out
    assert "seed 12345" in ran.out
    assert "#1|nrefs:1|version:" in ran.out
    assert "bleu ↑, pairs" not in ran.out
    assert "power, against" not in ran.out
    more = compare(corpus, *arguments, "--pairs", "--power").out
    assert more.startswith("\n".join([title, header, *rows]))
    assert "bleu ↑, pairs\nsystem  against " in more
    assert [line.split()[:2] for line in more.split("ter ↓, pairs\n")[1].split("\n")[1:4]] == [
        ["direct", "via-ca"],
        ["direct", "via-eo"],
        ["via-ca", "via-eo"],
    ]
    assert "power, against via-eo\n" in more
    assert "with 80% probability" in " ".join(more.split())
    assert "with 95% probability" in " ".join(compare(corpus, *arguments, "--power", "0.95").out.split())


def test_systems_are_sorted_by_each_metric_unless_the_order_is_given(corpus: Path) -> None:
    arguments = ("ref1.txt", "-i", "via-eo.txt", "direct.txt", "via-ca.txt", "-m", "chrf", "ter")
    for metric in as_json(corpus, *arguments)["metrics"]:  # of chrF the highest is best, of TER the lowest
        assert [system["name"] for system in metric["systems"]] == ["direct", "via-ca", "via-eo"]
        assert [system["rank"]["best"] for system in metric["systems"]] == [1, 2, 3]
    given = as_json(corpus, *arguments, "--order", "given")
    for metric in given["metrics"]:
        assert [system["name"] for system in metric["systems"]] == ["via-eo", "direct", "via-ca"]
    assert (given["procedure"]["baseline"], given["procedure"]["order"]) == ("via-eo", "given")
    shown = compare(corpus, *arguments, "--order", "given").out.split("\n")
    assert shown[0] == "leaderboard"
    assert [line.split()[0] for line in shown[2:5]] == ["via-eo", "direct", "via-ca"]


def test_many_systems_by_two_metrics_are_one_screen(corpus: Path) -> None:
    names = [f"s{place}" for place in range(8)]
    lines = (corpus / "direct.txt").read_text("utf-8").split("\n")[:-1]
    others = (corpus / "via-eo.txt").read_text("utf-8").split("\n")[:-1]
    for place, name in enumerate(names):  # each mixes the two outputs in another share
        pairs = enumerate(zip(lines, others, strict=True))
        mixed = [one if segment % 8 < place else two for segment, (one, two) in pairs]
        (corpus / f"{name}.txt").write_text("".join(f"{line}\n" for line in mixed), encoding="utf-8")
    files = [f"{name}.txt" for name in names]
    ran = compare(corpus, "ref1.txt", "-i", *files, "-m", "bleu", "chrf")
    shown = ran.out.split("\n")
    assert len(shown) < 24
    assert all(len(line) <= 80 or "#1" in line for line in shown)
    assert "6000 resamples" in ran.out
    _, seen, _ = on_terminal("compare", "ref1.txt", "-i", *files, "-m", "bleu", "chrf", cwd=corpus, width=80)
    assert all(len(line.rstrip()) <= 80 or "#1" in line for line in without_escapes(seen).replace("\r", "").split("\n"))


def test_draws_follow_from_the_number_of_comparisons(corpus: Path) -> None:
    systems = ("ref1.txt", "-i", "direct.txt", "via-ca.txt", "via-eo.txt", "twin.txt")

    def procedure(*arguments: str) -> dict:
        return as_json(corpus, *systems, *arguments)["procedure"]

    assert procedure()["resamples"] == 2000  # of 6 pairs
    assert procedure("--against", "baseline")["resamples"] == 1000
    assert procedure("-n", "300")["resamples"] == 300
    assert procedure("--alpha", "0.01")["resamples"] == 6000
    assert procedure("--alpha", "0.001", "--test", "ar")["trials"] == 60_000
    assert procedure("--test", "ar", "--trials", "50", "-n", "60")["trials"] == 50
    assert procedure("--slice-by", "docs.txt")["resamples"] == 12_000  # of 20 slices with 3 comparisons each


def test_digits_stand_below_one_another_where_some_have_a_star(corpus: Path) -> None:
    arguments = ("compare", "ref1.txt", "-i", "direct.txt", "via-ca.txt", "via-eo.txt", "--pairs", "-sh")
    _, seen, _ = on_terminal(*arguments, cwd=corpus, width=100)
    pairs = without_escapes(seen).replace("\r", "").split("pairs\n")[1].split("\n")[2:5]
    assert len({line.index(" 0.") for line in pairs}) == 1
    assert [("*" in line) for line in pairs] == [True, True, False]


def test_every_warning_is_in_json_too(corpus: Path) -> None:
    (corpus / "lower.txt").write_text((corpus / "via-ca.txt").read_text("utf-8").lower(), encoding="utf-8")
    texts = ("ref1.txt", "-i", "direct.txt", "lower.txt", "-m", "chrf", "bleu", "bleu")
    for command, more in (("score", ()), ("compare", ("-n", "15")), ("compare", ("-n", "10", "-q"))):
        ran = run(command, *texts, *more, "-f", "json", cwd=corpus)
        told = json.loads(ran.out)["warnings"]
        assert any("T1" in sentence for sentence in told)
        assert any("asked for twice" in sentence for sentence in told)
        if "-q" not in more:
            assert ran.err == "".join(f"tertium: warning: {sentence}\n" for sentence in told)
        if more:
            assert any("nothing can be significant" in sentence for sentence in told)
    assert as_json(corpus, "ref1.txt", "-i", "direct.txt", "via-ca.txt")["warnings"] == []


def test_identical_outputs_have_p_1_and_no_star(corpus: Path) -> None:
    for test in ("bs", "ar"):
        made = as_json(corpus, "ref1.txt", "-i", "direct.txt", "twin.txt", "-m", "bleu", "chrf", "ter", "--test", test)
        for metric in made["metrics"]:
            (difference,) = metric["differences"]
            assert (difference["p"], difference["p_holm"], difference["significant"]) == (1.0, 1.0, False)
            assert difference["identical"]
            assert metric["systems"][0]["letters"] == metric["systems"][1]["letters"] == "a"
    shown = compare(corpus, "ref1.txt", "-i", "direct.txt", "twin.txt").out
    assert re.search(r"twin +23\.8 ±2\.5 +identical +1\.000\n", shown)
    assert "1.000*" not in compare(corpus, "ref1.txt", "-i", "direct.txt", "twin.txt", "--pairs").out


def test_identical_outputs_in_score_too(corpus: Path) -> None:
    for flag in ("-pbs", "-par"):
        ran = run("score", "ref1.txt", "-i", "direct.txt", "twin.txt", flag, "-f", "json", cwd=corpus)
        test = json.loads(ran.out)["systems"][1]["scores"][0]["test"]
        assert (test["p"], test["significant"]) == (1.0, False)
        shown = run("score", "ref1.txt", "-i", "direct.txt", "twin.txt", flag, "-sh", cwd=corpus).out
        assert "1.000" in shown
        assert "1.000*" not in shown


def test_seeds_and_threads(corpus: Path) -> None:
    arguments = ["ref1.txt", "-i", "direct.txt", "via-ca.txt", "-m", "bleu", "ribes", "--test", "ar", "--trials", "500"]
    first = compare(corpus, *arguments, "--threads", "1", "--seed", "0").out
    assert compare(corpus, *arguments, "--threads", "8", "--seed", "0").out == first
    assert compare(corpus, *arguments, "--seed", "1").out != first
    assert "seed 0)" in first


def test_runs_show_their_spread_beside_that_over_segments(corpus: Path) -> None:
    made = as_json(corpus, "ref1.txt", "-i", "direct.txt", "--runs", "pivot=via-ca.txt,via-eo.txt", "-m", "chrf")
    direct, pivot = made["metrics"][0]["systems"]
    assert direct["runs"] is None
    assert (pivot["name"], len(pivot["runs"]["scores"])) == ("pivot", 2)
    assert pivot["score"] == pytest.approx(sum(pivot["runs"]["scores"]) / 2)
    assert pivot["runs"]["sd_between_runs"] == pytest.approx(1.786, abs=0.01)
    assert 0 < pivot["runs"]["se_over_segments"] < 2
    ran = compare(corpus, "ref1.txt", "-i", "direct.txt", "--runs", "pivot=via-ca.txt,via-eo.txt", "-m", "chrf")
    assert "sd between runs  se over segments" in ran.out
    assert "0.82\n" in ran.out


def test_documents_widen_the_interval_of_what_hangs_together(corpus: Path) -> None:
    made = as_json(corpus, "ref1.txt", "-i", "direct.txt", "via-ca.txt", "--docs", "docs.txt")
    assert (made["procedure"]["unit"], made["procedure"]["units"], made["segments"]) == ("document", 20, 240)


def test_slices_in_one_table(corpus: Path) -> None:
    made = as_json(
        corpus, "ref1.txt", "-s", "src.txt", "-i", "direct.txt", "via-ca.txt", "--slice-by", "docs.txt",
        "--slices", "hyp-length", "ref-length", "src-length", "order", "freq",
    )  # fmt: skip
    by = [part["by"] for part in made["slices"]]
    assert list(dict.fromkeys(by)) == ["hyp-length", "ref-length", "src-length", "order", "freq", "docs"]
    assert all(part["p_holm"] >= part["p"] for part in made["slices"])
    for name in dict.fromkeys(by):
        assert sum(part["segments"] for part in made["slices"] if part["by"] == name) == 240
    assert any(part["significant"] for part in made["slices"])


def test_labels_of_files_of_one_name_are_told_apart(corpus: Path) -> None:
    for folder, labels in (("a", "xy"), ("b", "pqr")):
        (corpus / folder).mkdir()
        (corpus / folder / "topic.txt").write_text("".join(f"{labels[at % len(labels)]}\n" for at in range(240)))
    made = as_json(
        corpus, "ref1.txt", "-i", "direct.txt", "via-ca.txt", "--slice-by", "a/topic.txt", "b/topic.txt", "docs.txt"
    )
    by = dict.fromkeys(part["by"] for part in made["slices"])
    assert list(by) == ["a/topic.txt", "b/topic.txt", "docs"]


def test_scores_of_other_tools_get_the_same_tests(corpus: Path) -> None:
    run(
        "score",
        "ref1.txt",
        "-i",
        "direct.txt",
        "via-ca.txt",
        "-m",
        "ribes",
        "-sl",
        "-f",
        "tsv",
        "-o",
        "r.tsv",
        cwd=corpus,
    )
    made = as_json(corpus, "ref1.txt", "-i", "direct.txt", "via-ca.txt", "-m", "ribes", "--scores", "r.tsv")
    ours, theirs = made["metrics"]
    assert theirs["signature"] == "ribes (scores of r.tsv)"
    assert theirs["differences"][0]["delta"] == pytest.approx(ours["differences"][0]["delta"])
    assert theirs["differences"][0]["p"] == ours["differences"][0]["p"]
    alone = as_json(corpus, "--scores", "r.tsv")
    assert alone["metrics"][0]["differences"][0]["p"] == theirs["differences"][0]["p"]
    worse = as_json(corpus, "--scores", "r.tsv", "--scores-lower", "--sides", "one", "--against", "baseline")
    assert not worse["metrics"][0]["higher_is_better"]


def test_saved_rows_compare_later_without_the_texts(corpus: Path) -> None:
    for name in ("direct", "via-ca"):
        ran = compare(corpus, "ref1.txt", "-i", f"{name}.txt", "-m", "bleu", "nist", "--save-rows", f"{name}.tertium")
        assert ran.code == 0, ran.err
    at_once = as_json(corpus, "ref1.txt", "-i", "direct.txt", "via-ca.txt", "-m", "bleu", "nist")
    for name in ("direct.txt", "via-ca.txt", "ref1.txt"):
        (corpus / name).unlink()
    assert as_json(corpus, "--rows", "direct.tertium", "via-ca.tertium") == at_once


def test_rows_stand_before_texts_and_their_runs(corpus: Path) -> None:
    compare(corpus, "ref1.txt", "-i", "direct.txt", "-m", "chrf", "--save-rows", "direct.tertium")
    texts = ("--runs", "pivot=via-ca.txt,via-eo.txt", "-m", "chrf")
    from_rows = as_json(corpus, "ref1.txt", *texts, "--rows", "direct.tertium")
    assert from_rows == as_json(corpus, "ref1.txt", "-i", "direct.txt", *texts)


def test_python_and_the_command_line_say_the_same(corpus: Path) -> None:
    import tertium

    def read(name: str) -> list[str]:
        return (corpus / f"{name}.txt").read_text("utf-8").split("\n")[:-1]

    made = tertium.compare(
        {name: read(name) for name in SYSTEMS},
        read("ref1"),
        ["bleu", "ribes"],
        slices=["order"],
        documents=read("docs"),
    )
    files = [f"{name}.txt" for name in SYSTEMS]
    from_shell = as_json(
        corpus, "ref1.txt", "-i", *files, "-m", "bleu", "ribes", "--slices", "order", "--docs", "docs.txt"
    )
    from_python = json.loads(json.dumps(made.to_dict()))
    told = [found.pop("warnings") for found in (from_python, from_shell)]  # which spell options as their door does
    assert from_python == from_shell
    assert [sentence.replace("test='ar'", "--test ar") for sentence in told[0]] == told[1]
    with pytest.raises(ValueError, match="at least two systems"):
        tertium.compare({"a": ["x"]}, ["x"])
    with pytest.raises(ValueError, match="no slices by 'lenght', only by hyp-length"):
        tertium.compare({"a": ["x"], "b": ["x"]}, ["x"], slices=["lenght"])


def test_rows_of_other_texts_are_refused(corpus: Path) -> None:
    compare(corpus, "ref1.txt", "-i", "direct.txt", "--save-rows", "direct.tertium")
    ran = compare(corpus, "ref2.txt", "-i", "via-ca.txt", "--rows", "direct.tertium")
    assert "the texts and direct.tertium were made with different references" in ran.refusal
    assert compare(corpus, "ref1.txt", "-i", "via-ca.txt", "--rows", "direct.tertium").code == 0


@pytest.mark.parametrize("form", ["tsv", "md", "latex", "html"])
def test_other_forms(corpus: Path, form: str) -> None:
    ran = compare(corpus, "ref1.txt", "-i", "direct.txt", "via-ca.txt", "-f", form, "--slices", "order", "-o", "out")
    assert (ran.code, ran.out) == (0, "")
    text = (corpus / "out").read_text("utf-8")
    if form == "tsv":
        header, *rows = (line.split("\t") for line in text.split("\n")[:-1])
        assert {len(row) for row in rows} == {len(header)}
        assert rows[0][header.index("p")] == "0.000999000999000999"
        assert [row[header.index("by")] for row in rows] == ["", *["order"] * (len(rows) - 1)]
        assert "np." not in text  # numpy's numbers say their type
        for column in ("first_score", "delta", "low", "p_holm", "effect", "effect_low", "effect_high", "detectable"):
            assert float(rows[0][header.index(column)]) == float(rows[0][header.index(column)]), column
    elif form == "md":
        assert "| bleu ↑ | direct | 23.8 ±2.5 |" in text
        assert re.search(r"\| \*\*-4\.43 \\\[-6\.\d+, -2\.\d+\\\]\*\* \| \*\*0\.001\\\*\*\* \|", text)
    elif form == "html":
        assert re.search(r"<h1[^>]*>direct and via-ca compared</h1>", text)
        assert re.search(r"23\.8.*±2\.5", text)
        assert text.count("<table>") == text.count("</table>") == 2
    else:
        assert r"$\Delta$" in text
        assert r"23.8 $\pm$2.5" in text
        assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 2


def test_colours_only_where_they_are_wanted(corpus: Path) -> None:
    arguments = ("compare", "ref1.txt", "-i", "direct.txt", "via-ca.txt", "-sh")
    code, seen, _ = on_terminal(*arguments, cwd=corpus, width=120)
    assert code == 0
    assert "\x1b[1;31m-4.43 [-" in seen, "worse is red"
    code, plain, _ = on_terminal(*arguments, cwd=corpus, width=120, env={"NO_COLOR": "1"})
    assert "\x1b[1;31m" not in plain
    assert "-4.43 [-" in without_escapes(plain)


REFUSALS = {
    "one system": (["ref1.txt", "-i", "direct.txt"], "there is one system, and a comparison needs two"),
    "nothing": ([], "nothing to compare"),
    "runs without files": (["ref1.txt", "--runs", "a=b.txt"], "expected a name and at least two files"),
    "documents of another length": (
        ["ref1.txt", "-i", "direct.txt", "via-ca.txt", "--docs", "short.txt"],
        "short.txt has 1 lines but there are 240 segments",
    ),
    "one-sided over all pairs": (["ref1.txt", "-i", "direct.txt", "twin.txt", "--sides", "one"], "--against baseline"),
    "an unknown slice": (
        ["ref1.txt", "-i", "direct.txt", "twin.txt", "--slices", "lenght"],
        "'lenght' is not known",
    ),
    "labels twice": (
        ["ref1.txt", "-i", "direct.txt", "twin.txt", "--slice-by", "docs.txt", "docs.txt"],
        "slices by 'docs.txt' are asked for twice; leave one out, or rename it.",
    ),
    "alpha": (["ref1.txt", "-i", "direct.txt", "twin.txt", "--alpha", "5"], "expected a number between 0 and 1"),
    "slices without texts": (["--rows", "r.tertium", "--slices", "order"], "does not exist"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refusals(corpus: Path, case: str) -> None:
    arguments, message = REFUSALS[case]
    (corpus / "short.txt").write_text("x\n")
    assert message in compare(corpus, *arguments).refusal


def test_the_doctors_checks_run_here_too(corpus: Path) -> None:
    text = (corpus / "via-ca.txt").read_text("utf-8").lower()
    (corpus / "lower.txt").write_text(text, encoding="utf-8")
    arguments = ("ref1.txt", "-i", "direct.txt", "lower.txt", "-m", "chrf", "-n", "50")
    ran = compare(corpus, *arguments)
    assert ran.code == 0
    assert re.search(r"warning: lower\.txt .*\[T\d{3}\]", ran.err)
    strict = compare(corpus, *arguments, "--strict")
    assert (strict.code, strict.out) == (2, "")
    code = re.search(r"T\d{3}", ran.err)
    assert code is not None
    assert compare(corpus, *arguments, "--strict", "--ignore", code[0]).code == 0


def test_too_few_draws_for_so_many_comparisons_are_warned_of(corpus: Path) -> None:
    ran = compare(corpus, "ref1.txt", "-i", "direct.txt", "via-ca.txt", "via-eo.txt", "-n", "20")
    assert "nothing can be significant; use -n 1000." in ran.err  # as many as it takes by itself


def test_a_bootstrap_of_few_documents_is_warned_of(corpus: Path) -> None:
    (corpus / "eight.txt").write_text("".join(f"d{place // 30}\n" for place in range(240)))
    arguments = ("compare", "ref1.txt", "-i", "direct.txt", "via-ca.txt", "--docs")
    assert "8 documents are few for a bootstrap" in run(*arguments, "eight.txt", cwd=corpus).err
    assert run(*arguments, "eight.txt", "--test", "ar", cwd=corpus).err == ""
    assert run(*arguments, "docs.txt", cwd=corpus).err == ""


def test_a_bootstrap_of_a_small_slice_is_warned_of(corpus: Path) -> None:
    (corpus / "parts.txt").write_text("".join("rare\n" if place < 12 else "often\n" for place in range(240)))
    arguments = ("compare", "ref1.txt", "-i", "direct.txt", "via-ca.txt", "-m", "wer", "--slice-by", "parts.txt")
    assert "slice parts rare has 12 segments, few for a bootstrap" in run(*arguments, cwd=corpus).err
    assert run(*arguments, "--test", "ar", cwd=corpus).err == ""
    assert run(*arguments, "-q", cwd=corpus).err == ""
