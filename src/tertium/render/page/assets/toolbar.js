// The controls above the list of segments: search, order, filters, the box about keys.

import { element, visible } from "./elements.js";
import { chosenParts, chooseParts } from "./parts.js";
import { plainMask, prepareSearch, ExpressionSearch } from "./search.js";
import { rangeMask, beatsMask, disagreeMask, identicalMask, emptyMask, flaggedMask, maskOf } from "./orders.js";

// A label and its field; `name` is the last part of the id.
function field(label, name, input) {
  input.id = `segments-${name}`;
  return element("div", { class: "field" }, element("label", { for: input.id }, label), input);
}

function selectOf(options) {
  return element("select", {}, options.map(([value, text]) => element("option", { value }, text)));
}

function checkbox(label, name) {
  const box = element("input", { type: "checkbox", id: `segments-${name}` });
  return { box, line: element("label", { class: "check", for: box.id }, box, ` ${label}`) };
}

// `choice` is what the list is shown by; `changed(what)` is called after every change of it, `say` speaks.
export function createToolbar(state, choice, changed, say) {
  const search = searchControls(state, say);
  const box = element("div", { class: "segments-tools" },
    search.box, orderControls(state, choice, changed), filterControls(state, choice, changed), helpBox(choice));
  return { box, focusSearch: search.focus, clearSearch: search.clear, searching: search.searching };
}

function searchControls(state, say) {
  const { facts } = state;
  const input = element("input", { type: "search", autocomplete: "off", spellcheck: "false", dir: "auto" });
  const expression = checkbox("regular expression", "expression");
  const sameCase = checkbox("match case", "case");
  const problem = element("p", { class: "problem", role: "alert", hidden: true });
  const lists = [...(facts.texts.source === null ? [] : [facts.texts.source]), ...facts.texts.references, ...facts.texts.outputs];
  const first = facts.texts.source === null ? 0 : 1;
  const references = facts.texts.references.length;
  const places = [["all", "all texts"]];
  if (first === 1) places.push(["source", "the source"]);
  places.push(["references", references > 1 ? "the references" : "the reference"], ["outputs", "the outputs"]);
  facts.systems.forEach((name, place) => places.push([`output ${place}`, visible(name)]));
  const where = selectOf(places);
  const runner = new ExpressionSearch(lists, state.segments);
  requestIdleCallback(() => prepareSearch(lists)); // while nobody asks for anything
  const which = () => {
    const all = lists.map((_, place) => place);
    if (where.value === "source") return [0];
    if (where.value === "references") return all.slice(first, first + references);
    if (where.value === "outputs") return all.slice(first + references);
    if (where.value.startsWith("output ")) return [first + references + Number(where.value.slice(7))];
    return all;
  };
  const tell = (sentence) => {
    problem.hidden = sentence === "";
    problem.textContent = sentence;
    if (sentence === "") input.removeAttribute("aria-invalid");
    else input.setAttribute("aria-invalid", "true");
  };
  const apply = async () => {
    const words = input.value;
    tell("");
    if (words === "") {
      runner.cancel();
      state.setFilter("search", "", null);
      return;
    }
    const label = `search: ${words}`;
    if (!expression.box.checked) {
      runner.cancel();
      state.setFilter("search", label, plainMask(which().map((place) => lists[place]), state.segments, words, sameCase.box.checked));
      return;
    }
    const found = await runner.run(words, sameCase.box.checked, which());
    if (found === null) return;
    if (found.problem) {
      tell(found.problem);
      state.setFilter("search", "", null);
    } else {
      state.setFilter("search", label, found.mask);
    }
  };
  let timer = 0;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(apply, 120);
  });
  for (const control of [expression.box, sameCase.box, where]) control.addEventListener("change", apply);
  input.setAttribute("aria-describedby", "segments-problem");
  problem.id = "segments-problem";
  state.onChange(() => { // somebody else may have taken the search away
    if (!problem.hidden) return;
    if (!state.filters.some(({ name }) => name === "search") && document.activeElement !== input) input.value = "";
  });
  return {
    box: element("div", { class: "search", role: "search", "aria-label": "Segments" }, field("Search", "search", input), field("in", "where", where),
      expression.line, sameCase.line, problem),
    focus: () => {
      input.focus();
      input.select();
    },
    searching: () => document.activeElement === input,
    clear: () => {
      input.value = "";
      apply();
      say("The search is cleared.");
    },
  };
}

