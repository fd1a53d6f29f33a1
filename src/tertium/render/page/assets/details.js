// What is known of every pair of an output and a reference: where its words stand, which correspond, what moved.
// Python wrote it as small numbers (analysis/explaining/packed_details.py); here they become words, links and blocks.

// White space as the tokenizers see it, which is Python's.
const PIECE = /[^\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const FAR = 255;
const STAGE_NAMES = ["exact", "stem", "similar"];
const STEP_NAMES = ["match", "substitution", "insertion", "deletion"];
const WIDEST_GAP = 2; // words without a partner that are quoted inside a move; more become dots

// null where the page has no details. `facts` and `array` are those of unpack.js.
export function createDetails(facts, array) {
  if (array("detail_links") === null) return null;
  let index = null;
  const whole = () => (index ??= indexOf(facts, array));
  return {
    references: (segment) => whole().references[segment],
    nearest: (segment, system) => array("detail_nearest").values[segment * facts.systems.length + system],
    pair: (segment, system, reference) => pairOf(facts, whole(), segment, system, reference),
    edits: (segment, system, reference) => editsOf(facts, whole(), segment, system, reference),
  };
}

// Numbers of single bytes; 255 stands for the next of `far`, which has what goes beyond.
function farReader(array, name) {
  const values = array(name).values;
  const far = array(`${name}_far`).values;
  const marks = [];
  values.forEach((value, at) => {
    if (value === FAR) marks.push(at);
  });
  return (start, end) => {
    const made = Array.from(values.subarray(start, end));
    let next = lowerBound(marks, start);
    for (; next < marks.length && marks[next] < end; next += 1) made[marks[next] - start] += far[next];
    return made;
  };
}

function lowerBound(sorted, value) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Where the numbers of every slot (a reference or an output) and of every item (an output with a reference) begin.
function indexOf(facts, array) {
  const systems = facts.systems.length;
  const references = array("detail_references").values;
  const pieces = array("detail_pieces").values;
  const words = cutIndex(array, "detail_words", pieces);
  const ter = cutIndex(array, "detail_ter", pieces);
  const steps = array("detail_steps").values;
  const shiftCounts = array("detail_shift_counts").values;
  const slotOf = new Uint32Array(references.length);
  const itemOf = new Uint32Array(references.length);
  const items = shiftCounts.length;
  const linksAt = new Uint32Array(items + 1);
  const shiftsAt = new Uint32Array(items + 1);
  const stepsAt = new Uint32Array(items + 1);
  let [slot, item, step] = [0, 0, 0];
  for (let segment = 0; segment < references.length; segment += 1) {
    slotOf[segment] = slot;
    itemOf[segment] = item;
    const outputs = slot + references[segment];
    for (let system = 0; system < systems; system += 1) {
      for (let reference = 0; reference < references[segment]; reference += 1, item += 1) {
        linksAt[item + 1] = linksAt[item] + words.counts[outputs + system];
        shiftsAt[item + 1] = shiftsAt[item] + 3 * shiftCounts[item];
        // A path ends where all words of both sides are used up.
        let left = ter.counts[outputs + system] + ter.counts[slot + reference];
        while (left > 0 && step < steps.length) left -= steps[step++] < 2 ? 2 : 1;
        stepsAt[item + 1] = step;
      }
    }
    slot = outputs + systems;
  }
  return {
    references, words, ter, steps, slotOf, itemOf, linksAt, shiftsAt, stepsAt, pieces,
    capped: array("detail_capped").values,
    links: farReader(array, "detail_links"),
    shifts: farReader(array, "detail_shifts"),
  };
}

function cutIndex(array, name, pieces) {
  const given = array(`${name}_counts`).values;
  const at = new Uint32Array(given.length + 1);
  const counts = new Uint32Array(given.length);
  for (let slot = 0; slot < given.length; slot += 1) {
    const size = given[slot] >> 1;
    at[slot + 1] = at[slot] + size;
    counts[slot] = given[slot] & 1 ? size / 2 : pieces[slot] + size;
  }
  return { at, counts, changed: (slot) => (given[slot] & 1) === 1, read: farReader(array, `${name}_cuts`) };
}

// [start, end] of every word in its text; null for a word that the text does not have.
function spansOf(text, cuts, slot) {
  const numbers = cuts.read(cuts.at[slot], cuts.at[slot + 1]);
  const spans = [];
  let at = 0;
  if (cuts.changed(slot)) {
    for (let k = 0; k < numbers.length; k += 2) {
      if (numbers[k + 1] === 0) spans.push(null);
      else spans.push([at + numbers[k], (at += numbers[k] + numbers[k + 1])]);
    }
    return spans;
  }
  let next = 0;
  let cut = numbers.length > 0 ? numbers[0] : Infinity;
  for (const piece of text.matchAll(PIECE)) {
    at = piece.index;
    const end = at + piece[0].length;
    while (cut < end) {
      spans.push([at, cut]);
      at = cut;
      next += 1;
      cut = next < numbers.length ? cut + numbers[next] : Infinity;
    }
    spans.push([at, end]);
  }
  return spans;
}

function sidesOf(facts, index, segment, system, reference, cuts) {
  const slot = index.slotOf[segment];
  const [refText, hypText] = [facts.texts.references[reference][segment], facts.texts.outputs[system][segment]];
  return {
    ref: { text: refText, spans: spansOf(refText, cuts, slot + reference) },
    hyp: { text: hypText, spans: spansOf(hypText, cuts, slot + index.references[segment] + system) },
  };
}

function itemAt(index, segment, system, reference) {
  return index.itemOf[segment] + system * index.references[segment] + reference;
}

// Words, links, blocks in the order of the output, moves (the largest first), words without a partner.
function pairOf(facts, index, segment, system, reference) {
  const { ref, hyp } = sidesOf(facts, index, segment, system, reference, index.words);
  const item = itemAt(index, segment, system, reference);
  const codes = index.links(index.linksAt[item], index.linksAt[item + 1]);
  const links = [];
  const blocks = [];
  let expected = 0;
  codes.forEach((code, place) => {
    if (code === 1) return;
    if (code >= 4) {
      const rest = code - 4;
      const jump = Math.floor(rest / 6);
      expected += jump % 2 === 0 ? jump / 2 : -(jump + 1) / 2;
      const moved = Math.floor(rest / 3) % 2 === 1;
      blocks.push({ ref: expected, hyp: place, length: 0, shift: 0, moved });
      links.push({ ref: expected, hyp: place, stage: STAGE_NAMES[rest % 3], moved });
    } else {
      const stage = STAGE_NAMES[code === 0 ? 0 : code - 1];
      links.push({ ref: expected, hyp: place, stage, moved: blocks.at(-1).moved });
    }
    blocks.at(-1).length += 1;
    expected += 1;
  });
  setShifts(blocks);
  const [linkedRef, linkedHyp] = [new Set(links.map((link) => link.ref)), new Set(links.map((link) => link.hyp))];
  return {
    ref, hyp, links, blocks,
    missing: ref.spans.map((_, place) => place).filter((place) => !linkedRef.has(place)),
    extra: hyp.spans.map((_, place) => place).filter((place) => !linkedHyp.has(place)),
    moves: movesOf(blocks, hyp),
    capped: index.capped[item] === 1,
    unit: unitOf([...hyp.spans, null, ...ref.spans]),
    // Texts and numbers that do not fit together cannot be marked.
    fits: hyp.spans.length === codes.length && ref.spans.length === index.words.counts[index.slotOf[segment] + reference],
  };
}

// Over how many linked words a moved block jumped, on balance: positive to the right.
function setShifts(blocks) {
  const before = new Map();
  let words = 0;
  for (const block of [...blocks].sort((a, b) => a.ref - b.ref)) {
    before.set(block, words);
    words += block.length;
  }
  words = 0;
  for (const block of blocks) {
    if (block.moved) block.shift = words - before.get(block);
    words += block.length;
  }
}

// Moved blocks that follow one another on both sides, among linked words, move together.
function movesOf(blocks, hyp) {
  const rank = new Map([...blocks].sort((a, b) => a.ref - b.ref).map((block, place) => [block, place]));
  const groups = [];
  let previous = null;
  for (const block of blocks) {
    if (block.moved) {
      if (previous?.moved && rank.get(previous) + 1 === rank.get(block)) groups.at(-1).push(block);
      else groups.push([block]);
    }
    previous = block;
  }
  const moves = groups.map((group) => moveOf(group, hyp));
  const isWord = (move) => /[\p{L}\p{N}]/u.test(move.text);
  return moves.sort((a, b) => b.words - a.words || isWord(b) - isWord(a) || Math.abs(b.shift) - Math.abs(a.shift));
}

function moveOf(group, hyp) {
  const [first, last] = [group[0], group.at(-1)];
  const pieces = [];
  for (const block of group) {
    const end = block.hyp + block.length;
    if (pieces.length > 0 && block.hyp - pieces.at(-1)[1] <= WIDEST_GAP) pieces.at(-1)[1] = end;
    else pieces.push([block.hyp, end]);
  }
  const text = pieces.map(([start, end]) => writtenWords(hyp, start, end - 1)).join(" … ");
  const wordsIn = (spans) => spans.some((span) => span && /[\p{L}\p{N}]/u.test(hyp.text.slice(...span)));
  let to = "around";
  if (first.shift < 0) to = wordsIn(hyp.spans.slice(0, first.hyp)) ? "earlier" : "front";
  if (first.shift > 0) to = wordsIn(hyp.spans.slice(last.hyp + last.length)) ? "later" : "end";
  const words = group.reduce((sum, block) => sum + block.length, 0);
  return { text, ref: first.ref, hyp: first.hyp, hypLast: last.hyp + last.length - 1, words, shift: first.shift, to };
}

// Words first..last of a side as its text has them, white space as single spaces.
export function writtenWords(side, first, last) {
  const spans = side.spans.slice(first, last + 1).filter((span) => span !== null);
  return spans.length === 0 ? "" : (side.text.slice(spans[0][0], spans.at(-1)[1]).match(PIECE) ?? []).join(" ");
}

// "character" where words touch one another and are mostly single characters, as in Chinese.
function unitOf(spans) {
  let [pairs, touching, single] = [0, 0, 0];
  for (let k = 1; k < spans.length; k += 1) {
    if (spans[k - 1] === null || spans[k] === null) continue;
    pairs += 1;
    if (spans[k - 1][1] !== spans[k][0]) continue;
    touching += 1;
    single += spans[k - 1][1] - spans[k - 1][0] === 1;
  }
  return 2 * touching > pairs && single > 0.8 * touching ? "character" : "word";
}

// TER's way from the output to the reference: shifts in turn, then steps. Words are as TER cuts them.
function editsOf(facts, index, segment, system, reference) {
  const { ref, hyp } = sidesOf(facts, index, segment, system, reference, index.ter);
  const item = itemAt(index, segment, system, reference);
  const numbers = index.shifts(index.shiftsAt[item], index.shiftsAt[item + 1]);
  let order = hyp.spans.map((_, place) => place);
  const sacrebleu = facts.details?.ter_search === "sacrebleu";
  const shifts = [];
  for (let k = 0; k < numbers.length; k += 3) {
    const start = numbers[k];
    const end = start + numbers[k + 1];
    const after = start + (numbers[k + 2] % 2 === 0 ? numbers[k + 2] / 2 : -(numbers[k + 2] + 1) / 2);
    const place = shiftPlace(start, end, after, sacrebleu);
    const block = order.slice(start, end + 1);
    const rest = [...order.slice(0, start), ...order.slice(end + 1)];
    const behind = place === 0 ? null : rest[place - 1];
    shifts.push({ words: block, by: place - start, behind });
    order = [...rest.slice(0, place), ...block, ...rest.slice(place)];
  }
  const steps = [];
  let [at, refAt] = [0, 0];
  for (let k = index.stepsAt[item]; k < index.stepsAt[item + 1]; k += 1) {
    const kind = STEP_NAMES[index.steps[k]];
    steps.push({
      kind,
      hyp: kind === "deletion" ? null : order[at++],
      ref: kind === "insertion" ? null : refAt++,
    });
  }
  const edits = shifts.length + steps.filter((step) => step.kind !== "match").length;
  return { ref, hyp, shifts, steps, edits, capped: index.capped[item] === 1 };
}

// Where a block goes to, counted without it; behind a word of the block itself means: so many places to the right.
function shiftPlace(start, end, after, sacrebleu) {
  if (after < start) return after + 1;
  if (after > end) return start + after - end;
  return start + after - start + (sacrebleu ? 1 : 0);
}
