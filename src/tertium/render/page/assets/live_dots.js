// Dot and line with other numbers: the picture of render/page/dots.py.

import { decimalsOf, numberText } from "./live_numbers.js";

const DOTS_START = 6;
const DOTS_END = 114;
const DOTS_MIDDLE = 8;
const DOTS_NAMESPACE = "http://www.w3.org/2000/svg";

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

export function fillDots(picture, score, interval, axis) {
  for (const mark of picture.querySelectorAll(".span, .dot")) mark.remove();
  const place = (value) => numberText(axisPlace(axis, value), 1);
  if (interval !== null) {
    const [x1, x2] = [place(interval.low), place(interval.high)];
    picture.append(dotsMark("line", { class: "span", x1, x2, y1: DOTS_MIDDLE, y2: DOTS_MIDDLE }));
  }
  if (Number.isFinite(score)) {
    picture.append(dotsMark("circle", { class: "dot", cx: place(score), cy: DOTS_MIDDLE, r: 4 }));
  }
}

function dotsMark(name, attributes) {
  const made = document.createElementNS(DOTS_NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
