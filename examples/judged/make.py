"""Makes examples/judged: a tiny campaign for tests and documentation whose judgments are INVENTED by this program.

Texts are every sixth segment of examples/es-en; two more systems are the output of `direct` damaged by rule. The
judgments are numbers from a seeded generator around a quality that this program makes up for each system. They say
nothing about the systems, about metrics, or about people.

    python examples/judged/make.py
"""

from __future__ import annotations

import random
from pathlib import Path

HERE = Path(__file__).resolve().parent
FROM = HERE.parent / "es-en"
TO = HERE / "es-en"
QUALITY = {"direct": 66, "via-ca": 58, "via-eo": 52, "scrambled": 30, "clipped": 41}


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")[::6]


def write(path: Path, rows: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8", newline="\n")


def main() -> None:
    random.seed(20)
    write(TO / "src.txt", lines(FROM / "src.txt"))
    write(TO / "refA.txt", lines(FROM / "ref1.txt"))
    write(TO / "refB.txt", lines(FROM / "ref2.txt"))
    outputs = {name: lines(FROM / "systems" / f"{name}.txt") for name in ("direct", "via-ca", "via-eo")}
    words = [text.split() for text in outputs["direct"]]
    outputs["scrambled"] = [" ".join(random.sample(sentence, len(sentence))) for sentence in words]
    outputs["clipped"] = [" ".join(sentence[: max(1, 2 * len(sentence) // 3)]) for sentence in words]
    for name, texts in outputs.items():
        write(TO / "systems" / f"{name}.txt", texts)
    segments = len(words)
    hardness = [random.gauss(0, 8) for _ in range(segments)]
    scores = {
        (name, segment): min(100, max(0, 5 * round((quality - hardness[segment] + random.gauss(0, 14)) / 5)))
        for name, quality in QUALITY.items()
        for segment in range(segments)
    }
    left_out = {("via-eo", 3), ("clipped", 17)}  # people forget some
    rows = [
        f"{name}\t{segment + 1}\t{score}"
        for (name, segment), score in scores.items()
        if (name, segment) not in left_out
    ]
    write(TO / "human_seg.tsv", ["system\tseg_id\tscore", *rows])
    ranked = []
    for segment in range(0, segments, 2):
        for judge in (1, 2):
            names = random.sample(sorted(QUALITY), 3)
            seen = {name: scores[name, segment] + 5 * random.randint(-1, 1) for name in names}
            for index, one in enumerate(names):
                for two in names[index + 1 :]:
                    sign = ">" if seen[one] > seen[two] else "<" if seen[one] < seen[two] else "="
                    ranked.append(f"{segment + 1}\t{judge}\t{one}\t{two}\t{sign}")
    write(TO / "rankings.tsv", ["seg_id\tjudge\tsystem1\tsystem2\trelation", *ranked])


if __name__ == "__main__":
    main()
