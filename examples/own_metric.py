"""A metric of your own for `tertium score --with 'command:run="python3 examples/own_metric.py"'`.

The share of words that output and reference have in common. Copy it, and put your model where `score` is.
"""

import json
import sys


def score(item: dict[str, str]) -> float:
    mine, theirs = set(item["mt"].split()), set(item["ref"].split())
    return len(mine & theirs) / max(1, len(mine | theirs))


# First who this is: scores are kept by it, and signatures show it.
hello = {"tertium": 1, "name": "overlap", "version": "1.0", "licence": "apache-2.0", "uses": ["mt", "ref"]}
print(json.dumps(hello), flush=True)
for line in sys.stdin:
    item = json.loads(line)
    print(json.dumps({"id": item["id"], "score": score(item)}), flush=True)
