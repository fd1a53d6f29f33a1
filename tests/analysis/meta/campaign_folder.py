"""A small campaign on disk, whose judges know which words were lost."""

from __future__ import annotations

import random
from pathlib import Path

WORDS = "the a cat dog house river walks sees under old green quickly and moon letter writes of by".split()


def write_campaign(folder: Path, seed: int, segments: int = 60, systems: int = 6, noise: bool = False) -> Path:
    """System k loses or swaps words more often than system k - 1; comparisons prefer the one with fewer changes."""
    rng = random.Random(seed)
    (folder / "systems").mkdir(parents=True)
    refs = [[rng.choice(WORDS) for _ in range(rng.randint(5, 14))] for _ in range(segments)]
    outputs: list[list[str]] = []
    harm: list[list[float]] = []
    for system in range(systems):
        lines, costs = [], []
        for ref in refs:
            words, cost = list(ref), 0.0
            for _ in range(rng.randint(0, 1 + system)):
                if rng.random() < 0.5 and len(words) > 2:
                    words[rng.randrange(len(words))] = rng.choice(WORDS)
                    cost += 1.0
                else:
                    i, j = rng.randrange(len(words)), rng.randrange(len(words))
                    words[i], words[j] = words[j], words[i]
                    cost += 0.3
            lines.append(" ".join(words))
            costs.append(cost)
        outputs.append(lines)
        harm.append(costs)
    (folder / "refA.txt").write_text("".join(" ".join(ref) + "\n" for ref in refs), encoding="utf-8")
    for system, lines in enumerate(outputs):
        (folder / "systems" / f"s{system}.txt").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    rows = ["seg_id\tjudge\tsystem1\tsystem2\trelation"]
    for segment in range(segments):
        for _ in range(4):
            a, b = rng.sample(range(systems), 2)
            difference = harm[b][segment] - harm[a][segment] + rng.gauss(0, 0.2)
            sign = rng.choice("<>") if noise else ">" if difference > 0.1 else "<" if difference < -0.1 else "="
            rows.append(f"{segment + 1}\t1\ts{a}\ts{b}\t{sign}")
    (folder / "rankings.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    means = [f"s{system}\t{-sum(costs) / segments}" for system, costs in enumerate(harm)]
    (folder / "human_sys.tsv").write_text("system\tscore\n" + "\n".join(means) + "\n", encoding="utf-8")
    return folder
