"""A LaTeX table (booktabs), the best value bold; ``longtable`` when there is a row for every segment."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.errors import printable
from tertium.render.tables.grid import NO_SCORE, corpus_grid, legend, segment_grid
from tertium.render.tables.text import about_draws
from tertium.results.scores import Report

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "[": r"{[}",  # after \\ an opening bracket would be read as its argument
    NO_SCORE: "--",
    "Δ": r"$\Delta$",
    "±": r"$\pm$",
}
ARROWS = {"": "", "↑": r" $\uparrow$", "↓": r" $\downarrow$"}


def table(report: Report, decimals: Sequence[int], *, segments: bool = False, short: bool = False) -> str:
    grid = segment_grid(report, decimals) if segments else corpus_grid(report, decimals)
    environment = "longtable" if segments else "tabular"
    align = "".join("l" if column.higher is None else "r" for column in grid.columns)
    packages = r"% needs \usepackage{booktabs}" + (r" and \usepackage{longtable}" if segments else "")
    header = [escape(column.title) + ARROWS[column.arrow] for column in grid.columns]
    lines = [packages, rf"\begin{{{environment}}}{{{align}}}", r"\toprule", _row(header), r"\midrule"]
    for number, row in enumerate(grid.rows):
        cells = [escape(text) for text in row]
        bold = [rf"\textbf{{{text}}}" if (number, place) in grid.best else text for place, text in enumerate(cells)]
        lines.append(_row(bold))
    lines += [r"\bottomrule", rf"\end{{{environment}}}"]
    lines += [f"% {line}" for line in about_draws(report)]
    lines += [f"% {printable(title)}: {printable(signature)}" for title, signature in legend(report, short)]
    return "".join(f"{line}\n" for line in lines)


def escape(text: str) -> str:
    """Text that LaTeX prints as it is; two hyphens in a row would become a dash."""
    return "".join(_SPECIAL.get(c, c) for c in printable(text).replace("--", "-\0-").replace("--", "-\0-")).replace(
        "\0", "{}"
    )


def _row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"
