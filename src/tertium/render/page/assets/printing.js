// On paper nothing can be opened: what is folded is unfolded for the printer, and folded again afterwards.

export function startPrinting(page) {
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = [...page.querySelectorAll("details:not([open])")];
    for (const one of unfolded) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of unfolded) one.open = false;
    unfolded = [];
  });
}
