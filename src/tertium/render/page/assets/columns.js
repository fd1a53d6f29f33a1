// The numbers of all rows as few columns, for sums over many resamples: prepared once for a page.
//
// Sums are what costs. Most columns can be told from others: the length of the one reference is that of all systems;
// there is one bigram fewer than words in every segment but the shortest; fewer bigrams match than words. So a column
// is another one, plus a constant for each segment, plus a rest that is small, or is there in a few segments only. Rests
// of whole numbers stand two, three or four in one float64, as many as their sums leave exact: a lane.

export const LANES = 4; // that stand side by side
const EXACT_BITS = 53;
const LARGEST_WHOLE = 2 ** 31; // differences of such numbers are exact, and so are their sums
const PROBES = 16; // segments that show whether a closer look pays
const FEW_SEGMENTS = 0.01; // of the segments: so many exceptions cost less than a rest

// `leaves` is [{values, columns, used}] with values of shape (segments, systems, columns); unitOf is null, or the unit
// (document) of every segment. Stops now and then.
//
// The sum of column c is: that of column base[c] + constant[c] · the segments drawn + rest[c] + its exceptions. -1 in
// base or rest: there is none. slots[leaf][system * used + k] is the place of a column; `ones` is the place of the rest
// that counts segments.
export function* prepareColumns(leaves, systems, segments, units, unitOf) {
  const known = []; // {vector, isWhole} of every column
  const byMark = new Map(); // a number that equal columns share: their places
  const told = []; // {base, constant, rest: its place, exceptions}
  const rests = [new Float64Array(segments).fill(1)];
  const slots = [];
  for (const { values, columns, used } of leaves) {
    const places = new Int32Array(systems * used.length);
    for (let system = 0; system < systems; system += 1) {
      const beside = new Set(); // columns of this leaf and system
      for (let k = 0; k < used.length; k += 1) {
        const vector = columnOf(values, system * columns + used[k], systems * columns, segments);
        const place = placeOf(vector, known, byMark);
        if (place === told.length) {
          const { rest, ...one } = toldOf(known[place], [...beside].map((other) => [other, known[other]]));
          told.push({ ...one, rest: rest === null ? -1 : rests.push(rest) - 1 });
        }
        beside.add(place);
        places[system * used.length + k] = place;
      }
      yield;
    }
    slots.push(places);
  }
  const lanes = lanesOf(rests, units, unitOf);
  yield;
  return {
    count: told.length,
    slots,
    base: Int32Array.from(told, ({ base }) => base),
    constant: Float64Array.from(told, ({ constant }) => constant),
    rest: Int32Array.from(told, ({ rest }) => rest),
    exceptions: told.flatMap(({ exceptions }, column) => exceptions.map((one) => ({ column, ...one }))),
    ones: 0,
    rests: rests.length,
    lanes,
    groups: laneGroups(rests, lanes, segments),
  };
}

function columnOf(values, first, step, segments) {
  const vector = new Float64Array(segments);
  for (let segment = 0, at = first; segment < segments; segment += 1, at += step) vector[segment] = values[at];
  return vector;
}

// The place of an equal column; the next free one, taken, if there is none.
function placeOf(vector, known, byMark) {
  let mark = 0;
  let isWhole = true;
  for (let segment = 0; segment < vector.length; segment += 1) {
    const value = vector[segment];
    mark += value * ((segment % 1021) + 1);
    if (value !== Math.floor(value) || Math.abs(value) > LARGEST_WHOLE) isWhole = false;
  }
  const alike = byMark.get(mark) ?? [];
  const found = alike.find((place) => isEqual(known[place].vector, vector));
  if (found !== undefined) return found;
  byMark.set(mark, [...alike, known.length]);
  known.push({ vector, isWhole });
  return known.length - 1;
}

function isEqual(vector, other) {
  for (let segment = 0; segment < vector.length; segment += 1) if (vector[segment] !== other[segment]) return false;
  return true;
}

