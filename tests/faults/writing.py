"""Every command that writes, with every output it has: small inputs and the arguments that make it write.

The list is held against the parser (test_failing_calls.py), so that a new output cannot be forgotten.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from analysis.meta.campaign_folder import write_campaign
from conftest import ROOT

EXAMPLE = ROOT / "examples" / "es-en"
SEGMENTS = 12
TEXTS = ("ref.txt", "-i", "a.txt", "b.txt", "-q")
GATE = ("ref.txt", "-i", "a.txt", "--baseline", "b.txt", "-q", "-m", "bleu", "-n", "20", "--max-drop", "1")
META = ("-q", "--resamples", "20", "--permutations", "20")


@dataclass(frozen=True)
class Writing:
    """One output of one command. ``out`` is a file or, with ``folder``, a folder; ``needs`` is a package.

    ``state``: what is kept there is for the next run, and no result; the result is another output. ``fresh``: nothing
    may be there before.
    """

    command: str
    option: str
    arguments: tuple[str, ...]
    folder: bool = False
    out: str = "out"
    needs: str = ""
    state: bool = False
    fresh: bool = False

    @property
    def name(self) -> str:
        return f"{self.command} {self.option}"

    @property
    def argv(self) -> list[str]:
        return [self.command, *self.arguments, self.option, self.out]


WRITINGS = (
    Writing("score", "--output", (*TEXTS, "-m", "bleu", "chrf", "-sl", "-f", "tsv")),
    Writing(
        "score", "--resume", (*TEXTS, "-m", "bleu", "nist", "-f", "json", "-o", "new.json"), folder=True, state=True
    ),
    Writing("explain", "--output", ("ref.txt", "-i", "a.txt", "-q", "--worst", "2", "-m", "chrf")),
    Writing("order", "--output", TEXTS),
    Writing("compare", "--output", (*TEXTS, "-m", "bleu", "-n", "20", "-f", "json")),
    Writing("compare", "--save-rows", (*TEXTS, "-m", "bleu", "-n", "20", "-o", "new.txt")),
    Writing("compare", "--resume", (*TEXTS, "-m", "bleu", "-n", "20", "-o", "new.txt"), folder=True, state=True),
    Writing("report", "--output", (*TEXTS, "-m", "bleu", "chrf", "-n", "20")),
    Writing("report", "--resume", (*TEXTS, "-m", "chrf", "-n", "20", "-o", "new.html"), folder=True, state=True),
    Writing("diff", "--output", (*TEXTS, "-m", "chrf")),
    Writing("diff", "--resume", (*TEXTS, "-m", "chrf", "-o", "new.txt"), folder=True, state=True),
    *(Writing("gate", option, GATE) for option in ("--output", "--junit", "--markdown", "--json", "--save-rows")),
    Writing("gate", "--resume", (*GATE, "--json", "new.json"), folder=True, state=True),
    Writing("doctor", "--output", ("ref.txt", "-i", "odd.txt", "-q")),
    Writing("mbr", "--output", ("nbest.txt", "-q", "-f", "jsonl")),
    Writing("align", "--output", ("src.txt", "ref.txt", "a.txt", "-q", "--iterations", "2"), folder=True, needs="thot"),
    Writing("align", "--save-model", ("src.txt", "ref.txt", "-q", "--iterations", "2"), True, needs="thot", fresh=True),
    Writing("meta", "--output", ("judged", *META, "-m", "chrf"), needs="scipy"),
    Writing("meta", "--plots", ("judged", *META, "-m", "chrf", "-o", "new.txt"), folder=True, needs="scipy"),
    Writing("meta", "--write-scores", ("judged", *META, "-m", "chrf", "-o", "new.txt"), folder=True, needs="scipy"),
    Writing("meta", "--write-eval-set", ("judged", *META, "-m", "chrf", "-o", "new.txt"), folder=True, needs="scipy"),
    Writing("tune", "--output", ("judged", "lr-kb1:alpha=0.5,align=direct", "-q", "--resamples", "20"), needs="scipy"),
    Writing(
        "tune",
        "--state",
        ("judged", "lr-kb1:alpha=0.5,align=direct", "-q", "--resamples", "20", "-o", "new.toml"),
        needs="scipy",
        state=True,
    ),
    Writing("unl", "--output", ("--conllu", "parsed.conllu", "-q", "-f", "unl")),
    Writing("idf", "--output", ("ref.txt", "-q")),
    Writing("lsa", "--output", ("train", "ref.txt", "a.txt", "-q", "-k", "4", "--min-count", "1"), needs="scipy"),
    Writing("function-words", "--output", ("ref.txt", "-q")),
    Writing("paraphrases", "--output", ("--phrase-table", "phrases.txt", "-q", "--function-words", "none")),
)


def first_lines(path: Path, count: int, skip: int = 0) -> str:
    return "".join(f"{line}\n" for line in path.read_text(encoding="utf-8").split("\n")[skip : skip + count])


def lay_out(folder: Path, skip: int = 0) -> None:
    """The inputs; with ``skip`` of other segments, so that results differ."""
    folder.mkdir(parents=True)
    names = {"ref": "ref1.txt", "src": "src.txt", "a": "systems/direct.txt", "b": "systems/via-eo.txt"}
    for name, path in names.items():
        (folder / f"{name}.txt").write_text(first_lines(EXAMPLE / path, SEGMENTS, skip), encoding="utf-8")
    lines = (folder / "a.txt").read_text("utf-8").split("\n"), (folder / "b.txt").read_text("utf-8").split("\n")
    nbest = [f"{k} ||| {side[k]}\n" for k in range(SEGMENTS) for side in lines]
    (folder / "nbest.txt").write_text("".join(nbest), encoding="utf-8")
    rows = [f"f{k // 3} ||| word{k} {skip} ||| 1 1 0.3\n" for k in range(600)]
    (folder / "phrases.txt").write_text("".join(rows), encoding="utf-8")
    odd = [line if k % (3 + skip % 7) else "" for k, line in enumerate(lines[0][:-1])]
    (folder / "odd.txt").write_text("".join(f"{line}\n" for line in odd), encoding="utf-8")
    judged = write_campaign(folder / "judged", skip, segments=12, systems=3)
    (judged / "src.txt").write_text("".join(f"source {k}\n" for k in range(12)), encoding="utf-8")
    parses = ROOT / "examples" / "parses" / ("ref.conllu" if skip else "hyp.conllu")
    shutil.copyfile(parses, folder / "parsed.conllu")


def contents(folder: Path, writing: Writing) -> dict[str, bytes]:
    """The results that are there now, file by file; not the unfinished ones (.part) that only a kill can leave."""
    places = [path for path in folder.iterdir() if path.name.startswith("new")]
    if not writing.state and (folder / writing.out).exists():
        places.append(folder / writing.out)
    files = [file for place in places for file in (sorted(place.rglob("*")) if place.is_dir() else [place])]
    whole = [file for file in files if file.is_file() and file.suffix != ".part"]
    return {str(file.relative_to(folder)): file.read_bytes() for file in whole}


def renew(folder: Path, writing: Writing, old: Path | None) -> None:
    """No output, or that of an earlier run."""
    for path in folder.iterdir():
        if path.name.startswith(("out", "new", ".out", ".new")):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    if old is None or writing.state or writing.fresh:
        return
    if (old / writing.out).is_dir():
        shutil.copytree(old / writing.out, folder / writing.out)
    elif (old / writing.out).exists():
        shutil.copy2(old / writing.out, folder / writing.out)
