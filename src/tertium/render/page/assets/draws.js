// Random draws that depend on nothing but seed, purpose and number: bit for bit those of native/numbers/random_draws.hpp.
//
// Philox4x32-10 (Salmon and others, 2011). The key is the seed; the counter holds the place within a draw, the number of
// the draw and its purpose. JavaScript has no 64-bit product of integers: its low half is Math.imul, and its high half
// is what is left of the rounded product, which is off by far less than half of 2 ** 32.

export const RESAMPLES = 0;
export const SWAPS = 1;
export const RUNS = 2;
const TWO_TO_32 = 2 ** 32;
const HIGH_HALF = 2 ** -32; // times a product: what is above its low half
const REFILL = 64; // words, where rejected numbers used up those that were made
const MOST_HELD = 2 ** 24; // words: 64 MB
const NO_WORDS = new Uint32Array(0);

// The two halves of a seed (0 .. 2 ** 64 - 1; a string where it is too large for a number).
export function seedKey(seed) {
  const whole = BigInt(seed);
  return [Number(whole & 0xffffffffn), Number(whole >> 32n)];
}

const BLOCKS = 1024; // that go through a round together: then no product waits for the one before
const [counter0, counter1, counter2, counter3] = [0, 1, 2, 3].map(() => new Int32Array(BLOCKS));

// words[4 * i ..] is block `first + i` of a draw.
export function philoxBlocks(words, first, blocks, key, number, purpose) {
  const low = number >>> 0;
  const high = (Math.floor(number / TWO_TO_32) & 0xffffff) | (purpose << 24);
  for (let done = 0; done < blocks; done += BLOCKS) {
    const count = Math.min(BLOCKS, blocks - done);
    for (let block = 0; block < count; block += 1) counter0[block] = first + done + block;
    counter1.fill(0, 0, count);
    counter2.fill(low, 0, count);
    counter3.fill(high, 0, count);
    for (let round = 0; round < 10; round += 1) {
      philoxRound(count, key[0] + Math.imul(round, 0x9e3779b9), key[1] + Math.imul(round, 0xbb67ae85));
    }
    for (let block = 0, at = 4 * done; block < count; block += 1, at += 4) {
      words[at] = counter0[block];
      words[at + 1] = counter1[block];
      words[at + 2] = counter2[block];
      words[at + 3] = counter3[block];
    }
  }
}

function philoxRound(count, key0, key1) {
  for (let block = 0; block < count; block += 1) {
    const c0 = counter0[block];
    const c2 = counter2[block];
    const low0 = Math.imul(c0, 0xd2511f53);
    const low1 = Math.imul(c2, 0xcd9e8d57);
    const high0 = ((c0 >>> 0) * (0xd2511f53 * HIGH_HALF) + (0.5 - (low0 >>> 0) * HIGH_HALF)) >>> 0;
    const high1 = ((c2 >>> 0) * (0xcd9e8d57 * HIGH_HALF) + (0.5 - (low1 >>> 0) * HIGH_HALF)) >>> 0;
    counter0[block] = high1 ^ counter1[block] ^ key0;
    counter1[block] = low1;
    counter2[block] = high0 ^ counter3[block] ^ key1;
    counter3[block] = low0;
  }
}

// wordsOf(number, count): at least so many words of a draw. What a draw has drawn does not depend on how many units
// there are, so the words are held: every slice and every later filter reads them again. wordsOf.canHold(count) tells
// whether there is room for so many more.
export function createWords(seed, purpose) {
  const key = seedKey(seed);
  const heldWords = new Map(); // by number
  let heldCount = 0;
  let last = { number: -1, words: NO_WORDS }; // once no more are held
  const wordsOf = (number, count) => {
    const had = last.number === number ? last.words : (heldWords.get(number) ?? NO_WORDS);
    if (had.length >= count) return had;
    const words = new Uint32Array(4 * Math.ceil(count / 4));
    words.set(had);
    const more = words.length - had.length;
    philoxBlocks(words.subarray(had.length), had.length / 4, more / 4, key, number, purpose);
    if (heldCount + more > MOST_HELD) last = { number, words };
    else {
      heldCount += more;
      heldWords.set(number, words);
    }
    return words;
  };
  wordsOf.canHold = (count) => heldCount + count <= MOST_HELD;
  return wordsOf;
}

// draw(number, counts): counts[u] becomes how often unit u is drawn, with replacement; what stands behind becomes 0.
// A byte is enough: that one of 256 units or more is drawn 256 times has a probability below 10 ** -500.
export function countsOf(wordsOf, units) {
  return (number, counts) => {
    counts.fill(0);
    let words = wordsOf(number, units);
    let used = 0;
    for (let left = units; left > 0; ) {
      if (words.length < used + left) words = wordsOf(number, used + left + REFILL);
      const stopped = countWords(counts, words, used, used + left, units);
      left -= stopped - used;
      used = stopped + 1; // the word that stopped it is passed over
    }
  };
}

// Counts what the words from `first` to `end` draw, and stops at one that would bias the numbers (Lemire 2019). A word
// times the units has 53 bits at most, of up to 2 ** 21 units: so it is exact, and so are its whole part and the rest.
function countWords(counts, words, first, end, units) {
  const scale = units * HIGH_HALF;
  const threshold = (TWO_TO_32 % units) * HIGH_HALF;
  for (let used = first; used < end; used += 1) {
    const drawn = words[used] * scale;
    const unit = drawn >>> 0;
    if (drawn - unit < threshold) return used;
    counts[unit] += 1;
  }
  return end;
}

// draw(number, counts): counts[u] becomes 1 where the systems are swapped, else 0; nothing behind the units changes.
export function swapsOf(wordsOf, units) {
  return (number, counts) => {
    const words = wordsOf(number, Math.ceil(units / 32));
    for (let unit = 0; unit < units; unit += 1) counts[unit] = (words[unit >>> 5] >>> (unit & 31)) & 1;
  };
}

// draw(number): for each system with several runs (sizes), which of them a resample takes, as many as it has.
export function runsOf(wordsOf, sizes) {
  const bounds = sizes.flatMap((size) => new Array(size).fill(size));
  return (number) => {
    let used = 0;
    return bounds.map((bound) => {
      for (;;) {
        const word = wordsOf(number, used + 1)[used];
        used += 1;
        const low = Math.imul(word, bound) >>> 0;
        if (low >= TWO_TO_32 % bound) return ((word * bound - low) * HIGH_HALF + 0.5) >>> 0;
      }
    });
  };
}
