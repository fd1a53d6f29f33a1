// Under a filter the tables of the page show numbers of the selected segments, computed again from the rows. Slices are
// many tables: they are computed once somebody looks at them, and so are those that Python left to the page.

import { compareSelected, compareSlices, rehearse } from "./comparing.js";
import { createBreathing } from "./breathing.js";
import { createLiveBar, createLiveMark, createStillMark } from "./live_bar.js";
import { createLiveLeaderboard } from "./live_leaderboard.js";
import { createLiveMatrix } from "./live_matrix.js";
import { createLiveSlices } from "./live_slices.js";
import { createLooking } from "./looking.js";

const REHEARSE_WITHIN = 2000; // milliseconds

// Follows the filters of a state; without one the page is as Python wrote it.
export function startAlive(page, state) {
  const tables = [];
  const add = (id, table) => {
    if (table !== null) tables.push({ table, mark: createLiveMark(page, id) });
  };
  add("leaderboard", createLiveLeaderboard(page, state));
  add("pairs", createLiveMatrix(page, state));
  const still = ["agreement", "order"]
    .map((id) => createStillMark(page, id, state.facts.segments.total))
    .filter((mark) => mark !== null);
  const bar = createLiveBar(page, state);
  const breathing = createBreathing();
  const slices = createSlicesWhenSeen(page, state, breathing);
  let changed = false; // are there numbers of a filter in the tables?

  function whole() {
    breathing.stop();
    for (const { table, mark } of tables) {
      if (changed) table.restore();
      mark.whole();
    }
    slices.whole();
    changed = false;
    bar.whole();
  }

  async function filtered() {
    const { selected } = state;
    const draws = state.facts.procedure.page_draws;
    bar.working();
    slices.forget();
    for (const { mark } of tables) mark.working();
    const result = await breathing.run(compareSelected(state, selected, draws));
    if (result === undefined) return; // there is a newer filter
    changed = true;
    for (const { table, mark } of tables) {
      table.fill(result);
      mark.done(result);
    }
    bar.done(result);
    slices.filtered(selected, draws, result);
  }

  state.onChange(() => {
    const isFiltered = state.selected.length < state.segments;
    for (const mark of still) mark(isFiltered);
    if (isFiltered) filtered();
    else whole();
  });
  // While nobody asks for anything; a filter that comes first stops it.
  requestIdleCallback(() => {
    if (state.selected.length === state.segments && !slices.working()) {
      breathing.run(rehearse(state, state.facts.procedure.page_draws));
    }
  }, { timeout: REHEARSE_WITHIN });
}

// The slices of whatever is selected: forget() while that is not known, then filtered() or whole().
function createSlicesWhenSeen(page, state, breathing) {
  const table = createLiveSlices(page, state);
  if (table === null) return { forget() {}, filtered() {}, whole() {}, working: () => false };
  const mark = createLiveMark(page, "slices");
  const looking = createLooking(page, page.getElementById("slices"));
  const ownDraws = state.facts.slice_draws; // null: Python computed the slices of the whole set
  let changed = false; // is there something in the table that Python did not write?
  let ofWhole = null; // what the page computed of the whole set
  let wanted = null; // {work(), done(parts)}: what is to be shown and is not yet
  let running = false;

  async function look(now) {
    if (wanted === null || (running && !now)) return;
    const mine = wanted;
    running = true;
    mark.working();
    if (now) breathing.stop();
    const parts = now ? finished(mine.work()) : await breathing.run(mine.work());
    if (parts === undefined || mine !== wanted) return; // there is a newer filter
    want(null);
    changed = true;
    table.fill(parts);
    mine.done(parts);
  }

  function want(what) {
    wanted = what;
    running = false;
    if (what !== null && looking.near()) look(false);
  }

  function whole() {
    if (changed) table.restore();
    changed = false;
    mark.whole();
    if (ownDraws === null || ofWhole !== null) want(null);
    else want({ work: () => compareSlices(state, state.selected, ownDraws), done: keepWhole });
    if (ofWhole === null) return;
    changed = true;
    table.fill(ofWhole);
  }

  function keepWhole(parts) {
    ofWhole = parts;
    mark.whole();
  }

  looking.onLook(look);
  whole();
  return {
    whole,

    forget() {
      want(null);
      if (looking.near()) mark.working();
      else mark.later();
    },

    filtered(selected, draws, result) {
      want({ work: () => compareSlices(state, selected, draws), done: () => mark.done(result) });
    },

    working: () => running,
  };
}

// A generator run to its end at once.
function finished(work) {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
