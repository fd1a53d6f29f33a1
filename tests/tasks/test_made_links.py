"""Links that are made where a metric needs them and none are given."""

from __future__ import annotations

import json
import shutil
import warnings
from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.cli.main import main
from tertium.engine.partial_totals import Layout, PartialTotals
from tertium.engine.states import read_totals, write_totals
from tertium.errors import FileError
from tertium.metrics.spec import parse
from tertium.results.signatures import ReferenceCount
from tertium.tasks.made_links import _Bare
from tertium.views.order.word_aligner import WordAligner

pytest.importorskip("thot", reason="needs the extra align")

SOURCE = ["la casa verde .", "la flor roja .", "una casa roja .", "una flor verde ."] * 10
REFERENCE = ["the green house .", "the red flower .", "a red house .", "a green flower ."] * 10
WRONG = ["the house green .", "the flower red .", "a house red .", "a flower green ."] * 10


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERTIUM_ALIGNER_CACHE", str(tmp_path / "models"))
    for name, lines in (("src", SOURCE), ("ref", REFERENCE), ("good", REFERENCE), ("wrong", WRONG)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    return tmp_path


def scored(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, dict[str, object]]:
    code = main(["score", "ref", "-i", "good", "wrong", "-f", "json", "-q", "-o", "result.json", *words])
    assert code == 0, capsys.readouterr().err
    found = json.loads(Path("result.json").read_text())
    return {system["name"]: system["scores"][0] for system in found["systems"]}


def test_a_source_is_all_that_lrscore_needs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = scored(capsys, "-s", "src", "-l", "es-en", "-m", "kendall:align=source")
    assert first["good"]["score"] == 100
    assert float(str(first["wrong"]["score"])) < 100
    signature = str(first["good"]["signature"])
    assert "|links:fast-align-13a-13a-" in signature
    assert parse(signature).name == "kendall"
    kept = list((folder / "models").iterdir())
    assert len(kept) == 1
    changed = kept[0].stat().st_mtime_ns
    assert scored(capsys, "-s", "src", "-l", "es-en", "-m", "kendall:align=source") == first
    assert kept[0].stat().st_mtime_ns == changed  # the model was used again


def test_other_texts_to_learn_from_are_another_model(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = scored(capsys, "-s", "src", "-m", "lr-kb4")
    more = scored(capsys, "-s", "src", "-m", "lr-kb4", "--train-on", "src", "ref")
    assert first["good"]["signature"] != more["good"]["signature"]
    assert len(list((folder / "models").iterdir())) == 2


def test_given_links_win(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "links").write_text("0-0 1-1 2-2 3-3\n" * 40)
    words = ("-s", "src", "-m", "kendall:align=source", "--align-ref", "links", "--align-hyp", "links", "links")
    found = scored(capsys, *words)
    assert found["wrong"]["score"] == 100
    assert "|links:" not in str(found["wrong"]["signature"])
    assert not (folder / "models").exists()


def test_each_side_may_have_its_format_and_people_their_doubts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "trace").write_text("".join("{} {} |0-1| {} {} |2-3|\n".format(*line.split()) for line in WRONG))
    (folder / "human").write_text("0-0 1-2 2p1 1?0 3-3\n" * 40)
    words = ("-s", "src", "-m", "kendall:align=source", "--align-hyp-format", "trace", "--align-ref", "human")
    found = scored(capsys, *words, "--align-hyp", "trace", "trace")
    # By the trace all is in order; people crossed words 1 and 2: one of six pairs.
    assert float(str(found["wrong"]["score"])) == pytest.approx(100 * 5 / 6)


def test_without_the_library_it_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tertium.tasks.made_links.library_is_there", lambda: False)
    assert main(["score", "ref", "-i", "good", "-s", "src", "-m", "lr-kb4"]) == 2
    said = capsys.readouterr().err
    assert "--align-hyp" in said
    assert "align=direct" in said


def test_a_script_without_spaces_is_not_aligned_as_it_stands(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "ja").write_text("これは本です。\n" * 40, encoding="utf-8")
    assert main(["align", "ja", "ref"]) == 2
    assert "1.0 words a line" in capsys.readouterr().err


def test_segments_in_which_systems_differ_have_links_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("ref", "-i", "good", "wrong", "-s", "src", "-m", "kendall:align=source")
    code = main(["explain", *words, "-q", "-o", "seen.txt", "--differ", "good", "wrong", "-n", "1"])
    assert code == 0, capsys.readouterr().err
    assert "good is better in 40 of 40 segments" in " ".join((folder / "seen.txt").read_text().split())


def test_workers_say_how_links_were_made(folder: Path) -> None:
    totals = PartialTotals(Layout((parse("kendall:align=source"),)))
    totals.places_of([()])
    totals.groups[()].references = ReferenceCount(1, 2, "hmm-13a-13a-0f3c5a91")
    assert read_totals(write_totals(totals)).groups[()].references == totals.groups[()].references


def test_python_makes_the_same_links(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "more.es").write_text("la casa roja\n" * 20)
    (folder / "more.en").write_text("the red house\n" * 20)
    options = ("-s", "src", "-l", "es-en", "-m", "lr-kb4", "--train-on", "more.es", "more.en")
    command = scored(capsys, *options, "--align-model", "hmm")
    texts = {"good": REFERENCE, "wrong": WRONG}
    lists = (["la casa roja"] * 20, ["the red house"] * 20)
    for pair in (lists, (Path("more.es"), Path("more.en"))):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", tertium.InputWarning)
            found = tertium.score(
                texts, REFERENCE, "lr-kb4", sources=SOURCE, language="es-en", train_on=[pair], align_model="hmm"
            )
        for name in texts:
            [one] = found[name].scores
            assert (one.score, one.signature) == (command[name]["score"], command[name]["signature"])


def test_python_cuts_by_language(folder: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tertium.InputWarning)
        plain = tertium.score(REFERENCE, REFERENCE, "lr-kb4", sources=SOURCE).scores[0].signature
        chinese = tertium.score(REFERENCE, REFERENCE, "lr-kb4", sources=SOURCE, language="zh-en").scores[0].signature
        compared = tertium.compare({"a": REFERENCE, "b": WRONG}, REFERENCE, "lr-kb4", sources=SOURCE, language="zh-en")
    assert "|links:fast-align-13a-13a-" in plain
    assert "|links:fast-align-zh-13a-" in chinese
    assert "|links:fast-align-zh-13a-" in compared.metrics[0].signature


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("-s", "src", "-m", "bleu", "--train-on", "src", "ref"), "no metric here"),
        (("-m", "lr-kb4", "--align-model", "hmm"), "no source to align with; pass -s"),
        (
            ("-s", "src", "-m", "lr-kb4", "--align-model", "hmm", "--align-hyp", "l", "l", "--align-ref", "l"),
            "the links are given",
        ),
    ],
)
def test_what_is_said_about_making_links_is_not_forgotten(
    folder: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    (folder / "l").write_text("0-0\n" * 40)
    assert main(["score", "ref", "-i", "good", "wrong", *words]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "would make word alignments, but none are made" in said
    assert why in said


def test_without_a_source_the_option_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "ref", "-i", "good", "-m", "lr-kb4"]) == 2
    assert "pass -s, and word alignments are made" in " ".join(capsys.readouterr().err.split())


