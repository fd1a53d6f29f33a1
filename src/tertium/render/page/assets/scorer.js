// From the sums of columns (resampling.js) to the scores of every measure, on the printed scale.

// `slots` are those of columns.js, of the leaves that have a formula.
export function createScorer(slots, leaves, facts) {
  const { measures } = facts;
  const systems = facts.systems.length;
  const rows = leaves.map((leaf) => new Float64Array(leaf.columns).fill(NaN));
  const byLeaf = new Float64Array(facts.leaves.length * systems).fill(NaN); // NaN stays where the page has no formula
  const made = new Float64Array(measures.length * systems);

  const fillRow = (number, sums, at, system) => {
    const { used } = leaves[number];
    const start = system * used.length;
    for (let k = 0; k < used.length; k += 1) rows[number][used[k]] = sums[at + slots[number][start + k]];
  };
  const addToRow = (number, sums, at, system) => {
    const { used } = leaves[number];
    const start = system * used.length;
    for (let k = 0; k < used.length; k += 1) rows[number][used[k]] += sums[at + slots[number][start + k]];
  };
  const weighed = ({ terms, scale }, system) => {
    let total = 0;
    for (let term = 0; term < terms.length; term += 1) {
      total += terms[term][0] * byLeaf[terms[term][1] * systems + system];
    }
    return scale * total;
  };

  return {
    // [measure * systems + system], overwritten by the next call. The sums of all columns start at sums[at].
    ofSystems(sums, at) {
      for (let number = 0; number < leaves.length; number += 1) {
        for (let system = 0; system < systems; system += 1) {
          fillRow(number, sums, at, system);
          byLeaf[leaves[number].place * systems + system] = leaves[number].formula.score(rows[number], 0);
        }
      }
      for (let measure = 0; measure < measures.length; measure += 1) {
        for (let system = 0; system < systems; system += 1) {
          made[measure * systems + system] = weighed(measures[measure], system);
        }
      }
      return made;
    },

    // [measure]: of rows that are those of one system in some units (sums at `at`), of another in the rest.
    ofMixed(sums, at, system, otherAt, other) {
      for (let number = 0; number < leaves.length; number += 1) {
        fillRow(number, sums, at, system);
        addToRow(number, sums, otherAt, other);
        byLeaf[leaves[number].place * systems] = leaves[number].formula.score(rows[number], 0);
      }
      return measures.map((measure) => weighed(measure, 0));
    },
  };
}
