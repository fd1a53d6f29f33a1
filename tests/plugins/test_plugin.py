"""Other packages add metrics, tokenizers, formats and outputs by entry points: one is really installed and used."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.shell import GOOD, POOR, REF, Ran, run, write
from conftest import ROOT

PACKAGE = Path(__file__).parent / "dummy_metric"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory of its own with the plugin in it, installed by pip from its source."""
    pytest.importorskip("scikit_build_core", reason="the plugin's build backend is not installed here")
    source = tmp_path_factory.mktemp("source") / "dummy_metric"
    shutil.copytree(PACKAGE, source)
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index"]
    subprocess.run([*command, "--target", str(target), str(source)], check=True, timeout=300)
    return target


def with_plugin(site: Path, *arguments: str, cwd: Path | None = None) -> Ran:
    return run(*arguments, cwd=cwd, env={"PYTHONPATH": str(site)})


def test_without_the_package_the_metric_is_unknown() -> None:
    assert run("metrics", "dummy").refusal.startswith("unknown metric 'dummy'; ")


def test_metrics_explains_it_from_its_own_module(site: Path) -> None:
    page = with_plugin(site, "metrics", "dummy")
    assert page.code == 0, page.err
    assert page.out.startswith("Length ratio: characters of the hypothesis over characters of the first reference")
    assert "dummy:power=1,spaces=yes#1" in page.out
    assert "0 to 10" in page.out


def test_score_uses_it_alone_and_in_sums(site: Path, tmp_path: Path) -> None:
    write(tmp_path, ref=REF, good=GOOD, poor=POOR)
    asked = (
        "-m",
        "dummy",
        "dummy:power=2,spaces=no",
        "0.5*dummy + 0.5*bleu:tok=none",
        "-f",
        "json",
        "--names",
        "g",
        "p",
    )
    done = with_plugin(site, "score", "ref.txt", "-i", "good.txt", "poor.txt", *asked, cwd=tmp_path)
    assert done.code == 0, done.err
    good, poor = (system["scores"] for system in json.loads(done.out)["systems"])
    ratio = sum(map(len, POOR)) / sum(map(len, REF))
    assert [good[0]["value"], poor[0]["value"]] == [sum(map(len, GOOD)) / sum(map(len, REF)), ratio]
    assert poor[0]["score"] == 100 * ratio
    assert poor[1]["signature"].startswith("dummy:power=2,spaces=no#1|nrefs:")
    without_spaces = sum(len(line.replace(" ", "")) for line in POOR) / sum(len(line.replace(" ", "")) for line in REF)
    assert poor[1]["value"] == pytest.approx(without_spaces**2)
    assert poor[2]["metric"] == "0.5*dummy + 0.5*bleu:tok=none"


def test_a_wrong_parameter_of_it_is_refused_like_our_own(site: Path) -> None:
    assert with_plugin(site, "metrics", "dummy:power=11").refusal == (
        "dummy:power is 11, expected a value between 0 and 10."
    )
    assert "did you mean 'power'?" in with_plugin(site, "metrics", "dummy:powr=1").refusal


def test_a_plugin_that_cannot_be_loaded_does_not_hide_the_others(site: Path) -> None:
    assert with_plugin(site, "metrics", "broken").refusal == (
        "metric 'broken' of another package (dummy_metric.broken:Broken) failed to load: its model is not here; "
        "reinstall that package or leave the metric out."
    )
    assert "expected a subclass of tertium.Metric" in with_plugin(site, "metrics", "impostor").refusal
    listed = with_plugin(site, "metrics")
    assert listed.code == 0
    assert "\ndummy" in listed.out
    assert "\nbleu" in "\n" + listed.out
    assert listed.err.count("tertium: warning: ") == 2
    assert "its model is not here" in listed.err


def test_a_tokenizer_of_it_is_used_and_its_full_name_is_in_the_signature(site: Path, tmp_path: Path) -> None:
    write(tmp_path, ref=["one, two 3 three four"], hyp=["one two: three 4 four"])
    asked = ("-m", "bleu:tok=letters", "bleu:tok=letters@2,case=lower", "-f", "json")
    done = with_plugin(site, "score", "ref.txt", "-i", "hyp.txt", *asked, cwd=tmp_path)
    assert done.code == 0, done.err
    [system] = json.loads(done.out)["systems"]
    assert [score["value"] for score in system["scores"]] == [1.0, 1.0]  # both are the words one two three four
    assert "tok=letters@2," in system["scores"][0]["signature"]


def test_a_tokenizer_that_cannot_be_used_says_whose_it_is(site: Path) -> None:
    assert (
        with_plugin(site, "metrics", "bleu:tok=letters@1").refusal
        == "bleu: 'letters@1' is not here, only letters@2 is."
    )
    assert with_plugin(site, "metrics", "bleu:tok=broken-words").refusal == (
        "bleu: tokenizer 'broken-words' of another package (dummy_metric.broken:TOKENIZER) failed to load: "
        "its model is not here; reinstall that package or name another tokenizer."
    )
    assert "expected a tertium.plugin.Tokenizer" in with_plugin(site, "metrics", "bleu:tok=no-words").refusal
    unknown = with_plugin(site, "metrics", "bleu:tok=leters").refusal
    assert "did you mean 'letters'?" in unknown
    assert unknown.endswith("spm:FILE, broken-words, letters, no-words.")


def test_the_package_imports_nothing_of_tertium_but_plugin() -> None:
    imported = {
        node.module
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tertium")
    }
    assert imported == {"tertium.plugin"}


def test_the_examples_of_the_page_run_and_print_what_it_says() -> None:
    page = (ROOT / "docs" / "plugins.md").read_text("utf-8")
    programs, printed = (re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL) for kind in ("python", "text"))
    assert len(programs) == 2
    done = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True) for program in programs]
    assert [ran.stderr for ran in done] == ["", ""]
    assert [ran.stdout for ran in done] == [printed[0], ""]


def test_a_format_of_another_package_is_read_as_columns(site: Path, tmp_path: Path) -> None:
    lines = ["mt|ref", *(f"{hyp}|{ref}" for hyp, ref in zip(GOOD, REF, strict=True))]
    (tmp_path / "texts.bars").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    write(tmp_path, ref=REF, good=GOOD)
    columns = (
        "score",
        "texts.bars",
        "-i",
        "texts.bars",
        "--hyp-col",
        "mt",
        "--ref-col",
        "ref",
        "-m",
        "chrf",
        "-b",
        "-w",
        "9",
    )
    read = with_plugin(site, *columns, cwd=tmp_path)
    assert read.code == 0, read.err
    assert read.out == run("score", "ref.txt", "-i", "good.txt", "-m", "chrf", "-b", "-w", "9", cwd=tmp_path).out
    wrong = with_plugin(site, *columns[:5], "mt", "--ref-col", "other", cwd=tmp_path)
    assert wrong.refusal == "texts.bars has no column 'other', only mt, ref."


def test_an_output_of_another_package_is_a_format(site: Path, tmp_path: Path) -> None:
    write(tmp_path, ref=REF, good=GOOD)
    asked = ("score", "ref.txt", "-i", "good.txt", "-m", "bleu", "-w", "2", "-f")
    number = run(*asked[:-1], "-b", cwd=tmp_path).out.strip()
    assert with_plugin(site, *asked, "csv", cwd=tmp_path).out == f"system,metric,score\ngood,bleu,{number}\n"
    assert "failed to load" in with_plugin(site, *asked, "broken", cwd=tmp_path).refusal
    assert "csv" in run(*asked, "csv", cwd=tmp_path).refusal  # without the package there is no such format
