// Headings of slices become buttons: pressing one leaves the segments of that part, pressing it again all of them.
// Several parts of one table are joined, parts of different tables must all hold.

import { chosenParts, chooseParts } from "./parts.js";

export function startSlices(page, state) {
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
      const chosen = chosenParts(state, slice);
      chooseParts(state, slice, chosen.includes(label) ? chosen.filter((part) => part !== label) : [...chosen, label]);
    });
    buttons.push({ button, slice, label });
  }
  state.onChange(() => {
    const chosen = state.facts.slices.map((_, slice) => chosenParts(state, slice));
    for (const { button, slice, label } of buttons) button.setAttribute("aria-pressed", String(chosen[slice].includes(label)));
  });
}