function orderControls(state, choice, changed) {
  const { facts } = state;
  const names = facts.systems.map((name, place) => [place, visible(name)]);
  const measures = facts.measures.map((measure, place) => [place, measure.label]);
  const several = facts.systems.length > 1;
  const choose = (label, name, options, key) => {
    const select = selectOf(options);
    select.value = String(choice[key]);
    select.addEventListener("change", () => {
      choice[key] = Number.isNaN(Number(select.value)) ? select.value : Number(select.value);
      changed(key);
    });
    return field(label, name, select);
  };
  const orders = [["number", "number"], ["first", several ? "worst of A" : "worst score"]];
  if (several) orders.push(["second", "worst of B"], ["difference", "A beats B by most"], ["spread", "systems differ most"]);
  if (several && measures.length > 1) orders.push(["disagreement", "metrics disagree most"]);
  orders.push(["length", "longest"]);
  const turn = element("button", { type: "button", "aria-pressed": "false" }, "Reverse");
  turn.addEventListener("click", () => {
    choice.reversed = !choice.reversed;
    turn.setAttribute("aria-pressed", String(choice.reversed));
    changed("reversed");
  });
  const boxes = [choose("Metric", "metric", measures, "measure")];
  if (several) boxes.push(choose("A", "first", names, "first"), choose("B", "second", names, "second"));
  boxes.push(choose("Sort by", "order", orders, "order"), turn);
  return element("div", { class: "order-tools", role: "group", "aria-label": "How the list is shown" }, boxes);
}

function filterControls(state, choice, changed) {
  const { facts } = state;
  const several = facts.systems.length > 1;
  const parts = [];
  facts.slices.forEach((_, slice) => parts.push(sliceField(state, slice)));
  const known = facts.slices.some((slices) => slices.by === "document"); // few documents are slices, too
  if (facts.documents !== null && !known) parts.push(documentField(state));
  const live = []; // filters that follow the choice of A, B and metrics
  parts.push(rangeField(state, choice, live));
  const toggle = (label, name, text, make) => {
    const made = checkbox(label, name);
    const set = () => state.setFilter(name, text(), made.box.checked ? make() : null);
    made.box.addEventListener("change", set);
    live.push(() => made.box.checked && set());
    watch(state, name, () => {
      made.box.checked = false;
    });
    return made.line;
  };
  const letters = (place) => visible(facts.systems[place]);
  const label = (place) => facts.measures[place].label;
  if (several) {
    parts.push(toggle("A beats B", "beats", () => `${letters(choice.first)} beats ${letters(choice.second)} by ${label(choice.measure)}`,
      () => beatsMask(state, choice)));
  }
  if (several && facts.measures.length > 1) {
    const other = selectOf(facts.measures.map((measure, place) => [place, measure.label]));
    other.value = String(choice.other);
    other.addEventListener("change", () => {
      choice.other = Number(other.value);
      changed("other");
    });
    parts.push(toggle("metrics disagree about A and B", "disagree",
      () => `${label(choice.measure)} and ${label(choice.other)} disagree about ${letters(choice.first)} and ${letters(choice.second)}`,
      () => disagreeMask(state, choice)), field("the metric above and", "other", other));
  }
  const same = [["", "any"]];
  if (several) same.push(["outputs", "A and B"], ["all", "all outputs"]);
  same.push(["reference", "an output and a reference"]);
  if (facts.texts.source !== null) same.push(["source", "an output and the source"]);
  const identical = selectOf(same);
  const setIdentical = () => state.setFilter("identical", `the same text: ${identical.selectedOptions[0].textContent}`,
    identical.value === "" ? null : identicalMask(state, identical.value, choice));
  identical.addEventListener("change", setIdentical);
  live.push(() => identical.value === "outputs" && setIdentical());
  watch(state, "identical", () => {
    identical.value = "";
  });
  parts.push(field("the same text", "identical", identical));
  parts.push(toggle("an output is empty", "empty", () => "an output is empty", () => emptyMask(state)));
  const flags = facts.flags ?? [];
  if (flags.length > 0) {
    const flagged = selectOf([["", "any"], [-1, "with any finding"], ...flags.map((flag, place) => [place, `${flag.code} ${flag.title}`])]);
    flagged.addEventListener("change", () => state.setFilter("flagged", `doctor: ${flagged.selectedOptions[0].textContent}`,
      flagged.value === "" ? null : flaggedMask(state, Number(flagged.value))));
    watch(state, "flagged", () => {
      flagged.value = "";
    });
    parts.push(field("flagged by the doctor", "flagged", flagged));
  }
  choice.follow = () => live.forEach((update) => update());
  return element("details", { class: "filters" }, element("summary", {}, "Filters"), element("div", { class: "fields" }, parts));
}

