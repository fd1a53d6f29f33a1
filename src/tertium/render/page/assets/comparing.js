// Systems compared on the selected segments: src/tertium/analysis/comparing/comparison.py in the page.
//
// The functions are generators that stop after every few draws, so that whoever runs them can let the page breathe, or
// drop the work when the filter has changed.

import { formulaOf } from "./formulas.js";
import { RESAMPLES, SWAPS, RUNS, createWords, countsOf, swapsOf, runsOf } from "./draws.js";
import { prepareColumns } from "./columns.js";
import { gatherUnits, rowsTogether, createSums, totalsOf } from "./resampling.js";
import { createScorer } from "./scorer.js";
import { bootstrapP, randomisedP, intervalOf, holm, lettersOf, rankRanges } from "./statistics.js";

const DRAWS_A_PIECE = 16; // between two stops

// Every measure on these segments (places, ascending): {segments, units, unit, draws, alone, measures}. `alone`: all
// are of one document, so that nothing can be drawn. A measure is {known, order, systems, differences}; `known` is
// false where the page has no formula of a leaf.
export function* compareSelected(state, selected, draws) {
  const drawn = yield* drawAll(state, selected, draws, state.facts.procedure.against);
  const measures = [];
  for (let column = 0; column < state.facts.measures.length; column += 1) {
    measures.push(measureOf(state, drawn, state.facts.measures[column], column));
    yield;
  }
  return { segments: selected.length, units: drawn.units, unit: drawn.unit, draws, alone: drawn.alone, measures };
}

// The slices within these segments: {tests, standings}. A slice is named by its places, `slice` in facts.slices and
// `label` in its labels. tests: [{slice, label, segments, measure, first, second, delta, p, ...}], each system against
// the baseline, places of groups; standings: [{slice, label, segments, measure, scores, intervals}] of all groups.
// Slices of which nothing is selected are left out.
export function* compareSlices(state, selected, draws) {
  const { measures, procedure } = state.facts;
  const tests = [];
  const standings = [];
  for (const { slice, label, segments } of slicesWithin(state, selected)) {
    const drawn = yield* drawAll(state, segments, draws, "baseline");
    for (let measure = 0; measure < measures.length; measure += 1) {
      const named = { slice, label, segments: segments.length, measure };
      const scores = drawn.scores[measure];
      const intervals = scores.map((_, group) => drawn.intervalOf(measure, group));
      standings.push({ ...named, scores, intervals });
      drawn.pairs.forEach((pair, place) => tests.push({ ...named, ...sliceTest(drawn, pair, place, measure) }));
      yield;
    }
  }
  for (let measure = 0; measure < measures.length; measure += 1) {
    const mine = tests.filter((test) => test.measure === measure);
    holm(mine.map(({ p }) => p)).forEach((p, place) => {
      mine[place].pHolm = p;
      mine[place].significant = Number.isFinite(p) && p < procedure.alpha;
    });
  }
  return { tests, standings };
}

const REHEARSED = 256; // segments

// What the first filter would otherwise do: makes the columns and the words of the draws, and compares a few segments,
// so that the engine has compiled the loops. Gives nothing; what it leaves behind is what all filters share.
export function* rehearse(state, draws) {
  const few = Uint32Array.from({ length: Math.min(REHEARSED, state.segments) }, (_, place) => place);
  const { words } = yield* preparedOf(state);
  yield* compareSelected(state, few, draws);
  yield* compareSlices(state, few, draws);
  if (state.facts.procedure.unit === "document") return; // draws of documents are short
  for (let number = 0; number < draws && words.resamples.canHold(state.segments); number += 1) {
    words.resamples(number, state.segments);
    if (number % DRAWS_A_PIECE === 0) yield;
  }
}

// Without the interval of the difference, which slices do not show.
function sliceTest(drawn, [first, second], place, measure) {
  const delta = drawn.scores[measure][second] - drawn.scores[measure][first];
  const differences = drawn.differences(place, measure);
  const same = drawn.identical(place) && drawn.known[measure] && !drawn.nothing;
  return {
    first,
    second,
    delta,
    p: same ? 1 : drawn.p(place, measure, delta, differences),
  };
}