def test_sentences_without_a_link_are_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("src", "ref", "good"):
        lines = (folder / name).read_text().splitlines()
        (folder / name).write_text("\n".join([" ".join(lines * 7), *lines[1:]]) + "\n")
    assert main(["score", "ref", "-i", "good", "-s", "src", "-m", "lr-kb4", "-o", "result.txt"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert "2 pairs of sentences longer than 1024 words got no links" in said


def test_work_goes_on_only_with_what_it_learnt_from(folder: Path) -> None:
    def score(second: str) -> object:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", tertium.InputWarning)
            return tertium.score(
                REFERENCE, REFERENCE, "lr-kb4", sources=SOURCE, train_on=[(["casa"], [second])], resume="kept"
            )

    assert score("house") == score("house")
    with pytest.raises(tertium.TertiumError, match="the making of alignments"):
        score("home")


def test_pairs_without_a_link_are_counted_by_their_reason() -> None:
    bare = _Bare(longest=3)
    bare.count(["a"], ["b", "c"])
    assert list(bare.remarks()) == [
        "the aligner found no link in 1 pair of sentences, so that their word order counts as 0."
    ]
    bare.count(["a"] * 4, ["b"])
    bare.count(["a"], ["b"] * 4)
    assert next(bare.remarks()) == (
        "2 pairs of sentences longer than 3 words got no links, so that their word order counts as 0; fast-align takes "
        "up to 1024."
    )


def test_a_model_is_made_anew_where_none_can_be_kept(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("-s", "src", "-m", "kendall:align=source")
    kept = scored(capsys, *asked)
    (folder / "file").touch()
    for place in ("off", str(folder / "file" / "models")):
        monkeypatch.setenv("TERTIUM_ALIGNER_CACHE", place)
        assert scored(capsys, *asked) == kept


def test_of_two_runs_that_learn_the_same_the_first_model_is_kept(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second finds the folder taken when it saves; where nothing was saved, that is an error."""
    asked = ("-s", "src", "-m", "kendall:align=source")
    first = scored(capsys, *asked)
    [model] = (folder / "models").iterdir()
    saved = {path.name: path.read_bytes() for path in model.iterdir()}
    train = WordAligner.train

    def meanwhile(*given: Any) -> WordAligner:
        made = train(*given)
        model.mkdir()
        for name, data in saved.items() if there else ():
            (model / name).write_bytes(data)
        return made

    monkeypatch.setattr(WordAligner, "train", meanwhile)
    monkeypatch.setattr(WordAligner, "save", refuse)
    for there in (True, False):
        shutil.rmtree(model)
        if there:
            assert scored(capsys, *asked) == first
        else:
            assert main(["score", "ref", "-i", "good", *asked]) == 2
            assert "is taken" in capsys.readouterr().err


def refuse(self: WordAligner, folder: Path) -> None:
    raise FileError(f"{folder} is taken.")
