// The crossing picture: reference on one side, output on the other, a ribbon for every block. Words stand in lines of
// HTML, so that they can be read, selected and written from right to left; only the lines between them are drawn.

import { element, svgElement, pictureOrTable, tableOf, textNodes, visible, countedNoun } from "./elements.js";
import { writtenWords } from "./details.js";

const CROSSING_ROW = 26; // pixels, as in segments.css
const WIDE_CHAR = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

export function crossing(pair, names, languages) {
  const picture = element("figure", { class: "crossing" });
  const said = `${pair.links.length} correspond, ${pair.missing.length} missing, ${pair.extra.length} extra; `
    + `${countedNoun(pair.moves.length, "move")}`;
  const caption = element("figcaption", {}, `${pair.unit === "character" ? "Characters" : "Words"}: ${said}.`);
  const canvas = element("div", { class: "canvas" });
  picture.append(canvas, caption, crossingLegend());
  let drawnWidth = 0;
  const draw = () => {
    const available = canvas.clientWidth || 800;
    const between = available < 500 ? 56 : Math.min(200, available * 0.22);
    const columns = Math.max(8, Math.min(40, Math.floor(((available - between) / 2 - 46) / 8.4)));
    if (columns === drawnWidth) return;
    drawnWidth = columns;
    canvas.replaceChildren(...drawCrossing(pair, names, languages, columns, between));
  };
  const observer = new ResizeObserver(() => {
    if (canvas.clientWidth > 0) draw();
  });
  observer.observe(canvas);
  draw();
  return pictureOrTable(picture, () => crossingTable(pair, names, languages));
}

function drawCrossing(pair, names, languages, columns, between) {
  const rows = crossingRows(pair, columns);
  const height = Math.max(rows.ref.length, rows.hyp.length, 1) * CROSSING_ROW;
  const drawing = svgElement("svg", {
    class: "lines", viewBox: `0 0 ${between} ${height}`, width: between, height, "aria-hidden": "true", focusable: "false",
  });
  drawing.append(...ribbons(rows, between), ...lines(rows, between));
  const side = (which, sign) => element("ol", { class: `side ${which}` }, rows[which].map((row) => lineOf(row, sign, languages)));
  return [
    element("div", { class: "heads" }, element("strong", {}, names.ref), element("strong", { dir: "auto" }, visible(names.hyp))),
    element("div", { class: "sides" }, side("ref", "−"), drawing, side("hyp", "+")),
  ];
}

function lineOf(row, sign, languages) {
  const places = row.first === row.last ? String(row.first + 1) : `${row.first + 1}–${row.last + 1}`;
  const kind = row.block === null ? "alone" : row.moved ? "moved" : "kept";
  return element("li", { class: kind, title: visible(row.text) },
    element("span", { class: "at" }, places),
    row.block === null ? element("span", { class: "sign" }, sign) : null,
    element("bdi", { class: "words", lang: languages.target }, textNodes(row.text)));
}

// Lines of both sides and which are linked. A block takes as many lines as it needs, the same number on both sides.
export function crossingRows(pair, columns) {
  const stages = new Map(pair.links.map((link) => [link.hyp, link.stage]));
  const rows = { ref: [], hyp: [], links: [] };
  pair.blocks.forEach((block, number) => {
    for (const [start, end] of piecesOf(pair, block, stages, columns)) {
      const about = { block: number, moved: block.moved, stage: stages.get(block.hyp + start) };
      const ref = rowOf(pair.ref, block.ref + start, block.ref + end - 1, about);
      const hyp = rowOf(pair.hyp, block.hyp + start, block.hyp + end - 1, about);
      rows.ref.push(ref);
      rows.hyp.push(hyp);
      rows.links.push([ref, hyp]);
    }
  });
  rows.ref.push(...aloneRows(pair.ref, pair.missing, columns));
  rows.hyp.push(...aloneRows(pair.hyp, pair.extra, columns));
  for (const side of ["ref", "hyp"]) {
    rows[side].sort((a, b) => a.first - b.first);
    rows[side].forEach((row, place) => {
      row.place = place;
    });
  }
  return rows;
}

function rowOf(side, first, last, about = { block: null, moved: false, stage: "exact" }) {
  return { text: writtenWords(side, first, last), first, last, ...about };
}

function aloneRows(side, places, columns) {
  const rows = [];
  for (let start = 0; start < places.length; ) {
    let end = start + 1;
    while (end < places.length && places[end] === places[end - 1] + 1) end += 1;
    const offset = places[start];
    for (const [first, last] of fittingLines(end - start, columns, [[side, offset]])) {
      rows.push(rowOf(side, offset + first, offset + last - 1));
    }
    start = end;
  }
  return rows;
}

