"""Pages of the documentation site that are made from the code, and links that lead out of docs/.

``write`` makes docs/generated (left out of git): a page for each metric from its docstring and declared parameters, the
Python interface from its types, and copies of the pages that lie elsewhere in the repository. ``adapt`` is called by
Sphinx for every page: it points links at those copies, and gives the first page its table of contents.
"""

from __future__ import annotations

import inspect
import os
import re
import shutil
from pathlib import Path
from typing import Any

import tertium
from tertium.metrics.catalogue import CatalogueEntry, ParameterEntry, entries
from tertium.metrics.registry import BUILTIN

GENERATED = "generated"
ELSEWHERE = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "bench/RESULTS.md",
    "examples/README.md",
    "native/README.md",
)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
CONTENTS = {
    "Start": ("tutorial", "cli", "python"),
    "Use": ("doctor", "compare", "gate", "order", "mbr", "meta", "tune", "alignments", "parses", "unl", "layered"),
    "Know": ("metrics/*", f"{GENERATED}/metrics/index", "differences", "limits", "faults", "results", "papers/*"),
    "Program": (f"{GENERATED}/api", "plugins", "schema/*"),
    "Carry on": ("architecture", f"{GENERATED}/*", "adr/README"),
}


def write(root: Path) -> None:
    """Make docs/generated anew."""
    folder = root / "docs" / GENERATED
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "metrics").mkdir(parents=True)
    known, _ = entries()
    ours = [entry for entry in known if entry.name in BUILTIN]  # plugins of whoever builds the pages are not ours
    for entry in ours:
        (folder / "metrics" / f"{page_name(entry.name)}.md").write_text(metric_page(entry), encoding="utf-8")
    (folder / "metrics" / "index.md").write_text(metric_index(ours), encoding="utf-8")
    (folder / "api.md").write_text(api_page(), encoding="utf-8")
    for path in ELSEWHERE:
        if (root / path).exists():
            (folder / copied_name(path)).write_text((root / path).read_text(encoding="utf-8"), encoding="utf-8")


def page_name(metric: str) -> str:
    return metric.replace("+", "p")


def copied_name(path: str) -> str:
    return path.lower().replace("/", "-")


def metric_page(entry: CatalogueEntry) -> str:
    better = "higher is better" if entry.higher_is_better else "lower is better"
    needs = f", needs {', '.join(entry.requires)}" if entry.requires else ""
    parts = [
        f"# {entry.name}\n",
        f"{entry.summary}.\n",
        f"*{better}; corpus score: {entry.pooling}; definition version {entry.version}{needs}*\n",
    ]
    if entry.signature is not None:
        parts.append(f"Signature with its defaults: `{entry.signature}`\n")
    parts.append(parameter_table(entry.parameters))
    parts.append(f"## Definition\n\n```text\n{entry.text}\n```\n")
    return "\n".join(parts)


def parameter_table(parameters: tuple[ParameterEntry, ...]) -> str:
    if not parameters:
        return "It has no parameters.\n"
    rows = ["## Parameters\n", "| parameter | default | may be | |", "|---|---|---|---|"]
    for one in parameters:
        bounds = [f"≥ {one.low:g}" if one.low is not None else "", f"≤ {one.high:g}" if one.high is not None else ""]
        allowed = ", ".join(f"`{choice}`" for choice in one.choices) or " and ".join(filter(None, bounds))
        tuned = " *(tunable)*" if one.tunable else ""
        rows.append(f"| `{one.name}` | `{one.default}` | {allowed} | {escaped(one.help)}{tuned} |")
    return "\n".join(rows) + "\n"


def metric_index(known: list[CatalogueEntry]) -> str:
    rows = [f"| [{entry.name}]({page_name(entry.name)}.md) | {escaped(entry.summary)} |" for entry in known]
    listed = "\n".join(page_name(entry.name) for entry in known)
    return (
        "# Every metric\n\nMade from the code: `tertium metrics NAME` prints the same.\n\n| metric | |\n|---|---|\n"
        + "\n".join(rows)
        + f"\n\n```{{toctree}}\n:hidden:\n\n{listed}\n```\n"
    )


def api_page() -> str:
    """Functions first, then the classes that are exported by name; metric classes have pages of their own."""
    functions, classes = [], []
    for name in tertium.__all__:
        found = getattr(tertium, name)
        if inspect.isclass(found):
            classes.append(name)
        elif callable(found):
            functions.append(name)
    parts = ["# The Python interface\n", "Everything here is imported with `import tertium`.\n"]
    for title, names, directive in (("Functions", functions, "autofunction"), ("Classes", classes, "autoclass")):
        parts.append(f"## {title}\n")
        for name in sorted(names):
            parts.append(f"### tertium.{name}\n\n```{{eval-rst}}\n.. {directive}:: tertium.{name}\n```\n")
    return "\n".join(parts)


def escaped(text: str) -> str:
    return text.replace("|", "\\|")


def adapt(app: Any, page: str, source: list[str]) -> None:
    """Sphinx's ``source-read``: links that lead out of docs/, and the table of contents."""
    folder = Path(app.srcdir)
    here = folder / origin(page)
    source[0] = LINK.sub(lambda link: redirected(link, here, folder, page), source[0])
    if page == app.config.root_doc:
        source[0] += contents(folder)


def origin(page: str) -> str:
    """Where the page's links start from: copies keep the links of the place they were copied from."""
    for path in ELSEWHERE:
        if page == f"{GENERATED}/{copied_name(path).removesuffix('.md')}":
            return os.path.join("..", os.path.dirname(path))  # noqa: PTH118, PTH120 - a relative name, not a file
    return os.path.dirname(page)  # noqa: PTH120


def redirected(link: re.Match[str], here: Path, folder: Path, page: str) -> str:
    image, text, target = link.groups()
    path, hash_mark, anchor = target.partition("#")
    if re.match(r"[a-z]+:", target) or not path:
        return link[0]
    wanted = Path(os.path.normpath(here / path))
    root = folder.parent
    copy = next((copied_name(name) for name in ELSEWHERE if wanted == root / name), None)
    if copy is not None:
        wanted = folder / GENERATED / copy
    elif wanted == root / "README.md":
        wanted = folder / "README.md"
    if wanted.is_dir():
        wanted = wanted / "README.md"
    if not wanted.is_relative_to(folder) or not wanted.exists():
        return f"`{text.strip('`')}`"  # a file of the repository that is no page
    from_here = os.path.relpath(wanted, (folder / page).parent)
    return f"{image}[{text}]({from_here}{hash_mark}{anchor})"


def contents(folder: Path) -> str:
    """Every page once, under the heading that fits; pages that nothing names come last."""
    pages = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.md")}
    pages -= {"README"} | {
        page for page in pages if page.startswith(f"{GENERATED}/metrics/") and not page.endswith("index")
    }
    decisions = sorted(page for page in pages if page.startswith("adr/") and page != "adr/README")
    pages -= set(decisions)
    made = []
    for title, patterns in CONTENTS.items():
        mine = [page for pattern in patterns for page in sorted(pages) if Path(page).match(pattern)]
        mine = list(dict.fromkeys(mine))
        pages -= set(mine)
        made.append((title, mine))
    made.append(("More", sorted(pages)))
    made.append(("Decisions", decisions))
    trees = [
        f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(mine) + "\n```\n"
        for title, mine in made
        if mine
    ]
    return "".join(trees)
