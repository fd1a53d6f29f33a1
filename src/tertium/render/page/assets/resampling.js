// Sums of columns over resampled units, many times over: src/tertium/analysis/comparing/resampling.py in the page.
//
// How often four units are drawn is one of 256 cases, where each is drawn three times at most. So the sums of the lanes
// (columns.js) over four units are written down for all cases, and every resample looks up its own: four times fewer
// additions, and no product. What is drawn more than three times is added on its own.

import { LANES } from "./columns.js";

const DIGIT_CASES = 4; // a unit is drawn 0, 1, 2 or 3 times
const CASES = DIGIT_CASES ** 4;
const WORD_UNITS = 16; // four bytes of four units: one number of 32 bits
const MORE_THAN_THREE = 0xfcfcfcfc; // bits of four counts, a byte each
const INDEX_WORDS = 2 ** 22;
const MOST_ROWS = 2000;
const WORDS_A_PIECE = 32; // between two stops

// The lanes of some segments, by unit: {units, padded, columns, groups, exceptions}. unitOf is null, or the unit
// (document) of every selected segment.
export function gatherUnits(columns, selected, units, unitOf) {
  const padded = WORD_UNITS * Math.ceil(units / WORD_UNITS);
  const groups = columns.groups.map((group) => {
    const mine = new Float64Array(padded * LANES);
    for (let i = 0; i < selected.length; i += 1) {
      const from = selected[i] * LANES;
      const to = (unitOf === null ? i : unitOf[i]) * LANES;
      mine[to] += group[from];
      mine[to + 1] += group[from + 1];
      mine[to + 2] += group[from + 2];
      mine[to + 3] += group[from + 3];
    }
    return mine;
  });
  const places = new Map();
  selected.forEach((segment, i) => places.set(segment, unitOf === null ? i : unitOf[i]));
  const exceptions = columns.exceptions
    .filter(({ segment }) => places.has(segment))
    .map(({ segment, column, value }) => ({ unit: places.get(segment), column, value }));
  return {
    columns,
    units,
    padded,
    groups,
    exceptionUnits: Int32Array.from(exceptions, ({ unit }) => unit),
    exceptionColumns: Int32Array.from(exceptions, ({ column }) => column),
    exceptionValues: Float64Array.from(exceptions, ({ value }) => value),
  };
}

// How many resamples go together.
export function rowsTogether(gathered) {
  return Math.max(WORD_UNITS, Math.min(MOST_ROWS, Math.floor((INDEX_WORDS * WORD_UNITS) / (gathered.padded + 1))));
}

// Sums of several resamples (rows). Set the counts of every row, then run add(); `sums` then has the sum of column c in
// row r at [r * width + c].
export function createSums(gathered, rows) {
  const { columns, padded, groups } = gathered;
  const words = padded / WORD_UNITS;
  const width = columns.count + 1; // the last one stays 0: what a column without a base is told from
  const index = new Uint32Array(words * rows); // word w of row r at [w * rows + r]
  const laneSums = groups.map(() => new Float64Array(rows * LANES));
  const sums = new Float64Array(rows * width);
  const unpack = createUnpacking(columns, width);
  const often = new OftenDrawn();
  return {
    sums,
    width,

    // counts is a Uint8Array of all units, with zeros up to `padded`.
    setRow(row, counts) {
      often.count = 0;
      writeIndex(index, row, rows, counts, often);
      for (let place = 0; place < groups.length; place += 1) addOften(laneSums[place], row, groups[place], often);
      sums.fill(0, row * width, (row + 1) * width);
      addExceptions(sums, row * width, gathered, counts);
    },

    * add() {
      for (let place = 0; place < groups.length; place += 1) {
        for (let word = 0; word < words; word += WORDS_A_PIECE) {
          addWords(laneSums[place], groups[place], index, word, Math.min(words, word + WORDS_A_PIECE), rows);
          yield;
        }
      }
      unpackRows(unpack, laneSums, rows, sums);
      yield;
    },
  };
}

function addWords(laneSums, group, index, first, end, rows) {
  for (let word = first; word < end; word += 1) {
    writeCases(group, word * WORD_UNITS * LANES);
    addCases(laneSums, index, word * rows, rows);
  }
}

function unpackRows(unpack, laneSums, rows, sums) {
  for (let row = 0; row < rows; row += 1) unpack(laneSums, row, sums);
}

// The sums of all units, each once: [column].
export function totalsOf(gathered) {
  const { columns, units, groups } = gathered;
  const width = columns.count + 1;
  const sums = new Float64Array(width);
  addExceptions(sums, 0, gathered, new Uint8Array(units).fill(1));
  createUnpacking(columns, width)(groups.map((group) => compensatedSums(group)), 0, sums);
  return sums;
}

// Neumaier's sum of each lane: as good as exact for what is shown.
function compensatedSums(group) {
  return Float64Array.from({ length: LANES }, (_, lane) => {
    let total = 0;
    let lost = 0;
    for (let place = lane; place < group.length; place += LANES) {
      const number = group[place];
      const next = total + number;
      lost += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total;
      total = next;
    }
    return total + lost;
  });
}

// Units that a resample has more than three times, and how much more.
class OftenDrawn {
  constructor() {
    this.count = 0;
    this.units = new Int32Array(64);
    this.times = new Float64Array(64);
  }

  add(unit, times) {
    if (this.count === this.units.length) this.grow();
    this.units[this.count] = unit;
    this.times[this.count] = times;
    this.count += 1;
  }

  grow() {
    const { units, times } = this;
    this.units = new Int32Array(2 * this.count);
    this.times = new Float64Array(2 * this.count);
    this.units.set(units);
    this.times.set(times);
  }
}

