// The page of a new report: texts, metrics, and the job that makes it.

import { send, tell } from "./asking.js";
import { chosenTexts, droppedEntries, droppedTexts } from "./folders.js";
import { follow, goOn } from "./jobs.js";
import { names } from "./naming.js";
import { createShelf } from "./shelf.js";

const byId = (id) => document.getElementById(id);
const shelf = createShelf(byId("shelf"), byId("no-texts"), byId("shelf-problem"), Number(byId("drop").dataset.most));
const drop = byId("drop");

async function take(files, whole = false) {
  let first = true;
  for (const file of [...files]) {
    await shelf.put(file.name, file, { first, whole });
    first = false;
  }
}

// A folder with many files is a mistake more often than a wish, and the command line copies none of them.
const MOST_FILES = 200;

async function takeFolder(found) {
  if (found.length === 0 || found.length > MOST_FILES) {
    const many = `${found.length.toLocaleString("en")} files that may be texts, more than ${MOST_FILES}`;
    const what = found.length === 0 ? "no file that may be a text; choose another" : `${many}; choose a smaller one, or name it on the command line, as in 'tertium serve FOLDER'`;
    tell(byId("shelf-problem"), `The folder has ${what}.`);
    return;
  }
  await shelf.putFolder(found);
}

byId("folder").addEventListener("change", async (event) => {
  await takeFolder(chosenTexts(event.target.files));
  event.target.value = "";
});
for (const [id, whole] of [["files", false], ["tables", true]]) {
  byId(id).addEventListener("change", async (event) => {
    await take(event.target.files, whole);
    event.target.value = "";
  });
}
for (const name of ["dragenter", "dragover"]) {
  drop.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
for (const name of ["dragleave", "drop"]) drop.addEventListener(name, () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  const entries = droppedEntries(event.dataTransfer);
  if (entries === null) take(event.dataTransfer.files);
  else droppedTexts(entries).then(takeFolder, (error) => tell(byId("shelf-problem"), `The folder cannot be read: ${error.message}`));
});
// A file that misses the box would be opened in place of the page, and all choices would be lost.
for (const name of ["dragover", "drop"]) document.addEventListener(name, (event) => event.preventDefault());

byId("paste").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = byId("pasted").value;
  if (!text.trim()) {
    tell(byId("shelf-problem"), "There is nothing to add; paste a text first.");
    return;
  }
  const label = byId("pasted-name").value.trim() || "pasted";
  if (await shelf.put(label, new Blob([text.endsWith("\n") ? text : `${text}\n`]))) {
    byId("pasted").value = "";
    byId("pasted-name").value = "";
    byId("pasted").focus();
  }
});

function metrics() {
  const ticked = [...document.querySelectorAll("input[name=metric]:checked")].map((box) => box.value);
  return [...new Set([...ticked, ...names(byId("own").value)])];
}

function making(busy) {
  byId("make").disabled = busy;
}

byId("make").addEventListener("click", async () => {
  tell(byId("problem"), null);
  const asked = {
    ...shelf.asked(),
    scores_lower: byId("scores-lower").checked,
    metrics: metrics(),
    language: byId("language").value.trim(),
    title: byId("run-title").value,
  };
  try {
    await follow(await send("/api/jobs", asked), making);
  } catch (error) {
    tell(byId("problem"), error);
  }
});

shelf.load().catch((error) => tell(byId("shelf-problem"), error));
goOn(making);
