// A text as it is in its file, with words marked: missing, extra, moved, in another form. Marks are signs, lines and
// words, never colours alone; the signs are styles, so that what is copied is the text.

import { element, isRightToLeft, textNodes } from "./elements.js";

const MARK_NAMES = {
  missing: "missing from the output",
  extra: "not in the reference",
  moved: "moved",
  form: "in another form",
};

// By word: null, or {kind, group, title}; neighbours of one group are marked as one.
export function hypMarks(pair) {
  const marks = new Array(pair.hyp.spans.length).fill(null);
  for (const link of pair.links) if (link.stage !== "exact") marks[link.hyp] = formMark(link.stage);
  pair.blocks.forEach((block, number) => {
    if (!block.moved) return;
    for (let k = 0; k < block.length; k += 1) marks[block.hyp + k] = movedMark(block.shift, number, pair);
  });
  for (const place of pair.extra) marks[place] = { kind: "extra", group: "extra", title: MARK_NAMES.extra };
  return marks;
}

export function refMarks(pair) {
  const marks = new Array(pair.ref.spans.length).fill(null);
  for (const link of pair.links) if (link.stage !== "exact") marks[link.ref] = formMark(link.stage);
  pair.blocks.forEach((block, number) => {
    if (!block.moved) return;
    for (let k = 0; k < block.length; k += 1) marks[block.ref + k] = movedMark(block.shift, number, pair);
  });
  for (const place of pair.missing) marks[place] = { kind: "missing", group: "missing", title: MARK_NAMES.missing };
  return marks;
}

function formMark(stage) {
  return { kind: "form", group: `form ${stage}`, title: stage === "stem" ? "another form of the word" : "similar spelling" };
}

function movedMark(shift, number, { unit, hyp }) {
  const far = Math.abs(shift);
  const onwards = (shift > 0) !== isRightToLeft(hyp.text);
  const title = shift === 0
    ? "stands where it stood; the words around it changed sides"
    : `moved ${far} ${unit}${far === 1 ? "" : "s"} ${shift > 0 ? "later" : "earlier"}`;
  return { kind: "moved", group: number, title, sign: shift === 0 ? "↔" : onwards ? `${far}→` : `←${far}` };
}

// Puts the text into `cell`, marked. Without marks it is the text alone.
export function writeMarked(cell, side, marks) {
  cell.replaceChildren();
  let at = 0;
  let run = null; // {mark, start, end}
  const close = () => {
    if (run === null) return;
    if (run.start > at) cell.append(...textNodes(side.text.slice(at, run.start)));
    const made = element("mark", { class: run.mark.kind, title: run.mark.title, "data-sign": run.mark.sign });
    made.append(...textNodes(side.text.slice(run.start, run.end)));
    cell.append(made);
    at = run.end;
    run = null;
  };
  side.spans.forEach((span, place) => {
    const mark = marks[place];
    if (span === null || mark === null || span[0] < at) {
      if (mark === null) close();
      return;
    }
    if (run !== null && run.mark.kind === mark.kind && run.mark.group === mark.group) run.end = span[1];
    else {
      close();
      run = { mark, start: span[0], end: span[1] };
    }
  });
  close();
  if (at < side.text.length) cell.append(...textNodes(side.text.slice(at)));
}

export function marksLegend() {
  const sample = (kind, sign, text) => element("mark", { class: kind, "data-sign": sign }, text);
  const item = (mark, text) => element("li", {}, mark, ` ${text}`);
  return element("ul", { class: "marks-legend", "aria-label": "What the marks mean" },
    item(sample("missing", null, "word"), "missing from the output"),
    item(sample("extra", null, "word"), "not in the reference"),
    item(sample("moved", "3→", "word"), "moved (3→: three places that way)"),
    item(sample("form", null, "word"), "in another form"),
    element("li", {}, "no mark: the same on both sides"));
}
