// Relations that metrics found in the graphs of an output and its reference: matched, missing, extra.

import { tableOf } from "./elements.js";

// Tables for one output, one for each metric that compares graphs; none where the page has no graphs.
export function relationsOf(state, segment, system) {
  const kept = state.facts.details?.relations ?? [];
  return kept.map((metric, place) => {
    const rows = relationRows(state, metric, place, segment, system);
    return rows === null ? null : relationTable(metric, rows);
  }).filter((table) => table !== null);
}

// [{relation, head, dependent, state: "matched" | "missing" | "extra"}]
export function relationRows() {
  return null;
}

function relationTable(metric, rows) {
  const order = { missing: 0, extra: 1, matched: 2 };
  const sorted = [...rows].sort((a, b) => order[a.state] - order[b.state]);
  const sign = { matched: "= matched", missing: "− missing", extra: "+ extra" };
  return tableOf(`Relations by ${metric.label}`, ["", "relation", "head", "dependent"],
    sorted.map((row) => [sign[row.state], row.relation, row.head, row.dependent]), "relations");
}
