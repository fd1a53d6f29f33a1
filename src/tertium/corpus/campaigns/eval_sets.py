"""mt-metrics-eval's directories, read and written.

```
sources/<lp>.txt   references/<lp>.<ref>.txt   system-outputs/<lp>/<system>.txt   documents/<lp>.docs
human-scores/<lp>.<kind>.<seg|sys>.score       metric-scores/<lp>/<NAME>-<REF>.<seg|sys>.score
```

Scores are higher-is-better there, MQM negated. References rated as systems are left out, for a metric would compare
them with themselves.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np

from tertium.corpus.campaigns.campaign import Campaign
from tertium.corpus.campaigns.judgments import Floats, Judgments
from tertium.corpus.campaigns.score_files.eval_files import read_score_file, write_score_file
from tertium.corpus.files.access import Source, is_folder, make_folder, open_bytes, write_atomically
from tertium.corpus.formats.text import TextFile
from tertium.errors import InputError, did_you_mean, first_of, option, printable

# Which judgments are taken where there are several and none is named: the most careful kind first.
PREFERRED = ("mqm", "esa", "wmt-appraise-z", "wmt-z", "wmt", "da")


def is_eval_set(directory: str | os.PathLike[str]) -> bool:
    folder = Path(directory)
    return is_folder(folder / "sources") and is_folder(folder / "system-outputs")


def language_pairs(directory: str | os.PathLike[str]) -> list[str]:
    """Pairs that have outputs and human scores."""
    folder = Path(directory)
    judged = {path.name.split(".")[0] for path in (folder / "human-scores").glob("*.score")}
    return sorted(path.name for path in (folder / "system-outputs").iterdir() if path.is_dir() and path.name in judged)


def open_eval_set(
    directory: str | os.PathLike[str], pair: str, kind: str = "", *, nan: str = "error", better: str | None = None
) -> Campaign:
    """One language pair as a campaign; `kind` is the human score's name, such as `mqm`.

    `nan` and `better` are those of `judgment_tables.JudgmentReading`: what is no number, and another direction.
    """
    folder = Path(directory)
    references = {
        path.name.removeprefix(f"{pair}.").removesuffix(".txt"): path
        for path in sorted((folder / "references").glob(f"{pair}.*.txt"))
    }
    systems = {
        path.stem: path
        for path in sorted((folder / "system-outputs" / pair).glob("*.txt"))
        if path.stem not in references
    }
    if not systems:
        known = ", ".join(language_pairs(folder)) or "none"
        raise InputError(f"{printable(str(folder))} has no outputs of {printable(pair)}; there are {known}.")
    source = folder / "sources" / f"{pair}.txt"
    segments = TextFile(Source(source)).count() or 0
    judgments, kinds = _judgments(folder, pair, kind, tuple(systems), tuple(references), segments, nan)
    if better == "lower":
        judgments = replace(
            judgments,
            scores=None if judgments.scores is None else -judgments.scores,
            system_scores=None if judgments.system_scores is None else -judgments.system_scores,
        )
    name = f"{folder.resolve().name}/{pair}"
    rated = judgments.rated()
    return Campaign(name, source, tuple(references.values()), systems, judgments.of(rated), kinds, pair)


def _judgments(
    folder: Path, pair: str, kind: str, systems: tuple[str, ...], references: tuple[str, ...], segments: int, nan: str
) -> tuple[Judgments, tuple[str, ...]]:
    files: dict[tuple[str, str], Path] = {}
    for path in sorted((folder / "human-scores").glob(f"{pair}.*.score")):
        name, _, level = path.name.removeprefix(f"{pair}.").removesuffix(".score").rpartition(".")
        files[name, level] = path
    kinds = tuple(dict.fromkeys(name for name, level in files if level in ("seg", "sys")))
    if not kinds:
        raise InputError(f"{printable(str(folder))} has no human scores of {printable(pair)}.")
    chosen = kind or next((name for name in PREFERRED if name in kinds), kinds[0])
    if chosen not in kinds:
        near = did_you_mean(chosen, kinds) or f"; there are {', '.join(kinds)}."
        raise InputError(f"{printable(str(folder))} has no human scores '{printable(chosen)}' of {pair}{near}")
    notes: list[str] = []
    made: dict[str, Floats] = {}
    for level, width in (("seg", segments), ("sys", 1)):
        if (chosen, level) not in files:
            continue
        path = files[chosen, level]
        scores = np.full((len(systems), width), np.nan)
        left_out = []
        for system, values in read_score_file(path, nan)[0].items():
            if system not in systems:
                if system not in references:
                    left_out.append(system)
                continue
            if len(values) != width:
                raise InputError(
                    f"{printable(str(path))} has {len(values)} scores of '{printable(system)}', expected {width}."
                )
            scores[systems.index(system)] = values
        if left_out:
            notes.append(f"{path.name}: systems without output left out: {first_of(left_out, 5)}")
        made[level] = scores
    if len(kinds) > 1:
        notes.append(f"human scores '{chosen}' of {', '.join(kinds)} ({option('--judgments')} chooses another)")
    system_scores = made["sys"][:, 0] if "sys" in made else None
    sources = tuple(str(files[chosen, level]) for level in made)
    return Judgments(systems, segments, made.get("seg"), system_scores, None, chosen, sources, tuple(notes)), kinds


def refuse_unwritable_set(campaign: Campaign) -> None:
    """An error if the campaign does not fit mt-metrics-eval's layout, which begins with the sources."""
    judgments = campaign.judgments
    if judgments.pairs is not None and judgments.scores is None and judgments.system_scores is None:
        raise InputError(f"{campaign.name} has comparisons alone, for which mt-metrics-eval has no file.")
    if campaign.sources is None:
        raise InputError(
            f"{campaign.name} has no sources, without which an mt-metrics-eval directory cannot be read; give them "
            f"with {option('-s')} (src.txt in a folder)."
        )
    for name in (*campaign.systems, campaign.languages):  # each becomes part of a file's name
        if "/" in name or "\0" in name:
            raise InputError(f"{printable(name)} cannot be part of a file name; take a name without '/'.")


def write_eval_set(campaign: Campaign, directory: str | os.PathLike[str], pair: str = "") -> None:
    """The campaign in mt-metrics-eval's layout. Comparisons have no place there."""
    refuse_unwritable_set(campaign)
    judgments = campaign.judgments
    pair = pair or campaign.languages or "xx-yy"
    folder = Path(directory)
    for inner in (
        "sources",
        "references",
        f"system-outputs/{pair}",
        "documents",
        "human-scores",
        f"metric-scores/{pair}",
    ):
        make_folder(folder / inner)
    if campaign.sources is not None:  # pragma: no branch - refused above; for the type checker
        _copy(campaign.sources, folder / "sources" / f"{pair}.txt")
    for path in campaign.references:
        _copy(path, folder / "references" / f"{pair}.{path.name.split('.')[0]}.txt")
    for name, path in campaign.systems.items():
        _copy(path, folder / "system-outputs" / pair / f"{name}.txt")
    write_atomically(folder / "documents" / f"{pair}.docs", lambda file: file.write(b"all\tall\n" * judgments.segments))
    kind = "".join(c if c.isalnum() else "-" for c in judgments.kind.split(",")[0]) or "human"
    for level, scores in (("seg", judgments.scores), ("sys", judgments.system_scores)):
        if scores is not None:
            write_score_file(folder / "human-scores" / f"{pair}.{kind}.{level}.score", judgments.systems, scores)


def _copy(source: Path, target: Path) -> None:
    with open_bytes(source) as file:
        data = file.read()
    write_atomically(target, lambda out: out.write(data))
