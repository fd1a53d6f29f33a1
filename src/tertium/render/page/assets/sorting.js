// Tables with class "sortable": the .head of every heading with data-sort becomes a button that sorts.
// A cell is sorted by its data-value (a number, empty for none) or else by its text. data-sort says which end is
// the good one, so that the first press shows it first: "up" (small first) or "down" (large first).

function sortKey(row, column) {
  const cell = row.cells[column];
  if (cell.dataset.value === undefined) return cell.textContent.trim();
  return cell.dataset.value === "" ? NaN : Number(cell.dataset.value);
}

function compareKeys(first, second, sign) {
  if (typeof first === "string" || typeof second === "string") return sign * String(first).localeCompare(String(second));
  if (Number.isNaN(first) || Number.isNaN(second)) return Number.isNaN(first) - Number.isNaN(second);
  return sign * (first - second);
}

export function sortTable(table, heading, ascending) {
  const body = table.tBodies[0];
  const column = Number(heading.dataset.column);
  const rows = [...body.rows].map((row) => [sortKey(row, column), row]);
  rows.sort((one, other) => compareKeys(one[0], other[0], ascending ? 1 : -1));
  body.append(...rows.map(([, row]) => row));
  for (const other of table.querySelectorAll("th[aria-sort]")) other.setAttribute("aria-sort", "none");
  heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
}

// Again by the same column: after other code has put new numbers into the cells.
export function sortAgain(table) {
  const heading = table.querySelector('th[aria-sort="ascending"], th[aria-sort="descending"]');
  if (heading) sortTable(table, heading, heading.getAttribute("aria-sort") === "ascending");
}

export function startSorting(page) {
  for (const table of page.querySelectorAll("table.sortable")) {
    for (const heading of table.querySelectorAll("th[data-sort]")) {
      const button = document.createElement("button");
      button.type = "button";
      const label = heading.querySelector(".head");
      label.replaceWith(button);
      button.append(...label.childNodes);
      button.addEventListener("click", () => {
        const now = heading.getAttribute("aria-sort");
        const first = heading.dataset.sort === "up";
        sortTable(table, heading, now === "ascending" ? false : now === "descending" ? true : first);
      });
    }
  }
}
