// Under a filter the tables of the page show numbers of the selected segments, computed again from the rows.

import { compareSelected, compareSlices, rehearse } from "./comparing.js";
import { createBreathing } from "./breathing.js";
import { createLiveBar, createLiveMark, createStillMark } from "./live_bar.js";
import { createLiveLeaderboard } from "./live_leaderboard.js";
import { createLiveMatrix } from "./live_matrix.js";
import { createLiveSlices } from "./live_slices.js";

const REHEARSE_WITHIN = 2000; // milliseconds

// Follows the filters of a state; without one the page is as Python wrote it.
export function startAlive(page, state) {
  const tables = [];
  const slices = [];
  const add = (list, id, table) => {
    if (table !== null) list.push({ table, mark: createLiveMark(page, id) });
  };
  add(tables, "leaderboard", createLiveLeaderboard(page, state));
  add(tables, "pairs", createLiveMatrix(page, state));
  add(slices, "slices", createLiveSlices(page, state));
  const still = ["agreement", "order"]
    .map((id) => createStillMark(page, id, state.facts.segments.total))
    .filter((mark) => mark !== null);
  const bar = createLiveBar(page, state);
  const breathing = createBreathing();
  let changed = false; // are there numbers of a filter in the tables?

  function whole() {
    breathing.stop();
    for (const { table, mark } of [...tables, ...slices]) {
      if (changed) table.restore();
      mark.whole();
    }
    changed = false;
    bar.whole();
  }

  async function filtered() {
    const { selected } = state;
    const draws = state.facts.procedure.page_draws;
    bar.working();
    for (const { mark } of [...tables, ...slices]) mark.working();
    const result = await breathing.run(compareSelected(state, selected, draws));
    if (result === undefined) return; // there is a newer filter
    changed = true;
    for (const { table, mark } of tables) {
      table.fill(result);
      mark.done(result);
    }
    bar.done(result);
    if (slices.length === 0) return;
    const parts = await breathing.run(compareSlices(state, selected, draws)); // as many times the work as there are tables
    if (parts === undefined) return;
    for (const { table, mark } of slices) {
      table.fill(parts);
      mark.done(result);
    }
  }

  state.onChange(() => {
    const isFiltered = state.selected.length < state.segments;
    for (const mark of still) mark(isFiltered);
    if (isFiltered) filtered();
    else whole();
  });
  // While nobody asks for anything; a filter that comes first stops it.
  requestIdleCallback(() => {
    if (state.selected.length === state.segments) breathing.run(rehearse(state, state.facts.procedure.page_draws));
  }, { timeout: REHEARSE_WITHIN });
}
