// TER's way from the output to the reference: first the words it shifts, then its edits, step by step.

import { element, isRightToLeft, pictureOrTable, tableOf, textNodes, countedNoun } from "./elements.js";
import { writtenWords } from "./details.js";

const STEP_SIGNS = { match: "=", substitution: "≠", insertion: "+", deletion: "−" };
const STEP_WORDS = { match: "same", substitution: "other word", insertion: "extra", deletion: "missing" };

export function editPath(edits, languages) {
  const counts = { match: 0, substitution: 0, insertion: 0, deletion: 0 };
  for (const step of edits.steps) counts[step.kind] += 1;
  const said = [
    countedNoun(edits.edits, "edit"), countedNoun(edits.shifts.length, "shift"),
    `${counts.substitution} other`, `${counts.insertion} extra`, `${counts.deletion} missing`,
  ].join(", ");
  const picture = element("div", { class: "path-picture" },
    element("ol", { class: "path", dir: isRightToLeft(edits.hyp.text) ? "rtl" : "ltr", lang: languages.target, "aria-label": "Edits" },
      pathSteps(edits)),
    element("ul", { class: "marks-legend" },
      Object.entries(STEP_SIGNS).map(([kind, sign]) =>
        element("li", {}, element("span", { class: `step-sign ${kind}` }, sign), ` ${STEP_WORDS[kind]}`))));
  return [
    element("p", { class: "note" }, `${said}${edits.capped ? "; the search ended early" : ""}. The words are those that TER compares.`),
    edits.shifts.length === 0 ? null : element("ol", { class: "shifts" }, edits.shifts.map((shift) => shiftItem(edits, shift, languages))),
    pictureOrTable(picture, () => tableOf("Edits after the shifts", ["edit", "output", "reference"],
      edits.steps.map((step) => [STEP_WORDS[step.kind], ...[wordAt(edits.hyp, step.hyp), wordAt(edits.ref, step.ref)].map((word) =>
        element("td", { dir: "auto", lang: languages.target }, textNodes(word)))]))),
  ];
}

function wordAt(side, place) {
  return place === null ? "" : writtenWords(side, place, place);
}

function shiftItem(edits, shift, languages) {
  const words = shift.words.map((place) => wordAt(edits.hyp, place)).join(" ");
  const quote = (text) => element("q", { lang: languages.target, dir: "auto" }, textNodes(text));
  const far = Math.abs(shift.by);
  const where = shift.behind === null ? ["to the front"] : ["behind ", quote(wordAt(edits.hyp, shift.behind))];
  return element("li", {}, quote(words), ` shifts ${countedNoun(far, "word")} ${shift.by > 0 ? "later" : "earlier"}, `, ...where);
}

// Neighbouring steps of one kind stand together, so that a long sentence stays short.
function pathSteps(edits) {
  const groups = [];
  for (const step of edits.steps) {
    const last = groups.at(-1);
    const joins = last?.[0].kind === step.kind && step.kind !== "substitution";
    if (joins) last.push(step);
    else groups.push([step]);
  }
  return groups.map((group) => {
    const kind = group[0].kind;
    const words = (side, key) => group.map((step) => wordAt(side, step[key])).filter((word) => word !== "").join(" ");
    const [output, reference] = [words(edits.hyp, "hyp"), words(edits.ref, "ref")];
    return element("li", { class: kind },
      element("span", { class: "step-sign", title: STEP_WORDS[kind] }, STEP_SIGNS[kind]),
      element("span", { class: "step-words" },
        kind === "deletion" ? null : element("bdi", { class: "from" }, textNodes(output)),
        kind === "deletion" || kind === "substitution" ? element("bdi", { class: "to" }, textNodes(reference)) : null));
  });
}
