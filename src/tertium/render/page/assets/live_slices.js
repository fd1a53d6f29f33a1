// Slices under a filter: those parts of the selected segments. Which cells there are says render/page/slices.py.

import { element } from "./elements.js";
import { axisOver, emptyDots, fillDots, fillEnds } from "./live_dots.js";
import { keepCells } from "./live_cells.js";
import { decimalsOf, numberText } from "./live_numbers.js";

const NONE = { scores: [], intervals: [], segments: 0 }; // a part of which nothing is selected

// {fill(result), restore()} for what compareSlices gives; null on a page without slices.
export function createLiveSlices(page, state) {
  const rows = [...page.querySelectorAll("tr[data-slice][data-system]")];
  if (rows.length === 0) return null;
  const counts = [...page.querySelectorAll("th[data-slice][data-label] .count")];
  const ends = [...page.querySelectorAll(".ends[data-slice][data-measure]")];
  const cells = rows.flatMap((row) => [...row.querySelectorAll('td[data-cell="slice"]')]);
  const kept = keepCells([...counts, ...ends, ...cells]);
  return {
    fill({ tests, standings }) {
      cells.filter((cell) => cell.querySelector(".dots") === null).forEach(completeSlice);
      kept.keep();
      const found = new Map(standings.map((one) => [`${one.slice} ${one.label} ${one.measure}`, one]));
      const tested = new Map(tests.map((one) => [`${one.slice} ${one.label} ${one.measure} ${one.second}`, one]));
      const axes = axesOf(state.facts, standings);
      for (const count of counts) {
        const { slice, label } = count.closest("th").dataset;
        const { segments } = found.get(`${slice} ${label} 0`) ?? NONE;
        count.textContent = `${segments} segment${segments === 1 ? "" : "s"}`;
      }
      for (const end of ends) {
        const { slice, measure } = end.dataset;
        fillEnds(end, axes[slice][measure], state.facts.measures[measure]);
      }
      for (const cell of cells) {
        const { slice, label, system } = cell.closest("tr").dataset;
        const { measure } = cell.dataset;
        const { scores, intervals } = found.get(`${slice} ${label} ${measure}`) ?? NONE;
        const [score, interval] = [scores[system] ?? NaN, intervals[system] ?? null];
        fillSlice(cell, score, interval, axes[slice][measure], state.facts.measures[measure]);
        fillMark(cell, tested.get(`${slice} ${label} ${measure} ${system}`), state.facts.measures[measure]);
      }
    },
    restore: kept.restore,
  };
}

// [slice][measure]: an axis that all parts of a table share.
function axesOf(facts, standings) {
  return facts.slices.map((_, slice) => facts.measures.map((__, measure) => {
    const mine = standings.filter((one) => one.slice === slice && one.measure === measure);
    return axisOver(mine.flatMap(({ scores }) => scores), mine.flatMap(({ intervals }) => intervals));
  }));
}

// Python writes the score alone where the page draws the slices.
function completeSlice(cell) {
  cell.prepend(element("span", { class: "mark" }), element("span", { class: "unseen" }, " "));
  cell.append(" ", element("span", { class: "spread" }), emptyDots());
}

function fillSlice(cell, score, interval, axis, measure) {
  const decimals = decimalsOf(measure);
  cell.querySelector(".score").textContent = numberText(score, decimals);
  cell.querySelector(".spread").textContent = interval === null ? "" : `±${numberText((interval.high - interval.low) / 2, decimals)}`;
  fillDots(cell.querySelector("svg.dots"), score, interval, axis);
}

// "▲" or "▼" where the system is significantly better or worse than the baseline.
function fillMark(cell, test, measure) {
  const news = test?.significant && test.delta !== 0;
  const better = news && test.delta > 0 === measure.higher;
  const words = news ? ` ${better ? "better" : "worse"} than the baseline` : "";
  cell.classList.toggle("good", Boolean(better));
  cell.classList.toggle("bad", Boolean(news && !better));
  const mark = cell.querySelector(".mark");
  mark.textContent = news ? (better ? "▲" : "▼") : "";
  mark.title = words.trim();
  cell.querySelector(".unseen").textContent = `${words} `;
}
