"""The section about agreement: every number is there as text, names stay apart, nothing breaks out."""

from __future__ import annotations

import html
import itertools
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

import tertium
from cli.shell import run
from conftest import ROOT
from tertium.errors import InputError
from tertium.render.page import agreement, human_pictures
from tertium.render.page.plots import LETTER, LINE, Scale, beside, tick_text
from tertium.render.tables.widths import cell_width
from tertium.results.agreement import MetricAgreement, OrderedApart, TwoMetrics
from tertium.results.human_agreement import Bins, HumanAgreement, JudgedMetric
from tertium.results.meta import CampaignFound

NAMES = (
    "<b>نظام</b>",
    "系统一号",
    "a-system-whose-name-somebody-made-from-all-of-its-settings_lr0.0003",
    *(f"s{k}" for k in range(14)),
)


def human(names: tuple[str, ...] = NAMES) -> HumanAgreement:
    people = tuple(0.9 - 0.02 * k for k in range(len(names)))
    bins = Bins((0.0, 1.0, 2.0), (0.0, 50.0, 100.0), ((3, 0), (1, 7)))
    metrics = (
        JudgedMetric("chrf", True, tuple(60 - 0.7 * k + (k % 3) for k in range(len(names))), bins),
        JudgedMetric("<ter>", False, tuple(40 + 0.5 * k for k in range(len(names))), None),
    )
    found = CampaignFound("human", "", names, 11, "scores of systems alone", "", (names[-1],), (), (), ())
    return HumanAgreement(names, people, "given scores", "", metrics, found, 1000, 12345)


def pictures(shown: str) -> list[ET.Element]:
    return [ET.fromstring(found) for found in re.findall(r"<svg.*?</svg>", shown, re.S)]


def test_sentences_name_what_is_ordered_apart() -> None:
    apart = (OrderedApart("<a>", "b", 0.5), OrderedApart("b", "c", 0.1))
    pairs = (
        TwoMetrics("chrf", "ter", 0.95, 0.44, 3, apart),
        TwoMetrics("chrf", "bleu", 0.7, float("nan"), 3, ()),
        TwoMetrics("ter", "bleu", 0.6, 0.6, 3, apart[:1]),
    )
    shown = agreement.between_metrics(MetricAgreement(("chrf", "ter", "bleu"), 3, pairs))
    said = html.unescape(re.sub("<[^>]*>", "", shown))
    assert (
        "chrf and ter order 2 of 3 pairs of systems differently, most clearly <a> and b: chrf prefers <a>, ter b."
        in said
    )
    assert "chrf and bleu order all 3 pairs of systems alike." in said
    assert (
        "ter and bleu order <a> and b differently, and all other pairs of systems alike: ter prefers <a>, bleu b."
        in said
    )
    assert "<a>" not in shown
    assert shown.count('<td class="strong">0.95</td>') == 2  # in both halves of the matrix
    assert shown.count('<td class="weak">0.44</td>') == 2
    two = agreement.between_metrics(
        MetricAgreement(("chrf", "ter"), 2, (TwoMetrics("chrf", "ter", float("nan"), 0.5, 1, apart[:1]),))
    )
    assert "chrf and ter order &lt;a&gt; and b differently" in re.sub("</?(strong|bdi)>", "", two)
    assert "Scores of systems" not in two


