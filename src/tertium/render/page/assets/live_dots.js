// Dot and line with other numbers: the picture of render/page/dots.py.

import { svgElement } from "./elements.js";
import { decimalsOf, numberText } from "./live_numbers.js";

const DOTS_START = 6;
const DOTS_END = 114;
const DOTS_MIDDLE = 8;

// The lowest and the highest of all scores and ends of intervals (null: none).
export function axisOver(scores, intervals) {
  const ends = [...scores, ...intervals.flatMap((interval) => (interval === null ? [] : [interval.low, interval.high]))];
  const known = ends.filter(Number.isFinite);
  return known.length === 0 ? { low: 0, high: 0 } : { low: Math.min(...known), high: Math.max(...known) };
}

function axisPlace({ low, high }, value) {
  if (high <= low) return (DOTS_START + DOTS_END) / 2;
  return DOTS_START + ((DOTS_END - DOTS_START) * (value - low)) / (high - low);
}

// The two ends of an axis, in the heading of its column.
export function fillEnds(ends, axis, measure) {
  const [low, high] = ends.children;
  low.textContent = numberText(axis.low, decimalsOf(measure));
  high.textContent = numberText(axis.high, decimalsOf(measure));
}

// The picture of no score yet.
export function emptyDots() {
  const axis = svgElement("line", { class: "axis", x1: DOTS_START, x2: DOTS_END, y1: DOTS_MIDDLE, y2: DOTS_MIDDLE });
  return svgElement("svg", { class: "dots", viewBox: "0 0 120 16", "aria-hidden": "true" }, axis);
}

export function fillDots(picture, score, interval, axis) {
  for (const mark of picture.querySelectorAll(".span, .dot")) mark.remove();
  const place = (value) => numberText(axisPlace(axis, value), 1);
  if (interval !== null) {
    const [x1, x2] = [place(interval.low), place(interval.high)];
    picture.append(svgElement("line", { class: "span", x1, x2, y1: DOTS_MIDDLE, y2: DOTS_MIDDLE }));
  }
  if (Number.isFinite(score)) {
    picture.append(svgElement("circle", { class: "dot", cx: place(score), cy: DOTS_MIDDLE, r: 4 }));
  }
}
