// From the rows of a leaf, or sums of rows, to its score: the formulas of src/tertium/metrics that pool.
//
// Python says in render/page/formulas.py which metric has which formula and parameters. A formula is made once for a
// leaf and then reads numbers in place: score(values, at) and segment(values, at), where the columns of a row stand at
// values[at], values[at + 1] and so on. NaN: there is no score. `used` are the columns that the formula reads.

const SMOOTHING_VALUES = { add1_n2plus: 1, floor: 0.1 };
// These smoothings say themselves what an order is worth that the hypothesis is too short for.
const DEFINE_SHORT = new Set(["add1_all", "add1_all_bp", "mteval13a"]);
const CHRF_EPSILON = 1e-16;
const NIST_BETA = Math.log(0.5) / Math.log(1.5) ** 2;

const FORMULAS = {
  quotient: (columns) => sameForSegments(quotientScore, columnsUpTo(columns)),
  bleu: bleuFormula,
  nist: (columns, parameters) => sameForSegments(nistScore(parameters.order), columnsUpTo(columns)),
  chrf: (columns, parameters) => sameForSegments(chrfScore(columns / 3, parameters), columnsUpTo(columns)),
  rate: (columns) => sameForSegments(errorRate, columnsUpTo(columns)),
  per: (columns, parameters) => sameForSegments(perScore(parameters.variant), columnsUpTo(columns)),
  ter: () => sameForSegments(terScore, [0, 1]),
  gtm: (columns) => sameForSegments(gtmScore, columnsUpTo(columns)),
  meteor: (columns, parameters) => sameForSegments(meteorScore(parameters), columnsUpTo(columns)),
};

// {score, segment, used} of a leaf of the pack; null where the page has no formula for it.
export function formulaOf(leaf) {
  const make = Object.hasOwn(FORMULAS, leaf.formula ?? "") ? FORMULAS[leaf.formula] : null;
  return make === null ? null : make(leaf.columns, leaf.parameters);
}

function columnsUpTo(count) {
  return Array.from({ length: count }, (_, place) => place);
}

function sameForSegments(score, used) {
  return { score, segment: score, used };
}

function quotientScore(values, at) {
  return values[at + 1] > 0 ? values[at] / values[at + 1] : NaN;
}

function brevityPenalty(hypothesis, reference) {
  return hypothesis >= reference ? 1 : Math.exp(1 - reference / hypothesis);
}

function bleuFormula(columns, parameters) {
  const { smooth, seg_smooth: named, effective_order: effective } = parameters;
  const alone = named === "same" ? smooth : named;
  const byDefault = effective === "segments" && !DEFINE_SHORT.has(alone);
  return {
    score: bleuScore(parameters, smooth, effective === true),
    segment: bleuScore(parameters, alone, effective === true || byDefault),
    used: columnsUpTo(columns),
  };
}

function bleuScore({ order, weights: given, smooth_value: givenValue }, smooth, effective) {
  const weights = given ?? new Array(order).fill(1 / order);
  const allWeights = weights.reduce((total, weight) => total + weight, 0);
  const value = givenValue ?? SMOOTHING_VALUES[smooth] ?? 0;
  const addsToAll = smooth === "add1_all" || smooth === "add1_all_bp";
  const addsAfterFirst = smooth === "add1_n2plus";
  const halves = smooth === "exp" || smooth === "mteval13a";
  const definesShort = DEFINE_SHORT.has(smooth);

  return (values, at) => {
    const hypothesis = values[at + 2 * order];
    const reference = values[at + 2 * order + 1];
    if (!(hypothesis > 0 && reference > 0)) return 0;
    let spread = 0;
    let mean = 0;
    let missed = 0;
    let anyMatch = false;
    for (let n = 0; n < order; n += 1) {
      let match = values[at + n];
      let total = values[at + order + n];
      const longEnough = total > 0;
      if (match > 0) anyMatch = true;
      if (addsToAll || (addsAfterFirst && n > 0)) {
        const added = addsToAll ? 1 : value;
        match += added;
        total += added;
      }
      let precision = total > 0 ? match / total : 0;
      if (total > 0 && match === 0) {
        missed += 1;
        if (halves) precision = 2 ** -missed / total;
        else if (smooth === "floor") precision = value / total;
      }
      if (smooth === "mteval13a" && !(total > 0)) precision = 1;
      // Where all orders are smoothed only the raw number of n-grams can say that an order is left out.
      if (effective && !(definesShort ? longEnough : total > 0)) continue;
      const share = weights[n];
      if (share === 0) continue;
      if (!(precision > 0)) return 0;
      spread += share;
      mean += share * Math.log(precision);
    }
    if (!(spread > 0) || !(definesShort || anyMatch)) return 0;
    const penalty = brevityPenalty(hypothesis, smooth === "add1_all_bp" ? reference + 1 : reference);
    return penalty * Math.exp(mean * (allWeights / spread));
  };
}

