"""A statistical word aligner: trained on the texts it is to align, in both directions, and made one by a heuristic.

The models are those of sil-thot (LGPL-3, extra ``align``): ``hmm``, five rounds of IBM model 1 and five of the hidden
Markov model (Vogel, Ney & Tillmann 1996), and ``fast-align``, IBM model 2 with a diagonal preference (Dyer, Chahuneau &
Smith 2013), which is five times as fast and takes longer sentences, but links worse (docs/alignments.md has numbers).
The two directions are joined by grow-diag-final-and (Koehn, Och & Marcu 2003) unless another heuristic is chosen.

The more parallel text, the better the links: give all outputs and references of a source in one training. A trained
model can be saved and loaded; a folder holds the two directions and ``aligner.json``.
"""

from __future__ import annotations

import errno
import hashlib
import json
import math
import os
import stat
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from io import BufferedReader
from pathlib import Path
from typing import Any

import numpy as np

from tertium.errors import FileError, InputError, MissingExtraError, brief_value, did_you_mean, install, printable
from tertium.progress import SILENT, Listener

MODELS = ("hmm", "fast-align")
HEURISTICS = ("grow-diag-final-and", "grow-diag-final", "grow-diag", "intersection", "union")
CASES = ("lower", "keep")
FORMAT = 2  # of a saved model: since 2 the card has a digest of every file
_CARD = "aligner.json"
MOST_ITERATIONS = 1000
_LONGEST_CARD = 1 << 16  # bytes

WordLinks = list[tuple[int, int]]
Pair = tuple[Sequence[str], Sequence[str]]


@dataclass(frozen=True)
class AlignerSettings:
    """How to train and join; ``iterations`` are the rounds of each model in turn."""

    model: str = "hmm"
    heuristic: str = "grow-diag-final-and"
    case: str = "lower"
    iterations: int = 5

    def __post_init__(self) -> None:
        for name, known in (("model", MODELS), ("heuristic", HEURISTICS), ("case", CASES)):
            value = getattr(self, name)
            if value not in known:
                hint = did_you_mean(str(value), known)
                raise InputError(
                    f"{name} is '{printable(str(value))}'{hint or ','} expected one of {', '.join(known)}."
                )
        if not isinstance(self.iterations, int) or not 1 <= self.iterations <= MOST_ITERATIONS:
            raise InputError(
                f"iterations is {brief_value(self.iterations)}, expected a whole number from 1 to {MOST_ITERATIONS}: "
                "each reads all texts again, and after ten or so little changes."
            )


