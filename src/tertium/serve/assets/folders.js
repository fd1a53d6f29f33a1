// Folders that somebody drops or chooses: the files in them that may be texts, as 'tertium serve FOLDER' takes them.

const DEEPEST = 4; // folders in one another
const NO_TEXT = /\.(sqlite|html|png|svg|pdf|py|pyc|so|zip|tar|npz|tertium)$/i;

function mayBeText(path) {
  const parts = path.split("/");
  return parts.length <= DEEPEST && !parts.some((part) => part.startsWith(".")) && !NO_TEXT.test(path);
}

// [{path, file}], the path seen from the folder; in the order of their paths.
function texts(found) {
  return found
    .map(({ path, file }) => ({ path: path.replace(/^\/?[^/]*\//, ""), file }))
    .filter(({ path }) => mayBeText(path))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

// Of a field that chooses a folder.
export function chosenTexts(files) {
  return texts([...files].map((file) => ({ path: file.webkitRelativePath, file })));
}

// What was dropped, if a folder is in it; must be asked for while the event lasts. A single file is called as it is.
export function droppedEntries(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null).filter((entry) => entry !== null);
  return entries.some((entry) => entry.isDirectory) ? entries : null;
}

export async function droppedTexts(entries) {
  const found = [];
  for (const entry of entries) {
    for await (const { path, file } of filesIn(entry)) found.push({ path: entry.isDirectory ? path : `/${path}`, file });
  }
  return texts(found);
}

async function* filesIn(entry, depth = 0) {
  if (entry.isFile) {
    yield { path: entry.fullPath, file: await new Promise((good, bad) => entry.file(good, bad)) };
    return;
  }
  const reader = entry.createReader();
  while (depth < DEEPEST) {
    const some = await new Promise((good, bad) => reader.readEntries(good, bad)); // at most 100 at a time
    if (some.length === 0) return;
    for (const inner of some) if (!inner.name.startsWith(".")) yield* filesIn(inner, depth + 1);
  }
}
