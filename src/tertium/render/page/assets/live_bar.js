// What is said about the filter: a bar at the foot of the window, and a line in every section whose numbers follow it.

import { countText, pluralText } from "./live_numbers.js";

const FEW = 20; // units; of fewer the bootstrap's p-values are too small

export function createLiveBar(page, state) {
  const bar = page.createElement("div");
  bar.className = "live-bar";
  const said = page.createElement("p");
  said.setAttribute("role", "status");
  const button = page.createElement("button");
  button.type = "button";
  button.textContent = "Show all segments";
  button.hidden = true;
  button.addEventListener("click", () => {
    state.clearFilters();
    page.querySelector("main")?.focus({ preventScroll: true }); // the button is gone
  });
  bar.append(said, button);
  (page.querySelector("main") ?? page.body).append(bar);

  function show(sentence) {
    bar.removeAttribute("aria-busy");
    said.textContent = sentence;
    bar.classList.toggle("on", sentence !== "");
    button.hidden = sentence === "";
  }

  return {
    // There is no filter, or one that leaves everything.
    whole: () => show(state.filters.length === 0 ? "" : `The filter leaves all ${countText(state.segments)} segments.`),

    working() {
      bar.setAttribute("aria-busy", "true");
      bar.classList.add("on");
      button.hidden = false;
    },

    done: (result) => show(sentences(result, state.facts)),
  };
}

// A line below the heading of a section that says which segments its numbers are of; numbers in its notes follow.
export function createLiveMark(page, id) {
  const section = page.getElementById(id);
  const line = page.createElement("p");
  line.className = "filtered-line";
  line.hidden = true;
  section.querySelector("h2").after(line);
  const counts = ["draws", "units"].flatMap((what) => {
    return [...section.querySelectorAll(`[data-live="${what}"]`)].map((element) => ({ what, element, before: element.textContent }));
  });
  return {
    whole() {
      for (const { element, before } of counts) element.textContent = before;
      section.removeAttribute("aria-busy");
      section.classList.remove("filtered");
      line.hidden = true;
    },

    working: () => section.setAttribute("aria-busy", "true"),

    // The numbers are still those of other segments, and nobody looks.
    later() {
      section.removeAttribute("aria-busy");
      line.textContent = "Computed again once this section is looked at.";
      line.hidden = false;
    },

    done(result) {
      const { segments, units, draws, alone } = result;
      const drawn = alone || units === 0 ? "" : `, ${countText(draws)} draws`;
      for (const { what, element } of counts) element.textContent = countText(result[what]);
      section.removeAttribute("aria-busy");
      section.classList.add("filtered");
      line.textContent = segments === 1
        ? "Of the one filtered segment alone."
        : `Of the ${countText(segments)} filtered segments alone${drawn}.`;
      line.hidden = false;
    },
  };
}

// A section whose numbers stay as they are says so under a filter.
export function createStillMark(page, id, total) {
  const section = page.getElementById(id);
  if (section === null) return null;
  const line = page.createElement("p");
  line.className = "still-line";
  line.textContent = `Of the whole set, ${pluralText(total, "segment")}: the filter changes nothing in this section.`;
  line.hidden = true;
  section.querySelector("h2").after(line);
  return (filtered) => {
    line.hidden = !filtered;
  };
}

// All that a reader should know about numbers computed again.
export function sentences(result, facts) {
  const { total, kept } = facts.segments;
  const made = [countText(result.segments)];
  made[0] += kept === total ? ` of ${pluralText(total, "segment")}` : ` of the ${pluralText(kept, "segment")} in this page`;
  if (kept < total) made[0] += ` (the whole set has ${countText(total)})`;
  if (result.units === 0) return `${made[0]}: there is nothing to compute.`;
  if (result.alone) {
    return `${made[0]}; scores computed again. All are of one document: nothing can be drawn, so there are no intervals and tests.`;
  }
  const { resamples, trials } = facts.procedure;
  const before = trials ?? resamples;
  made[0] += `; scores, intervals and tests computed again with ${pluralText(result.draws, "draw")}`;
  if (result.unit === "document") made[0] += ` of ${pluralText(result.units, "document")}`;
  if (before !== result.draws) made[0] += `; the whole set had ${countText(before)}`;
  made[0] += ".";
  const missing = facts.measures.filter((_, place) => !result.measures[place].known).map(({ label }) => label);
  if (missing.length > 0) {
    made.push(`Not computed again, for the page has no formula of another package's metric: ${missing.join(", ")}.`);
  }
  if (facts.procedure.test === "bs" && result.units < FEW) {
    const few = `${pluralText(result.units, result.unit)} ${result.units === 1 ? "is" : "are"} few for a bootstrap`;
    made.push(`${few}, whose p-values are then too small and intervals too narrow.`);
  }
  const family = Math.max(0, ...result.measures.map(({ differences }) => differences.length));
  if (family / (result.draws + 1) >= facts.procedure.alpha) {
    made.push(`So few draws cannot make any of ${countText(family)} comparisons significant.`);
  }
  return made.join(" ");
}
