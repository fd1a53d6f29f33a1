// Relations that metrics found in the graphs of an output and its reference: matched, missing, extra.

import { element, tableOf, visible } from "./elements.js";

const RELATION_INDEX = new Map(); // by place of the metric: where numbers begin

// Tables for one output, one for each metric that compares graphs; none where the page has no graphs.
export function relationsOf(state, segment, system) {
  const kept = state.facts.details?.relations ?? [];
  return kept.map((metric, place) => {
    const found = relationRows(state, place, segment, system);
    return found === null ? null : relationTable(metric, found, state.facts.texts.references.length);
  }).filter((table) => table !== null);
}

function relationIndex(state, place) {
  if (RELATION_INDEX.has(place)) return RELATION_INDEX.get(place);
  const values = (name) => state.array(`relation${place}_${name}`).values;
  const references = state.array("detail_references").values;
  const [nodesAt, edgesAt] = [starts(values("counts")), starts(values("edge_counts"))];
  const slotOf = new Uint32Array(references.length);
  const matchedAt = new Uint32Array(references.length * state.systems);
  let [slot, at] = [0, 0];
  for (let segment = 0; segment < references.length; segment += 1) {
    slotOf[segment] = slot;
    for (let system = 0; system < state.systems; system += 1) {
      const pair = segment * state.systems + system;
      matchedAt[pair] = at;
      if (references[segment] === 0) continue;
      const [hyp, ref] = [slot + references[segment] + system, slot + values("best")[pair]];
      at += edgesAt[hyp + 1] - edgesAt[hyp] + edgesAt[ref + 1] - edgesAt[ref];
    }
    slot += references[segment] + state.systems;
  }
  const made = { references, nodesAt, edgesAt, slotOf, matchedAt, nodes: values("nodes"), edges: values("edges"),
    best: values("best"), matched: values("matched") };
  RELATION_INDEX.set(place, made);
  return made;
}

function starts(counts) {
  const made = new Uint32Array(counts.length + 1);
  counts.forEach((count, place) => {
    made[place + 1] = made[place] + count;
  });
  return made;
}

// {reference, rows: [{relation, head, dependent, state: "matched" | "missing" | "extra"}]}; null without a reference.
function relationRows(state, place, segment, system) {
  const index = relationIndex(state, place);
  const { words, relations } = state.facts.details.relations[place];
  if (index.references[segment] === 0) return null;
  const pair = segment * state.systems + system;
  const reference = index.best[pair];
  let flag = index.matchedAt[pair];
  const edgesOf = (slot, otherwise) => {
    const made = [];
    const word = (node) => words[index.nodes[index.nodesAt[slot] + node - 1]];
    const headOf = (relation, node) => (node > 0 ? word(node) : relation.startsWith("@") ? "" : "ROOT");
    for (let edge = index.edgesAt[slot]; edge < index.edgesAt[slot + 1]; edge += 1, flag += 1) {
      const [relation, head, dependent] = index.edges.subarray(3 * edge, 3 * edge + 3);
      made.push({ relation: relations[relation], head: headOf(relations[relation], head), dependent: word(dependent),
        state: index.matched[flag] === 1 ? "matched" : otherwise });
    }
    return made;
  };
  const ofHyp = edgesOf(index.slotOf[segment] + index.references[segment] + system, "extra");
  const ofRef = edgesOf(index.slotOf[segment] + reference, "missing");
  return { reference, rows: [...ofRef.filter((row) => row.state === "missing"), ...ofHyp] };
}

function relationTable(metric, { reference, rows }, references) {
  const order = { missing: 0, extra: 1, matched: 2 };
  const sorted = [...rows].sort((a, b) => order[a.state] - order[b.state]);
  const signs = { matched: ["match", "= matched"], missing: ["missing", "− missing"], extra: ["extra", "+ extra"] };
  const counts = Object.keys(order).map((kind) => `${rows.filter((row) => row.state === kind).length} ${kind}`).join(", ");
  const against = references > 1 ? `, against reference ${reference + 1}` : "";
  return tableOf(`${visible(metric.label)}: ${counts}${against}`, ["", "relation", "head", "dependent"],
    sorted.map((row) => {
      const [kind, said] = signs[row.state];
      return [element("td", { class: `relation-${kind}` }, said), row.relation, row.head, row.dependent];
    }), "relations");
}
