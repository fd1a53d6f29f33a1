// One segment opened: its texts as they are in the files, and what happened to the words of the chosen output.

import { element, textNodes, visible } from "./elements.js";
import { decimalsOf, numberText } from "./live_numbers.js";
import { hypMarks, refMarks, writeMarked, marksLegend } from "./marks.js";
import { crossing } from "./crossing.js";
import { editPath } from "./edits.js";
import { costsTable } from "./costs.js";
import { relationsOf } from "./relations.js";

let rowNumber = 0; // ids of fields must be unique in the page

// Fills `place`, an empty element, with segment `segment`; `system` is the output that is looked at first.
export function openRow(place, state, details, segment, system) {
  const { facts } = state;
  const number = (rowNumber += 1);
  const languages = { source: facts.language?.source ?? null, target: facts.language?.target ?? null };
  const references = facts.texts.references.map((list) => list[segment]);
  const texts = element("dl", { class: "texts" });
  const depth = element("div", { class: "depth" });
  const view = { system, reference: null }; // null: the nearest of the chosen output
  const cells = textCells(state, texts, segment, references, languages, (chosen) => {
    view.system = chosen;
    view.reference = null;
    show();
  }, number);
  const choice = references.filter((text) => text !== null).length > 1 && details !== null
    ? referenceChoice(references, number, (chosen) => {
      view.reference = chosen;
      show();
    }) : null;

  function show() {
    const nearest = details === null ? 0 : details.nearest(segment, view.system);
    const reference = view.reference ?? nearest;
    if (choice !== null) choice.update(nearest, reference);
    cells.choose(view.system);
    if (details !== null && details.references(segment) > 0) {
      markTexts(state, details, segment, view.system, reference, cells);
      depth.replaceChildren(...depthOf(state, details, segment, view.system, reference, languages, references.length));
    } else {
      depth.replaceChildren(element("p", { class: "note" }, "This segment has no reference to compare with."));
    }
  }

  place.append(marksLegend(), ...(choice === null ? [] : [choice.box]), texts, depth);
  show();
}

// The source, all references and all outputs; an output is chosen by its button.
function textCells(state, list, segment, references, languages, choose, number) {
  const { facts } = state;
  const cells = { references: [], outputs: [], buttons: [] };
  const add = (term, text, lang, group) => {
    const cell = element("dd", { dir: "auto", lang });
    if (text === "") cell.append(element("span", { class: "note" }, "(empty)"));
    else cell.append(...textNodes(text));
    group.append(term, cell);
    list.append(group);
    return cell;
  };
  if (facts.texts.source !== null) {
    add(element("dt", {}, "source"), facts.texts.source[segment], languages.source, element("div", { class: "source" }));
  }
  references.forEach((text, place) => {
    if (text === null) return;
    const name = references.length > 1 ? `reference ${place + 1}` : "reference";
    const cell = add(element("dt", {}, name), text, languages.target, element("div", { class: "reference" }));
    cells.references[place] = cell;
  });
  facts.systems.forEach((name, system) => {
    const button = element("button", { type: "button", class: "name", dir: "auto", "aria-pressed": "false", title: visible(name) }, visible(name));
    button.addEventListener("click", () => choose(system));
    const term = element("dt", {}, button, element("span", { class: "note" }, scoresText(state, segment, system)));
    const group = element("div", { class: "output", id: `row-${number}-output-${system}` });
    cells.outputs[system] = add(term, facts.texts.outputs[system][segment], languages.target, group);
    cells.buttons[system] = button;
  });
  cells.choose = (chosen) => {
    cells.buttons.forEach((button, system) => {
      button.setAttribute("aria-pressed", String(system === chosen));
      button.closest(".output").classList.toggle("chosen", system === chosen);
    });
  };
  return cells;
}

function scoresText(state, segment, system) {
  return state.facts.measures.map((measure, place) => {
    const scores = state.segmentScores(place);
    const score = scores === null ? NaN : measure.scale * scores[system * state.segments + segment];
    return Number.isNaN(score) ? null : `${measure.label}\u00a0${numberText(score, decimalsOf(measure))}`; // a number stays with its name
  }).filter((text) => text !== null).join(" · ");
}

function referenceChoice(references, number, choose) {
  const id = `row-${number}-reference`;
  const select = element("select", { id });
  references.forEach((text, place) => {
    if (text !== null) select.append(element("option", { value: place }, `reference ${place + 1}`));
  });
  select.addEventListener("change", () => choose(Number(select.value)));
  const box = element("p", { class: "tools" }, element("label", { for: id }, "Compare with"), select);
  const update = (nearest, chosen) => {
    for (const option of select.options) {
      const place = Number(option.value);
      option.textContent = place === nearest ? `reference ${place + 1} (nearest)` : `reference ${place + 1}`;
    }
    select.value = String(chosen);
  };
  return { box, update };
}

// Every output is marked against its nearest reference, the chosen one against the chosen reference.
function markTexts(state, details, segment, system, reference, cells) {
  cells.outputs.forEach((cell, other) => {
    const pair = details.pair(segment, other, other === system ? reference : details.nearest(segment, other));
    if (pair.fits && pair.hyp.text !== "") writeMarked(cell, pair.hyp, hypMarks(pair));
  });
  cells.references.forEach((cell, place) => {
    const text = state.facts.texts.references[place][segment];
    const pair = place === reference ? details.pair(segment, system, reference) : null;
    if (pair?.fits && text !== "") writeMarked(cell, pair.ref, refMarks(pair));
    else if (text !== "") cell.replaceChildren(...textNodes(text));
    cell.parentElement.classList.toggle("chosen", place === reference);
  });
}

function depthOf(state, details, segment, system, reference, languages, count) {
  const name = state.facts.systems[system];
  const refName = count > 1 ? `reference ${reference + 1}` : "reference";
  const pair = details.pair(segment, system, reference);
  const block = (title, kind, ...content) =>
    element("section", { class: `depth-part ${kind}` }, element("h4", {}, title), ...content.flat());
  const named = element("bdi", {}, visible(name));
  const parts = [element("h3", { class: "depth-title" }, named, ` against ${count > 1 ? refName : "the reference"}`)];
  parts.push(block("Word order", "order-part", movesList(pair, languages),
    crossing(pair, { ref: refName, hyp: name }, languages)));
  parts.push(block("What words, order and length cost", "cost-part", costsTable(state, segment, system)));
  parts.push(block("Edits (TER)", "edit-part", editPath(details.edits(segment, system, reference), languages)));
  const relations = relationsOf(state, segment, system);
  if (relations.length > 0) parts.push(block("Relations", "relation-part", element("div", { class: "relation-tables" }, relations)));
  return parts;
}

const MOST_MOVES = 6;

function movesList(pair, languages) {
  if (pair.moves.length === 0) return element("p", { class: "note" }, pair.links.length < 2 ? "Fewer than two words correspond." : "Nothing moved.");
  const whither = { front: "to the front", end: "to the end", earlier: "earlier", later: "later" };
  const items = pair.moves.slice(0, MOST_MOVES).map((move) => {
    const far = Math.abs(move.shift);
    const what = move.to === "around"
      ? " stands where it stood, but the words around it changed sides"
      : ` moved ${far} ${pair.unit}${far === 1 ? "" : "s"} ${whither[move.to]}`;
    return element("li", {}, element("q", { lang: languages.target, dir: "auto" }, textNodes(move.text)), what);
  });
  const more = pair.moves.length - MOST_MOVES;
  if (more > 0) items.push(element("li", {}, `and ${more} more`));
  return element("ul", { class: "moves" }, items);
}
