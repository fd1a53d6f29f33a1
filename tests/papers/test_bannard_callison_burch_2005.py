"""What a table by pivoting gains on judged data (docs/paraphrases.md): learnt from WMT13, judged on WMT08."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

import tertium
from realdata import lines

pytestmark = pytest.mark.slow


@pytest.mark.skipif(importlib.util.find_spec("thot") is None, reason="needs sil-thot")
def test_meteor_agrees_better_with_people_where_it_has_paraphrases(
    shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fr-en: .622 without and .640 with the table."""
    monkeypatch.setenv("TERTIUM_ALIGNER_CACHE", str(tmp_path / "models"))
    pairs = [shared_data / "wmt13" / pair for pair in ("de-en", "es-en", "fr-en")]
    source = [line for pair in pairs for line in lines(pair / "src.txt")]
    target = [line for pair in pairs for line in lines(pair / "refA.txt")]
    table = tertium.paraphrases(source, target, language="fr-en", align_model="fast-align")
    assert table.sentences == 9000
    made = tmp_path / "en.gz"
    made.write_bytes(table.to_bytes(compress=True))
    specs = ["meteor", f"meteor:paraphrases={made}"]
    report = tertium.meta(shared_data / "wmt08" / "fr-en", metrics=specs, resamples=20, permutations=20)
    level = next(level for level in report.campaigns[0].levels if level.level == "segment")
    found = {row.name: row.estimates["consistency"].value for row in level.rows}
    assert found["meteor"] == pytest.approx(0.622, abs=0.001)
    assert found[specs[1]] == pytest.approx(0.640, abs=0.003)
