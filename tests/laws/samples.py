"""Small corpora that every metric must get through: several scripts, references of different number, odd segments."""

from __future__ import annotations

import random

WORDS = {
    "latin": "the a cat dog sat on mat house is was green big , . not Don't 3.14 U.S. naïve".split(),
    "cyrillic": "кошка сидит на коврике дом был зелёный большой , . и не Он".split(),
    "chinese": "猫 坐 在 垫子 上 。 房子 是 绿色 的 大 不 他".split(),
    "arabic": "القطة جلست على السجادة البيت كان أخضر كبير ، .".split(),
}


def random_corpus(seed: int, segments: int, systems: int = 2) -> tuple[list[list[str]], list[list[str]]]:
    """Hypotheses by system and references by segment (1 to 3 each); hypotheses are shuffled, cut, padded references."""
    rng = random.Random(seed)
    references: list[list[str]] = []
    hypotheses: list[list[str]] = [[] for _ in range(systems)]
    for _ in range(segments):
        words = rng.choice(list(WORDS.values()))
        refs = [[rng.choice(words) for _ in range(rng.choice((1, 2, 5, 9, 20, 70)))] for _ in range(rng.randint(1, 3))]
        references.append([" ".join(ref) for ref in refs])
        for system in hypotheses:
            hyp = list(rng.choice(refs))
            for _ in range(rng.randint(0, 4)):
                edit = rng.randrange(4)
                at = rng.randrange(len(hyp) + 1)
                if edit == 0:
                    hyp.insert(at, rng.choice(words))
                elif edit == 1 and len(hyp) > 1:
                    del hyp[at - 1]
                elif edit == 2 and hyp:
                    hyp[at - 1] = rng.choice(words)
                else:
                    hyp = hyp[at:] + hyp[:at]
            system.append(" ".join(hyp))
    return hypotheses, references
