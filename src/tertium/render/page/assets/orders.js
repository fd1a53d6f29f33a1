// In which order segments are listed, and masks by what is known of them: scores, texts, parts, findings.

const TIED = 1e-12; // as tertium compare counts ties

// The lowest and the highest score of a segment; low > high where no system has one.
export function extremesOf(scores, systems, segments, place) {
  let [low, high] = [Infinity, -Infinity];
  for (let system = 0; system < systems; system += 1) {
    const score = scores[system * segments + place];
    if (score < low) low = score;
    if (score > high) high = score;
  }
  return { low, high };
}

// Keys by segment for every order that can be chosen; sorted ascending, NaN last. null: by number.
export function orderKeys(state, order, choice) {
  const { segments, systems } = state;
  const measure = state.facts.measures[choice.measure];
  const scores = state.segmentScores(choice.measure);
  if (order === "number" || scores === null) return null;
  const keys = new Float64Array(segments);
  const sign = measure.higher ? 1 : -1;
  if (order === "difference") {
    for (let place = 0; place < segments; place += 1) {
      keys[place] = -sign * (scores[choice.first * segments + place] - scores[choice.second * segments + place]);
    }
    return keys;
  }
  if (order === "spread") {
    for (let place = 0; place < segments; place += 1) {
      const { low, high } = extremesOf(scores, systems, segments, place);
      keys[place] = high >= low ? low - high : NaN;
    }
    return keys;
  }
  if (order === "length") {
    const texts = state.facts.texts.references[0] ?? state.facts.texts.outputs[0];
    for (let place = 0; place < segments; place += 1) keys[place] = -(texts[place]?.length ?? 0);
    return keys;
  }
  if (order === "disagreement") return disagreementKeys(state, choice);
  const system = order === "first" ? choice.first : choice.second; // the worst score first
  for (let place = 0; place < segments; place += 1) keys[place] = sign * scores[system * segments + place];
  return keys;
}

// Equal scores may differ in their last bits: compare counts these as ties, too.
function gained(difference) {
  return Math.abs(difference) <= TIED ? 0 : difference;
}

// The two metrics' differences of A and B as shares of their largest; the more they contradict, the earlier.
function disagreementKeys(state, choice) {
  const { segments } = state;
  const keys = new Float64Array(segments).fill(NaN);
  const [one, other] = [choice.measure, choice.other].map((place) => differences(state, place, choice));
  if (one === null || other === null) return keys;
  for (let place = 0; place < segments; place += 1) {
    const product = one[place] * other[place];
    keys[place] = product < 0 ? -Math.min(Math.abs(one[place]), Math.abs(other[place])) : 0;
  }
  return keys;
}

// How much better A is than B, by segment, divided by the largest difference of any segment.
function differences(state, place, choice) {
  const scores = state.segmentScores(place);
  if (scores === null) return null;
  const { segments } = state;
  const sign = state.facts.measures[place].higher ? 1 : -1;
  const made = new Float64Array(segments);
  let most = 0;
  for (let at = 0; at < segments; at += 1) {
    made[at] = gained(sign * (scores[choice.first * segments + at] - scores[choice.second * segments + at]));
    if (Math.abs(made[at]) > most) most = Math.abs(made[at]);
  }
  return most > 0 ? made.map((value) => value / most) : made;
}

// The selected places (ascending) in order; `reversed` turns it around, but what has no key stays last.
export function inOrderOf(selected, keys, reversed) {
  if (keys === null) return reversed ? selected.toReversed() : selected;
  const places = Uint32Array.from(selected);
  const factor = reversed ? -1 : 1;
  places.sort((a, b) => {
    const [left, right] = [keys[a], keys[b]];
    if (left !== left || right !== right) return (left !== left) - (right !== right) || a - b;
    return factor * (left - right) || a - b;
  });
  return places;
}

export function maskOf(state, holds) {
  const mask = new Uint8Array(state.segments);
  for (let place = 0; place < state.segments; place += 1) if (holds(place)) mask[place] = 1;
  return mask;
}

// One of the systems (-1: any) scores between two printed numbers.
export function rangeMask(state, measure, system, low, high) {
  const scores = state.segmentScores(measure);
  const { scale } = state.facts.measures[measure];
  const systems = system < 0 ? [...Array(state.systems).keys()] : [system];
  if (scores === null) return new Uint8Array(state.segments);
  return maskOf(state, (place) => systems.some((one) => {
    const score = scale * scores[one * state.segments + place];
    return score >= low && score <= high;
  }));
}

export function beatsMask(state, choice) {
  const scores = state.segmentScores(choice.measure);
  const sign = state.facts.measures[choice.measure].higher ? 1 : -1;
  if (scores === null) return new Uint8Array(state.segments);
  return maskOf(state, (place) =>
    gained(sign * (scores[choice.first * state.segments + place] - scores[choice.second * state.segments + place])) > 0);
}

export function disagreeMask(state, choice) {
  const keys = disagreementKeys(state, choice);
  return maskOf(state, (place) => keys[place] < 0);
}

// "outputs": the chosen two are the same; "all": all are; "reference": some output is a reference; "source": a copy.
export function identicalMask(state, what, choice) {
  const { source, references, outputs } = state.facts.texts;
  return maskOf(state, (place) => {
    if (what === "outputs") return outputs[choice.first][place] === outputs[choice.second][place];
    if (what === "all") return outputs.every((texts) => texts[place] === outputs[0][place]);
    if (what === "source") return source !== null && outputs.some((texts) => texts[place] !== "" && texts[place] === source[place]);
    return outputs.some((texts) => references.some((list) => list[place] === texts[place]));
  });
}

export function emptyMask(state) {
  return maskOf(state, (place) => state.facts.texts.outputs.some((texts) => texts[place].trim() === ""));
}

// Segments with the finding at this place of facts.flags; -1: with any.
export function flaggedMask(state, flag) {
  const flags = flag < 0 ? (state.facts.flags ?? []).map((_, place) => place) : [flag];
  const marked = flags.map((place) => state.array(`flag${place}`)).filter((array) => array !== null);
  return maskOf(state, (place) => marked.some(({ values, shape }) => {
    const width = shape.length > 1 ? shape[1] : 1;
    for (let column = 0; column < width; column += 1) if (values[place * width + column]) return true;
    return false;
  }));
}