function nistScore(order) {
  return (values, at) => {
    const hypothesis = values[at + 2 * order];
    const reference = values[at + 2 * order + 1];
    if (!(hypothesis > 0)) return 0;
    let gain = 0;
    for (let n = 0; n < order; n += 1) gain += values[at + n] / Math.max(values[at + order + n], 1);
    const ratio = Math.min(1, hypothesis / (reference > 0 ? reference : 1));
    return gain * Math.exp(NIST_BETA * Math.log(ratio) ** 2);
  };
}

function chrfScore(orders, { beta, eps_smoothing: everyOrder }) {
  const factor = beta ** 2;
  if (everyOrder) {
    return (values, at) => {
      let total = 0;
      for (let order = 0; order < orders; order += 1) {
        const [hypothesis, reference, match] = [0, 1, 2].map((side) => values[at + 3 * order + side]);
        const precision = hypothesis > 0 ? match / hypothesis : CHRF_EPSILON;
        const recall = reference > 0 ? match / reference : CHRF_EPSILON;
        const bottom = factor * precision + recall;
        total += bottom > 0 ? ((1 + factor) * precision * recall) / bottom : CHRF_EPSILON;
      }
      return total / orders;
    };
  }
  return (values, at) => {
    let precision = 0;
    let recall = 0;
    let counted = 0;
    for (let place = at; place < at + 3 * orders; place += 3) {
      const hypothesis = values[place];
      const reference = values[place + 1];
      if (hypothesis > 0 && reference > 0) {
        precision += values[place + 2] / hypothesis;
        recall += values[place + 2] / reference;
        counted += 1;
      }
    }
    if (counted === 0) return 0;
    precision /= counted;
    recall /= counted;
    const bottom = factor * precision + recall;
    return bottom > 0 ? ((1 + factor) * precision * recall) / bottom : 0;
  };
}

function errorRate(values, at) {
  const edits = values[at];
  const length = values[at + 1];
  if (length > 0) return edits / length;
  return edits > 0 ? NaN : 0;
}

function perScore(variant) {
  return (values, at) => {
    let errors = values[at];
    const matches = values[at + 1];
    const hypothesis = values[at + 2];
    const reference = values[at + 3];
    const length = values[at + 4];
    if (variant === "per") errors = Math.max(hypothesis, reference) - matches;
    else if (variant === "recall") errors = reference - matches;
    if (length > 0) return errors / length;
    return hypothesis > 0 ? NaN : 0;
  };
}

function terScore(values, at) {
  const edits = values[at];
  const length = values[at + 1];
  if (length > 0) return edits / length;
  return edits > 0 ? 1 : 0;
}

function gtmScore(values, at) {
  const both = values[at + 1] + values[at + 2];
  return (2 * values[at]) / (both > 0 ? both : 1);
}

function meteorScore({ alpha, beta, gamma, delta, weights }) {
  const ratio = (top, bottom) => (bottom > 0 ? top / bottom : 0);
  // Content words of a column and the function words beside it, weighed.
  const content = (values, place) => delta * values[place] + (1 - delta) * values[place + 1];
  return (values, at) => {
    let ours = 0;
    let theirs = 0;
    for (let module = 0; module < weights.length; module += 1) {
      ours += weights[module] * content(values, at + 4 * module);
      theirs += weights[module] * content(values, at + 4 * module + 2);
    }
    const precision = ratio(ours, content(values, at + 16));
    const recall = ratio(theirs, content(values, at + 18));
    const mean = ratio(precision * recall, alpha * precision + (1 - alpha) * recall);
    const chunks = values[at + 22];
    const matched = (values[at + 20] + values[at + 21]) / 2;
    const penalty = chunks > 0 ? gamma * ratio(chunks, matched) ** beta : 0;
    return Math.max(mean * (1 - penalty), 0);
  };
}
