"""False alarms: over real systems the doctor warns of what is there, and of nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from realdata import all_sets
from tertium.analysis.doctor.run import diagnose
from tertium.analysis.doctor.swapped import agreement, swapped_by_agreement
from tertium.corpus.formats.opening import Place, open_corpus
from tertium.metrics.spec import parse

# Looked at by hand: typographic against plain quotes, characters of Windows-1252 that were read as Latin-1, and two
# systems that are one file.
TRUE_WARNINGS = {
    "wmt08/de-en": {"T117": 7},
    "wmt08/es-en": {"T117": 1},
    "wmt08/fr-en": {"T117": 1},
    "wmt13/de-en": {"T106": 1, "T117": 1},
    "wmt13/es-en": {"T106": 1, "T117": 1},
    "wmt13/fr-en": {"T106": 1},
    "wmt21/ja-en": {"T106": 1, "T121": 1},
    "wmt22-mqm200/zh-en": {"T106": 17},
}


def test_warnings_over_real_systems_are_true_ones(shared_data: Path) -> None:
    seen = 0
    for one in all_sets(shared_data):
        if not one.name.startswith(("wmt08", "wmt13", "wmt14", "wmt21", "wmt22")):
            continue
        folder = shared_data / one.name
        references = [Place(str(path)) for path in sorted(folder.glob("ref?.txt"))]
        systems = [Place(str(path)) for path in one.systems.values()]
        corpus = open_corpus(systems, references, Place(str(folder / "src.txt")), names=list(one.systems))
        counts: dict[str, int] = {}
        for finding in diagnose(corpus, [parse("bleu")], version="").warnings:
            counts[finding.code] = counts.get(finding.code, 0) + 1
        assert counts == TRUE_WARNINGS.get(one.name, {}), one.name
        seen += len(systems)
    if not seen:
        pytest.skip("no evaluation sets in the shared data")
    assert seen == 153


def test_a_swapped_reference_is_found_or_passed_over_but_nobody_else_is_blamed(shared_data: Path) -> None:
    one = next((one for one in all_sets(shared_data) if one.name == "wmt21/en-de"), None)
    if one is None:
        pytest.skip("wmt21/en-de is not in the shared data")
    reference = str(shared_data / one.name / "refA.txt")
    names = [str(path) for path in one.systems.values()]
    found = 0
    for system in range(len(names)):
        systems = [reference if place == system else name for place, name in enumerate(names)]
        corpus = open_corpus([Place(name) for name in systems], [Place(names[system])], names=list(one.systems))
        chunk, _ = next(iter(corpus.chunks(1024)))()
        odd = swapped_by_agreement(agreement(chunk))
        assert odd is None or odd[0] == system
        found += odd is not None
    assert found >= 6