class WordAligner:
    """Both directions, trained or loaded."""

    def __init__(self, settings: AlignerSettings, direct: Any, inverse: Any) -> None:
        thot = _library()
        self.settings = settings
        self.longest: int = min(direct.max_sentence_length, inverse.max_sentence_length)
        self._directions = {"direct": direct, "inverse": inverse}
        self._joined = thot.SymmetrizedAligner(direct, inverse)
        heuristic = settings.heuristic.upper().replace("-", "_")
        self._joined.heuristic = getattr(thot.SymmetrizationHeuristic, heuristic)

    @classmethod
    def train(cls, pairs: Iterable[Pair], settings: AlignerSettings, listener: Listener = SILENT) -> WordAligner:
        """Trained on (source words, target words); pairs with an empty or too long side are left out."""
        thot = _library()
        first = thot.Ibm1AlignmentModel if settings.model == "hmm" else thot.FastAlignModel
        models = [first(), first()]
        longest = _longest(settings.model)
        used = 0
        for source, target in pairs:
            if not 0 < len(source) <= longest or not 0 < len(target) <= longest:
                continue
            used += 1
            ours, theirs = _marked(source), _marked(target)
            models[0].add_sentence_pair(ours, theirs)
            models[1].add_sentence_pair(theirs, ours)
        if not used:
            raise InputError(f"there is nothing to train on: no pair of lines has 1 to {longest} words on both sides.")
        rounds = _Rounds(settings.iterations * (4 if settings.model == "hmm" else 2), listener)
        for model in models:
            if settings.model == "fast-align":
                model.variational_bayes = True  # as fast_align does by default
            rounds.run(model, settings.iterations)
        if settings.model == "hmm":
            models = [thot.HmmAlignmentModel(model) for model in models]
            for model in models:
                rounds.run(model, settings.iterations)
        return cls(settings, *models)

    def joined_by(self, heuristic: str) -> WordAligner:
        """The same two models, joined in another way."""
        return WordAligner(replace(self.settings, heuristic=heuristic), *self._directions.values())

    def align(self, sources: Sequence[Sequence[str]], targets: Sequence[Sequence[str]]) -> list[WordLinks]:
        """Links of every pair, sorted; none where a side is empty or longer than ``longest`` words."""
        found = self._joined.get_best_alignments([_marked(s) for s in sources], [_marked(t) for t in targets])
        return [
            [(int(i), int(j)) for i, j in np.argwhere(matrix.to_numpy())] if source and target else []
            for (_, matrix), source, target in zip(found, sources, targets, strict=True)
        ]

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the model to a new folder: all of it, or nothing."""
        place = Path(folder)
        name = printable(os.fspath(folder))
        refuse_existing(folder)
        spare = os.open(os.devnull, os.O_RDONLY)  # given back below, so that cleaning up can open the folder
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            part = place.parent / f".{place.name[:64]}.{os.urandom(6).hex()}.part"
            part.mkdir()  # not by mkdtemp: others may use the model if the umask lets them
        except OSError as problem:
            os.close(spare)
            raise FileError(f"{name} cannot be written: {_reason(problem)}; check the directory it is in.") from None
        try:
            for direction, model in self._directions.items():
                _forget_texts(model, name)
                if not _written(model, part, direction):
                    raise FileError(
                        f"{name} cannot be written: the {direction} model did not arrive whole; is the disk full, or "
                        "the size of files limited?"
                    )
            card = {"format": FORMAT, **asdict(self.settings), "files": _digests(part)}
            (part / _CARD).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
            _sync(part / _CARD)
            part.replace(place)
            os.close(spare)
        except BaseException as problem:
            os.close(spare)
            with suppress(OSError):  # not by rmtree: it needs more open files than there may be
                for name_in in os.listdir(part):  # noqa: PTH208 - listed before anything goes
                    (part / name_in).unlink()
                part.rmdir()
            if isinstance(problem, OSError):
                raise FileError(f"{name} cannot be written: {_reason(problem)}.") from None
            raise

    @classmethod
    def load(cls, folder: str | os.PathLike[str], heuristic: str | None = None) -> WordAligner:
        """A saved model; ``heuristic`` may differ from the one it was saved with.

        The library reads whatever it is given, and a damaged file can end the process or change links in silence: files
        are compared with the card's digests first. A model that was made to do harm has digests of its own, so load
        only models of people you trust.
        """
        thot = _library()
        place, name = Path(folder), printable(os.fspath(folder))
        try:
            with _opened(place / _CARD) as file:
                card = json.loads(file.read(_LONGEST_CARD))
        except OSError as problem:
            raise FileError(
                f"{name} holds no aligner ({_CARD}: {_reason(problem)}); 'tertium align --save-model' writes one."
            ) from None
        except (ValueError, RecursionError):
            raise FileError(f"{name}/{_CARD} is not JSON; train the aligner again.") from None
        if not isinstance(card, dict) or card.get("format") != FORMAT:
            raise FileError(f"{name} was written by another version of tertium; train the aligner again.")
        given: dict[str, Any] = {field: card.get(field) for field in ("model", "heuristic", "case", "iterations")}
        settings = AlignerSettings(**(given | ({"heuristic": heuristic} if heuristic else {})))
        try:
            found = _digests(place)
        except OSError as problem:
            raise FileError(f"{name} cannot be read: {_reason(problem)}; train the aligner again.") from None
        if found != card.get("files"):
            raise FileError(f"{name} is damaged: its files are not those that were saved; train the aligner again.")
        make = thot.HmmAlignmentModel if settings.model == "hmm" else thot.FastAlignModel
        models = []
        for direction in ("direct", "inverse"):
            model = make()
            # The library reports a missing file by an empty vocabulary rather than by its result.
            if not model.load(str(place / direction)) or model.src_vocab_size <= _RESERVED:
                raise FileError(f"{name} is incomplete: its {direction} model cannot be read; train the aligner again.")
            models.append(model)
        return cls(settings, *models)


def _opened(path: Path) -> BufferedReader:
    """A file; a pipe or a device, which has no end, is refused."""
    if not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():
        raise OSError(errno.EINVAL, f"{printable(path.name)} is no file")
    return path.open("rb")


def _digests(folder: Path) -> dict[str, str]:
    """SHA-256 of every file of a model but its card."""
    made = {}
    for path in sorted(folder.iterdir()):
        if path.name != _CARD:
            with _opened(path) as file:
                made[path.name] = hashlib.file_digest(file, "sha256").hexdigest()
    return made


class _Rounds:
    """Counts training rounds over all models and says how far they are."""

    def __init__(self, total: int, listener: Listener) -> None:
        self._done, self._total, self._listener = 0, total, listener

    def run(self, model: Any, iterations: int) -> None:
        model.start_training()
        for _ in range(iterations):
            model.train()
            self._done += 1
            self._listener.progress("training", self._done, self._total)
        model.end_training()


_RESERVED = 3  # words every vocabulary has: NULL, UNKNOWN and UNUSED


def refuse_existing(folder: str | os.PathLike[str]) -> None:
    """Say before the training what saving would say after it."""
    if os.path.lexists(folder):
        raise FileError(
            f"{printable(os.fspath(folder))} exists already; remove it or choose another name for the model."
        )


def library_is_there() -> bool:
    return find_spec("thot") is not None


def check_library() -> None:
    """Say before any work that the library is missing."""
    _library()


def _library() -> Any:
    if not library_is_there():
        raise MissingExtraError(f"'tertium align' needs the library sil-thot: {install('align')}.")
    import thot.alignment

    return thot.alignment


def _longest(model: str) -> int:
    thot = _library()
    made = thot.HmmAlignmentModel() if model == "hmm" else thot.FastAlignModel()
    return int(made.max_sentence_length)


def _marked(words: Sequence[str]) -> list[str]:
    """Words that cannot be mistaken for the library's own, such as NULL."""
    return [f"_{word}" for word in words]


