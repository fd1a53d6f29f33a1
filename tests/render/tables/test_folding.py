"""Wide tables and long sentences on a narrow page."""

from __future__ import annotations

import pytest

from tertium.render.tables.folding import folded, wrapped
from tertium.render.tables.grid import Column, Grid
from tertium.render.tables.text import aligned
from tertium.render.tables.widths import cell_width, decimals_aligned

NAME = Column("system")
SCORE = Column("bleu", higher=True)
WITH = Column("p", numeric=True, joined=True)


def test_names_lead_every_part_and_joined_columns_stay_together() -> None:
    columns = [NAME, SCORE, WITH, SCORE, WITH, SCORE, WITH]
    widths = [10, 6, 6, 6, 6, 6, 6]
    assert folded(columns, widths, 200, 2) == [[0, 1, 2, 3, 4, 5, 6]]
    assert folded(columns, widths, 42, 2) == [[0, 1, 2, 3, 4], [0, 5, 6]]
    assert folded(columns, widths, 41, 2) == [[0, 1, 2], [0, 3, 4], [0, 5, 6]]
    assert folded(columns, widths, 5, 2) == [[0, 1, 2], [0, 3, 4], [0, 5, 6]], "digits are never cut off"


@pytest.mark.parametrize("page", [30, 42, 80])
def test_lines_of_a_table_fit_the_page(page: int) -> None:
    rows = tuple((f"s{place}", *["12.34", "0.001*"] * 3) for place in range(3))
    made = aligned(Grid((NAME, SCORE, WITH, SCORE, WITH, SCORE, WITH), rows), page)
    assert all(cell_width(line) <= page for line in made.split("\n"))
    assert made.count("0.001*") == 9
    assert made.count("system") == made.strip("\n").count("\n\n") + 1


def test_decimal_points_stand_below_one_another() -> None:
    texts = ["0.012*", "10.3", "–", "<0.5", "-1,234.5 [-1, 2]", "identical by far"]
    made = decimals_aligned(texts)
    assert len({len(text) for text in made}) == 1
    assert [text.strip() for text in made] == texts
    points = {text.index(".") for text in made[:2]} | {made[3].index("."), made[4].index(".")}
    assert len(points) == 1
    assert made[2].index("–") + 1 in points, "what has no digits ends where units do"
    assert decimals_aligned([]) == []


def test_sentences_end_between_words_and_signatures_are_whole() -> None:
    assert list(wrapped("one two three", 80)) == ["one two three"]
    assert list(wrapped("one two three four", 9)) == ["one two", "  three", "  four"]
    signature = "bleu: " + "x" * 40
    assert list(wrapped(signature, 20)) == [signature]
    assert list(wrapped("数 数数数 数", 8)) == ["数", "  数数数", "  数"]


def test_long_names_are_cut_where_no_number_fits_beside_them() -> None:
    columns = (Column("system"), Column("against"), Column("Δ", numeric=True), Column("p", numeric=True, joined=True))
    long = "LIMSI-Ncode-SOUL-primary.2591"
    rows = ((long, "JHU-" * 9, "+1.55 [+1.07, +2.02]", "0.0020*"), ("KIT", long, "+0.1", "1.0"))
    shown = aligned(Grid(columns, rows), 80).splitlines()
    assert max(map(len, shown)) <= 80
    assert len(shown) == 3
    assert shown[1].startswith("LIMSI-")
    assert "2591  " in shown[1]
    assert long in aligned(Grid(columns, rows), 200)


def test_names_that_would_become_one_stay_whole() -> None:
    columns = (Column("system"), Column("Δ", numeric=True))
    names = [f"{'a' * 40}{middle}{'b' * 40}" for middle in "xy"]
    shown = aligned(Grid(columns, tuple((name, "1.0") for name in names)), 60)
    assert all(name in shown for name in names)
