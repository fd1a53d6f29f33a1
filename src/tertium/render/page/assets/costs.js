// What words, order and length cost an output by every metric that comes apart.

import { element, svgElement, tableOf } from "./elements.js";
import { decimalsOf, numberText } from "./live_numbers.js";

const COST_PARTS = ["words", "order", "length"];
const NO_COST = 32767; // what Python writes where a score does not come apart

// [{label, decimals, score, lost, words, order, length}] of one output; parts are null where the metric does not come apart.
export function costsOf(state, segment, system) {
  const { facts, array } = state;
  return facts.measures.map((measure, place) => {
    const scores = state.segmentScores(place);
    const value = scores === null ? NaN : measure.scale * scores[system * state.segments + segment];
    const made = { label: measure.label, decimals: decimalsOf(measure), score: value, lost: null, words: null, order: null, length: null };
    const about = facts.details?.losses?.[place] ?? null;
    if (about === null) return made;
    made.lost = measure.higher ? about.best - value : value - about.best;
    const at = segment * state.systems + system;
    const [order, length] = ["order", "length"].map((part) => array(`loss${place}_${part}`)?.values[at] ?? NO_COST);
    if (order !== NO_COST && length !== NO_COST && Number.isFinite(value)) {
      made.order = order / about.per_point;
      made.length = length / about.per_point;
      const rest = made.lost - made.order - made.length;
      made.words = Math.abs(rest) * about.per_point < 2 ? 0 : rest; // order and length were rounded
    }
    return made;
  });
}

export function costsTable(state, segment, system) {
  const costs = costsOf(state, segment, system);
  const number = (value, decimals) => element("td", { class: "n" }, numberText(value, decimals));
  const most = Math.max(1, ...costs.map((cost) => (Number.isFinite(cost.lost) ? cost.lost : 0)));
  const rows = costs.map((cost) => [
    element("th", { scope: "row", dir: "auto" }, cost.label),
    ...["score", "lost", ...COST_PARTS].map((what) => number(cost[what], cost.decimals)),
    element("td", { class: "cost-cell" }, costBar(cost, most)),
  ]);
  return [
    tableOf("In points of each score",
      ["metric", "score", "lost", "words", "order", "length", element("span", { class: "unseen" }, "drawn")], rows, "costs"),
    costs.some((cost) => cost.words === null)
      ? element("p", { class: "note" }, "–: the score does not come apart into words, order and length.") : null,
    element("ul", { class: "marks-legend", "aria-hidden": "true" },
      COST_PARTS.map((part) => element("li", {}, svgElement("svg", { class: "cost-bar", width: 16, height: 12 },
        svgElement("rect", { class: part, width: 16, height: 12 }), costHatch(part, 0, 16)), ` ${part}`))),
  ];
}

function costBar(cost, most) {
  const wide = 120;
  const bar = svgElement("svg", { class: "cost-bar", width: wide, height: 12, viewBox: `0 0 ${wide} 12`, "aria-hidden": "true" });
  if (cost.words === null) return bar;
  let x = 0;
  for (const part of COST_PARTS) {
    const width = Math.max(0, (wide * cost[part]) / most);
    if (width > 0) bar.append(svgElement("rect", { class: part, x, width, height: 12 }), costHatch(part, x, width));
    x += width;
  }
  return bar;
}

// Order has strokes and length has dots, so that the parts are told apart without their colours.
function costHatch(part, x, width) {
  const marks = [];
  for (let at = x + 3; part !== "words" && at + 2 < x + width; at += 5) {
    marks.push(part === "order" ? `M${at} 1 V11` : `M${at} 5 v2`);
  }
  return svgElement("path", { class: `hatch ${part}`, d: marks.join(" ") || "M0 0" });
}
