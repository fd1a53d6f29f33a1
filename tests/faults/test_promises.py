"""What SECURITY.md promises for the texts of strangers: nothing is run, nothing written but the outputs, no network."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WATCHED = Path(__file__).with_name("watched.py")


def strange_texts(secret: Path) -> list[str]:
    """Lines that some program or other would obey."""
    return [
        str(secret),
        f"file://{secret}",
        f"../../../../{secret}",
        f"@{secret}",
        f"card:{secret}",
        f"$(cat {secret})",
        f"`touch {secret}`",
        "__import__('os').system('true')",
        "cos\nsystem\n(S'true'\ntR.".replace("\n", " "),
        "{{ 7 * 7 }} ${7*7} <%= 7 %> %n%s",
        "<script src='http://127.0.0.1:9/x.js'></script>",
        "http://127.0.0.1:9/ https://example.org/",
        "=cmd|' /C calc'!A0",
        "!include /etc/passwd",
        "\u202e\u2066 \u001b]0;title\u0007 \u001b[2J",
        "a cat sat on the mat .",
    ]


COMMANDS = {
    "score": [
        "score",
        "ref.txt",
        "-i",
        "hyp.txt",
        "-m",
        "bleu",
        "chrf",
        "ter",
        "meteor",
        "nist",
        "-sl",
        "-o",
        "out/x.tsv",
    ],
    "compare": ["compare", "ref.txt", "-i", "hyp.txt", "other.txt", "-m", "bleu", "-n", "50", "-o", "out/x.json"],
    "explain": ["explain", "ref.txt", "-i", "hyp.txt", "--worst", "9", "-m", "bleu", "-o", "out/x.html"],
    "doctor": ["doctor", "ref.txt", "-i", "hyp.txt", "-o", "out/x.txt"],
    "report": ["report", "ref.txt", "-i", "hyp.txt", "other.txt", "-o", "out/x.html"],
    "diff": ["diff", "ref.txt", "-i", "hyp.txt", "other.txt", "-o", "out/x.html", "-f", "html"],
    "order": ["order", "ref.txt", "-i", "hyp.txt", "-o", "out/x.svg", "-f", "svg"],
    "gate": [
        *("gate", "ref.txt", "-i", "hyp.txt", "--baseline", "other.txt", "--max-drop", "1", "-n", "20"),
        *("--junit", "out/x.xml", "--markdown", "out/x.md", "--json", "out/x.json"),
    ],
    "mbr": ["mbr", "hyp.txt", "-o", "out/x.txt"],
    "align": ["align", "ref.txt", "hyp.txt", "--iterations", "1", "-o", "out/links"],
    "unl": ["unl", "--conllu", "hyp.txt", "--lang", "en", "-f", "svg", "--line", "1", "-o", "out/x.svg"],
    "idf": ["idf", "hyp.txt", "-o", "out/x.idf"],
    "lsa": ["lsa", "train", "hyp.txt", "-k", "2", "--min-count", "1", "-o", "out/x.lsa"],
    "function-words": ["function-words", "hyp.txt", "-o", "out/x.txt"],
    "paraphrases": ["paraphrases", "--phrase-table", "hyp.txt", "--function-words", "none", "-o", "out/x.txt"],
    "meta": [
        *("meta", "hyp.txt", "--scores", "ref.txt", "--resamples", "10", "--permutations", "10", "-o", "out/x.txt"),
        *("--write-scores", "out/scores"),  # not --plots: matplotlib starts fc-list, whatever it draws
    ],
}


def shaped(command: str, file: str, texts: list[str]) -> Iterator[str]:
    """The texts in a file of the form that the command reads: as texts, phrases, candidates, names of systems."""
    plain = [" ".join(text.split()) for text in texts]
    if command == "mbr":
        yield from (f"{number // 2} ||| {text}\n" for number, text in enumerate(texts))
    elif command == "paraphrases":
        rows = [(f"f{number}", [text, f"word{number} a", f"term{number} a"]) for number, text in enumerate(plain)]
        yield from (f"{pivot} ||| {text.replace('|', '/')} ||| 1 1 0.3\n" for pivot, texts in rows for text in texts)
    elif command == "unl":
        for text in plain:  # one word each, whose form and lemma are the text
            yield f"1\t{text}\t{text}\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
    elif command == "meta" and file == "hyp.txt":
        yield "system\tscore\n"
        yield from (f"{text}\t{number}\n" for number, text in enumerate(plain))
    elif command == "meta":
        yield "system\tmetric\tscore\n"
        yield from (f"{text}\t{name}\t{number}\n" for name in plain for number, text in enumerate(plain))
    else:
        yield from (f"{text}\n" for text in texts)


def acts_of(arguments: list[str], work: Path, cache: Path) -> list[tuple[str, str]]:
    ran = subprocess.run(
        [sys.executable, WATCHED, *arguments],
        cwd=work,
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"XDG_CACHE_HOME": str(cache), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert ran.returncode in (0, 1), ran.stderr
    found = [line.split("\t", 1) for line in ran.stdout.splitlines() if re.match(r"""[a-z.A-Z_]+\t['"]""", line)]
    return [(act, ast.literal_eval(subject)) for act, subject in found]


def test_acts_are_seen(tmp_path: Path) -> None:
    seen = {act for act, _ in acts_of(["--canary"], tmp_path, tmp_path)}
    assert seen >= {"subprocess.Popen", "pickle.find_class", "socket.bind", "write", "change"}


@pytest.mark.parametrize("command", COMMANDS)
def test_texts_run_nothing_read_nothing_and_write_nothing_but_the_output(command: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("unpublished", encoding="utf-8")
    work = tmp_path / "work"
    (work / "out").mkdir(parents=True)
    texts = strange_texts(secret)
    for name, lines in (("ref.txt", texts), ("hyp.txt", texts), ("other.txt", texts[::-1])):
        (work / name).write_text("".join(shaped(command, name, lines)), encoding="utf-8")
    cache = tmp_path / "cache"
    acts = acts_of(COMMANDS[command], work, cache)
    paths = {(act, Path(subject)) for act, subject in acts if act in ("read", "write", "change")}
    assert ("read", work / "hyp.txt") in paths, "the hook sees what is opened"
    assert any(act == "write" and work / "out" in path.parents for act, path in paths), "and what is written"
    assert [subject for act, subject in acts if act not in ("read", "write", "change")] == []
    assert [path for _, path in paths if path in (secret, Path("/etc/passwd"))] == []
    allowed = (work / "out", cache, Path(os.devnull))
    outside = [path for act, path in paths if act != "read" and not any(p in (path, *path.parents) for p in allowed)]
    assert outside == []
    assert secret.read_text(encoding="utf-8") == "unpublished"


FORBIDDEN = ("pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml")


UNSAFE = ("eval", "exec", "compile", "os.system", "os.popen", "__import__")


def dangers(source: str) -> Iterator[str]:
    """What could run data: modules that unpickle or run YAML's tags, calls of code, options that ask for it."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            unsafe = called in UNSAFE
            for keyword in node.keywords:
                is_true = isinstance(keyword.value, ast.Constant) and keyword.value.value is True
                unsafe |= keyword.arg in ("allow_pickle", "shell") and is_true
            if unsafe:
                yield f"{node.lineno} {called}"
            if called.endswith("import_module") and isinstance(node.args[0], ast.Constant):
                names = [str(node.args[0].value)]
        yield from (f"imports {name}" for name in names if name.split(".")[0] in FORBIDDEN)


def test_no_source_file_can_run_what_it_reads() -> None:
    files = sorted((ROOT / "src").rglob("*.py"))
    assert len(files) > 400
    found = [f"{path.relative_to(ROOT)}: {said}" for path in files for said in dangers(path.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from pickle import loads",
        "import yaml.constructor as y",
        "import_module('pickle')",
        "importlib.import_module('joblib.numpy_pickle')",
        "np.load(file, allow_pickle=True)",
        "subprocess.run(text, shell=True)",
        "def f(x):\n    return [eval(y) for y in x]",
        "exec(text)",
        "os.system(name)",
        "__import__(name)",
    ],
)
def test_dangers_are_seen(source: str) -> None:
    assert list(dangers(source))


WRITES_XML = {"src/tertium/render/reports/gate.py": {"Element", "SubElement", "indent", "tostring"}}
UNPACKING = {"extractall", "extract", "unpack_archive"}


def test_xml_is_written_and_never_read_and_no_archive_is_unpacked_to_files() -> None:
    """So entities, DTDs and huge trees reach no parser, and no member of an archive chooses where it is written."""
    found = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
                readers = {
                    module for module in modules if module.split(".")[0] in ("xml", "lxml", "tarfile", "html5lib")
                }
                found += [f"{name} imports {module}" for module in readers if name not in WRITES_XML]
            elif isinstance(node, ast.Attribute):
                of = ast.unparse(node.value)
                if node.attr in UNPACKING or (of == "ElementTree" and node.attr not in WRITES_XML.get(name, set())):
                    found.append(f"{name}:{node.lineno} {of}.{node.attr}")
    assert found == []


def test_every_promise_names_tests_that_exist() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith(("| promise", "|---"))]
    assert len(rows) >= 8
    for row in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", row)
        assert named, row
        for file, test in named:
            assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8") if test else (ROOT / file).exists(), row
