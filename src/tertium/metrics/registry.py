"""Names of metrics: our own, listed in ``builtin.pyi``, and the entry points of other packages (``tertium.metrics``).

Modules are imported when their metric is asked for, so that ``tertium --help`` imports none.
"""

from __future__ import annotations

import importlib
import os
import re

from tertium.errors import SpecError, did_you_mean, either, printable
from tertium.metrics.base import Metric
from tertium.other_packages import added, load

GROUP = "tertium.metrics"

_LINE = re.compile(r"from (\S+) import (\w+) as \2  # (\S+)")


def _read_builtin() -> dict[str, str]:
    """Name to "module:Class", from the lines that type checkers read too: a metric is registered in one place."""
    found: dict[str, str] = {}
    place = os.path.join(os.path.dirname(__file__), "builtin.pyi")  # noqa: PTH118, PTH120 - pathlib takes 5 ms to import
    with open(place, encoding="utf-8") as file:  # noqa: PTH123
        lines = file.read().splitlines()
    for line in lines:
        if not line or line.startswith("#"):
            continue
        entry = _LINE.fullmatch(line)
        if entry is None or entry[3] in found:
            problem = "twice" if entry else "not as 'from MODULE import CLASS as CLASS  # NAME'"
            raise SpecError(f"metrics/builtin.pyi registers a metric {problem}: {line}")
        found[entry[3]] = f"{entry[1]}:{entry[2]}"
    return found


BUILTIN = _read_builtin()

# Known by name, but nothing without a file of one's own: not among the metrics that are listed.
UNLISTED = {
    "card": "tertium.metrics.card:Card",
    "embed": "tertium.metrics.embed:Embed",
    "tertium-deep": "tertium.metrics.presets.tertium_deep:TertiumDeep",
}


def names() -> list[str]:
    """Every metric that can be named here, built-in ones first."""
    return [*BUILTIN, *sorted(set(added(GROUP)) - set(BUILTIN))]


# What people ask for that is no metric here, and what they can do instead.
_NEURAL = (
    "is a neural metric, which runs in an environment of its own: "
    + either("--with 'comet:python=PATH'", "tools='comet:python=PATH'")
    + " runs COMET, MetricX, BLEURT or any command (docs/neural.md), and "
    + either("--scores FILE", "scores=…")
    + " takes segment scores that were made elsewhere."
)
_OTHERS = {
    "spbleu": "is BLEU over the pieces of a SentencePiece model; write bleu:tok=spm:MODEL with your copy of the "
    "model's file, such as that of FLORES-200 (extra 'spm').",
    "sacrebleu": "is a program; its BLEU is bleu here, its chrF chrf or chrf++, its TER ter:search=sacrebleu.",
    **dict.fromkeys(("comet", "cometkiwi", "xcomet", "metricx", "bleurt", "yisi", "prism"), _NEURAL),
    "bertscore": "is a program; its way of matching is embed here (extra 'embed'), with the model in a folder of "
    "yours: embed:model=DIR,layer=9,beta=1.",
    **dict.fromkeys(("gemba", "autorater"), _NEURAL.replace("neural metric", "language model's judgment")),
}
_CLOSE = 0.7  # 'blue' is close to bleu, 'moverscore' to nothing here


def canonical(name: str) -> str:
    """The registered name: letters may be of any case, hyphens may be missing, and a Python class is a name, too."""
    if name in BUILTIN or name in UNLISTED:
        return name
    folded = _folded(name)
    known = [*names(), *UNLISTED]
    if name in known:
        return name
    by_class = {place.rpartition(":")[2].lower(): one for one, place in BUILTIN.items()}
    found = next((one for one in known if _folded(one) == folded), None) or by_class.get(folded)
    if found is not None:
        return found
    advice = next((said for one, said in _OTHERS.items() if folded.startswith(one)), None)
    if advice is not None:
        raise SpecError(f"'{printable(name)}' {advice}")
    hint = did_you_mean(name.lower(), names(), cutoff=_CLOSE)
    raise SpecError(f"unknown metric '{printable(name)}'{hint or ';'} 'tertium metrics' lists all.")


def _folded(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


def find(name: str) -> type[Metric]:
    """The class behind a name."""
    name = canonical(name)
    place = BUILTIN.get(name) or UNLISTED.get(name)
    if place is not None:
        module, _, attribute = place.partition(":")
        found = getattr(importlib.import_module(module), attribute)
    else:
        found = load(added(GROUP)[name], "metric", "leave the metric out")
    if not (isinstance(found, type) and issubclass(found, Metric)):
        raise SpecError(f"metric '{name}' is registered as {found!r}, expected a subclass of tertium.Metric.")
    return found
