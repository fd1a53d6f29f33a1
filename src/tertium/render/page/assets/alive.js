// Under a filter the tables of the page show numbers of the selected segments, computed again from the rows.

import { compareSelected } from "./comparing.js";
import { createBreathing } from "./breathing.js";
import { createLiveBar } from "./live_bar.js";
import { createLiveLeaderboard } from "./live_leaderboard.js";

// Follows the filters of a state; without one the page is as Python wrote it.
export function startAlive(page, state) {
  const tables = [createLiveLeaderboard(page, state)].filter((table) => table !== null);
  const bar = createLiveBar(page, state, ["leaderboard"]);
  const breathing = createBreathing();
  let changed = false; // are there numbers of a filter in the tables?

  state.onChange(async () => {
    if (state.selected.length === state.segments) {
      breathing.stop();
      if (changed) for (const table of tables) table.restore();
      changed = false;
      bar.whole();
      return;
    }
    bar.working();
    const result = await breathing.run(compareSelected(state, state.selected, state.facts.procedure.page_draws));
    if (result === undefined) return; // there is a newer filter
    changed = true;
    for (const table of tables) table.fill(result);
    bar.done(result);
  });
}
