"""Long work lets the page answer, and the newest filter wins."""

from __future__ import annotations

from typing import Any


def test_only_the_newest_work_ends(modules: Any) -> None:
    found = modules.evaluate(
        """async () => {
            const breathing = (await import("/breathing.js")).createBreathing();
            const steps = { first: 0, second: 0 };
            function* work(name, count) {
                for (let i = 0; i < count; i += 1) { steps[name] += 1; yield; }
                return name;
            }
            const both = await Promise.all([
                breathing.run(work("first", 1e9)), // would take minutes
                breathing.run(work("second", 1000)),
            ]);
            const stopped = breathing.run(work("first", 1e9));
            breathing.stop();
            return [both, await stopped ?? "stopped", steps.second];
        }"""
    )
    assert found == [[None, "second"], "stopped", 1000]


def test_work_leaves_room_for_others(modules: Any) -> None:
    """A timer goes off every few milliseconds while the work is under way."""
    found = modules.evaluate(
        """async () => {
            const breathing = (await import("/breathing.js")).createBreathing();
            let [ticks, steps] = [0, 0];
            const timer = setInterval(() => { ticks += 1; }, 1);
            function* work() {
                while (steps < 400) { // by number, not by the clock: a busy machine may give the tab no time for long
                    const step = performance.now() + 1;
                    while (performance.now() < step);
                    steps += 1;
                    yield;
                }
            }
            await breathing.run(work());
            clearInterval(timer);
            return [ticks, steps];
        }"""
    )
    ticks, steps = found
    assert steps == 400
    assert ticks >= 5