function slicesWithin(state, selected) {
  return state.facts.slices.flatMap(({ labels }, slice) => {
    const { values } = state.array(`slice${slice}`);
    const members = labels.map(() => []);
    for (const place of selected) if (values[place] > 0) members[values[place] - 1].push(place);
    return members.flatMap((places, label) => {
      return places.length === 0 ? [] : [{ slice, label, segments: Uint32Array.from(places) }];
    });
  });
}

const preparedStates = new WeakMap();

// What all filters of a page share: its columns and the words of its draws.
function* preparedOf(state) {
  if (preparedStates.has(state)) return preparedStates.get(state);
  const { facts } = state;
  const leaves = facts.leaves
    .map((leaf, place) => ({ ...leaf, place, formula: formulaOf(leaf) }))
    .filter((leaf) => leaf.formula !== null)
    .map((leaf) => ({ ...leaf, values: state.array(`leaf${leaf.place}`).values, used: leaf.formula.used }));
  const everything = Uint32Array.from({ length: state.segments }, (_, place) => place);
  const { units, unitOf } = unitsOf(state, everything);
  const columns = yield* prepareColumns(leaves, facts.systems.length, state.segments, units, unitOf);
  const [resamples, swaps, runs] = [RESAMPLES, SWAPS, RUNS].map((purpose) => createWords(facts.procedure.seed, purpose));
  const scorer = createScorer(columns.slots, leaves, facts);
  preparedStates.set(state, { leaves, columns, scorer, words: { resamples, swaps, runs } });
  return preparedStates.get(state);
}

// Resampled scores and swapped differences of these segments.
function* drawAll(state, selected, draws, against) {
  const { facts } = state;
  const { procedure, groups, measures } = facts;
  const { leaves, columns, scorer, words } = yield* preparedOf(state);
  const { units, unitOf, alone } = unitsOf(state, selected);
  const gathered = gatherUnits(columns, selected, units, unitOf);
  yield;
  const observed = scorer.ofSystems(totalsOf(gathered), 0);
  const nothing = alone || units === 0; // to draw from
  const scores = measures.map((_, column) => groups.map((group) => {
    return units === 0 ? NaN : groupMean(group, observed, column * facts.systems.length);
  }));
  const pairs = groups.flatMap((_, first) => groups.flatMap((__, second) => {
    return second > first && (against === "all" || first === 0) ? [[first, second]] : [];
  }));
  const values = nothing ? null : yield* resample(gathered, scorer, facts, words, draws);
  const isSwapped = !nothing && procedure.test === "ar";
  const swapped = isSwapped ? yield* randomise(gathered, scorer, facts, words, pairs, draws) : null;
  const same = pairs.map(([first, second]) => identicalRows(state, selected, unitOf, units, groups, first, second));
  return {
    units,
    unit: unitOf === null ? "segment" : "document",
    alone,
    pairs,
    scores,
    known: measures.map(({ terms }) => terms.every(([, leaf]) => leaves.some(({ place }) => place === leaf))),
    nothing,
    identical: (place) => same[place],
    intervalOf: (column, group) => (nothing ? null : intervalOf(values[column][group], procedure.level)),

    // The differences of a pair, resampled.
    differences(place, column) {
      if (nothing) return new Float64Array(0);
      const [first, second] = pairs[place];
      const [mine, theirs] = [values[column][first], values[column][second]];
      const made = new Float64Array(mine.length);
      for (let draw = 0; draw < made.length; draw += 1) made[draw] = theirs[draw] - mine[draw];
      return made;
    },

    p(place, column, delta, differences) {
      const { higher } = measures[column];
      if (nothing) return NaN;
      if (swapped !== null) return randomisedP(swapped[column][place], delta, procedure.sides, higher);
      return bootstrapP(differences, delta, procedure.sides, higher, units);
    },
  };
}