// Parts of a block: words of one kind of link, as many as fit on both sides.
function* piecesOf(pair, block, stages, columns) {
  for (let start = 0; start < block.length; ) {
    let end = start + 1;
    while (end < block.length && stages.get(block.hyp + end) === stages.get(block.hyp + start)) end += 1;
    const both = [[pair.ref, block.ref + start], [pair.hyp, block.hyp + start]];
    for (const [first, last] of fittingLines(end - start, columns, both)) yield [start + first, start + last];
    start = end;
  }
}

function* fittingLines(count, columns, sides) {
  const wide = (first, last) =>
    Math.max(...sides.map(([side, offset]) => textColumns(writtenWords(side, offset + first, offset + last - 1))));
  for (let start = 0; start < count; ) {
    let end = start + 1;
    while (end < count && wide(start, end + 1) <= columns) end += 1;
    yield [start, end];
    start = end;
  }
}

function textColumns(text) {
  let columns = 0;
  for (const char of text) columns += WIDE_CHAR.test(char) ? 2 : /\p{M}/u.test(char) ? 0 : 1;
  return columns;
}

function curve(x, from, to, flip) {
  const bend = x * 0.4;
  return flip ? `C${x - bend} ${from} ${bend} ${to} 0 ${to}` : `C${bend} ${from} ${x - bend} ${to} ${x} ${to}`;
}

// A block of several words is an area from all its lines on the one side to all on the other.
function ribbons(rows, wide) {
  const ends = new Map();
  for (const [ref, hyp] of rows.links) {
    const known = ends.get(ref.block);
    if (known) Object.assign(known, { last: ref.place, end: hyp.place, lastRow: ref });
    else ends.set(ref.block, { row: ref, lastRow: ref, first: ref.place, last: ref.place, opposite: hyp.place, end: hyp.place });
  }
  return [...ends.values()]
    .filter(({ row, lastRow }) => row.first !== lastRow.last)
    .map(({ row, first, last, opposite, end }) => {
      const [y1, y2] = [first * CROSSING_ROW + 3, (last + 1) * CROSSING_ROW - 3];
      const [y3, y4] = [opposite * CROSSING_ROW + 3, (end + 1) * CROSSING_ROW - 3];
      const d = `M0 ${y1} ${curve(wide, y1, y3, false)} V${y4} ${curve(wide, y4, y2, true)} Z`;
      return svgElement("path", { d, class: row.moved ? "ribbon moved" : "ribbon" });
    });
}

function lines(rows, wide) {
  const inOrder = [...rows.links].sort((a, b) => a[0].moved - b[0].moved); // what moved lies on top
  return inOrder.map(([ref, hyp]) => {
    const [from, to] = [(ref.place + 0.5) * CROSSING_ROW, (hyp.place + 0.5) * CROSSING_ROW];
    const kind = ref.stage !== "exact" ? "link form" : "link";
    return svgElement("path", { d: `M0 ${from} ${curve(wide, from, to, false)}`, class: ref.moved ? `${kind} moved` : kind });
  });
}

function crossingLegend() {
  const sample = (kind, text) => element("li", {},
    svgElement("svg", { class: "lines", width: 30, height: 12, viewBox: "0 0 30 12", "aria-hidden": "true" },
      svgElement("path", { d: "M0 6 H30", class: kind })), ` ${text}`);
  return element("ul", { class: "marks-legend" },
    sample("link", "in order"), sample("link moved", "moved"), sample("link form", "another form"),
    element("li", {}, "− missing"), element("li", {}, "+ extra"));
}

function crossingTable(pair, names, languages) {
  const quote = (text) => element("td", { dir: "auto", lang: languages.target }, textNodes(text));
  const places = (first, last) => (first === last ? String(first + 1) : `${first + 1}–${last + 1}`);
  const rows = crossingRows(pair, 60);
  const partner = new Map(rows.links);
  const made = rows.ref.map((row) => {
    const other = partner.get(row);
    if (other === undefined) return [places(row.first, row.last), quote(row.text), "", "", "missing"];
    const shift = pair.blocks[row.block].shift;
    const what = row.moved ? (shift === 0 ? "changed sides" : `moved ${shift > 0 ? "+" : "−"}${Math.abs(shift)}`) : "in order";
    const form = row.stage === "exact" ? "" : `, ${row.stage === "stem" ? "another form" : "similar"}`;
    return [places(row.first, row.last), quote(row.text), places(other.first, other.last), quote(other.text), what + form];
  });
  for (const row of rows.hyp) if (row.block === null) made.push(["", "", places(row.first, row.last), quote(row.text), "extra"]);
  return tableOf("Which words correspond", ["at", names.ref, "at", element("bdi", {}, visible(names.hyp)), "what"], made);
}
