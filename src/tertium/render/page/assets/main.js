import { startTheme } from "./theme.js";
import { startSorting } from "./sorting.js";
import { startCopying } from "./copy.js";

// Whatever needs no data works at once; a part that fails must not take the others with it.
for (const begin of [startTheme, startSorting, startCopying]) {
  try {
    begin(document);
  } catch (problem) {
    console.error(problem);
  }
}
