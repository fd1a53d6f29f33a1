// Who beats whom under a filter. Which cells there are says render/page/matrix.py.

import { betterOf } from "./live_leaderboard.js";
import { keepCells } from "./live_cells.js";
import { pText } from "./live_numbers.js";
import { leastP } from "./statistics.js";

const P_ROUNDING = 1e-12;

// {fill(result), restore()} for what compareSelected gives; null on a page without the tables.
export function createLiveMatrix(page, state) {
  const cells = [...page.querySelectorAll("table.matrix td[data-first]")];
  if (cells.length === 0) return null;
  const kept = keepCells(cells);
  return {
    fill(result) {
      kept.keep();
      for (const cell of cells) {
        const place = Number(cell.closest("table").dataset.measure);
        const [row, column] = [Number(cell.dataset.first), Number(cell.dataset.second)];
        const { known, differences } = result.measures[place];
        const difference = differences.find(({ first, second }) => {
          return (first === row && second === column) || (first === column && second === row);
        });
        const [words, news] = verdictOf(row, difference, state.facts.measures[place], known);
        cell.classList.remove("good", "bad", "tie");
        cell.classList.add(news);
        cell.querySelector(".verdict").textContent = words;
        cell.querySelector(".p").textContent = pWords(difference, result, state.facts.procedure);
      }
    },
    restore: kept.restore,
  };
}

function verdictOf(row, difference, measure, known) {
  if (!known) return ["not computed again", "tie"];
  if (difference.identical) return ["identical", "tie"];
  if (!Number.isFinite(difference.delta)) return ["no score", "tie"];
  if (!difference.significant || difference.delta === 0) return ["no clear difference", "tie"];
  return betterOf(difference, measure) === row ? ["better", "good"] : ["worse", "bad"];
}

// "p = .003"; "p ≤ .005" where no smaller one was possible.
function pWords({ p, pHolm }, { draws, units }, { test, sides }) {
  if (!Number.isFinite(pHolm)) return "no p";
  const shown = pText(pHolm, draws);
  if (Number(shown) >= 1) return "p = 1";
  const least = Math.max(1 / (draws + 1), test === "bs" ? leastP(units, sides) : 0);
  return `p ${p <= least * (1 + P_ROUNDING) ? "≤" : "="} ${shown.replace(/^0/, "")}`;
}