// Segments, or the documents that they are of, in the order in which they first occur.
function unitsOf(state, selected) {
  if (state.facts.procedure.unit !== "document") return { units: selected.length, unitOf: null, alone: false };
  const { values } = state.array("document");
  const places = new Map();
  const unitOf = Uint32Array.from(selected, (segment) => {
    const document = values[segment];
    if (!places.has(document)) places.set(document, places.size);
    return places.get(document);
  });
  return { units: places.size, unitOf, alone: places.size === 1 };
}

// values[measure][group]: Float64Array of draws. Loops stand in functions of their own: a generator's are compiled anew
// with every filter.
function* resample(gathered, scorer, facts, words, draws) {
  const { groups, measures } = facts;
  const draw = countsOf(words.resamples, gathered.units);
  const sizes = groups.map(({ members }) => members.length).filter((size) => size > 1);
  const drawRuns = sizes.length === 0 ? null : runsOf(words.runs, sizes);
  const values = measures.map(() => groups.map(() => new Float64Array(draws)));
  const counts = new Uint8Array(gathered.padded);
  const together = rowsTogether(gathered);
  for (let first = 0; first < draws; first += together) {
    const rows = Math.min(together, draws - first);
    const made = createSums(gathered, rows);
    for (let row = 0; row < rows; row += DRAWS_A_PIECE) {
      setRows(made, draw, counts, first, row, Math.min(rows, row + DRAWS_A_PIECE));
      yield;
    }
    yield* made.add();
    for (let row = 0; row < rows; row += DRAWS_A_PIECE) {
      scoreRows(made, scorer, facts, drawRuns, values, first, row, Math.min(rows, row + DRAWS_A_PIECE));
      yield;
    }
  }
  return values;
}

function setRows(made, draw, counts, first, start, end) {
  for (let row = start; row < end; row += 1) {
    draw(first + row, counts);
    made.setRow(row, counts);
  }
}

function scoreRows(made, scorer, { systems, groups }, drawRuns, values, first, start, end) {
  for (let row = start; row < end; row += 1) {
    const scored = scorer.ofSystems(made.sums, row * made.width);
    const taken = drawRuns === null ? groups : runsTaken(groups, drawRuns(first + row));
    for (let column = 0; column < values.length; column += 1) {
      for (let place = 0; place < groups.length; place += 1) {
        values[column][place][first + row] = groupMean(taken[place], scored, column * systems.length);
      }
    }
  }
}

// Groups with the runs that were drawn in the place of their own.
function runsTaken(groups, drawn) {
  let start = 0;
  return groups.map(({ members }) => {
    if (members.length === 1) return { members };
    const mine = drawn.slice(start, start + members.length);
    start += members.length;
    return { members: mine.map((run) => members[run]) };
  });
}

// The mean of the runs of a system, at values[at + run].
function groupMean({ members }, values, at) {
  if (members.length === 1) return values[at + members[0]];
  let total = 0;
  for (const member of members) total += values[at + member];
  return total / members.length;
}

