// Tables copied as they are shown, sorted and filtered: TSV, Markdown, LaTeX.
// A cell is copied as its data-copy, else its text.

const LATEX = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" };
const TO_LATEX = { "↑": "$\\uparrow$", "↓": "$\\downarrow$", "±": "$\\pm$", "–": "--", "Δ": "$\\Delta$" };

function cellText(cell) {
  return (cell.dataset.copy ?? cell.textContent).replace(/\s+/g, " ").trim();
}

function tableRows(table) {
  const headings = [...table.querySelectorAll("th[data-column]")];
  headings.sort((one, other) => one.dataset.column - other.dataset.column);
  return [headings.map(cellText), ...[...table.tBodies[0].rows].map((row) => [...row.cells].map(cellText))];
}

export function tableAsTsv(table) {
  return tableRows(table).map((cells) => `${cells.join("\t")}\n`).join("");
}

export function tableAsMarkdown(table) {
  const escaped = (text) => text.replace(/[\\`*_[\]<>|#&]/g, "\\$&");
  const line = (cells) => `| ${cells.join(" | ")} |\n`;
  const [head, ...rows] = tableRows(table);
  const rule = head.map((_, place) => (place ? "---:" : ":---"));
  return line(head.map(escaped)) + line(rule) + rows.map((cells) => line(cells.map(escaped))).join("");
}

export function tableAsLatex(table) {
  const escaped = (text) =>
    text
      .replace(/[\\~^]|[&%$#_{}]/g, (sign) => LATEX[sign] ?? `\\${sign}`)
      .replace(/[↑↓±–Δ]/g, (sign) => TO_LATEX[sign]);
  const line = (cells) => `${cells.map(escaped).join(" & ")} \\\\\n`;
  const [head, ...rows] = tableRows(table);
  return (
    `% needs \\usepackage{booktabs}\n\\begin{tabular}{l${"r".repeat(head.length - 1)}}\n\\toprule\n${line(head)}` +
    `\\midrule\n${rows.map(line).join("")}\\bottomrule\n\\end{tabular}\n`
  );
}

const COPIED_AS = { TSV: tableAsTsv, Markdown: tableAsMarkdown, LaTeX: tableAsLatex };

async function putOnClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // a file that was opened from disk may not be allowed to
  }
}

export function startCopying(page) {
  for (const tools of page.querySelectorAll("[data-copies]")) {
    const table = page.getElementById(tools.dataset.copies);
    const said = document.createElement("span");
    said.setAttribute("role", "status");
    const fallback = document.createElement("textarea");
    fallback.hidden = true;
    fallback.readOnly = true;
    fallback.rows = 6;
    fallback.setAttribute("aria-label", "The table as text, to copy");
    for (const [name, convert] of Object.entries(COPIED_AS)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `Copy as ${name}`;
      button.addEventListener("click", async () => {
        const text = convert(table);
        const done = await putOnClipboard(text);
        said.textContent = done ? `Copied as ${name}.` : "Press Ctrl+C to copy:";
        fallback.hidden = done;
        fallback.value = text;
        if (!done) fallback.select();
      });
      tools.append(button);
    }
    tools.append(said);
    tools.after(fallback);
  }
}
