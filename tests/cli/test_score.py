"""``tertium score`` as people use it: sacreBLEU's command line and numbers, COMET's flags, names, formats."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import tertium
from cli.shell import GOOD, POOR, REF, Ran, score, write

SYSTEMS = ("-i", "good.txt", "poor.txt")


def scores(done: Ran) -> dict[str, dict[str, float]]:
    assert done.code == 0, done.err
    return {
        system["name"]: {entry["metric"]: entry["score"] for entry in system["scores"]}
        for system in json.loads(done.out)["systems"]
    }


def sacrebleu(cwd: Path, *arguments: str) -> str:
    pytest.importorskip("sacrebleu")
    command = [sys.executable, "-m", "sacrebleu", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True).stdout


def test_the_table_has_systems_as_rows_and_marks_the_best(texts: Path) -> None:
    done = score(texts, "ref.txt", *SYSTEMS, "-m", "bleu:tok=none,order=1", "-w", "2")
    good, poor = 100 * 18 / 19, 100 * 17 / 18 * 2.718281828459045 ** (1 - 19 / 18)
    assert done.err == ""
    assert done.out.split("\n")[:5] == [
        "system  bleu:tok=none,order=1 ↑",
        f"good                      {good:.2f}*",
        f"poor                      {poor:.2f}",
        "",
        "2 segments; * best",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ["-b"],
        ["-b", "-w", "6"],
        ["-b", "-w", "6", "-m", "bleu", "chrf", "ter"],
        ["-b", "-w", "6", "-lc", "-tok", "intl"],
        ["-b", "-w", "6", "-tok", "char", "--smooth-method", "floor", "--smooth-value", "0.3"],
        ["-b", "-w", "6", "-m", "chrf", "-cw", "2", "--chrf-beta", "3", "--chrf-whitespace", "--chrf-lowercase"],
        ["-b", "-w", "6", "-m", "chrf", "-cc", "4", "--chrf-eps-smoothing"],
        ["-b", "-w", "6", "-m", "ter", "--ter-case-sensitive", "--ter-no-punct", "--ter-normalized"],
        ["-b", "-w", "6", "-m", "ter", "--ter-asian-support", "--ter-normalized"],
        ["-b", "-w", "6", "-sl"],
        ["-b", "-w", "6", "-sl", "-m", "ter"],
        ["-b", "-w", "6", "-sl", "-m", "chrf"],
    ],
    ids=" ".join,
)
def test_sacrebleu_users_get_the_same_characters(tmp_path: Path, arguments: list[str]) -> None:
    write(tmp_path, ref=[*REF, "Ein Haus – 3.5 %, &amp; mehr!"], sys=[*POOR, "Ein haus – 3,5 % & Mehr"])
    asked = ("ref.txt", "-i", "sys.txt", *arguments)
    # tercom's search is our default; sacreBLEU's differs where the beam matters
    ours = [argument.replace("ter", "ter:search=sacrebleu") if argument == "ter" else argument for argument in asked]
    assert score(tmp_path, *ours).out == sacrebleu(tmp_path, *asked, "-f", "text")


def test_several_references_are_several_files(tmp_path: Path) -> None:
    write(tmp_path, a=["the cat sat", "no no"], b=["a dog ran", "yes"], sys=["the dog sat", "yes"])
    done = score(tmp_path, "a.txt", "b.txt", "-i", "sys.txt", "-m", "bleu:tok=none,order=1", "-f", "json")
    assert scores(done) == {"sys": {"bleu:tok=none,order=1": 100.0}}


def test_json_is_one_object(texts: Path) -> None:
    done = score(texts, "ref.txt", *SYSTEMS, "-m", "bleu", "nist", "-f", "json")
    made = json.loads(done.out)
    assert set(made) == {"schema", "tertium", "segments", "systems", "warnings"}
    assert made["tertium"] == tertium.__version__
    assert made["segments"] == 2
    for entry in (entry for system in made["systems"] for entry in system["scores"]):
        keys = {"metric", "score", "value", "signature", "interval"}
        assert set(entry) == (keys | {"details"} if entry["metric"] == "bleu" else keys)
        assert entry["interval"] is None
        assert entry["score"] == (1 if entry["metric"] == "nist" else 100) * entry["value"]


def test_segment_scores_come_in_every_format(texts: Path) -> None:
    asked = ("ref.txt", *SYSTEMS, "-m", "bleu", "nist", "-sl")
    made = json.loads(score(texts, *asked, "-f", "json").out)
    exact = {
        (system["name"], entry["metric"], number): value
        for system in made["systems"]
        for entry in system["scores"]
        for number, value in enumerate(entry["segment_scores"], 1)
    }
    assert len(exact) == 2 * 2 * 2
    assert exact["good", "bleu", 1] == pytest.approx(100)

    rows = [line.split("\t") for line in score(texts, *asked, "-f", "tsv").out.split("\n")[1:-1]]
    assert {(name, metric, int(number)): float(value) for number, name, metric, value in rows} == exact

    lines = [json.loads(line) for line in score(texts, *asked, "-f", "jsonl").out.splitlines()]
    assert [line["segment"] for line in lines] == [1, 2]
    assert {
        (name, metric, line["segment"]): value
        for line in lines
        for name, metrics in line["scores"].items()
        for metric, value in metrics.items()
    } == exact

    for form, width in (("text", 4), ("md", 9), ("latex", 8)):
        shown = score(texts, *asked, "-f", form, "-w", "3").out
        body = [line.split() for line in shown.split("\n") if f" {exact['poor', 'nist', 2]:.3f}" in line]
        assert len(body) == 1, shown
        assert len(body[0]) == width
        assert f"{exact['poor', 'bleu', 2]:.3f}" in body[0]


def test_metrics_may_be_repeated_and_summed(texts: Path) -> None:
    expression = "0.25*bleu + 0.75*nist"
    done = score(texts, "ref.txt", "-i", "poor.txt", "-m", "bleu", "-m", "nist", expression, "-f", "json")
    made = json.loads(done.out)["systems"][0]["scores"]
    assert [entry["metric"] for entry in made] == ["bleu", "nist", expression]
    assert made[2]["value"] == pytest.approx(0.25 * made[0]["value"] + 0.75 * made[1]["value"])


def test_a_metric_asked_for_twice_is_shown_once_and_said(texts: Path) -> None:
    done = score(texts, "ref.txt", "-i", "poor.txt", "-m", "bleu", "bleu:order=4", "-b")
    assert done.out.count("\n") == 1
    assert done.err == "tertium: warning: metric 'bleu' was asked for twice and is shown once.\n"


def test_comets_flags_are_accepted(texts: Path) -> None:
    write(texts, src=["le chat", "il lisait"])
    ours = score(texts, "ref.txt", *SYSTEMS, "-f", "json")
    assert score(texts, "-s", "src.txt", "-t", "good.txt", "poor.txt", "-r", "ref.txt", "-f", "json") == ours
    assert score(texts, "-r", "ref.txt", *SYSTEMS, "-f", "json") == ours
    assert score(texts, "ref.txt", "-t", "good.txt", "poor.txt", "-f", "json") == ours


def test_references_may_stand_between_options(texts: Path) -> None:
    ours = score(texts, "ref.txt", "-i", "good.txt", "-b")
    assert score(texts, "-b", "ref.txt", "-i", "good.txt") == ours
    assert score(texts, "-i", "good.txt", "-b", "ref.txt") == ours
    assert score(texts, "-i", "good.txt", "--", "ref.txt", "ref.txt").code == 0


@pytest.mark.parametrize("arguments", [[], ["-i", "-"], ["-t", "-"]])
def test_the_system_may_come_from_standard_input(texts: Path, arguments: list[str]) -> None:
    piped = (texts / "poor.txt").read_bytes()
    done = score(texts, "ref.txt", *arguments, "-m", "bleu", "nist", "-f", "json", stdin=piped)
    assert scores(done) == {
        "stdin": scores(score(texts, "ref.txt", "-i", "poor.txt", "-m", "bleu", "nist", "-f", "json"))["poor"]
    }


def test_options_of_all_metrics_give_way_to_a_metrics_own(texts: Path) -> None:
    done = score(
        texts,
        "ref.txt",
        "-i",
        "poor.txt",
        "-tok",
        "none",
        "-lc",
        "--nfc",
        "-m",
        "bleu",
        "bleu:tok=char",
        "nist:case=keep",
        "-f",
        "json",
    )
    signatures = [entry["signature"] for entry in json.loads(done.out)["systems"][0]["scores"]]
    assert ["tok=none" in s for s in signatures] == [True, False, True]
    assert ["case=lower" in s for s in signatures] == [True, True, False]
    assert all("norm=nfc" in s for s in signatures)


def test_a_language_without_a_stemmer_is_not_taken_for_english(tmp_path: Path) -> None:
    write(tmp_path, ref=["猫坐在垫子上。"], sys=["那猫坐在垫子上。"])
    ran = score(tmp_path, "ref.txt", "-i", "sys.txt", "-m", "meteor", "atec", "tertium", "-l", "en-zh", "-f", "json")
    signatures = [entry["signature"] for entry in json.loads(ran.out)["systems"][0]["scores"]]
    assert all("lang=none" in signature for signature in signatures)
    assert "function_words=none" in signatures[0]
    assert "modules=exact," in signatures[0]
    assert "synonyms=none" in signatures[1]  # WordNet is English
    assert "there is no stemmer for 'zh': meteor, atec match" in ran.err
    german = score(tmp_path, "ref.txt", "-i", "sys.txt", "-m", "atec", "-l", "en-de", "-tok", "char", "-f", "json")
    assert ",lang=de," in german.out
    assert "synonyms=none" in german.out


def test_the_language_pair_chooses_the_tokenizer(tmp_path: Path) -> None:
    write(tmp_path, ref=["猫坐在垫子上。", "他读了那本书。"], sys=["猫坐在垫子上。", "那本书他读了。"])
    done = score(tmp_path, "ref.txt", "-i", "sys.txt", "-l", "en-zh", "-f", "json")
    assert "tok=zh" in json.loads(done.out)["systems"][0]["scores"][0]["signature"]
    named = score(tmp_path, "ref.txt", "-i", "sys.txt", "-l", "en-zh", "-tok", "char", "-f", "json")
    assert "tok=char" in json.loads(named.out)["systems"][0]["scores"][0]["signature"]
    region = score(tmp_path, "ref.txt", "-i", "sys.txt", "-l", "eng-zho_Hans", "-f", "json")
    assert "tok=zh" in json.loads(region.out)["systems"][0]["scores"][0]["signature"]
    western = score(tmp_path, "ref.txt", "-i", "sys.txt", "-l", "zh-en", "-f", "json")
    assert "tok=13a" in json.loads(western.out)["systems"][0]["scores"][0]["signature"]


def test_the_language_sets_ters_words(tmp_path: Path) -> None:
    write(tmp_path, ref=["今天天气很好。", "他正在看书。"], sys=["今天天气不好。", "他在看书。"])

    def ter(*asked: str) -> tuple[str, float, str]:
        ran = score(tmp_path, "ref.txt", "-i", "sys.txt", "-f", "json", *asked)
        found = json.loads(ran.out)["systems"][0]["scores"][0]
        return found["metric"], found["score"], ran.err

    name, rate, said = ter("-m", "ter", "-l", "en-zh")
    assert name == "ter:normalized=yes,asian=yes"
    assert rate == pytest.approx(100 * 2 / 13)  # one character replaced, one missing
    assert "T114" not in said
    assert ter("-m", "ter", "-l", "en-ja")[:2] == (name, rate)
    plain, whole_sentences, said = ter("-m", "ter")
    assert (plain, whole_sentences) == ("ter", 100)
    assert "write ter:asian=yes,normalized=yes" in said
    assert ter("-m", "ter:asian=no", "-l", "en-zh")[0] == "ter:normalized=yes"  # the name wins
    assert "write ter:asian=yes,normalized=yes" in ter("-m", "ter:asian=no", "-l", "en-zh")[2]
    for other in ("en-ko", "en-th", "en-de"):
        assert ter("-m", "ter", "-l", other, "-q")[:2] == ("ter", 100)


def test_options_without_effect_are_said(texts: Path) -> None:
    done = score(texts, "ref.txt", "-i", "poor.txt", "--chrf-beta", "3", "-b")
    assert done.code == 0
    assert done.err == (
        "tertium: warning: --chrf-beta changes nothing: chrf is not among the metrics (it sets chrf:beta).\n"
    )
    assert score(texts, "ref.txt", "-i", "poor.txt", "--chrf-beta", "3", "-b", "-q").err == ""


def test_numbers_are_the_same_on_any_number_of_threads(texts: Path) -> None:
    write(texts, many=REF * 3000, out=POOR * 3000)
    runs = {
        score(texts, "many.txt", "-i", "out.txt", "-m", "bleu", "nist", "-f", "json", "--threads", n).out for n in "128"
    }
    assert len(runs) == 1


def test_systems_are_called_after_their_files(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "y").mkdir()
    write(tmp_path, ref=REF)
    for name in ("x/sys.txt", "y/sys.txt", "x/other.out", "x/other.en", "日本.txt"):
        (tmp_path / name).write_text("\n".join(POOR) + "\n", encoding="utf-8")
    asked = ("-i", "x/sys.txt", "y/sys.txt", "x/other.out", "x/other.en", "日本.txt", "-f", "json")
    assert list(scores(score(tmp_path, "ref.txt", *asked))) == [
        "x/sys.txt",
        "y/sys.txt",
        "other.out",
        "other.en",
        "日本",
    ]
    named = score(tmp_path, "ref.txt", *asked, "--names", "1", "2", "3", "4", "a\tb")
    assert list(scores(named)) == ["1", "2", "3", "4", "a\tb"]


def test_output_is_utf8_in_any_locale(tmp_path: Path) -> None:
    write(tmp_path, ref=REF)
    (tmp_path / "système.txt").write_text("\n".join(POOR) + "\n", encoding="utf-8")
    here = score(tmp_path, "ref.txt", "-i", "système.txt")
    assert "système" in here.out
    for env in ({"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0"}):
        assert score(tmp_path, "ref.txt", "-i", "système.txt", env=env).out == here.out


def test_control_characters_in_names_never_reach_the_reader(tmp_path: Path) -> None:
    write(tmp_path, ref=REF)
    (tmp_path / "\x1b[31mred.txt").write_text("\n".join(POOR) + "\n", encoding="utf-8")
    for form in ("text", "json", "jsonl", "tsv", "md", "latex", "html"):
        shown = score(tmp_path, "ref.txt", "-i", "\x1b[31mred.txt", "-f", form)
        assert shown.code == 0
        assert "\x1b" not in shown.out
        assert "red" in shown.out


def test_the_result_may_go_to_a_file(texts: Path) -> None:
    printed = score(texts, "ref.txt", *SYSTEMS, "-f", "json")
    done = score(texts, "ref.txt", *SYSTEMS, "-f", "json", "-o", "result.json")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert (texts / "result.json").read_text(encoding="utf-8") == printed.out
    assert {path.name for path in texts.iterdir()} == {"ref.txt", "good.txt", "poor.txt", "result.json"}


def test_identical_systems_have_no_best(texts: Path) -> None:
    write(texts, copy=GOOD)
    assert "*" not in score(texts, "ref.txt", "-i", "good.txt", "copy.txt").out


def test_a_bootstrap_of_few_segments_is_warned_of(texts: Path) -> None:
    call = ("ref.txt", *SYSTEMS, "-m", "chrf")
    assert "2 segments are few for a bootstrap" in score(texts, *call, "--paired-bs").err
    assert "--paired-ar keeps its level" in score(texts, *call, "--paired-bs").err
    assert "too narrow." in score(texts, *call, "-ci").err
    for quiet in (("--paired-ar",), ("--paired-bs", "-q"), ()):
        assert score(texts, *call, *quiet).err == ""
