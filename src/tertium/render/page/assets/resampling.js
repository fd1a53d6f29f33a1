// Sums of rows under weights, many times over: src/tertium/analysis/comparing/resampling.py in the page.
//
// Every leaf has a column for each system and each number of its rows. Sums are what costs, so each column is summed
// once: columns that are equal (the length of the one reference, for all systems) share a sum, constant ones need
// none, and whole numbers stand two or three in one float64, as many as their sums leave exact. Columns then go four
// at a time against the weights of two draws.

const LANES = 4; // columns that stand side by side
const EXACT_BITS = 53;

// Everything that can be summed of these segments. `leaves` is [{values, columns, used}] with values of shape
// (N, systems, columns); unitOf is null, or the unit (document) of every selected segment. Stops now and then.
export function* planSums(leaves, systems, selected, units, unitOf) {
  const columns = yield* distinctColumns(leaves, systems, selected, units, unitOf);
  yield;
  const totals = Float64Array.from(columns.vectors, compensatedSum);
  yield;
  const { constants, parts } = packedLanes(columns.vectors, units);
  yield;
  const groups = yield* laneGroups(columns.vectors, parts, units);
  return { units, systems, leaves, totals, slots: columns.slots, constants, parts, groups, count: columns.vectors.length };
}

// slots[leaf][system * used + k]: which of the vectors (units) holds this column.
function* distinctColumns(leaves, systems, selected, units, unitOf) {
  const vectors = [];
  const bySum = new Map(); // a number that equal vectors share: places in vectors
  const slots = [];
  for (const { values, columns, used } of leaves) {
    const places = new Int32Array(systems * used.length);
    for (let system = 0; system < systems; system += 1) {
      used.forEach((column, k) => {
        const vector = new Float64Array(units);
        let mark = 0;
        for (let i = 0; i < selected.length; i += 1) {
          const value = values[(selected[i] * systems + system) * columns + column];
          vector[unitOf === null ? i : unitOf[i]] += value;
          mark += value * ((i % 1021) + 1);
        }
        places[system * used.length + k] = placeOf(vector, mark, vectors, bySum);
      });
      yield;
    }
    slots.push(places);
  }
  return { vectors, slots };
}

function placeOf(vector, mark, vectors, bySum) {
  const alike = bySum.get(mark) ?? [];
  const found = alike.find((place) => vectors[place].every((value, unit) => value === vector[unit]));
  if (found !== undefined) return found;
  vectors.push(vector);
  bySum.set(mark, [...alike, vectors.length - 1]);
  return vectors.length - 1;
}

// Neumaier's sum: as good as exact for what is shown.
function compensatedSum(numbers) {
  let total = 0;
  let lost = 0;
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place];
    const next = total + number;
    lost += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total;
    total = next;
  }
  return total + lost;
}

// Vectors laid into lanes. parts[lane] = [{slot, step}], from high to low; a sum of the lane is Σ step · sum of slot.
function packedLanes(vectors, units) {
  const constants = [];
  const whole = [];
  const parts = [];
  vectors.forEach((vector, slot) => {
    let most = 0;
    let isWhole = true;
    let isConstant = true;
    for (let unit = 0; unit < units; unit += 1) {
      const value = vector[unit];
      if (value > most) most = value;
      if (value < 0 || value !== Math.floor(value)) isWhole = false;
      if (value !== vector[0]) isConstant = false;
    }
    let bits = 1;
    while (2 ** bits <= units * most) bits += 1;
    if (isConstant) constants.push({ slot, value: vector[0] ?? 0 });
    else if (isWhole && bits <= EXACT_BITS) whole.push({ slot, bits });
    else parts.push([{ slot, step: 1 }]);
  });
  whole.sort((a, b) => b.bits - a.bits);
  const open = []; // {bits left, members}
  for (const column of whole) {
    let lane = open.find(({ left }) => left >= column.bits);
    if (lane === undefined) {
      lane = { left: EXACT_BITS, members: [] };
      open.push(lane);
    }
    lane.left -= column.bits;
    lane.members.push(column);
  }
  for (const { members } of open) {
    let step = 1;
    const made = members.map(({ slot, bits }) => {
      const part = { slot, step };
      step *= 2 ** bits;
      return part;
    });
    parts.push(made.reverse());
  }
  return { constants, parts };
}

// Float64Arrays of units * LANES, four lanes side by side.
function* laneGroups(vectors, parts, units) {
  const groups = [];
  for (let first = 0; first < parts.length; first += LANES) {
    const group = new Float64Array(units * LANES);
    parts.slice(first, first + LANES).forEach((members, lane) => {
      for (const { slot, step } of members) {
        const vector = vectors[slot];
        for (let unit = 0; unit < units; unit += 1) group[unit * LANES + lane] += step * vector[unit];
      }
    });
    groups.push(group);
    yield;
  }
  return groups;
}

// Sums of two draws. weights[2 * u + d] is what unit u counts in draw d; sums[d * count + slot] is written.
export function sumTwo(plan, weights, sums) {
  const { units, count, groups, parts, constants } = plan;
  groups.forEach((group, place) => {
    const made = laneSums(group, weights, units);
    for (let lane = 0; lane < LANES && place * LANES + lane < parts.length; lane += 1) {
      for (let draw = 0; draw < 2; draw += 1) {
        let rest = made[draw * LANES + lane];
        for (const { slot, step } of parts[place * LANES + lane]) {
          const part = step === 1 ? rest : Math.floor(rest / step);
          sums[draw * count + slot] = part;
          rest -= part * step;
        }
      }
    }
  });
  if (constants.length === 0) return;
  for (let draw = 0; draw < 2; draw += 1) {
    let drawn = 0;
    for (let unit = 0; unit < units; unit += 1) drawn += weights[2 * unit + draw];
    for (const { slot, value } of constants) sums[draw * count + slot] = value * drawn;
  }
}

const laneSumsMade = new Float64Array(2 * LANES);

// The innermost loop of all: four lanes times two draws, in eight local numbers.
function laneSums(group, weights, units) {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  for (let unit = 0, lane = 0, place = 0; unit < units; unit += 1, lane += 4, place += 2) {
    const first = weights[place];
    const second = weights[place + 1];
    const lane0 = group[lane];
    const lane1 = group[lane + 1];
    const lane2 = group[lane + 2];
    const lane3 = group[lane + 3];
    a += first * lane0;
    b += first * lane1;
    c += first * lane2;
    d += first * lane3;
    e += second * lane0;
    f += second * lane1;
    g += second * lane2;
    h += second * lane3;
  }
  laneSumsMade[0] = a;
  laneSumsMade[1] = b;
  laneSumsMade[2] = c;
  laneSumsMade[3] = d;
  laneSumsMade[4] = e;
  laneSumsMade[5] = f;
  laneSumsMade[6] = g;
  laneSumsMade[7] = h;
  return laneSumsMade;
}
