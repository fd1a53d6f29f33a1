// On paper nothing can be opened: what is folded is unfolded for the printer, and folded again afterwards. The numbers
// of a picture stay folded: the picture itself is printed, and a grid of its cells is wider than paper.

export function startPrinting(page) {
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = [...page.querySelectorAll("details:not([open], .numbers)")];
    for (const one of unfolded) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of unfolded) one.open = false;
    unfolded = [];
  });
}
