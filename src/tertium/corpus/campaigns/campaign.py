"""An evaluation campaign on disk: sources, references, systems' outputs and what people thought of them.

```
<pair>/src.txt  ref[A-Z].txt  systems/<name>.txt     one segment a line
       human_sys.tsv  human_seg.tsv                  scores of systems, of segments
       rankings.tsv  rankings_counts.tsv             comparisons
       human_sys.<kind>.tsv  human_seg.<kind>.tsv    other judgments of the same data, chosen by `kind`
```

Tables may be .tsv, .csv, .jsonl or .parquet, and what they hold is told by their columns (`judgment_tables`).
mt-metrics-eval's directories are read by `eval_sets`. Nothing here reads the translations but to count segments.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tertium.corpus.campaigns.judgment_tables import JudgmentReading, read_judgments
from tertium.corpus.campaigns.judgments import Judgments, Roster
from tertium.corpus.files.access import Source, is_folder
from tertium.corpus.formats.opening import AlignmentPlaces, Place, open_corpus
from tertium.corpus.formats.text import TextFile
from tertium.corpus.texts.stream_corpus import StreamCorpus
from tertium.errors import FileError, InputError, did_you_mean, either, option, printable

_TABLES = (".tsv", ".csv", ".jsonl", ".parquet")
_LANGUAGES = re.compile(r"[a-z]{2,3}(_[A-Za-z]+)?-[a-z]{2,3}(_[A-Za-z]+)?")


@dataclass(frozen=True, eq=False)
class Campaign:
    """Texts and judgments of one test set and language pair.

    `systems` are all outputs by name; `judgments.systems` are those that people judged, in the same order. `kinds` are
    the other judgments that are there; `languages` is the pair, empty if the folder's name does not say it.
    """

    name: str
    sources: Path | None
    references: tuple[Path, ...]
    systems: Mapping[str, Path]
    judgments: Judgments
    kinds: tuple[str, ...] = ()
    languages: str = ""

    @property
    def unrated(self) -> tuple[str, ...]:
        """Systems whose output is here but that nobody judged."""
        return tuple(name for name in self.systems if name not in self.judgments.systems)

    def links(self, folder: str | os.PathLike[str]) -> AlignmentPlaces:
        """Where `tertium align` put this campaign's word alignments: `folder/NAME/SYSTEM.align` and `refA.align`, or
        in `folder` itself."""
        inside = Path(folder) / self.name
        inside = inside if is_folder(inside) else Path(folder)
        names = [*self.judgments.systems, *(path.name.partition(".")[0] for path in self.references)]
        places = [Place(os.fspath(inside / f"{name}.align")) for name in names]
        count = len(self.judgments.systems)
        return AlignmentPlaces(tuple(places[:count]), tuple(places[count:]))

    def corpus(
        self,
        systems: Sequence[str] | None = None,
        references: Sequence[Path] | None = None,
        alignments: AlignmentPlaces | None = None,
    ) -> StreamCorpus:
        """The texts as a corpus: by default the judged systems in the order of `judgments.systems`."""
        names = self.judgments.systems if systems is None else tuple(systems)
        if not self.references:
            raise InputError(
                f"{self.name} has no references, which metrics compare with; only {either('--scores', 'scores=…')} "
                "can be judged."
            )
        return open_corpus(
            [Place(os.fspath(self.systems[name])) for name in names],
            [Place(os.fspath(path)) for path in references or self.references],
            None if self.sources is None else Place(os.fspath(self.sources)),
            names=names,
            alignments=alignments,
        )


def open_campaign(
    directory: str | os.PathLike[str], kind: str = "", reading: JudgmentReading | None = None
) -> Campaign:
    """The campaign of one folder; `kind` chooses among its judgments (`human_seg.<kind>.tsv`)."""
    folder = Path(directory)
    if not is_folder(folder):
        raise FileError(f"{printable(str(folder))} is not a directory, expected one with systems/ and human_*.tsv.")
    systems = _texts(folder / "systems", "*.txt*")
    if not systems:
        raise InputError(f"{printable(str(folder))} has no systems/*.txt, so that there is nothing to judge.")
    references = tuple(_texts(folder, "ref*.txt*").values())
    source = next(iter(_texts(folder, "src.txt*").values()), None)
    first = references[0] if references else next(iter(systems.values()))
    segments = TextFile(Source(first)).count() or 0
    languages = folder.name if _LANGUAGES.fullmatch(folder.name) else ""
    judgments, kinds = _judgments(folder, kind, tuple(systems), segments, reading or JudgmentReading(), languages)
    rated = judgments.rated()  # some: a table without a judgment of these systems was refused by its reader
    name = "/".join(folder.resolve().parts[-2:]) if languages else folder.resolve().name
    return Campaign(name, source, references, systems, judgments.of(rated), kinds, languages)


def is_campaign(directory: str | os.PathLike[str]) -> bool:
    """Is this folder one campaign in the layout above?"""
    return is_folder(Path(directory) / "systems")


def campaign_folders(directory: str | os.PathLike[str]) -> list[Path]:
    """The folder itself, or the campaigns inside it, by name."""
    folder = Path(directory)
    if is_campaign(folder):
        return [folder]
    if not is_folder(folder):
        return []
    return sorted(inner for inner in folder.iterdir() if is_folder(inner) and is_campaign(inner))


def _judgments(
    folder: Path, kind: str, systems: tuple[str, ...], segments: int, reading: JudgmentReading, languages: str
) -> tuple[Judgments, tuple[str, ...]]:
    tables = _human_tables(folder)
    kinds = tuple(sorted({name for _, name in tables if name}))
    names = [systems_of for systems_of in ("human_sys", "human_seg", "rankings") if (systems_of, kind) in tables]
    if not names:
        shown = printable(str(folder))
        if kind:
            near = did_you_mean(kind, kinds) or (f"; there are {', '.join(kinds)}." if kinds else "; there are none.")
            raise InputError(f"{shown} has no judgments of the kind '{printable(kind)}'{near}")
        more = f" (there are other kinds: {', '.join(kinds)}; choose with {option('--judgments')})" if kinds else ""
        raise InputError(f"{shown} has no judgments: no human_sys.tsv, human_seg.tsv or rankings.tsv{more}.")
    made = Judgments(systems, segments)
    first = True
    for name in names:
        part = read_judgments(tables[name, kind], Roster(systems, segments), reading, languages)
        made = part if first else made.joined(part)
        first = False
    return replace(made, kind=kind or made.kind), kinds


def _human_tables(folder: Path) -> dict[tuple[str, str], Path]:
    """Tables by what they are of and their kind."""
    found: dict[tuple[str, str], Path] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix not in _TABLES:
            continue
        stem = path.name.removesuffix(path.suffix)
        if stem in ("rankings", "rankings_counts"):
            key = ("rankings", "")
        elif stem.startswith(("human_sys", "human_seg")):
            word, _, kind = stem.partition(".")
            if word not in ("human_sys", "human_seg"):
                continue
            key = (word, kind)
        else:
            continue
        if key in found:
            raise InputError(f"{printable(str(found[key]))} and {path.name} hold the same judgments; keep one.")
        found[key] = path
    return found


def _texts(folder: Path, pattern: str) -> dict[str, Path]:
    """Text files by name without suffixes, sorted; compressed ones too."""
    found: dict[str, Path] = {}
    if not is_folder(folder):
        return found
    for path in sorted(folder.glob(pattern)):
        name = path.name
        for suffix in (".gz", ".xz", ".zst"):
            name = name.removesuffix(suffix)
        if not name.endswith(".txt"):
            continue
        name = name.removesuffix(".txt")
        if name in found:
            raise InputError(f"{printable(str(found[name]))} and {path.name} are the same text twice; keep one.")
        found[name] = path
    return found
