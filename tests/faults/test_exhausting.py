"""What has no end, or never begins, is refused: devices, pipes without a writer, draws by the million million."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest

import tertium
from faults.cases import HYP, REF, lines
from tertium.cli.main import main
from tertium.corpus.files.devices import open_device
from tertium.errors import FileError, InputError, SpecError


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/full"])
@pytest.mark.parametrize("metric", ["", "bleu:tok=spm:{}", "atec:idf={}", "card:{}"])
def test_devices(device: str, metric: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not Path(device).exists():
        pytest.skip(f"no {device} here")
    given = ["ref.txt", "-i", "hyp.txt", "-m", metric.format(device)] if metric else ["ref.txt", "-i", device]
    assert main(["score", *given]) == 2
    assert f"{device} is a device without an end" in capsys.readouterr().err


def test_the_null_device_is_empty() -> None:
    with open_device(os.devnull, "null") as file:
        assert file.read() == b""


def test_a_pipe_that_nobody_opens(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    with pytest.raises(FileError, match="nobody has opened it for writing within"):
        open_device(str(folder / "pipe"), "pipe", wait=0.2)


def test_a_pipe_whose_writer_comes_late(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    writer = threading.Timer(0.2, lambda: (folder / "pipe").write_bytes(lines(HYP)))
    writer.start()
    with open_device(str(folder / "pipe"), "pipe", wait=30) as file:
        assert file.read() == lines(HYP)
    writer.join()


MANY = str(10**12)
DRAWS = [
    ["compare", "ref.txt", "-i", "hyp.txt", "ref.txt", "-n", MANY],
    ["compare", "ref.txt", "-i", "hyp.txt", "ref.txt", "--test", "ar", "--trials", MANY],
    ["gate", "ref.txt", "-i", "hyp.txt", "--baseline", "ref.txt", "--max-drop", "1", "-n", MANY],
    ["score", "ref.txt", "-i", "hyp.txt", "-cin", MANY],
    ["score", "ref.txt", "-i", "hyp.txt", "ref.txt", "--paired-ar-n", MANY],
    ["meta", "hyp.txt", "-i", "hyp.txt", "-r", "ref.txt", "--resamples", MANY],
    ["meta", "hyp.txt", "-i", "hyp.txt", "-r", "ref.txt", "--permutations", MANY],
    ["tune", ".", "bleu", "--restarts", MANY],
]


@pytest.mark.parametrize("arguments", DRAWS, ids=lambda given: f"{given[0]} {given[-2]}")
def test_draws_beyond_a_lifetime(arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert "would take 3 years or so; at most 10,000,000 are drawn" in said


def test_draws_in_python() -> None:
    with pytest.raises(InputError, match="3 years"):
        tertium.compare({"a": HYP, "b": REF}, [[text] for text in REF], "bleu", resamples=10**12)


def test_slices_without_number(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["gate", "ref.txt", "-i", "hyp.txt", "--baseline", "ref.txt", "--max-drop", "1", "--slices", "ref-length"]
    assert main([*given, "--bins", str(10**9)]) == 2
    assert "bins is 1000000000, expected a whole number from 2 to" in capsys.readouterr().err


@pytest.mark.parametrize("digits", [200, 500, 5000])
def test_a_parameter_of_many_digits(digits: int, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "ref.txt", "-i", "hyp.txt", "-m", f"bleu:order={'9' * digits}"]) == 2
    said = capsys.readouterr().err
    assert "bleu:order is" in said
    assert len(said) < 300


def test_weights_whose_sum_is_no_number() -> None:
    with pytest.raises(SpecError, match="sum inf"):
        tertium.Bleu(weights=(1e308,) * 4)


WORK = [
    (["score", "ref.txt", "-i", "hyp.txt", "-nr"], "expected a whole number from 1 to 1000"),
    (
        ["align", "ref.txt", "hyp.txt", "-o", "out", "--iterations"],
        "expected a whole number from 1 to 1000: each reads",
    ),
    (["score", "ref.txt", "-i", "hyp.txt", "-w"], "expected a whole number from 0 to 30"),
    (["diff", "ref.txt", "-i", "hyp.txt", "ref.txt", "-w"], "expected a whole number from 0 to 30"),
    (["mbr", "nbest.txt", "-w"], "expected a whole number from 0 to 30"),
    (["paraphrases", "--phrase-table", "ref.txt", "-o", "out", "--columns", "1"], "counted from 1 to 1000"),
]


@pytest.mark.parametrize("number", [10**12, 10**30, 10**4000], ids=["10^12", "10^30", "10^4000"])
@pytest.mark.parametrize(("arguments", "says"), WORK, ids=lambda given: f"{given[0]} {given[-1]}" if given else "")
def test_numbers_beyond_all_use(
    arguments: list[str], says: str, number: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Columns without number were made, texts read for years, decimals printed that Python has no place for."""
    if arguments[0] == "align":
        pytest.importorskip("thot", reason="extra 'align'")
    (folder / "nbest.txt").write_text("0 ||| a b\n0 ||| a c\n")
    assert main([*arguments, str(number)]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert len(said) < 5100


@pytest.mark.parametrize("number", ["１２", "1_0", "nan", "inf", "1e999", "0x10"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "ref.txt", "-i", "hyp.txt", "-sv"],
        ["score", "ref.txt", "-i", "hyp.txt", "--chrf-beta"],
        ["tune", ".", "bleu", "--strength"],
        ["mbr", "nbest.txt", "--temperature"],
        ["function-words", "ref.txt", "--threshold"],
        ["paraphrases", "ref.txt", "hyp.txt", "--min-probability"],
    ],
    ids=lambda given: f"{given[0]} {given[-1]}",
)
def test_numbers_are_written_in_plain_digits(
    arguments: list[str], number: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, number]) == 2
    assert f"expected a number, got '{number}'" in capsys.readouterr().err