// swapped[measure][pair]: Float64Array of trials, second minus first after swapping them in a random half of the units.
// Of systems with several runs every run of one is swapped with every run of the other.
function* randomise(gathered, scorer, { groups, measures }, words, pairs, trials) {
  const draw = swapsOf(words.swaps, gathered.units);
  const swapped = measures.map(() => pairs.map(() => new Float64Array(trials)));
  const counts = new Uint8Array(gathered.padded);
  const together = Math.ceil(rowsTogether(gathered) / 2); // two rows each: units that are swapped, and that stay
  const runs = pairs.map(([first, second]) => {
    return groups[first].members.flatMap((a) => groups[second].members.map((b) => [a, b]));
  });
  for (let start = 0; start < trials; start += together) {
    const count = Math.min(together, trials - start);
    const made = createSums(gathered, 2 * count);
    for (let trial = 0; trial < count; trial += 1) {
      draw(start + trial, counts);
      made.setRow(2 * trial, counts);
      for (let unit = 0; unit < gathered.units; unit += 1) counts[unit] = 1 - counts[unit];
      made.setRow(2 * trial + 1, counts);
      if (trial % DRAWS_A_PIECE === 0) yield;
    }
    yield* made.add();
    for (let trial = 0; trial < count; trial += 1) {
      const [moved, stayed] = [2 * trial * made.width, (2 * trial + 1) * made.width];
      runs.forEach((each, place) => {
        for (const [a, b] of each) {
          const mine = scorer.ofMixed(made.sums, stayed, a, moved, b);
          const theirs = scorer.ofMixed(made.sums, stayed, b, moved, a);
          mine.forEach((value, column) => {
            swapped[column][place][start + trial] += (theirs[column] - value) / each.length;
          });
        }
      });
      if (trial % DRAWS_A_PIECE === 0) yield;
    }
  }
  return swapped;
}

// Have two systems the same rows in all units?
function identicalRows(state, selected, unitOf, units, groups, first, second) {
  const [mine, theirs] = [groups[first].members, groups[second].members];
  if (mine.length !== theirs.length) return false;
  const systems = state.facts.systems.length;
  return state.facts.leaves.every(({ columns }, leaf) => {
    const { values } = state.array(`leaf${leaf}`);
    return mine.every((a, place) => {
      const b = theirs[place];
      const alike = (segment) => {
        const [left, right] = [(segment * systems + a) * columns, (segment * systems + b) * columns];
        for (let k = 0; k < columns; k += 1) if (values[left + k] !== values[right + k]) return false;
        return true;
      };
      if (selected.every(alike)) return true;
      if (unitOf === null) return false;
      const gap = new Float64Array(units * columns); // documents may be alike where their segments are not
      const other = new Float64Array(units * columns);
      selected.forEach((segment, i) => {
        for (let k = 0; k < columns; k += 1) {
          gap[unitOf[i] * columns + k] += values[(segment * systems + a) * columns + k];
          other[unitOf[i] * columns + k] += values[(segment * systems + b) * columns + k];
        }
      });
      return gap.every((value, place) => value === other[place]);
    });
  });
}

function measureOf(state, drawn, measure, column) {
  const { procedure, groups } = state.facts;
  const scores = drawn.scores[column];
  const known = drawn.known[column];
  const differences = [];
  for (const [place, [first, second]] of drawn.pairs.entries()) {
    const identical = drawn.identical(place);
    const delta = identical ? 0 : scores[second] - scores[first];
    const resampled = drawn.differences(place, column);
    differences.push({
      first,
      second,
      delta: known ? delta : NaN,
      p: identical && known && !drawn.nothing ? 1 : drawn.p(place, column, delta, resampled),
      identical,
    });
  }
  holm(differences.map(({ p }) => p)).forEach((p, place) => {
    differences[place].pHolm = p;
    differences[place].significant = Number.isFinite(p) && p < procedure.alpha;
  });
  const order = bestFirst(scores, measure.higher);
  const standing = procedure.against === "all" && groups.length > 1 && !drawn.nothing && known;
  const differs = (a, b) => differences.some(({ first, second, significant }) => {
    return significant && ((first === a && second === b) || (first === b && second === a));
  });
  const letters = standing ? lettersOf(differs, order) : null;
  const ranks = standing ? rankRanges(differs, order) : null;
  return {
    known,
    order,
    systems: groups.map((_, place) => ({
      score: scores[place],
      interval: drawn.intervalOf(column, place),
      letters: letters?.[place] ?? null,
      rank: ranks?.[place] ?? null,
    })),
    differences,
  };
}

// Places of the systems from best to worst; those without a score come last.
function bestFirst(scores, higher) {
  const sign = higher ? -1 : 1;
  const keys = scores.map((score) => (Number.isNaN(score) ? Infinity : sign * score));
  const order = keys.map((_, place) => place);
  return order.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0));
}
