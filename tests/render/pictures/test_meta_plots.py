"""Pictures of a meta-evaluation: real files from the real program, with the systems' names as text."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import pytest

from cli.shell import run
from conftest import ROOT
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.analysis.meta.campaign_scores import gather
from tertium.corpus.campaigns.campaign import open_campaign
from tertium.metrics.spec import parse
from tertium.render.pictures.meta_plots import _Library, _ranks, _systems

pytest.importorskip("matplotlib", reason="the extra 'plots' is not installed")

EXAMPLE = str(ROOT / "examples" / "judged" / "es-en")
FAST = ("--resamples", "10", "--permutations", "0", "-q")
NAMES = {"systems-judged_es-en", "segments-judged_es-en", "agreement-judged_es-en", "ranks-chrf", "ranks-ter"}


def drawn(folder: Path, form: str) -> dict[str, bytes]:
    ran = run("meta", EXAMPLE, "-m", "chrf", "ter", "--plots", str(folder), "--plot-format", form, *FAST)
    assert ran.code == 0, ran.err
    return {path.stem: path.read_bytes() for path in folder.iterdir()}


def test_every_picture_is_valid_svg_with_names_as_text_and_the_same_bytes_again(tmp_path: Path) -> None:
    made = drawn(tmp_path / "one", "svg")
    assert set(made) == NAMES
    for picture in made.values():
        ElementTree.fromstring(picture)
    systems = made["systems-judged_es-en"].decode("utf-8")
    for name in ("direct", "via-ca", "via-eo", "scrambled", "clipped", "chrf", "ter (lower is better)"):
        assert f">{name}<" in systems, name
    assert "rank by people (1 = best)" in made["ranks-chrf"].decode("utf-8")
    for name in ("people", "[length]", "system level", "segment level"):
        assert name in made["agreement-judged_es-en"].decode("utf-8")
    assert b"mathdefault" not in made["segments-judged_es-en"]  # TeX would be shown as it is
    assert {b">2</text>", b">3</text>", b">segments</text>"} <= set(
        re.findall(rb">[^<>]+</text>", made["segments-judged_es-en"])
    )
    assert drawn(tmp_path / "two", "svg") == made


def test_png_is_png(tmp_path: Path) -> None:
    made = drawn(tmp_path, "png")
    assert set(made) == NAMES
    assert all(picture.startswith(b"\x89PNG\r\n") for picture in made.values())


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = run("meta", EXAMPLE, "-m", "chrf", "--plots", str(tmp_path / "file" / "in"), *FAST)
    assert ran.code == 2
    assert "cannot be written" in ran.err
    assert "is in the way" in ran.err


def campaign_with(folder: Path, system: str) -> Path:
    """The example, with its first system called so."""
    campaign = folder / "data" / "es-en"
    shutil.copytree(EXAMPLE, campaign)
    (campaign / "systems" / "direct.txt").rename(campaign / "systems" / f"{system}.txt")
    for name in ("human_seg.tsv", "rankings.tsv"):
        text = (campaign / name).read_text("utf-8").replace("direct", system)
        (campaign / name).write_text(text, "utf-8")
    return campaign


def test_names_are_no_formulas_and_negative_scores_are_no_error_rates(tmp_path: Path) -> None:
    """A name with two $ was set as mathematics; BLEURT's negative scores were drawn upside down, as lower is better."""
    campaign = campaign_with(tmp_path, "a$_$b")
    systems = ("a$_$b", "via-ca", "via-eo", "clipped", "scrambled")
    scores = "".join(f"{name}\t{-1 - place}\n" for place, name in enumerate(systems))
    (tmp_path / "bleurt.sys.score").write_text(scores, "utf-8")
    given = ("--scores", str(tmp_path / "bleurt.sys.score"), "--plots", str(tmp_path / "out"))
    ran = run("meta", str(campaign), *given, *FAST)
    assert ran.code == 0, ran.err
    drawn_systems = (tmp_path / "out" / "systems-data_es-en.svg").read_text("utf-8")
    assert ">a$_$b<" in drawn_systems
    assert ">bleurt<" in drawn_systems
    assert "lower is better" not in drawn_systems


def test_it_says_how_many_pictures_there_are_and_where_png_has_no_letters(tmp_path: Path) -> None:
    """Matplotlib's font has no Chinese; in an SVG the reader's has."""
    campaign_with(tmp_path, "系统")
    asked = ("meta", "data/es-en", "-m", "chrf", *FAST[:-1], "--level", "system", "--plots", "out")
    png = run(*asked, "--plot-format", "png", cwd=tmp_path)
    assert png.code == 0
    said = "tertium: 4 pictures in out.\n"
    boxes = (
        "tertium: matplotlib has no font for some of the names and draws boxes; --plot-format svg keeps them as text.\n"
    )
    assert said + boxes in png.err


def test_five_metrics_leave_a_place_of_the_grid_empty_and_a_metric_may_be_in_one_campaign(tmp_path: Path) -> None:
    names = ("chrf", "ter", "bleu", "ribes", "meteor")
    made = [parse(name) for name in names]
    first = gather(open_campaign(EXAMPLE), made, [], Bootstrap(5), version="t", sentinels=False)
    second = replace(first, name="other", metrics=first.metrics[:2])
    library = _Library()
    for stem, figure in (
        ("systems", _systems(first, (), library)),
        *((name, _ranks(name, [first, second], library)) for name in ("chrf", "bleu")),
    ):
        library.save(figure, tmp_path / f"{stem}.svg", "svg")
    grid, chrf, bleu = ((tmp_path / f"{stem}.svg").read_text("utf-8") for stem in ("systems", "chrf", "bleu"))
    assert len(re.findall(r'<g id="axes_\d+">', grid)) == 5  # of two rows of three
    assert ">judged/es-en<" in chrf
    assert ">other<" in chrf
    assert ">other<" not in bleu
