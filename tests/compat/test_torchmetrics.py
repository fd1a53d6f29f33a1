"""``tertium.compat.torchmetrics`` in the real library: batches, copies, devices' states, two processes that add up."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import tertium
from tertium.errors import InputError

torch = pytest.importorskip("torch", reason="torch is heavy: it is in the extra 'torchmetrics' alone")
torchmetrics = pytest.importorskip("torchmetrics", reason="torchmetrics is in the extra 'torchmetrics' alone")

HYPS = [f"the cat number {number} sat on {'the' if number % 3 else 'a'} mat" for number in range(20)]
REFS = [[f"a cat number {number} sat on the mat", "no cat at all"] for number in range(20)]
METRICS = ["bleu", "chrf", "ter", "ribes", "wer", "meteor", "0.5*bleu + 0.5*ribes", "bleu:order=2"]


def made(name: str) -> torchmetrics.Metric:
    from tertium.compat.torchmetrics import TertiumMetric

    return TertiumMetric(name)


@pytest.mark.parametrize("name", METRICS)
def test_batches_give_the_score_of_the_whole(name: str) -> None:
    metric = made(name)
    expected = metric.metric.corpus_score(HYPS, REFS).score
    for start in range(0, len(HYPS), 7):
        metric.update(HYPS[start : start + 7], REFS[start : start + 7])
    assert float(metric.compute()) == pytest.approx(expected, abs=1e-9)
    metric.reset()
    metric.update(HYPS[0], [REFS[0]])
    assert float(metric.compute()) == pytest.approx(metric.metric.corpus_score(HYPS[:1], REFS[:1]).score, abs=1e-9)


def test_it_is_a_metric_of_theirs() -> None:
    metric = made("chrf")
    assert isinstance(metric, torchmetrics.Metric)
    assert metric.higher_is_better is True
    assert made("ter").higher_is_better is False
    in_batch = metric(HYPS[:5], REFS[:5])  # forward: the score of this batch, which is added
    assert float(in_batch) == pytest.approx(tertium.score(HYPS[:5], REFS[:5], "chrf")["chrf"].score)
    metric(HYPS[5:], REFS[5:])
    whole = tertium.score(HYPS, REFS, "chrf")["chrf"].score
    assert float(metric.compute()) == pytest.approx(whole)
    for other in (copy.deepcopy(metric), pickle.loads(pickle.dumps(metric))):
        assert float(other.compute()) == pytest.approx(whole)
    both = torchmetrics.MetricCollection({"chrf": made("chrf"), "ter": made("ter")})
    both.update(HYPS, REFS)
    assert float(both.compute()["chrf"]) == pytest.approx(whole)
    assert metric.totals0.dtype == torch.float64


def test_nothing_scored_has_no_score() -> None:
    metric = made("bleu")
    metric.update([], [])
    assert torch.isnan(metric.compute())


def test_metrics_that_weigh_words_by_the_whole_set_are_refused() -> None:
    with pytest.raises(InputError, match=r"nist weighs words by all references.*score everything at once"):
        made("nist")


PROGRAM = """
import sys
import torch.distributed as distributed
from tertium.compat.torchmetrics import TertiumMetric

rank, file, name = int(sys.argv[1]), sys.argv[2], sys.argv[3]
distributed.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=2)
hyps = [f"the cat number {n} sat on {'the' if n % 3 else 'a'} mat" for n in range(20)]
refs = [[f"a cat number {n} sat on the mat", "no cat at all"] for n in range(20)]
metric = TertiumMetric(name)
mine = slice(0, 13) if rank == 0 else slice(13, 20)
metric.update(hyps[mine], refs[mine])
print(float(metric.compute()))
distributed.destroy_process_group()
"""


@pytest.mark.parametrize("name", ["bleu", "0.5*bleu + 0.5*ribes"])
def test_two_processes_add_up(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM]
    started = [
        subprocess.Popen([*command, str(rank), str(tmp_path / "meeting"), name], stdout=subprocess.PIPE, text=True)
        for rank in range(2)
    ]
    printed = [process.communicate(timeout=300)[0] for process in started]
    assert [process.returncode for process in started] == [0, 0]
    expected = tertium.metric(name).corpus_score(HYPS, REFS).score
    for line in printed:
        assert float(line) == pytest.approx(expected, abs=1e-9)


def test_without_torch_the_error_names_the_extra() -> None:
    code = "import sys\nsys.modules['torchmetrics'] = None\nimport tertium.compat.torchmetrics"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "needs the extra 'torchmetrics': pip install 'torch" in done.stderr
