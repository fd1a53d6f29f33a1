// The list of segments: pages of 50 in a chosen order, each line opens to its texts.

import { element, textNodes, visible, countedNoun, groupedText, shortName } from "./elements.js";
import { createDetails } from "./details.js";
import { createToolbar } from "./toolbar.js";
import { decimalsOf, numberText } from "./live_numbers.js";
import { orderKeys, inOrderOf, extremesOf } from "./orders.js";
import { openRow } from "./row.js";

const PAGE_SIZE = 50;
const PREVIEW = 300; // characters of a text in its line
const FEW_SYSTEMS = 6; // their scores stand in one row, with room above for long names
const NARROW = 14; // characters of a name where room is short: beside its score, or above those of many systems
const ROOMY = 32;

// Fills the section of the page that Python left empty; does nothing on a page without one.
export function startSegments(page, state) {
  const root = page.querySelector("#segments-view");
  if (root === null) return;
  const { facts } = state;
  const details = createDetails(facts, state.array);
  const choice = { measure: 0, other: Math.min(1, facts.measures.length - 1), first: 0, second: Math.min(1, facts.systems.length - 1),
    order: "number", reversed: false, letters: true, follow: () => {} };
  const view = { places: state.selected, at: 0 };
  const opened = new Set(); // places of segments that are open, on whatever page of the list
  const status = element("p", { class: "unseen", role: "status" });
  const say = (sentence) => {
    status.textContent = sentence;
  };
  const chips = element("ul", { class: "chips", "aria-label": "Filters in force" });
  const heads = element("div", { class: "segment-heads", "aria-hidden": "true" });
  const list = element("ol", { class: "segment-list", "aria-label": "Segments" });
  const pager = createPager((at) => {
    view.at = at;
    showPage();
    list.querySelector("button.segment")?.focus({ preventScroll: true });
    heads.scrollIntoView({ block: "nearest" });
    say(pager.said());
  });
  const toolbar = createToolbar(state, choice, (what) => {
    if (["measure", "other", "first", "second"].includes(what)) choice.follow();
    arrange();
    say(`Sorted. ${pager.said()}`);
  }, say);

  // Which segments there are, in their order; then the first page of them.
  function arrange() {
    view.places = inOrderOf(state.selected, orderKeys(state, choice.order, choice), choice.reversed);
    view.at = 0;
    showPage();
  }

  function showPage() {
    const shown = view.places.subarray(view.at, view.at + PAGE_SIZE);
    list.replaceChildren(...Array.from(shown, lineOf));
    list.start = view.at + 1;
    pager.update(view.at, view.places.length, state.segments);
    heads.replaceChildren(...headsOf(state));
    showChips(state, chips);
  }

  function lineOf(place) {
    const number = facts.segments.numbers === null ? place : state.array("numbers").values[place];
    const text = facts.texts.source?.[place] ?? facts.texts.references[0]?.[place] ?? facts.texts.outputs[0][place];
    const lang = facts.texts.source === null ? facts.language?.target : facts.language?.source;
    const id = `segment-${number + 1}`;
    const button = element("button", { type: "button", class: "segment", "aria-expanded": "false", "aria-controls": id },
      element("span", { class: "number" }, element("span", { class: "unseen" }, "segment "), String(number + 1)),
      element("span", { class: "preview", dir: "auto", lang }, text === "" ? "(empty)" : textNodes(text.slice(0, PREVIEW))));
    const body = element("div", { class: "opened", id, role: "region", "aria-label": `Segment ${number + 1}`, hidden: true });
    const item = element("li", { class: "segment-item", "data-place": place }, element("div", { class: "line" }, button, scoresOf(place)), body);
    button.addEventListener("click", () => toggle(place, button, body));
    if (opened.has(place)) toggle(place, button, body);
    return item;
  }

  function toggle(place, button, body) {
    const open = button.getAttribute("aria-expanded") === "false";
    button.setAttribute("aria-expanded", String(open));
    body.hidden = !open;
    if (open) opened.add(place);
    else opened.delete(place);
    if (open && body.childElementCount === 0) {
      if (body.isConnected) openRow(body, state, details, place, choice.first);
      else queueMicrotask(() => openRow(body, state, details, place, choice.first)); // once it is on the page
    }
  }

  function scoresOf(place) {
    const scores = state.segmentScores(choice.measure);
    const best = bestOf(state, choice.measure, place);
    const measure = facts.measures[choice.measure];
    const cells = facts.systems.map((name, system) => {
      const score = scores === null ? NaN : scores[system * state.segments + place];
      const top = score === best;
      const said = numberText(measure.scale * score, decimalsOf(measure));
      return element("span", { class: top ? "score best" : "score", title: `${visible(name)}: ${measure.label} ${said}` },
        element("span", { class: "unseen" }, `${visible(name)} ${measure.label} `),
        element("span", { class: "short-name", dir: "auto", "aria-hidden": "true" }, shortName(visible(name), NARROW)), said);
    });
    return scoresBox(cells);
  }

  const waiting = root.querySelector("[data-waiting]");
  root.append(toolbar.box, chips, pager.top, heads, list, pager.bottom, status);
  waiting?.remove();
  state.onChange(arrange);
  startKeys(page, root, list, toolbar, pager, choice);
  arrange();
}

function headsOf(state) {
  const room = state.systems > FEW_SYSTEMS ? NARROW : ROOMY;
  const names = state.facts.systems.map((name) => element("span", { class: "score", title: visible(name), dir: "auto" }, shortName(visible(name), room)));
  return [element("span", { class: "number" }, "no."), element("span", { class: "preview" }, state.facts.texts.source === null ? "reference" : "source"), scoresBox(names)];
}

