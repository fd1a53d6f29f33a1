"""Segment scores of other tools, such as COMET's: in files, in memory, or made by the tool in a process of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.arrays import Floats
from tertium.corpus.texts.stream_corpus import StreamCorpus
from tertium.errors import InputError, either, printable
from tertium.progress import Listener

if TYPE_CHECKING:
    from tertium.corpus.campaigns.score_files.scores import OuterScores, ScoreTable
    from tertium.tasks.texts import Learning, Texts


@dataclass(frozen=True)
class FileScores:
    """Segment scores that another tool wrote into a file."""

    file: str
    higher_is_better: bool = True

    def tables(self) -> tuple[ScoreTable, ...]:
        from tertium.corpus.campaigns.score_files.opening import read_scores  # few runs bring scores

        return read_scores(self.file)

    def signature(self, table: ScoreTable) -> str:
        return f"{table.metric} (scores of {table.file})"


@dataclass(frozen=True)
class ListScores:
    """Segment scores of another metric, in memory: the numbers of each system."""

    metric: str
    scores: Mapping[str, tuple[float, ...]]
    higher_is_better: bool = True

    def tables(self) -> tuple[ScoreTable, ...]:
        name = f"scores['{printable(self.metric)}']"
        if not self.scores:
            raise InputError(f"{name} is empty, expected a list of numbers for each system.")
        if len(lengths := {len(values) for values in self.scores.values()}) > 1:
            raise InputError(f"{name} has lists of {min(lengths)} to {max(lengths)} numbers; segments must pair up.")
        values = np.array([list(values) for values in self.scores.values()], dtype=np.float64)
        if (odd := np.argwhere(~np.isfinite(values))).size:
            system, segment = odd[0].tolist()
            raise InputError(
                f"{name} has {values[system, segment]} for segment {segment + 1} of "
                f"'{printable(list(self.scores)[system])}'; a comparison needs a finite number for every segment."
            )
        from tertium.corpus.campaigns.score_files.scores import ScoreTable

        return (ScoreTable(name, self.metric, tuple(self.scores), values),)

    def signature(self, table: ScoreTable) -> str:
        return f"{table.metric} (given scores)"


@dataclass(frozen=True)
class ToolScores:
    """Scores that another tool is to make of the texts: its name as in ``comet:model=…`` (``other_tools.spec``).

    With ``keep`` False what it made is forgotten at the end.
    """

    tool: str
    keep: bool = True

    def __post_init__(self) -> None:
        from tertium.other_tools.spec import parse

        parse(self.tool).command()  # a name that means nothing is refused before hours of scoring

    @property
    def name(self) -> str:
        from tertium.other_tools.spec import parse

        return parse(self.tool).name

    def made(self, corpus: StreamCorpus, listener: Listener) -> MadeScores:
        """The scores of all systems of the corpus."""
        from tertium.corpus.campaigns.score_files.scores import ScoreTable
        from tertium.other_tools import runner
        from tertium.other_tools.spec import parse

        run = runner.run(parse(self.tool), corpus, listener, keep=self.keep)
        table = ScoreTable(run.name, run.name, corpus.names, run.scores)
        return MadeScores(table, run.signature, run.higher_is_better)


@dataclass(frozen=True, eq=False)
class MadeScores:
    """Segment scores that a tool has made; NaN where a segment has none."""

    table: ScoreTable
    words: str
    higher_is_better: bool

    def tables(self) -> tuple[ScoreTable, ...]:
        return (self.table,)

    def signature(self, table: ScoreTable) -> str:
        return self.words

    def outer(self) -> OuterScores:
        """As meta-evaluation takes them."""
        from tertium.corpus.campaigns.score_files.scores import OuterScores

        return OuterScores(self.table.metric, self.table.systems, self.table.scores, None, self.words)


Given = FileScores | ListScores | ToolScores
Ready = FileScores | ListScores | MadeScores


class OpenedTexts:
    """Texts that are opened once and read several times: by our metrics, and by other tools."""

    def __init__(self, texts: Texts) -> None:
        self.unit, self.learning, self.names = texts.unit, texts.learning, texts.names
        self._corpus = texts.corpus(reread=True)

    unit: str
    learning: Learning
    names: tuple[str, ...]

    def corpus(self, *, reread: bool) -> StreamCorpus:
        return self._corpus


def scores_from(
    files: Sequence[str] | None, lower: bool, tools: Sequence[str] | None, *, keep: bool
) -> tuple[FileScores | ToolScores, ...]:
    """Files, of which lower scores are better or not, and tools that make scores."""
    read = [FileScores(file, not lower) for file in files or ()]
    return (*read, *(ToolScores(tool, keep) for tool in tools or ()))


def tools_of(given: Sequence[Given]) -> tuple[ToolScores, ...]:
    return tuple(one for one in given if isinstance(one, ToolScores))


def refuse_same_names(given: Sequence[Given], metrics: Sequence[str] = ()) -> None:
    """Two tools of one name, or a tool and a metric, cannot be told apart in a table."""
    tools = [one.name for one in tools_of(given)]
    twice = next((name for place, name in enumerate(tools) if name in metrics or name in tools[:place]), None)
    if twice is not None:
        raise InputError(
            f"two columns would be called '{printable(twice)}'; give one of the tools another name: "
            f"{either('--with', 'tools=')} '…,name=NAME'."
        )


def ready(given: Sequence[Given], corpus: StreamCorpus | None, listener: Listener) -> tuple[Ready, ...]:
    """The same scores, those of tools made. ``corpus`` has the texts; None: there are none."""
    made: list[Ready] = []
    for one in given:
        if not isinstance(one, ToolScores):
            made.append(one)
        elif corpus is None:
            raise InputError(f"{printable(one.tool)} scores texts, and there are none here; give them.")
        else:
            made.append(one.made(corpus, listener))
    return tuple(made)


def of_systems(table: ScoreTable, names: Sequence[str], segments: int | None) -> Floats:
    """The scores of these systems, in this order; an error unless there is one for each of so many segments."""
    scores = table.of(names)
    if segments is not None and scores.shape[1] != segments:
        raise InputError(
            f"{table.file} has scores of {scores.shape[1]} segments but there are {segments}; segments must pair up."
        )
    return scores
