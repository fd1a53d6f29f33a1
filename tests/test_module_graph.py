"""The rooms as a graph: no module needs itself in the end, imports inside functions included.

import-linter holds the order of the rooms (pyproject.toml). It cannot tell whether two modules of one room import each
other, one of them inside a function: such a pair can only be read, tested and moved together.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import tertium

SOURCE = Path(tertium.__file__).parent


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = ("tertium", *path.relative_to(SOURCE).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Every import statement that may run, at the top or in a function: not those for type checkers alone."""
    if isinstance(tree, ast.Import | ast.ImportFrom):
        yield tree
        return
    for_types = isinstance(tree, ast.If) and ast.unparse(tree.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")
    for node in tree.orelse if for_types and isinstance(tree, ast.If) else ast.iter_child_nodes(tree):
        yield from imports(node)


def imported(path: Path, known: dict[str, Path]) -> set[str]:
    """Modules of the package that a file imports; ``from package import module`` is the module."""
    found = set()
    for node in imports(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names if alias.name in known)
        elif node.module in known and node.level == 0:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found.update(inner & set(known) if inner & set(known) else {node.module})
            if inner - set(known):
                found.add(node.module)
    return found


def graph() -> dict[str, set[str]]:
    known = modules()
    return {name: imported(path, known) - {name} for name, path in known.items()}


def cycles(edges: dict[str, set[str]]) -> list[list[str]]:
    """Strongly connected components of more than one module (Tarjan's algorithm)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in sorted(edges[node]):
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            component = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return found


def test_the_search_finds_a_cycle() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]
    assert cycles({"a": {"b"}, "b": set()}) == []


def test_imports_in_functions_count_and_imports_for_types_do_not() -> None:
    source = "if TYPE_CHECKING:\n    import one\nelse:\n    import two\ndef f():\n    from three import x\n"
    found = [ast.unparse(node) for node in imports(ast.parse(source))]
    assert found == ["import two", "from three import x"]


def test_no_module_imports_itself_by_way_of_others() -> None:
    edges = graph()
    assert "tertium.kernels.text" in edges["tertium.corpus.chunk"]  # the graph is there
    assert cycles(edges) == []


def loaded(program: str) -> set[str]:
    """The modules of the package, packages aside, that a fresh interpreter has after a program."""
    report = "; import sys, json; print(json.dumps([n for n, m in sys.modules.items() if not hasattr(m, '__path__')]))"
    done = subprocess.run([sys.executable, "-c", program + report], capture_output=True, text=True, check=True)
    names: list[str] = json.loads(done.stdout.splitlines()[-1])
    return {name for name in names if name.startswith("tertium.")}


def heavy(names: set[str]) -> set[str]:
    """Those about graphs, UNL, parsers and lexicons."""
    rooms = ("tertium.corpus.lexicons", "tertium.views.syntax", "tertium.views.unl", "tertium.views.words")
    words = ("unl", "wordnet", "graph", "pars")
    return {name for name in names if name.startswith(rooms) or any(word in name.rpartition(".")[2] for word in words)}


def test_bleu_loads_few_modules_and_none_of_graphs_or_lexicons() -> None:
    names = loaded("import tertium.metrics.bleu")
    assert "tertium.metrics.measuring" in names
    assert len(names) <= 24, sorted(names)
    assert heavy(names) == set()
    assert heavy({"tertium.corpus.annotations.unl_reader", "tertium.views.words.wordnet", "tertium.errors"}) == {
        "tertium.corpus.annotations.unl_reader",
        "tertium.views.words.wordnet",
    }


def test_a_sentence_is_scored_by_bleu_without_unl() -> None:
    names = loaded("import tertium; tertium.Bleu().sentence_score('a', ['a'])")
    assert {name for name in names if "unl" in name.rpartition(".")[2].split("_")} == set()


def test_a_corpus_is_scored_by_bleu_without_lexicons() -> None:
    names = loaded("import tertium; tertium.score(['a b c d'], [['a b c d']], metrics='bleu')")
    assert "tertium.metrics.bleu" in names
    assert {name for name in names if "wordnet" in name or name.startswith("tertium.views.unl")} == set()
