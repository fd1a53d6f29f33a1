// The texts of the page and what each is used as.

import { ask, remove, tell, upload } from "./asking.js";
import { element } from "./elements.js";
import { guess, guessColumn, guessTable, systemName } from "./guessing.js";

const ROLES = [["reference", "reference"], ["system", "system"], ["source", "source"], ["documents", "documents"], ["none", "not used"]];
const TABLE_ROLES = [["judgments", "people's judgments"], ["scores", "scores of another tool"], ["none", "not used"]];
const SINGLE = ["source", "documents", "judgments"];
const chosen = new Map(); // by id: {role, name, lines}

// A file of a folder that was dropped or chosen is called by its path: what it is and its name are said by the last part.
function placed(text) {
  const cut = text.folder ? -1 : text.label.lastIndexOf("/");
  return cut <= 0 ? text : { ...text, folder: text.label.slice(0, cut), label: text.label.slice(cut + 1) };
}

function guessOf(text) {
  if (text.whole) return guessTable(text.label);
  return text.column ? guessColumn(text.column, text.start) : guess(text.label, text.folder);
}

export function createShelf(table, none, problem, most) {
  const body = table.tBodies[0];

  function tooLarge(label) {
    const size = `${label} is larger than ${most / 2 ** 20} MiB, the most that a page takes`;
    return `${size}; name the file on the command line, as in 'tertium serve FILE', and it is read where it is.`;
  }

  function add(given, segments = null) {
    const text = placed(given);
    if (chosen.has(text.id)) return;
    const guessed = guessOf(text);
    const odd = segments !== null && text.lines !== segments && !text.whole;
    const first = odd ? "none" : guessed;
    const taken = SINGLE.includes(first) && [...chosen.values()].some((one) => one.role === first);
    const use = { role: taken ? "none" : first, name: freeName(text.column || systemName(text.label)), lines: text.lines };
    chosen.set(text.id, use);
    body.append(row(text, use));
    table.hidden = false;
    none.hidden = true;
  }

  function row(text, use) {
    const select = element("select", { "aria-label": `Use ${text.label} as` });
    for (const [value, label] of text.whole ? TABLE_ROLES : ROLES) select.append(element("option", { value, selected: value === use.role }, label));
    const name = element("input", { value: use.name, maxlength: "200", size: "20", "aria-label": `Name of the system in ${text.label}` });
    const gone = element("button", { type: "button", class: "quiet", "aria-label": `Remove ${text.label}` }, "Remove");
    const made = element(
      "tr",
      { "data-text": text.id },
      element("th", { scope: "row", dir: "auto", class: "label" }, text.folder ? `${text.folder}/${text.label}` : text.label),
      element("td", {}, select),
      element("td", {}, name),
      element("td", { class: text.lines === 1 ? "number one" : "number" }, text.lines.toLocaleString("en")),
      element("td", { dir: "auto", class: "start" }, text.start),
      element("td", {}, gone),
    );
    name.hidden = use.role !== "system";
    select.addEventListener("change", () => {
      use.role = select.value;
      name.hidden = use.role !== "system";
    });
    name.addEventListener("input", () => (use.name = name.value));
    gone.addEventListener("click", async () => {
      try {
        await remove(`/api/texts/${text.id}`);
      } catch (error) {
        tell(problem, error);
      }
      const next = made.nextElementSibling || made.previousElementSibling;
      chosen.delete(text.id);
      made.remove();
      table.hidden = chosen.size === 0;
      none.hidden = chosen.size > 0;
      (next ? next.querySelector("button") : document.getElementById("pasted")).focus();
    });
    return made;
  }

  function freeName(name) {
    const taken = new Set([...chosen.values()].map((one) => one.name));
    if (!taken.has(name)) return name;
    let number = 2;
    while (taken.has(`${name} ${number}`)) number += 1;
    return `${name} ${number}`;
  }

  return {
    async load() {
      const texts = await ask("/api/texts");
      const reference = texts.find((text) => guessOf(placed(text)) === "reference");
      // A folder may hold texts of another set; whoever drops a file means it.
      for (const text of texts) add(text, reference && (!text.ours || placed(text).folder) ? reference.lines : null);
    },
    // Several files may come at once: what is wrong with one must not hide what is wrong with another.
    async put(label, content, { first = true, whole = false, ofFolder = false } = {}) {
      const before = first || problem.hidden ? "" : `${problem.textContent}\n`;
      if (first) tell(problem, null);
      try {
        // The server says the same, but a browser that is cut off while it sends often shows no answer.
        if (content.size > most) throw new Error(tooLarge(label));
        const added = await upload(label, content, whole);
        const reference = ofFolder ? [...chosen.values()].find((use) => use.role === "reference") : undefined;
        for (const text of [added, ...added.others]) add(text, reference?.lines ?? null);
        if (added.remark) tell(problem, before + added.remark);
        return true;
      } catch (error) {
        tell(problem, before + error.message);
        return false;
      }
    },
    // A folder may hold texts of another set, too; the reference comes first, for it tells them.
    async putFolder(found) {
      const isReference = ({ path }) => guessOf(placed({ label: path, folder: "" })) === "reference";
      const inOrder = [...found.filter(isReference), ...found.filter((one) => !isReference(one))];
      for (const [place, { path, file }] of inOrder.entries()) await this.put(path, file, { first: place === 0, ofFolder: true });
    },
    asked() {
      const by = (role) => [...chosen].filter(([, use]) => use.role === role);
      return {
        references: by("reference").map(([id]) => id),
        sources: by("source").map(([id]) => id),
        documents: by("documents").map(([id]) => id),
        judgments: by("judgments").map(([id]) => id),
        scores: by("scores").map(([id]) => id),
        systems: by("system").map(([id, use]) => ({ text: id, name: use.name })),
      };
    },
  };
}
