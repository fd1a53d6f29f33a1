// From resampled differences to p-values, corrections, letters and intervals: src/tertium/analysis/comparing/significance.py.

const ROUNDING = 1e-9; // far below any real difference, above the last bits of sums

// The smallest p-value that so few units can give: that of all of them pointing the same way.
export function leastP(units, sides) {
  return Math.min(1, 2 ** ((sides === "two" ? 1 : 0) - units));
}

// Paired bootstrap: the resampled differences, centred, are what chance alone would do.
export function bootstrapP(differences, observed, sides, higher, units) {
  const drawn = finiteOf(differences);
  if (!Number.isFinite(observed) || drawn.length === 0) return NaN;
  const sizes = sides === "moses" ? drawn.map(Math.abs) : drawn;
  const centre = meanOf(sizes);
  const sign = higher ? 1 : -1;
  let p;
  if (sides === "moses") p = shareOf(sizes, (size) => size - centre, Math.abs(observed));
  else if (sides === "one") p = shareOf(drawn, (one) => sign * (one - centre), sign * observed);
  else p = shareOf(drawn, (one) => Math.abs(one - centre), Math.abs(observed));
  return Math.max(p, leastP(units, sides));
}

// Approximate randomisation: differences after random swaps are what chance alone would do.
export function randomisedP(differences, observed, sides, higher) {
  const drawn = finiteOf(differences);
  if (!Number.isFinite(observed) || drawn.length === 0) return NaN;
  const sign = higher ? 1 : -1;
  if (sides === "one") return shareOf(drawn, (one) => sign * one, sign * observed);
  return shareOf(drawn, Math.abs, Math.abs(observed));
}

function shareOf(drawn, turned, observed) {
  const limit = observed - ROUNDING * Math.max(1, Math.abs(observed));
  let extreme = 0;
  for (let place = 0; place < drawn.length; place += 1) if (turned(drawn[place]) >= limit) extreme += 1;
  return (1 + extreme) / (1 + drawn.length);
}

// A Float64Array of its own, without what is no number.
function finiteOf(numbers) {
  const made = new Float64Array(numbers.length);
  let count = 0;
  for (let place = 0; place < numbers.length; place += 1) {
    made[count] = numbers[place];
    if (Number.isFinite(numbers[place])) count += 1;
  }
  return made.subarray(0, count);
}

export function meanOf(numbers) {
  let total = 0;
  for (let place = 0; place < numbers.length; place += 1) total += numbers[place];
  return total / numbers.length;
}

// The percentile interval {low, high}; null if no resample has a value.
export function intervalOf(values, level) {
  const drawn = finiteOf(values).sort(); // a typed array sorts by number
  if (drawn.length === 0) return null;
  const tail = (1 - level) / 2;
  return { low: quantileOf(drawn, tail), high: quantileOf(drawn, 1 - tail) };
}

// Linear between the two nearest of sorted numbers, as numpy has it.
function quantileOf(sorted, share) {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  const rest = place - below;
  const step = sorted[above] - sorted[below];
  return rest >= 0.5 ? sorted[above] - step * (1 - rest) : sorted[below] + step * rest;
}

// p-values corrected for their number (Holm 1979); NaN where there is none.
export function holm(pValues) {
  const known = pValues.flatMap((p, place) => (Number.isFinite(p) ? [place] : []));
  known.sort((a, b) => pValues[a] - pValues[b]);
  const made = new Array(pValues.length).fill(NaN);
  let largest = 0;
  known.forEach((place, rank) => {
    largest = Math.max(largest, Math.min(1, (known.length - rank) * pValues[place]));
    made[place] = largest;
  });
  return made;
}

// Compact letter display (Piepho 2004): two systems share a letter exactly if they do not differ significantly.
// differs(a, b) is symmetric; `order` lists the systems from best to worst.
export function lettersOf(differs, order) {
  // Columns are sets of ranks, written as sorted lists.
  let columns = [order.map((_, rank) => rank)];
  for (let first = 0; first < order.length; first += 1) {
    for (let second = first + 1; second < order.length; second += 1) {
      if (!differs(order[first], order[second])) continue;
      const split = columns.flatMap((column) => {
        if (!(column.includes(first) && column.includes(second))) return [column];
        return [column.filter((rank) => rank !== first), column.filter((rank) => rank !== second)];
      });
      columns = split.filter((column, place) => {
        const before = split.slice(0, place).some((other) => within(column, other) && within(other, column));
        return !before && !split.some((other) => other.length > column.length && within(column, other));
      });
    }
  }
  columns = sweptColumns(columns, order.length).sort(byMembers);
  const made = new Array(order.length).fill("");
  columns.forEach((column, number) => {
    for (const rank of column) made[order[rank]] += letterOf(number);
  });
  return made;
}

function within(column, other) {
  return column.every((rank) => other.includes(rank));
}

function byMembers(column, other) {
  for (let place = 0; place < Math.min(column.length, other.length); place += 1) {
    if (column[place] !== other[place]) return column[place] - other[place];
  }
  return column.length - other.length;
}

// Without columns that say nothing of their own: each of their pairs stands in another column, too.
function sweptColumns(columns, count) {
  const shared = new Int32Array(count * count); // in how many columns two systems stand together
  const cells = (column) => column.flatMap((a) => column.map((b) => a * count + b));
  for (const column of columns) for (const cell of cells(column)) shared[cell] += 1;
  return [...columns]
    .sort((a, b) => a.length - b.length)
    .filter((column) => {
      if (!cells(column).every((cell) => shared[cell] > 1)) return true;
      for (const cell of cells(column)) shared[cell] -= 1;
      return false;
    });
}

// a … z, then a1 … z1, a2 …
function letterOf(number) {
  const turn = Math.floor(number / 26);
  return String.fromCharCode(97 + (number % 26)) + (turn ? String(turn) : "");
}

// {best, worst} of each system: the ranks that the significant differences leave open, counted from 1.
export function rankRanges(differs, order) {
  const made = new Array(order.length);
  order.forEach((system, place) => {
    const better = order.slice(0, place).filter((other) => differs(system, other)).length;
    const worse = order.slice(place + 1).filter((other) => differs(system, other)).length;
    made[system] = { best: 1 + better, worst: order.length - worse };
  });
  return made;
}
