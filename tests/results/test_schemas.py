"""What commands print is what docs/schema says: every key is known, every needed key is there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from cli.shell import run
from tertium.render.schemas import PUBLISHED, text_of

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "docs" / "schema"
EXAMPLES = ROOT / "examples"
REFS = ("es-en/ref1.txt", "es-en/ref2.txt")
SYSTEMS = tuple(f"es-en/systems/{name}.txt" for name in ("direct", "via-ca", "via-eo"))
TEXTS = (*REFS, "-i", *SYSTEMS)
GATE = ("gate", *REFS, "--baseline", SYSTEMS[1], "-i", SYSTEMS[0], "-m", "bleu", "--max-drop", "0.5", "-n", "50")
META = ("meta", "judged/es-en", "-m", "bleu", "chrf", "--resamples", "30", "--permutations", "30", "-f", "json")

# Name of the schema, the command, and keys that the options must add.
PRINTED: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    ("score", ("score", *TEXTS, "-m", "bleu", "nist", "-f", "json"), ()),
    ("score", ("score", *TEXTS, "-m", "ribes", "-f", "json", "-sl", "-ci"), ("segment_scores", "interval")),
    ("score", ("score", *TEXTS, "-m", "bleu", "--paired-bs", "-f", "json"), ("test", "draws")),
    ("score-line", ("score", *TEXTS, "-m", "bleu", "chrf", "-f", "jsonl"), ()),
    ("score-segment-line", ("score", *TEXTS, "-m", "bleu", "wer", "-f", "jsonl", "-sl"), ()),
    ("compare", ("compare", *TEXTS, "-m", "bleu", "-n", "50", "-f", "json"), ()),
    ("compare", ("compare", *TEXTS, "-m", "chrf", "-n", "50", "--slices", "order", "-f", "json"), ("slices",)),
    ("compare", ("compare", *REFS, "-i", SYSTEMS[0], "--runs", f"p={SYSTEMS[1]},{SYSTEMS[2]}", "-m", "chrf", "-n", "50",
                 "-f", "json"), ("sd_between_runs",)),
    ("report", ("report", *TEXTS, "-m", "chrf", "-n", "50", "-l", "es-en", "-f", "json", "-o", "-"), ("languages",)),
    ("diff", ("diff", *REFS, "-i", *SYSTEMS[:2], "-s", "es-en/src.txt", "-m", "chrf", "ter", "-f", "json"), ("mark",)),
    ("gate", (*GATE, "-f", "json"), ()),
    ("gate", (*GATE, "--slices", "order", "-f", "json"), ()),
    ("doctor", ("doctor", *REFS, "-i", SYSTEMS[0], REFS[0], "-f", "json"), ("findings",)),
    ("meta", META, ("epsilon",)),
    ("meta", (*META, "--absolute", "--no-sentinels", "--level", "system"), ("statistics",)),
    ("explain", ("explain", *TEXTS, "--line", "5", "-f", "json"), ("blocks",)),
    ("explain", ("explain", *TEXTS, "--line", "5", "-m", "meteor", "0.5*chrf + 0.5*bleu", "-f", "json"),
     ("explanations", "terms")),
    ("explain", ("explain", "parses/ref.txt", "-i", "parses/hyp.txt", "--line", "1", "-m", "shallow", "--parse-hyp",
                 "parses/hyp.conllu", "--parse-ref", "parses/ref.conllu", "-f", "json"), ("relations",)),
    ("order", ("order", *TEXTS, "-f", "json"), ("monotone_share", "longest")),
    ("order", ("order", "parses/ref.txt", "-i", "parses/hyp.txt", "--parse-ref", "parses/ref.conllu", "-f", "json"),
     ("kinds",)),
    ("explain-worst", ("explain", *TEXTS, "--worst", "3", "-f", "json"), ("lost",)),
    ("explain-differ", ("explain", *TEXTS, "--differ", "direct", "via-ca", "-n", "2", "-f", "json"),
     ("contrasts", "explained")),
    ("mbr-line", ("mbr", "nbest.txt", "-f", "jsonl"), ("expected",)),
    ("tune", ("tune", "judged/es-en", "ribes", "--restarts", "1", "--resamples", "20", "-f", "json"), ("verdict",)),
    ("tune", ("tune", "judged/es-en", "bleu", "chrf", "--leave-out", "nothing", "-f", "json"), ("numbers",)),
    ("unl", ("unl", "--conllu", "unl/killed.conllu", "-f", "json"), ("triples",)),
    ("metrics", ("metrics", "-f", "json"), ()),
    ("metric", ("metrics", "bleu:order=2", "-f", "json"), ()),
]  # fmt: skip


def published(name: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    return made


def closed(schema: Any) -> Any:
    """The same schema that refuses keys it does not name: the published one is open, so that keys may be added."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(part) for key, part in schema.items()}
    if isinstance(made.get("properties"), dict) and isinstance(made.get("required"), list):
        made["additionalProperties"] = False
    return made


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_published_schemas_are_valid_and_those_of_the_records(name: str) -> None:
    assert (SCHEMAS / f"{name}.json").read_text(encoding="utf-8") == text_of(name), "run `make schema`"
    Draft202012Validator.check_schema(published(name))


def test_no_schema_is_published_without_a_record() -> None:
    assert {path.stem for path in SCHEMAS.glob("*.json")} == set(PUBLISHED)


@pytest.mark.parametrize(
    ("name", "command", "keys"), PRINTED, ids=lambda given: given if isinstance(given, str) else ""
)
def test_commands_print_what_the_schema_says(name: str, command: tuple[str, ...], keys: tuple[str, ...]) -> None:
    done = run(*command, cwd=EXAMPLES)
    assert done.code == 0, done.err
    assert all(f'"{key}": ' in done.out for key in keys), "the options should add these keys"
    validator = Draft202012Validator(closed(published(name)))
    found = [json.loads(line) for line in done.out.splitlines()] if "jsonl" in command else [json.loads(done.out)]
    assert found
    for value in found:
        validator.validate(value)
        for each in value if isinstance(value, list) else [value]:
            assert next(iter(each.items())) == ("schema", 1)


def test_every_schema_is_held_against_a_command() -> None:
    assert {name for name, _, _ in PRINTED} == set(PUBLISHED)


def test_a_wrong_result_is_refused() -> None:
    """The checks above can fail: a key too many, one too few, another type, another schema number."""
    good = json.loads(run("doctor", *REFS, "-i", SYSTEMS[0], "-f", "json", cwd=EXAMPLES).out)
    validator = Draft202012Validator(closed(published("doctor")))
    validator.validate(good)
    without = {key: value for key, value in good.items() if key != "segments"}
    for wrong in (good | {"more": 1}, without, good | {"segments": "3"}, good | {"schema": 2}):
        with pytest.raises(ValidationError):
            validator.validate(wrong)


def test_the_module_writes_every_schema(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "schema"
    subprocess.run([sys.executable, "-m", "tertium.render.schemas", str(folder)], check=True)
    assert {path.stem: path.read_text("utf-8") for path in folder.iterdir()} == {
        name: text_of(name) for name in PUBLISHED
    }