// Calls `gone` when the filter of that name was taken away elsewhere.
function watch(state, name, gone) {
  let there = false;
  state.onChange(() => {
    const now = state.filters.some((filter) => filter.name === name);
    if (there && !now) gone();
    there = now;
  });
}

// At the table of the slice several parts can be pressed; here one is chosen.
function sliceField(state, slice) {
  const { title, labels } = state.facts.slices[slice];
  const select = selectOf([["", "any"], ...labels.map((label, place) => [place, visible(label)])]);
  const several = element("option", { value: "several", disabled: true, hidden: true });
  select.append(several);
  select.addEventListener("change", () => chooseParts(state, slice, select.value === "" ? [] : [Number(select.value)]));
  state.onChange(() => {
    const chosen = chosenParts(state, slice);
    several.textContent = `${chosen.length} parts`;
    select.value = chosen.length > 1 ? "several" : String(chosen[0] ?? "");
  });
  return field(visible(title), `slice-${slice}`, select);
}

function documentField(state) {
  const select = selectOf([["", "any"], ...state.facts.documents.map((label, place) => [place, visible(label)])]);
  const documents = state.array("document").values;
  select.addEventListener("change", () => {
    const wanted = Number(select.value);
    state.setFilter("document", `document: ${select.selectedOptions[0].textContent}`,
      select.value === "" ? null : maskOf(state, (place) => documents[place] === wanted));
  });
  watch(state, "document", () => {
    select.value = "";
  });
  return field("document", "document", select);
}

function rangeField(state, choice, live) {
  const { facts } = state;
  const system = selectOf([[-1, "any output"], ...facts.systems.map((name, place) => [place, visible(name)])]);
  const [low, high] = [0, 1].map(() => element("input", { type: "number", step: "any", class: "short" }));
  const set = () => {
    const label = facts.measures[choice.measure].label;
    const [least, most] = [low.value === "" ? -Infinity : Number(low.value), high.value === "" ? Infinity : Number(high.value)];
    const open = low.value === "" && high.value === "";
    state.setFilter("range", `${label} ${low.value || "…"} to ${high.value || "…"} (${system.selectedOptions[0].textContent})`,
      open ? null : rangeMask(state, choice.measure, Number(system.value), least, most));
  };
  for (const control of [system, low, high]) control.addEventListener("change", set);
  live.push(() => (low.value !== "" || high.value !== "") && set());
  watch(state, "range", () => {
    low.value = "";
    high.value = "";
  });
  return element("fieldset", { class: "range" }, element("legend", {}, "score by the metric above"),
    field("of", "range-system", system), field("from", "low", low), field("to", "high", high));
}

function helpBox(choice) {
  const keys = [
    ["/", "search"], ["↓ or j, ↑ or k", "next, previous segment"], ["Enter", "open or close it"],
    ["→, ←", "next, previous page of the list"], ["Home, End", "first, last segment of the page"],
    ["Esc", "close the segment; in the search: clear it"],
  ];
  const letters = checkbox("/ j k work (switch off if they disturb your tools)", "letters");
  letters.box.checked = true;
  letters.box.addEventListener("change", () => {
    choice.letters = letters.box.checked;
  });
  const list = element("dl", { class: "facts" }, keys.flatMap(([key, what]) =>
    [element("dt", {}, element("kbd", {}, key)), element("dd", {}, what)]));
  return element("details", { class: "keys" }, element("summary", {}, "Keys"), list, letters.line);
}
