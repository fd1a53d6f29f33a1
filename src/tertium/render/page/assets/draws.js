// Random draws that depend on nothing but seed, purpose and number: bit for bit those of native/numbers/random_draws.hpp.
//
// Philox4x32-10 (Salmon and others, 2011). The key is the seed; the counter holds the place within a draw, the number of
// the draw and its purpose. JavaScript has no 64-bit product of integers: its low half is Math.imul, and its high half
// is what is left of the rounded product, which is off by far less than half of 2 ** 32.

const RESAMPLES = 0;
const SWAPS = 1;
const RUNS = 2;
const TWO_TO_32 = 2 ** 32;
const HIGH_HALF = 2 ** -32; // times a product: what is above its low half
const REFILL = 16; // blocks, where rejected numbers used up those that were made

// The two halves of a seed (0 .. 2 ** 64 - 1; a string where it is too large for a number).
export function seedKey(seed) {
  const whole = BigInt(seed);
  return [Number(whole & 0xffffffffn), Number(whole >> 32n)];
}

// words[4 * i ..] is block `first + i` of a draw.
export function philoxBlocks(words, first, blocks, key, number, purpose) {
  const low = number >>> 0;
  const high = (Math.floor(number / TWO_TO_32) & 0xffffff) | (purpose << 24);
  for (let block = 0; block < blocks; block += 1) {
    let c0 = first + block;
    let c1 = 0;
    let c2 = low;
    let c3 = high;
    let k0 = key[0];
    let k1 = key[1];
    for (let round = 0; round < 10; round += 1) {
      const low0 = Math.imul(c0, 0xd2511f53);
      const low1 = Math.imul(c2, 0xcd9e8d57);
      const high0 = (((c0 >>> 0) * 0xd2511f53 - (low0 >>> 0)) * HIGH_HALF + 0.5) >>> 0;
      const high1 = (((c2 >>> 0) * 0xcd9e8d57 - (low1 >>> 0)) * HIGH_HALF + 0.5) >>> 0;
      c0 = high1 ^ c1 ^ k0;
      c1 = low1;
      c2 = high0 ^ c3 ^ k1;
      c3 = low0;
      k0 = (k0 + 0x9e3779b9) | 0;
      k1 = (k1 + 0xbb67ae85) | 0;
    }
    words[4 * block] = c0;
    words[4 * block + 1] = c1;
    words[4 * block + 2] = c2;
    words[4 * block + 3] = c3;
  }
}

// The numbers of one draw after the other; `room` is how many a draw mostly needs.
class DrawWords {
  constructor(key, purpose, room) {
    this.key = key;
    this.purpose = purpose;
    this.words = new Uint32Array(4 * Math.max(REFILL, Math.ceil(room / 4)));
    this.wanted = Math.ceil(room / 4);
  }

  start(number) {
    this.number = number;
    this.block = 0;
    this.fill(this.wanted);
  }

  fill(blocks) {
    philoxBlocks(this.words, this.block, blocks, this.key, this.number, this.purpose);
    this.block += blocks;
    this.filled = 4 * blocks;
    this.used = 0;
  }

  next() {
    if (this.used === this.filled) this.fill(REFILL);
    this.used += 1;
    return this.words[this.used - 1];
  }

  // Uniform in 0 .. bound - 1, without bias (Lemire 2019).
  below(bound, threshold) {
    let number = this.next();
    let low = Math.imul(number, bound) >>> 0;
    while (low < threshold) {
      number = this.next();
      low = Math.imul(number, bound) >>> 0;
    }
    return ((number * bound - low) * HIGH_HALF + 0.5) >>> 0;
  }
}

// draw(number, weights, at, step): weights[at + u * step] becomes how often unit u is drawn, with replacement.
export function countsOf(seed, units) {
  const stream = new DrawWords(seedKey(seed), RESAMPLES, units);
  const { words } = stream;
  const threshold = TWO_TO_32 % units;
  return (number, weights, at, step) => {
    for (let unit = 0; unit < units; unit += 1) weights[at + unit * step] = 0;
    stream.start(number);
    let { filled } = stream;
    let used = 0;
    // As DrawWords.below has it, but this is the loop that every draw spends its time in.
    for (let unit = 0; unit < units; ) {
      if (used === filled) {
        stream.fill(REFILL);
        ({ filled } = stream);
        used = 0;
      }
      const word = words[used];
      const low = Math.imul(word, units) >>> 0;
      used += 1;
      if (low < threshold) continue;
      weights[at + (((word * units - low) * HIGH_HALF + 0.5) >>> 0) * step] += 1;
      unit += 1;
    }
  };
}

// draw(number, weights, at, step): weights[at + u * step] becomes 1 where the systems are swapped, else 0.
export function swapsOf(seed, units) {
  const words = new DrawWords(seedKey(seed), SWAPS, Math.ceil(units / 32));
  return (number, weights, at, step) => {
    words.start(number);
    let bits = 0;
    for (let unit = 0; unit < units; unit += 1) {
      if (unit % 32 === 0) bits = words.next();
      weights[at + unit * step] = bits & 1;
      bits >>>= 1;
    }
  };
}

// draw(number): for each system with several runs (sizes), which of them a resample takes, as many as it has.
export function runsOf(seed, sizes) {
  const bounds = sizes.flatMap((size) => new Array(size).fill(size));
  const words = new DrawWords(seedKey(seed), RUNS, bounds.length);
  return (number) => {
    words.start(number);
    return bounds.map((bound) => words.below(bound, TWO_TO_32 % bound));
  };
}
