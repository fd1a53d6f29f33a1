// Elements of the page, made from text: nothing here reads HTML.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

// element("p", {class: "note", "aria-live": "polite"}, "text", child, ...); null children are left out.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  setAttributes(made, attributes);
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

export function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG_NAMESPACE, name);
  setAttributes(made, attributes);
  made.append(...children.flat().filter((child) => child !== null));
  return made;
}

function setAttributes(made, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
}

// What cannot be seen, or would turn the text around: control and format characters, halves of characters. Joiners
// inside words of Persian or Hindi, and inside emoji, are part of how these are written.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const EACH_UNSEEN = new RegExp(UNSEEN, "gu");
const SPELLED = new Map([["\t", "\\t"], ["\n", "\\n"], ["\r", "\\r"]]);

// The text with such characters spelled out, as Python does it.
export function visible(text) {
  if (!UNSEEN.test(text)) return text;
  return text.replace(EACH_UNSEEN, (char, at) => (joins(text, char, at) ? char : spelled(char)));
}

function joins(text, char, at) {
  return (char === "\u200c" || char === "\u200d") && at > 0 && text[at - 1] > "\u02ff";
}

function spelled(char) {
  const known = SPELLED.get(char);
  if (known !== undefined) return known;
  const code = char.codePointAt(0);
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
}

// Nodes of a text as it is; characters that cannot be seen stand as codes in elements of their own.
export function textNodes(text) {
  if (!UNSEEN.test(text)) return text === "" ? [] : [document.createTextNode(text)];
  const nodes = [];
  let from = 0;
  for (const { 0: char, index } of text.matchAll(EACH_UNSEEN)) {
    if (joins(text, char, index)) continue;
    if (index > from) nodes.push(document.createTextNode(text.slice(from, index)));
    nodes.push(element("code", { class: "unseen-char" }, spelled(char)));
    from = index + char.length;
  }
  if (from < text.length) nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

// Is the text written from right to left? The first letter says it.
export function isRightToLeft(text) {
  const letter = text.match(/\p{L}/u);
  return letter !== null && /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(letter[0]);
}

// A button that shows one of two elements: a picture, and the same as a table.
export function pictureOrTable(picture, makeTable) {
  const button = element("button", { type: "button", class: "as-table", "aria-expanded": "false" }, "Show as table");
  let table = null;
  button.addEventListener("click", () => {
    const showTable = button.getAttribute("aria-expanded") === "false";
    if (table === null) {
      table = makeTable();
      button.after(table);
    }
    table.hidden = !showTable;
    picture.hidden = showTable;
    button.setAttribute("aria-expanded", String(showTable));
    button.textContent = showTable ? "Show as picture" : "Show as table";
  });
  return element("div", { class: "pictured" }, picture, button);
}

// A table inside a region that scrolls by itself.
export function tableOf(caption, headings, rows, classes = "") {
  const head = element("tr", {}, headings.map((heading) => element("th", { scope: "col" }, heading)));
  const body = rows.map((cells) =>
    element("tr", {}, cells.map((cell) => (cell instanceof HTMLElement && /^T[HD]$/.test(cell.tagName)
      ? cell
      : element("td", { dir: "auto" }, typeof cell === "string" ? textNodes(cell) : cell)))));
  const table = element("table", { class: classes }, element("caption", {}, caption), element("thead", {}, head),
    element("tbody", {}, body));
  return element("div", { class: "wide", role: "region", "aria-label": caption, tabindex: "0" }, table);
}

// "1 word", "2 words".
export function countedNoun(number, noun) {
  return `${groupedText(number)} ${noun}${number === 1 ? "" : "s"}`;
}

// "3,000". The browser's own way loads tables of all languages first, which takes longer than all else of a list.
export function groupedText(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

// A name for a narrow column. Names of runs differ at their end as often as at their start: the middle goes.
export function shortName(name, most) {
  const letters = [...name];
  if (letters.length <= most) return name;
  const start = Math.ceil((most - 1) / 2);
  return `${letters.slice(0, start).join("")}…${letters.slice(start + 1 - most).join("")}`;
}