@pytest.mark.parametrize("spec", ["1e308*bleu + 1e308*chrf", "1e101*bleu", "chrf - 1e200*ter"])
def test_weights_whose_sums_are_no_numbers(spec: str) -> None:
    with pytest.raises(SpecError, match=r"the weight of \w+ is -?1e\+\d+, expected a number between -1e\+100 and"):
        tertium.score(HYP, [[text] for text in REF], spec)


@pytest.mark.parametrize("spec", ["bleu" * 20_000, "(" * 5000 + "bleu" + ")" * 5000, "2*" * 3000 + "bleu"])
def test_messages_do_not_repeat_megabytes(spec: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "ref.txt", "-i", "hyp.txt", "-m", spec]) == 2
    assert len(capsys.readouterr().err) < 5100


CARDS = {
    "a number of 5,000 digits": (f"x = {'9' * 5000}", "thousands of digits"),
    "lists in lists": ("x = " + "[" * 100_000 + "]" * 100_000, "hundreds deep"),
    "tables in tables": ("x = " + "{a=" * 20_000 + "1" + "}" * 20_000, "hundreds deep"),
    "a key of many parts": ("a." * 200_000 + "b = 1", "dots"),
    "a table of many parts": ("[" + "a." * 200_000 + "b]\nx = 1", "dots"),
}


@pytest.mark.parametrize("case", CARDS)
def test_cards_built_to_exhaust(case: str, folder: Path) -> None:
    text, says = CARDS[case]
    (folder / "card.toml").write_text(f'card = 1\nmetric = "bleu"\n{text}\n')
    with pytest.raises(SpecError, match=says):
        tertium.score(HYP, [[text] for text in REF], "card:card.toml")


@pytest.mark.parametrize(
    "value", ["100", 1.5, float("nan"), True, b"1", [10], 0, -1, pytest.param(10**5000, id="10^5000")]
)
def test_draws_that_are_no_number_in_python(value: object) -> None:
    with pytest.raises(InputError, match="resamples"):
        tertium.compare({"a": HYP, "b": REF}, [[text] for text in REF], "bleu", resamples=value)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="trials"):
        tertium.compare({"a": HYP, "b": REF}, [[text] for text in REF], "bleu", resamples=10, trials=value, test="ar")  # type: ignore[call-overload]


@pytest.mark.parametrize("value", ["1", 1.5, True, -1, 2**64, pytest.param(10**5000, id="10^5000")])
def test_a_seed_that_is_none_in_python(value: object) -> None:
    with pytest.raises(InputError, match="seed"):
        tertium.compare({"a": HYP, "b": REF}, [[text] for text in REF], "bleu", seed=value)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers() -> None:
    texts = {"a": HYP, "b": REF}
    made = tertium.compare(texts, [[text] for text in REF], "bleu", resamples=np.int64(20), seed=np.uint8(7))
    assert made.to_dict() == tertium.compare(texts, [[text] for text in REF], "bleu", resamples=20, seed=7).to_dict()
