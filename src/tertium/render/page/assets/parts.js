// Which parts of a slice are chosen, wherever that was done: at its table, or among the filters of the list.

function partsFilter(slice) {
  return `slice ${slice}`;
}

// Places of labels, in the order in which they were chosen.
export function chosenParts(state, slice) {
  return state.filters.find(({ name }) => name === partsFilter(slice))?.parts ?? [];
}

// Leaves the segments of these parts; of none: all segments.
export function chooseParts(state, slice, parts) {
  if (parts.length === 0) {
    state.setFilter(partsFilter(slice), "", null);
    return;
  }
  const { title, labels } = state.facts.slices[slice];
  const { values } = state.array(`slice${slice}`);
  const mask = Uint8Array.from(values, (value) => (value > 0 && parts.includes(value - 1) ? 1 : 0));
  state.setFilter(partsFilter(slice), `${title}: ${parts.map((part) => labels[part]).join(" or ")}`, mask, parts);
}