// One cell for each system, above the list and in its lines.
function scoresBox(cells) {
  const made = element("span", { class: cells.length > FEW_SYSTEMS ? "scores" : "scores few" }, cells);
  made.style.setProperty("--systems", String(cells.length));
  return made;
}

// The best score of a segment; NaN where systems do not differ.
function bestOf(state, measure, place) {
  const scores = state.segmentScores(measure);
  if (scores === null) return NaN;
  const { low, high } = extremesOf(scores, state.systems, state.segments, place);
  if (low === high) return NaN;
  return state.facts.measures[measure].higher ? high : low;
}

// What is filtered by, wherever it was chosen; a click takes a filter away.
function showChips(state, chips) {
  chips.replaceChildren(...state.filters.map(({ name, label }) => {
    const button = element("button", { type: "button", class: "chip", "data-filter": name, "aria-label": `Remove the filter ${visible(label)}` },
      element("bdi", {}, visible(label)), " ×");
    button.addEventListener("click", () => {
      const place = state.filters.findIndex((filter) => filter.name === name);
      state.setFilter(name, "", null);
      stayNear(chips, place);
    });
    return element("li", {}, button);
  }));
  if (state.filters.length > 1) {
    const all = element("button", { type: "button", class: "chip" }, "Remove all filters");
    all.addEventListener("click", () => {
      state.clearFilters();
      stayNear(chips, 0);
    });
    chips.append(element("li", {}, all));
  }
  chips.hidden = state.filters.length === 0;
}

// The button that was pressed is gone: who uses the keyboard goes on at the next one, or at the search.
function stayNear(chips, place) {
  const left = [...chips.querySelectorAll("[data-filter]")];
  (left[Math.min(place, left.length - 1)] ?? document.getElementById("segments-search"))?.focus();
}

function createPager(go) {
  let [at, count, total] = [0, 0, 0];
  const bars = [0, 1].map((bar) => {
    const button = (text, label, target) => {
      const made = element("button", { type: "button", "aria-label": label }, text);
      made.addEventListener("click", () => go(target()));
      return made;
    };
    const back = button("‹", "Previous page of the list", () => Math.max(0, at - PAGE_SIZE));
    const on = button("›", "Next page of the list", () => at + PAGE_SIZE);
    const said = element("span", { class: "pager-said" });
    const box = element("div", { class: "pager", role: "group", "aria-label": bar === 0 ? "Pages of the list" : "Pages of the list, below" }, back, said, on);
    return { back, on, said, box };
  });
  const said = () => {
    if (count === 0) return "No segment is left by the filters.";
    const all = count === total ? countedNoun(total, "segment") : `${groupedText(count)} of ${countedNoun(total, "segment")}`;
    return count <= PAGE_SIZE ? all : `${at + 1}–${Math.min(count, at + PAGE_SIZE)} of ${count === total ? all : `${groupedText(count)} segments (${groupedText(total)} in all)`}`;
  };
  return {
    top: bars[0].box,
    bottom: bars[1].box,
    said,
    step: (by) => {
      const target = at + by * PAGE_SIZE;
      if (target >= 0 && target < count) go(target);
    },
    update: (newAt, newCount, newTotal) => {
      [at, count, total] = [newAt, newCount, newTotal];
      bars.forEach(({ back, on, said: cell, box }, bar) => {
        back.disabled = at === 0;
        on.disabled = at + PAGE_SIZE >= count;
        back.hidden = on.hidden = count <= PAGE_SIZE;
        cell.textContent = said();
        box.hidden = bar === 1 && count <= PAGE_SIZE;
        box.classList.toggle("part", bar === 0 && count > PAGE_SIZE);
      });
    },
  };
}

function startKeys(page, root, list, toolbar, pager, choice) {
  const isField = (target) => target instanceof HTMLElement && target.closest("input, select, textarea") !== null;
  const buttons = () => [...list.querySelectorAll("button.segment")];
  const current = () => {
    const item = page.activeElement?.closest?.(".segment-item");
    return item === null || item === undefined || !list.contains(item) ? -1 : buttons().indexOf(item.querySelector("button.segment"));
  };
  const go = (place) => {
    const all = buttons();
    if (all.length === 0) return;
    const target = all[Math.max(0, Math.min(all.length - 1, place))];
    target.focus();
    target.scrollIntoView({ block: "nearest" });
  };
  page.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = choice.letters ? event.key : "";
    if (event.key === "Escape" && toolbar.searching()) {
      toolbar.clearSearch();
      go(0);
    } else if (isField(event.target)) {
      if (event.key === "ArrowDown" && toolbar.searching()) go(0);
      else return;
    } else if (letter === "/") {
      toolbar.focusSearch();
    } else if (!list.contains(event.target)) {
      return;
    } else if (event.key === "Escape") {
      const button = buttons()[current()];
      if (button?.getAttribute("aria-expanded") === "true") button.click();
      button?.focus();
    } else if (event.target.closest(".opened") !== null && event.key.startsWith("Arrow")) {
      return; // arrows scroll what lies in an opened segment
    } else if (event.key === "ArrowDown" || letter === "j") {
      go(current() + 1);
    } else if (event.key === "ArrowUp" || letter === "k") {
      go(current() - 1);
    } else if (event.key === "Home") {
      go(0);
    } else if (event.key === "End") {
      go(Infinity);
    } else if (event.key === "ArrowRight") {
      pager.step(1);
    } else if (event.key === "ArrowLeft") {
      pager.step(-1);
    } else {
      return;
    }
    event.preventDefault();
  });
}
