import { startTheme } from "./theme.js";
import { startSorting } from "./sorting.js";
import { startCopying } from "./copy.js";
import { startPrinting } from "./printing.js";
import { startProfiles } from "./profiles.js";
import { unpack } from "./unpack.js";
import { createState } from "./state.js";
import { startSlices } from "./slices.js";
import { startSegments } from "./segments.js";
import { startAlive } from "./alive.js";

// A part that fails must not take the others with it.
function startAll(parts, ...given) {
  for (const begin of parts) {
    try {
      begin(...given);
    } catch (problem) {
      console.error(problem);
    }
  }
}

const dataless = [startTheme, startSorting, startCopying, startPrinting, startProfiles];
startAll(dataless, document); // these need no data and work at once
const data = document.getElementById("pack");
if (data !== null) {
  const { facts, array } = await unpack(data.textContent);
  startAll([startSlices, startSegments, startAlive], document, createState(facts, array));
}