// {base, constant, rest, exceptions: [{segment, value}]} of a column; `others` are [place, column] it may be told from.
function toldOf({ vector, isWhole }, others) {
  if (!isWhole) return { base: -1, constant: 0, rest: vector, exceptions: [] };
  const none = new Float64Array(vector.length);
  let best = { base: -1, other: none, ...gapOf(vector, none) };
  for (const [base, { vector: other, isWhole: hasWhole }] of others) {
    if (best.exceptions <= vector.length * FEW_SEGMENTS) break;
    if (!hasWhole || !isPromising(vector, other, best.high - best.low)) continue;
    const gap = gapOf(vector, other);
    const isBetter = gap.exceptions <= vector.length * FEW_SEGMENTS || gap.high - gap.low < best.high - best.low;
    if (isBetter) best = { base, other, ...gap };
  }
  const { base, other } = best;
  if (best.exceptions > vector.length * FEW_SEGMENTS) {
    const rest = vector.map((value, segment) => value - other[segment] - best.low);
    return { base, constant: best.low, rest, exceptions: [] };
  }
  const exceptions = [];
  for (let segment = 0; segment < vector.length; segment += 1) {
    const value = vector[segment] - other[segment] - best.common;
    if (value !== 0) exceptions.push({ segment, value });
  }
  return { base, constant: best.common, rest: null, exceptions };
}

// The lowest and highest difference, the one that more than half of the segments have, if any, and how many have others.
function gapOf(vector, other) {
  let low = Infinity;
  let high = -Infinity;
  let common = 0;
  let votes = 0; // Boyer and Moore: what has the majority outvotes all others
  for (let segment = 0; segment < vector.length; segment += 1) {
    const gap = vector[segment] - other[segment];
    if (gap < low) low = gap;
    if (gap > high) high = gap;
    if (votes === 0) common = gap;
    votes += gap === common ? 1 : -1;
  }
  let exceptions = 0;
  for (let segment = 0; segment < vector.length; segment += 1) {
    if (vector[segment] - other[segment] !== common) exceptions += 1;
  }
  return { low, high, common, exceptions };
}

// Can these differences lie closer together than `range`, or be nearly constant? A few of them tell if not.
function isPromising(vector, other, range) {
  const step = Math.max(1, Math.floor(vector.length / PROBES));
  let low = Infinity;
  let high = -Infinity;
  for (let segment = 0; segment < vector.length; segment += step) {
    const gap = vector[segment] - other[segment];
    if (gap < low) low = gap;
    if (gap > high) high = gap;
  }
  return high - low < range;
}

// [[{rest, step}]], from high to low: a sum of the lane is Σ step · sum of rest.
function lanesOf(rests, units, unitOf) {
  const made = [];
  const whole = [];
  rests.forEach((vector, rest) => {
    const bits = bitsOf(vector, units, unitOf);
    if (bits <= EXACT_BITS) whole.push({ rest, bits });
    else made.push([{ rest, step: 1 }]);
  });
  whole.sort((a, b) => b.bits - a.bits);
  const open = [];
  for (const one of whole) {
    let lane = open.find(({ left }) => left >= one.bits);
    if (lane === undefined) {
      lane = { left: EXACT_BITS, members: [] };
      open.push(lane);
    }
    lane.left -= one.bits;
    lane.members.push(one);
  }
  for (const { members } of open) {
    let step = 1;
    const parts = members.map(({ rest, bits }) => {
      const part = { rest, step };
      step *= 2 ** bits;
      return part;
    });
    made.push(parts.reverse());
  }
  return made;
}

// Bits of the largest sum that any resample can have; Infinity unless all are whole numbers.
function bitsOf(vector, units, unitOf) {
  const sums = unitOf === null ? vector : new Float64Array(units);
  let most = 0;
  for (let segment = 0; segment < vector.length; segment += 1) {
    const value = vector[segment];
    if (!(value >= 0 && value === Math.floor(value))) return Infinity;
    if (unitOf !== null) sums[unitOf[segment]] += value;
  }
  for (let unit = 0; unit < sums.length; unit += 1) if (sums[unit] > most) most = sums[unit];
  let bits = 1;
  while (2 ** bits <= units * most) bits += 1;
  return bits;
}

// Float64Arrays of segments * LANES.
function laneGroups(rests, lanes, segments) {
  const groups = [];
  for (let first = 0; first < lanes.length; first += LANES) {
    const group = new Float64Array(segments * LANES);
    lanes.slice(first, first + LANES).forEach((parts, lane) => {
      for (const { rest, step } of parts) {
        const vector = rests[rest];
        for (let segment = 0; segment < segments; segment += 1) group[segment * LANES + lane] += step * vector[segment];
      }
    });
    groups.push(group);
  }
  return groups;
}
