// The leaderboard under a filter. Which cells there are says render/page/leaderboard.py.

import { axisOver, fillDots, fillEnds } from "./live_dots.js";
import { decimalsOf, numberText, signedText, pText } from "./live_numbers.js";
import { keepCells, setValue, setTone } from "./live_cells.js";
import { sortAgain } from "./sorting.js";

const MOST_SENTENCES = 6;

// {fill(result), restore()} for what compareSelected gives; null on a page without a leaderboard.
export function createLiveLeaderboard(page, state) {
  const table = page.querySelector("#leaderboard-table");
  if (table === null) return null;
  const cells = [...table.querySelectorAll("td[data-measure], .ends[data-measure]")];
  const sentences = page.querySelector('[data-live="disagreements"]');
  const kept = keepCells(sentences === null ? cells : [...cells, sentences]);
  const names = new Map(
    [...table.querySelectorAll("tr[data-system]")].map((row) => [Number(row.dataset.system), row.querySelector(".name").textContent]),
  );
  return {
    fill(result) {
      kept.keep();
      const axes = result.measures.map(({ systems }) => {
        return axisOver(systems.map(({ score }) => score), systems.map(({ interval }) => interval));
      });
      for (const cell of cells) {
        const column = Number(cell.dataset.measure);
        const measure = state.facts.measures[column];
        if (cell.classList.contains("ends")) fillEnds(cell, axes[column], measure);
        else {
          const group = Number(cell.closest("tr[data-system]").dataset.system);
          LEADERBOARD_CELLS[cell.dataset.cell]?.(cell, result.measures[column], group, measure, axes[column], result.draws);
        }
      }
      sentences?.replaceChildren(...disagreements(result, state.facts.measures, names).map(sentenceOf));
      sortAgain(table);
    },
    restore() {
      kept.restore();
      sortAgain(table);
    },
  };
}

// A sentence of words and, in arrays, names of any script: what is around them does not change their direction.
function sentenceOf(parts) {
  const made = document.createElement("p");
  made.append(...parts.map((part) => {
    if (typeof part === "string") return part;
    const name = document.createElement("bdi");
    name.textContent = part[0];
    return name;
  }));
  return made;
}

const LEADERBOARD_CELLS = {
  score: fillScore,
  rank: (cell, { systems }, group) => {
    const { rank } = systems[group];
    cell.textContent = rank === null ? "" : rank.best === rank.worst ? String(rank.best) : `${rank.best}–${rank.worst}`;
    setValue(cell, rank === null ? NaN : rank.best + rank.worst / 1000);
  },
  letters: (cell, { systems }, group) => {
    cell.textContent = systems[group].letters ?? "";
  },
  wins: fillWins,
  delta: (cell, { differences }, group, measure) => {
    const difference = differences.find(({ second }) => second === group);
    if (difference === undefined) return; // the baseline itself
    const { delta, identical, significant } = difference;
    cell.textContent = identical ? "same" : signedText(delta, decimalsOf(measure) + 1);
    setValue(cell, delta);
    setTone(cell, delta, significant, measure.higher);
  },
  p: (cell, { differences }, group, measure, _axis, draws) => {
    const difference = differences.find(({ second }) => second === group);
    if (difference === undefined) return;
    const { delta, pHolm, significant } = difference;
    cell.textContent = pText(pHolm, draws) + (significant ? "*" : "");
    setValue(cell, pHolm);
    setTone(cell, delta, significant, measure.higher);
  },
};

function fillScore(cell, { known, systems }, group, measure, axis) {
  const { score, interval } = systems[group];
  const decimals = decimalsOf(measure);
  cell.querySelector(".score").textContent = numberText(score, decimals);
  cell.querySelector(".spread").textContent = interval === null ? "" : `±${numberText((interval.high - interval.low) / 2, decimals)}`;
  if (known) cell.removeAttribute("title");
  else cell.title = "not computed again: the page has no formula for this metric";
  setValue(cell, score);
  fillDots(cell.querySelector("svg.dots"), score, interval, axis);
}

function fillWins(cell, { differences }, group, measure) {
  let [wins, ties, losses] = [0, 0, 0];
  for (const difference of differences) {
    if (difference.first !== group && difference.second !== group) continue;
    if (!difference.significant) ties += 1;
    else if (betterOf(difference, measure) === group) wins += 1;
    else losses += 1;
  }
  cell.textContent = `${wins}/${ties}/${losses}`;
  cell.title = `beats ${wins}, ties with ${ties}, loses to ${losses}`;
  setValue(cell, wins + ties / 1000);
}

// The system that a difference speaks for.
export function betterOf({ first, second, delta }, measure) {
  return delta > 0 === measure.higher ? second : first;
}

// Pairs of systems that two metrics order differently, both significantly: the sentences of the static page.
function disagreements(result, measures, names) {
  const found = new Map();
  result.measures.forEach(({ differences }, column) => {
    for (const difference of differences) {
      if (!difference.significant || difference.delta === 0) continue;
      const { first, second } = difference;
      const key = `${first} ${second}`;
      if (!found.has(key)) found.set(key, { first, second, forFirst: [], forSecond: [] });
      const votes = found.get(key);
      (betterOf(difference, measures[column]) === second ? votes.forSecond : votes.forFirst).push(measures[column].label);
    }
  });
  const made = [...found.values()]
    .filter(({ forFirst, forSecond }) => forFirst.length > 0 && forSecond.length > 0)
    .map(({ first, second, forFirst, forSecond }) => {
      const [one, other] = [[names.get(first)], [names.get(second)]];
      return [
        "These metrics disagree about ", one, " and ", other, ": ", ...listedNames(forFirst), forFirst.length === 1 ? " finds " : " find ", one,
        " better, ", ...listedNames(forSecond), forSecond.length === 1 ? " finds " : " find ", other, " better, both significantly.",
      ];
    });
  const more = made.length - MOST_SENTENCES;
  return more <= 0 ? made : [...made.slice(0, MOST_SENTENCES), [`And about ${more} other pairs of systems.`]];
}

function listedNames(names) {
  return names.flatMap((name, place) => {
    return place === 0 ? [[name]] : [place === names.length - 1 ? " and " : ", ", [name]];
  });
}
