// Headings of slices become buttons: pressing one leaves the segments of that part, pressing it again all of them.
// Several parts of one table are joined, parts of different tables must all hold.

export function startSlices(page, state) {
  const chosen = state.facts.slices.map(() => new Set());
  const buttons = [];
  for (const heading of page.querySelectorAll("th[data-slice][data-label]")) {
    const [slice, label] = [Number(heading.dataset.slice), Number(heading.dataset.label)];
    const words = heading.querySelector(".head");
    const button = page.createElement("button");
    button.type = "button";
    button.className = "head";
    button.dir = "auto";
    button.setAttribute("aria-pressed", "false");
    button.title = "Show only the segments of this part";
    button.append(...words.childNodes);
    words.replaceWith(button);
    button.addEventListener("click", () => {
      if (!chosen[slice].delete(label)) chosen[slice].add(label);
      filterBySlice(state, slice, chosen[slice]);
    });
    buttons.push({ button, slice, label });
  }
  state.onChange(() => {
    const held = new Set(state.filters.map(({ name }) => name));
    chosen.forEach((labels, slice) => {
      if (!held.has(sliceFilter(slice))) labels.clear(); // somebody else took the filter away
    });
    for (const { button, slice, label } of buttons) button.setAttribute("aria-pressed", String(chosen[slice].has(label)));
  });
}

function sliceFilter(slice) {
  return `slice ${slice}`;
}

function filterBySlice(state, slice, labels) {
  const { by, labels: names } = state.facts.slices[slice];
  if (labels.size === 0) {
    state.setFilter(sliceFilter(slice), "", null);
    return;
  }
  const parts = state.array(`slice${slice}`).values;
  const mask = Uint8Array.from(parts, (part) => (part > 0 && labels.has(part - 1) ? 1 : 0));
  state.setFilter(sliceFilter(slice), `${by}: ${[...labels].map((label) => names[label]).join(" or ")}`, mask);
}