// Two bits for each unit.
function writeIndex(index, row, rows, counts, often) {
  const fours = new Int32Array(counts.buffer, counts.byteOffset, counts.length / 4);
  for (let four = 0, at = row; four < fours.length; four += 4, at += rows) {
    let a = fours[four];
    let b = fours[four + 1];
    let c = fours[four + 2];
    let d = fours[four + 3];
    if (((a | b | c | d) & MORE_THAN_THREE) !== 0) {
      a = atMostThree(a, 4 * four, often);
      b = atMostThree(b, 4 * four + 4, often);
      c = atMostThree(c, 4 * four + 8, often);
      d = atMostThree(d, 4 * four + 12, often);
    }
    index[at] = packedDigits(a) | (packedDigits(b) << 8) | (packedDigits(c) << 16) | (packedDigits(d) << 24);
  }
}

// From two bits in each byte to eight in one.
function packedDigits(bytes) {
  return (bytes | (bytes >>> 6) | (bytes >>> 12) | (bytes >>> 18)) & 0xff;
}

function atMostThree(bytes, firstUnit, often) {
  if ((bytes & MORE_THAN_THREE) === 0) return bytes;
  let made = 0;
  for (let place = 0; place < 4; place += 1) {
    const count = (bytes >>> (8 * place)) & 0xff;
    if (count > 3) often.add(firstUnit + place, count - 3);
    made |= Math.min(count, 3) << (8 * place);
  }
  return made;
}

function addOften(laneSums, row, group, { count, units, times }) {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let place = 0; place < count; place += 1) {
    const at = units[place] * LANES;
    const more = times[place];
    a += more * group[at];
    b += more * group[at + 1];
    c += more * group[at + 2];
    d += more * group[at + 3];
  }
  laneSums[row * LANES] = a;
  laneSums[row * LANES + 1] = b;
  laneSums[row * LANES + 2] = c;
  laneSums[row * LANES + 3] = d;
}

function addExceptions(sums, at, { exceptionUnits, exceptionColumns, exceptionValues }, counts) {
  for (let place = 0; place < exceptionUnits.length; place += 1) {
    sums[at + exceptionColumns[place]] += counts[exceptionUnits[place]] * exceptionValues[place];
  }
}

// The sums of four lanes over four units, in all cases: [four units of a word][case][lane].
const cases = new Float64Array(4 * CASES * LANES);

function writeCases(group, first) {
  for (let four = 0; four < 4; four += 1) {
    for (let lane = 0; lane < LANES; lane += 1) {
      writeLaneCases(four * CASES * LANES + lane, group, first + four * 4 * LANES + lane);
    }
  }
}

function writeLaneCases(start, group, at) {
  const one = group[at];
  const two = group[at + LANES];
  const three = group[at + 2 * LANES];
  const four = group[at + 3 * LANES];
  let to = start;
  for (let ofFour = 0; ofFour < DIGIT_CASES; ofFour += 1) {
    for (let ofThree = 0; ofThree < DIGIT_CASES; ofThree += 1) {
      const some = ofFour * four + ofThree * three;
      for (let ofTwo = 0; ofTwo < DIGIT_CASES; ofTwo += 1) {
        const sum = some + ofTwo * two;
        cases[to] = sum;
        cases[to + LANES] = sum + one;
        cases[to + 2 * LANES] = sum + 2 * one;
        cases[to + 3 * LANES] = sum + 3 * one;
        to += DIGIT_CASES * LANES;
      }
    }
  }
}

// The innermost loop of all: for every row the cases of sixteen units. A byte of a word times LANES is a place.
function addCases(laneSums, index, first, rows) {
  for (let row = 0, to = 0; row < rows; row += 1, to += 4) {
    const word = index[first + row];
    const a = (word & 0xff) << 2;
    const b = ((word >>> 6) & 0x3fc) + 1024;
    const c = ((word >>> 14) & 0x3fc) + 2048;
    const d = ((word >>> 22) & 0x3fc) + 3072;
    laneSums[to] += cases[a] + cases[b] + cases[c] + cases[d];
    laneSums[to + 1] += cases[a + 1] + cases[b + 1] + cases[c + 1] + cases[d + 1];
    laneSums[to + 2] += cases[a + 2] + cases[b + 2] + cases[c + 2] + cases[d + 2];
    laneSums[to + 3] += cases[a + 3] + cases[b + 3] + cases[c + 3] + cases[d + 3];
  }
}

// unpack(laneSums, row, sums): from the lanes of a row to its columns. In `sums` are the exceptions.
function createUnpacking({ count, base, constant, rest, ones, rests, lanes }, width) {
  const restSums = new Float64Array(rests + 1); // the last one stays 0
  const restOf = rest.map((place) => (place < 0 ? rests : place));
  const baseOf = base.map((place) => (place < 0 ? count : place));
  const parts = lanes.flat();
  const steps = Float64Array.from(parts, ({ step }) => step);
  const wholes = Float64Array.from(parts, ({ step }) => 1 / step); // exact: steps are powers of two
  const places = Int32Array.from(parts, (part) => part.rest);
  const sizes = Int32Array.from(lanes, ({ length }) => length);
  return (laneSums, row, sums) => {
    for (let lane = 0, part = 0; lane < sizes.length; lane += 1) {
      let left = laneSums[lane >> 2][row * LANES + (lane & 3)];
      for (const last = part + sizes[lane] - 1; part < last; part += 1) {
        const sum = Math.floor(left * wholes[part]);
        restSums[places[part]] = sum;
        left -= sum * steps[part];
      }
      restSums[places[part]] = left;
      part += 1;
    }
    const at = row * width;
    const drawn = restSums[ones];
    for (let column = 0; column < count; column += 1) {
      sums[at + column] += sums[at + baseOf[column]] + constant[column] * drawn + restSums[restOf[column]];
    }
  };
}
