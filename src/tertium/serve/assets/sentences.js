// Two sentences: asked again at every change, the latest answer alone is shown.

import { send, tell } from "./asking.js";
import { element } from "./elements.js";
import { names } from "./naming.js";
import { crossing } from "./report/crossing.js";

const PAUSE = 60; // milliseconds without a key before the server is asked
const SPOKEN = 1000; // before a screen reader is told
const byId = (id) => document.getElementById(id);
const fields = ["reference", "hypothesis", "own", "language"].map(byId);
// Scripts that put no spaces between words: without the language a sentence is one word.
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{4}/u;
let waiting = null;
let speaking = null;
let asked = null;
let before = new Map(); // scores as they were before the last change

function number(value, digits = 1) {
  return value === null ? "–" : value.toFixed(digits).replace("-", "−");
}

function change(row) {
  const old = before.get(row.metric);
  if (old === undefined || old === null || row.score === null) return element("td", { class: "number" }, "–");
  const delta = row.score - old;
  if (Math.abs(delta) < 0.05) return element("td", { class: "number soft" }, "same");
  const better = delta > 0 === row.higher;
  const words = `${delta > 0 ? "+" : ""}${number(delta)} ${better ? "▲" : "▼"}`;
  return element("td", { class: `number ${better ? "better" : "worse"}` }, words, element("span", { class: "visually-hidden" }, better ? " better" : " worse"));
}

function showScores(rows) {
  const made = rows.map((row) =>
    element(
      "tr",
      { title: row.note },
      element("th", { scope: "row" }, row.metric, element("span", { class: "soft" }, row.higher ? " ↑" : " ↓")),
      element("td", { class: "number score" }, number(row.score)),
      change(row),
      ...["words", "order", "length"].map((part) => element("td", { class: "number" }, number(row[part]))),
    ),
  );
  byId("scores").tBodies[0].replaceChildren(...made);
  before = new Map(rows.map((row) => [row.metric, row.score]));
  clearTimeout(speaking);
  speaking = setTimeout(() => {
    byId("said").textContent = rows.map((row) => `${row.metric} ${number(row.score)}`).join(", ");
  }, SPOKEN);
}

function showPicture(pair, language) {
  const place = byId("picture");
  const asTable = place.querySelector(".as-table[aria-expanded=true]") !== null;
  const button = place.contains(document.activeElement);
  const target = language.split("-")[1] || null;
  place.replaceChildren(crossing(pair, { ref: "reference", hyp: "translation" }, { target }));
  if (asTable) place.querySelector(".as-table").click();
  if (button) place.querySelector(".as-table").focus();
}

function showHint(texts, language) {
  const hint = byId("hint");
  const isNeeded = language === "" && texts.some((text) => NO_SPACES.test(text));
  hint.hidden = !isNeeded;
  hint.textContent = isNeeded ? "This text has no spaces between words. Say its languages above, such as en-zh or en-ja: else a sentence counts as one word." : "";
}

async function show() {
  if (asked) asked.abort();
  const mine = new AbortController();
  asked = mine;
  const [reference, hypothesis, own, language] = fields.map((field) => field.value);
  const given = names(own);
  showHint([reference, hypothesis], language.trim());
  try {
    const body = { reference, hypothesis, language: language.trim(), metrics: given.length ? given : null };
    const answer = await send("/api/sentences", body, { signal: mine.signal });
    if (asked !== mine) return;
    tell(byId("problem"), null);
    showScores(answer.scores);
    showPicture(answer.pair, body.language);
  } catch (error) {
    if (error.name !== "AbortError" && asked === mine) tell(byId("problem"), error);
  }
}

for (const field of fields) {
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, PAUSE);
  });
}
byId("swap").addEventListener("click", () => {
  const [reference, hypothesis] = fields;
  [reference.value, hypothesis.value] = [hypothesis.value, reference.value];
  show();
});
show();
