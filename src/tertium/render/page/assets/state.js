// Which segments are looked at, and the numbers of every segment. All parts of the page filter through this.

import { formulaOf } from "./formulas.js";

// `facts` and `array` are those of unpack.js. Places are 0 .. N - 1, of the segments that are in the page.
export function createState(facts, array) {
  const segments = facts.segments.kept;
  const systems = facts.systems.length;
  const masks = new Map(); // name: {label, mask, parts}
  const listeners = [];
  const scores = new Map(); // place of a measure: its segment scores
  const everything = Uint32Array.from({ length: segments }, (_, place) => place);
  const state = {
    facts,
    array,
    segments,
    systems,
    selected: everything,

    // Filters by name, in the order they were set: [{name, label, parts}].
    get filters() {
      return [...masks].map(([name, { label, parts }]) => ({ name, label, parts }));
    },

    // A mask (Uint8Array of N: 1 stays) under a name; null takes the filter of that name away. All must hold. `parts`
    // are those that were chosen of a slice.
    setFilter(name, label, mask, parts = []) {
      if (mask !== null && mask.length !== segments) {
        throw new RangeError(`a filter has ${mask.length} places for ${segments} segments`);
      }
      if (mask === null && !masks.has(name)) return;
      if (mask === null) masks.delete(name);
      else masks.set(name, { label, mask, parts });
      state.selected = masks.size === 0 ? everything : selectedBy([...masks.values()].map((one) => one.mask));
      for (const listener of listeners) listener(state);
    },

    clearFilters() {
      if (masks.size === 0) return;
      masks.clear();
      state.selected = everything;
      for (const listener of listeners) listener(state);
    },

    onChange(listener) {
      listeners.push(listener);
    },

    // Float64Array of S * N, at [system * N + segment], of the measure at this place of facts.measures; NaN: no score.
    // On the natural scale: times facts.measures[measure].scale it is what is printed. null: the page cannot say.
    segmentScores(measure) {
      if (!scores.has(measure)) scores.set(measure, segmentScoresOf(facts, array, measure));
      return scores.get(measure);
    },
  };
  return state;
}

function selectedBy(masks) {
  const [first, ...others] = masks;
  const kept = [];
  for (let place = 0; place < first.length; place += 1) {
    if (first[place] && others.every((mask) => mask[place])) kept.push(place);
  }
  return Uint32Array.from(kept);
}

function segmentScoresOf(facts, array, place) {
  const measure = facts.measures[place];
  const [segments, systems] = [facts.segments.kept, facts.systems.length];
  const total = new Float64Array(systems * segments);
  if (measure.segment === "array") {
    const { values } = array(`segment${place}`);
    for (let segment = 0; segment < segments; segment += 1) {
      for (let system = 0; system < systems; system += 1) {
        total[system * segments + segment] = values[segment * systems + system];
      }
    }
    return total;
  }
  for (const [weight, number] of measure.terms) {
    const leaf = facts.leaves[number];
    const formula = formulaOf(leaf);
    if (formula === null) return null;
    const { values } = array(`leaf${number}`);
    const masked = array(`masked${number}`)?.values;
    for (let segment = 0; segment < segments; segment += 1) {
      for (let system = 0; system < systems; system += 1) {
        const pair = segment * systems + system;
        const score = masked?.[pair] ? NaN : formula.segment(values, pair * leaf.columns);
        total[system * segments + segment] += weight * score;
      }
    }
  }
  return total;
}