def _reason(problem: OSError) -> str:
    reason = problem.strerror or str(problem)
    return reason[:1].lower() + reason[1:]


def _forget_texts(model: Any, name: str) -> None:
    """Of the texts it was trained on a model needs nothing any more, and who gets it should not get them.

    The library would write them, too, and read them back from there for the second writing: half of them, after a write
    that failed, end the process.
    """
    model.read_sentence_pairs(os.devnull, os.devnull, os.devnull)
    if model.num_sentence_pairs:
        raise FileError(f"{name} cannot be written: {os.devnull} cannot be opened.")


def _written(model: Any, folder: Path, direction: str) -> bool:
    """Is the model in files that begin with ``direction``, whole?

    The library does not look whether its writing succeeds: on a full disk it leaves half a model and is content. So it
    writes three times, and all must be the same. Something else is written before the last, so that what fails every
    so many writes cannot fail at the same places each time. A limit of the size of files does cut all alike: a file
    that reaches it is not whole. Where there is no room at all files are empty, and the card that is written next says
    so.
    """
    done = model.print(str(folder / direction))
    files = {file.name.removeprefix(direction): file for file in folder.glob(f"{direction}*")}
    whole = bool(files) and all(file.stat().st_size < _longest_file() for file in files.values())
    for number in (2, 3):
        again = folder / f"again-{number}"
        done = model.print(str(again)) and done
        copies = {file.name.removeprefix(again.name): file for file in folder.glob(f"{again.name}*")}
        whole = whole and copies.keys() == files.keys()
        whole = whole and all(file.read_bytes() == copies[ending].read_bytes() for ending, file in files.items())
        for copy in copies.values():
            copy.unlink()
        again.write_bytes(b"something else")
        again.unlink()
    for file in files.values():
        _sync(file)
    return bool(done) and whole


def _longest_file() -> float:
    """Bytes that the system lets this process write into one file."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return math.inf
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    return math.inf if limit == resource.RLIM_INFINITY else limit


def _sync(file: Path) -> None:
    """Let the disk say now what it would otherwise say to nobody."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