def test_names_beside_points_cover_neither_each_other_nor_a_point() -> None:
    points = [(100 + 12.0 * (k % 5), 80 + 9.0 * (k // 5)) for k in range(17)]
    placed = beside(points, [f"system number {k}" for k in range(17)], (0, 0, 560, 400))
    boxes = []
    for one in placed:
        if one is None:
            continue
        wide = cell_width(one.text) * LETTER
        left = one.x if one.anchor == "start" else one.x - wide
        boxes.append((left, one.y - LINE / 2, left + wide, one.y + LINE / 2))
    assert len(boxes) >= 15
    for k, (left, top, right, bottom) in enumerate(boxes):
        assert 0 <= left < right <= 560
        assert 0 <= top < bottom <= 400
        for other in boxes[:k]:
            assert left >= other[2] or other[0] >= right or top >= other[3] or other[1] >= bottom
        assert not any(left < x < right and top < y < bottom for x, y in points)


def test_a_point_for_each_system_its_name_cut_and_all_numbers_in_the_table() -> None:
    found = human()
    shown = human_pictures.systems(found)
    assert len(shown) == 2
    [picture] = pictures(shown[0])
    assert sum(node.tag.endswith("circle") for node in picture.iter()) == 17
    texts = ["".join(node.itertext()) for node in picture.iter() if node.get("class") == "label"]
    assert max(map(cell_width, texts)) <= 18
    assert any(text.endswith("0.0003") and "…" in text for text in texts)
    assert "<b>" not in shown[0]
    for k, name in enumerate(NAMES):
        row = f'{html.escape(name)}</th><td class="n" dir="auto">{found.people[k]:.3f}'
        assert row in shown[0]
    heights = {
        "".join(node.itertext()): float(node.get("cy", "0")) for node in pictures(shown[1])[0].iter() if node.get("cy")
    }
    assert heights[NAMES[0]] < heights[NAMES[-1]]  # lower is better, and the better stands higher
    assert " style=" not in "".join(shown)


def test_names_of_systems_that_stand_together_are_led_to_their_points() -> None:
    found = human(tuple(f"system-number-{k}" for k in range(12)))
    close = replace(found, people=tuple(0.5 + 0.0001 * k for k in range(12)))
    metric = replace(found.metrics[0], systems=tuple(60 + 0.0001 * k for k in range(12)))
    far = replace(metric, systems=(*metric.systems[:-1], 90.0))
    close = replace(close, people=(*close.people[:-1], 0.9), metrics=(far,))
    [shown] = human_pictures.systems(close)
    [picture] = pictures(shown)
    lines = [node.get("d", "") for node in picture.iter() if node.get("class") == "lead"]
    points = {(node.get("cx"), node.get("cy")) for node in picture.iter() if node.tag.endswith("circle")}
    starts = {tuple(line[1:].split("L")[0].split()) for line in lines}
    assert lines
    assert starts <= points


def test_more_than_thirty_names_would_cover_the_picture() -> None:
    found = human(tuple(f"s{k}" for k in range(31)))
    [picture] = pictures(human_pictures.systems(found)[0])
    assert not [node for node in picture.iter() if node.get("class") == "label" and "s1" in "".join(node.itertext())]
    assert sum(node.tag.endswith("circle") for node in picture.iter()) == 31


def test_one_column_of_judgments_has_no_line_of_means() -> None:
    found = human()
    one = replace(found.metrics[0], bins=Bins((0.0, 1.0), (0.0, 50.0, 100.0), ((3,), (1,))))
    [shown] = human_pictures.segments(replace(found, metrics=(one,)))
    assert "polyline" not in shown
    assert "polyline" in human_pictures.segments(found)[0]


def test_the_curve_of_ranks_is_dashed_where_a_metric_errs() -> None:
    shown, other = human_pictures.ranks(human())
    wrong = sum(node.get("class") == "curve rise" for node in pictures(shown)[0].iter())
    scores = human().metrics[0].systems
    assert wrong == sum(b > a for a, b in itertools.pairwise(scores)) > 0
    assert f"{wrong} of 16 steps go the other way" in shown
    assert (
        "all 16 steps go the same way as people&#x27;s" in other or "all 16 steps go the same way as people's" in other
    )


def test_cells_of_the_grid_are_shaded_and_counted() -> None:
    [shown] = human_pictures.segments(human())
    [picture] = pictures(shown)
    titles = [node.text for node in picture.iter() if node.tag.endswith("title")]
    assert titles == [
        "3 segments: people 0 to 1, chrf 0 to 50",
        "1 segment: people 0 to 1, chrf 50 to 100",
        "7 segments: people 1 to 2, chrf 50 to 100",
    ]
    shades = [float(node.get("fill-opacity", "0")) for node in picture.iter() if node.get("class") == "bin"][:3]
    assert shades[1] < shades[0] < shades[2]
    assert "11 judged segments" in shown
    assert "Show as table" in shown


def test_ticks_are_round_and_told_apart() -> None:
    assert Scale(47.2, 56.1, 0, 100).ticks() == [48, 50, 52, 54, 56]
    ticks = Scale(0.2, 0.71, 0, 100).ticks()
    assert [tick_text(tick, ticks) for tick in ticks] == ["0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]
    assert [tick_text(tick, (0.0, 2.5, 5.0)) for tick in (0.0, 2.5, 5.0)] == ["0.0", "2.5", "5.0"]
    assert Scale.over([3.0], 0, 10).ticks()


@pytest.mark.parametrize("table", ["human_seg.tsv", "rankings.tsv"])
def test_a_report_of_judged_systems_has_the_section(table: str) -> None:
    folder = ROOT / "examples" / "judged" / "es-en"

    def lines(path: Path) -> list[str]:
        return path.read_text(encoding="utf-8").split("\n")[:-1]

    texts = {path.stem: lines(path) for path in sorted((folder / "systems").glob("*.txt"))}
    made = tertium.report(
        texts,
        lines(folder / "refA.txt"),
        ("chrf", "ter"),
        human=str(folder / table),
        slices=(),
        resamples=20,
        ignore=["T102"],
    ).to_html()
    body = made[made.index('<section id="agreement"') : made.index('<section id="order"')]
    assert "Agreement with people" in body
    assert "system level" in body
    assert ("judged segments" in body) == (table == "human_seg.tsv")
    for picture in pictures(body):
        assert picture.get("aria-label")
    assert body.count("<svg") - body.count('<svg class="dots"') == body.count("Show as table")


@pytest.mark.parametrize(
    ("cells", "allowed", "said"),
    [
        (("1\ta\t\n", "2\ta\t3\n"), {"nan": "skip"}, "--nan skip"),
        (("1\ta\t1\n", "1\ta\t3\n"), {"duplicates": "mean"}, "--duplicates mean"),
    ],
)
def test_what_an_error_about_judgments_advises_is_an_option(
    tmp_path: Path, cells: tuple[str, ...], allowed: dict[str, str], said: str
) -> None:
    file = tmp_path / "human.tsv"
    rest = "".join(f"{number}\tb\t{number}\n" for number in (1, 2))
    file.write_text("segment\tsystem\tscore\n" + "".join(cells) + rest, encoding="utf-8")
    texts = {"a": ["the cat", "a dog"], "b": ["cat the", "a dog"]}
    given = {"metrics": "chrf", "human": str(file), "slices": (), "resamples": 20}
    with pytest.raises(InputError, match=f"{next(iter(allowed))}="):
        tertium.report(texts, ["the cat", "a dog"], **given)
    assert "Agreement with people" in tertium.report(texts, ["the cat", "a dog"], **given, **allowed).to_html()
    for name, lines in (*texts.items(), ("ref", ["the cat", "a dog"])):
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    command = ("report", "ref.txt", "-i", "a.txt", "b.txt", "--human", "human.tsv", "-n", "20", "-q", "-o", "page.html")
    assert said in run(*command, cwd=tmp_path).refusal
    assert run(*command, *said.split(), cwd=tmp_path).code == 0


@pytest.mark.parametrize("most", [7, 300, 40_000])
def test_the_legend_of_the_grid_ends_inside_the_picture(most: int) -> None:
    bins = Bins((0.0, 1.0, 2.0), (0.0, 50.0, 100.0), ((most, 0), (1, 7)))
    given = human()
    made = replace(given, metrics=(replace(given.metrics[0], bins=bins),))
    (picture,) = pictures("".join(human_pictures.segments(made)))
    wide = float(picture.attrib["viewBox"].split()[2])
    marks = [mark for mark in picture.iter() if mark.get("y") == "15.0"]
    assert marks[-1].text.endswith(str(most))
    assert float(marks[-1].attrib["x"]) + 6.4 * len(marks[-1].text) <= wide
