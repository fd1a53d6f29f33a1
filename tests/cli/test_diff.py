"""``tertium diff`` as a user meets it: the real program, real files."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import tertium
from cli.shell import Ran, run

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "es-en"
DEFAULT = ("ref1.txt", "-i", "direct.txt", "via-ca.txt")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    for name in ("direct", "via-ca", "via-eo"):
        shutil.copy(EXAMPLE / "systems" / f"{name}.txt", tmp_path / f"{name}.txt")
    for name in ("ref1", "ref2", "src"):
        shutil.copy(EXAMPLE / f"{name}.txt", tmp_path / f"{name}.txt")
    return tmp_path


def read(corpus: Path, name: str) -> list[str]:
    return (corpus / f"{name}.txt").read_text("utf-8").split("\n")[:-1]


def diff(cwd: Path, *arguments: str) -> Ran:
    return run("diff", *arguments, cwd=cwd)


def as_json(cwd: Path, *arguments: str) -> dict[str, Any]:
    ran = diff(cwd, *arguments, "-f", "json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_the_segments_with_the_largest_gains_are_listed_for_each_system(corpus: Path) -> None:
    made = as_json(corpus, *DEFAULT, "-n", "7")
    scores = {}
    for name in ("direct", "via-ca"):
        ran = run("score", "ref1.txt", "-i", f"{name}.txt", "-m", "chrf", "-sl", "-f", "json", cwd=corpus)
        scores[name] = json.loads(ran.out)["systems"][0]["scores"][0]["segment_scores"]
    gains = [one - other for one, other in zip(scores["direct"], scores["via-ca"], strict=True)]
    order = sorted(range(240), key=lambda place: (-gains[place], place))
    listed = [(one["segment"], one["better"]) for one in made["contrasts"]]
    assert listed[:7] == [(place + 1, "direct") for place in order[:7]]
    assert sorted(listed[7:]) == sorted((place + 1, "via-ca") for place in order[-7:])
    for one in made["contrasts"]:
        assert one["gain"] == pytest.approx(abs(gains[one["segment"] - 1]))
        (score,) = one["scores"]
        assert score["first"] == pytest.approx(scores["direct"][one["segment"] - 1])
        texts = {name: read(corpus, name)[one["segment"] - 1] for name in ("direct", "via-ca", "ref1")}
        assert "".join(piece["text"] for piece in one["first"]["pieces"]) == texts["direct"]
        assert "".join(piece["text"] for piece in one["second"]["pieces"]) == texts["via-ca"]
        assert ["".join(p["text"] for p in ref["pieces"]) for ref in one["references"]] == [texts["ref1"]]
        assert one["source"] is None
    assert made["first_better"] == sum(gain > 1e-9 for gain in gains)
    assert made["second_better"] == sum(gain < -1e-9 for gain in gains)
    assert made["first_better"] + made["second_better"] + made["equal"] + made["unscored"] == 240


def test_lower_is_better_where_the_metric_says_so_and_others_are_shown(corpus: Path) -> None:
    made = as_json(corpus, *DEFAULT, "-m", "ter", "bleu", "-n", "1")
    better, worse = made["contrasts"]
    ter, bleu = better["scores"]
    assert (better["better"], ter["metric"], bleu["metric"]) == ("direct", "ter", "bleu")
    assert better["gain"] == pytest.approx(ter["second"] - ter["first"])
    assert better["gain"] > 0
    assert worse["better"] == "via-ca"
    assert worse["scores"][0]["first"] > worse["scores"][0]["second"]


def test_texts_are_marked_by_shape_and_shown_with_their_source(corpus: Path) -> None:
    ran = diff(corpus, *DEFAULT, "-s", "src.txt", "-n", "2", "-sh")
    assert (ran.code, ran.err) == (0, "")
    assert "segment 119: chrf ↑ 100.0 / 45.1 (+54.9)" in ran.out
    assert "  source     Más vale tarde que nunca.\n" in ran.out
    assert "  direct     {+Better+} late {+than+} never.\n" in ran.out
    assert "  via-ca     [-More it costs-] late [-that-] never.\n" in ran.out
    assert "  reference  <_What is_> this lever <_for_>?\n" in ran.out
    assert "(~For what serves~)" in ran.out
    assert all(len(line) <= 80 for line in ran.out.split("\n"))
    assert "\x1b" not in ran.out
    assert ran.out.endswith("chrf: chrf|nrefs:1|version:0.1.0\n") or "chrf: chrf|nrefs:1" in ran.out


def test_text_without_spaces(tmp_path: Path) -> None:
    texts = {
        "ref": ["猫は机の上で寝ている。", "私はテレビを見た。"],
        "a": ["猫は机の下で寝ている。", "私はテレビを見た。"],
        "b": ["犬が机の上で寝ています。", "私はラジオを聞いた。"],
    }
    for name, lines in texts.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    ran = diff(tmp_path, "ref.txt", "-i", "a.txt", "b.txt", "-q", "-l", "en-ja")
    assert "  a          私は{+テレビ+}を{+見+}た。\n" in ran.out
    assert "  b          私は[-ラジオ-]を[-聞い-]た。\n" in ran.out
    assert "b is nowhere better than a" in ran.out


def test_both_doors_give_the_same_record(corpus: Path) -> None:
    from_shell = as_json(
        corpus, "ref1.txt", "ref2.txt", "-i", "via-eo.txt", "direct.txt", "-s", "src.txt", "-m", "meteor", "-n", "3"
    )
    made = tertium.diff(
        {name: read(corpus, name) for name in ("via-eo", "direct")},
        list(zip(read(corpus, "ref1"), read(corpus, "ref2"), strict=True)),
        "meteor",
        sources=read(corpus, "src"),
        top=3,
    )
    assert json.loads(json.dumps(made.to_dict())) == from_shell
    assert [one.better for one in made.contrasts] == ["via-eo"] * 3 + ["direct"] * 3
    assert made.better_in("direct") == made.contrasts[3:]
    frame = made.to_pandas()
    assert frame["segment"].tolist() == [one.segment for one in made.contrasts]


def test_scores_of_other_tools_rank(corpus: Path) -> None:
    rows = "".join(
        f"{system}\t{segment}\tcomet\t{(segment == place) * sign}\n"
        for system, place, sign in (("direct", 7, 1), ("via-ca", 9, 1))
        for segment in range(1, 241)
    )
    (corpus / "comet.tsv").write_text("system\tsegment\tmetric\tscore\n" + rows)
    made = as_json(corpus, *DEFAULT, "--scores", "comet.tsv")
    assert [(one["segment"], one["better"], one["gain"]) for one in made["contrasts"]] == [
        (7, "direct", 1.0),
        (9, "via-ca", 1.0),
    ]
    assert (made["scores"][0]["metric"], made["equal"]) == ("comet", 238)
    lower = as_json(corpus, *DEFAULT, "--scores", "comet.tsv", "--scores-lower")
    assert [(one["segment"], one["better"]) for one in lower["contrasts"]] == [(9, "direct"), (7, "via-ca")]
    both = as_json(corpus, *DEFAULT, "-m", "wer", "--scores", "comet.tsv")
    assert [score["metric"] for score in both["scores"]] == ["wer", "comet"]


def test_other_forms_and_piped_texts(corpus: Path) -> None:
    (corpus / "odd.txt").write_text((corpus / "via-ca.txt").read_text("utf-8").replace("never", "<b>|never\x1b[1m"))
    given = ("ref1.txt", "-i", "direct.txt", "odd.txt", "-q", "-n", "3")
    header, *rows = (line.split("\t") for line in diff(corpus, *given, "-f", "tsv").out.split("\n")[:-1])
    assert {len(row) for row in rows} == {len(header)}
    assert [row[header.index("better")] for row in rows] == ["direct"] * 3 + ["odd"] * 3
    html = diff(corpus, *given, "-f", "html").out
    assert "<b>" not in html
    assert "&lt;b&gt;" in html
    assert "{+Better+}" in html
    assert "\x1b" not in html + diff(corpus, *given).out + diff(corpus, *given, "-f", "md").out
    piped = run("diff", "ref1.txt", "-i", "direct.txt", "-", "-f", "tsv", "-q", "-n", "3", "--names", "direct", "odd",
                cwd=corpus, stdin=(corpus / "odd.txt").read_bytes())  # fmt: skip
    assert piped.out == diff(corpus, *given, "-f", "tsv").out


def test_segments_without_a_score_are_left_out(tmp_path: Path) -> None:
    for name, text in {"ref": "a b\n\n", "a": "a b\nc d\n", "b": "a c\nc\n"}.items():
        (tmp_path / f"{name}.txt").write_text(text)
    made = as_json(tmp_path, "ref.txt", "-i", "a.txt", "b.txt", "-q", "-m", "wer", "--empty-ref", "keep")
    assert (made["unscored"], [one["segment"] for one in made["contrasts"]]) == (1, [1])


def test_warnings_are_those_of_scoring(corpus: Path) -> None:
    (corpus / "lower.txt").write_text((corpus / "via-ca.txt").read_text("utf-8").lower(), encoding="utf-8")
    ran = diff(corpus, "ref1.txt", "-i", "direct.txt", "lower.txt", "-f", "json")
    told = json.loads(ran.out)["warnings"]
    assert re.search(r"\[T104\]", told[0])
    assert ran.err == "".join(f"tertium: warning: {sentence}\n" for sentence in told)
    assert diff(corpus, "ref1.txt", "-i", "direct.txt", "lower.txt", "--strict").code == 2


REFUSALS = {
    "one system": (["ref1.txt", "-i", "direct.txt"], "diff looks at two systems, got 1"),
    "three systems": (["ref1.txt", "-i", "direct.txt", "via-ca.txt", "via-eo.txt"], "two systems, got 3"),
    "no segments": ([*DEFAULT, "-n", "0"], "expected a whole number of at least 1"),
    "an unknown metric": ([*DEFAULT, "-m", "chrff"], "did you mean"),
    "scores of other systems": ([*DEFAULT, "--scores", "src.txt"], "src.txt"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refusals(corpus: Path, case: str) -> None:
    arguments, message = REFUSALS[case]
    assert message in diff(corpus, *arguments).refusal


def test_python_refuses_what_it_cannot_compare() -> None:
    with pytest.raises(ValueError, match="two names"):
        tertium.diff({"a": ["x"]}, ["x"])
    with pytest.raises(ValueError, match="top is 0"):
        tertium.diff({"a": ["x"], "b": ["y"]}, ["x"], top=0)
    texts = {"a": ["a b c", "d e f"], "b": ["a b d", "d e g"]}
    with pytest.raises(ValueError, match="segments must pair up"):
        tertium.diff(texts, ["a b e", "d e h"], "chrf", scores={"c": {"a": [1], "b": [2]}})


def test_an_empty_output_says_so_to_people_and_stays_empty_in_tables(tmp_path: Path) -> None:
    for name, text in {"ref": "hello world", "a": "hello world", "b": ""}.items():
        (tmp_path / f"{name}.txt").write_text(f"{text}\n", "utf-8")
    given = ("ref.txt", "-i", "a.txt", "b.txt", "-q")
    assert re.search(r"^  b +\(empty\)$", diff(tmp_path, *given).out, re.MULTILINE)
    header, row = diff(tmp_path, *given, "-f", "tsv").out.splitlines()
    assert dict(zip(header.split("\t"), row.split("\t"), strict=True))["second_text"] == ""


def test_the_frame_has_texts_and_scores(corpus: Path) -> None:
    pytest.importorskip("pandas")
    systems = {name: read(corpus, name) for name in ("direct", "via-ca")}
    report = tertium.diff(systems, read(corpus, "ref1"))
    frame = report.to_pandas()
    first = frame.iloc[0]
    at = first["segment"] - 1
    assert first["first_text"] == systems["direct"][at]
    assert first["second_text"] == systems["via-ca"][at]
    assert first["references"] == [read(corpus, "ref1")[at]]
    assert first["first_score"] - first["second_score"] == pytest.approx(first["gain"])
    assert list(report.to_pandas("scores")["metric"]) == ["chrf"]
