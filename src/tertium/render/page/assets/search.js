// Search in the texts: plain, or by a regular expression. Expressions run in a worker: one that never ends is stopped.

const SEARCH_LIMIT = 1500; // milliseconds that an expression may take
const LOWER = new Map(); // lists of texts, and the same in small letters

// A mask (Uint8Array of N) of the segments in which one of the lists of texts has the words.
export function plainMask(lists, segments, words, sameCase) {
  const mask = new Uint8Array(segments);
  const wanted = sameCase ? words : words.toLowerCase();
  for (const list of lists) {
    const texts = sameCase ? list : lowered(list);
    for (let place = 0; place < segments; place += 1) {
      if (mask[place] === 0 && texts[place] !== null && texts[place].includes(wanted)) mask[place] = 1;
    }
  }
  return mask;
}

// What the first search would otherwise do.
export function prepareSearch(lists) {
  for (const list of lists) lowered(list);
}

function lowered(list) {
  if (!LOWER.has(list)) LOWER.set(list, list.map((text) => (text === null ? null : text.toLowerCase())));
  return LOWER.get(list);
}

// What the worker does; it is written out as text, so it uses nothing from outside.
function searchWorker() {
  let lists = [];
  self.onmessage = ({ data }) => {
    if (data.lists) {
      lists = data.lists;
      return;
    }
    const pattern = new RegExp(data.source, data.flags);
    const mask = new Uint8Array(data.segments);
    for (const which of data.which) {
      for (let place = 0; place < data.segments; place += 1) {
        const text = lists[which][place];
        if (mask[place] === 0 && text !== null && pattern.test(text)) mask[place] = 1;
      }
    }
    self.postMessage({ id: data.id, mask });
  };
}

// Searches one after the other; a newer one replaces what is under way.
export class ExpressionSearch {
  constructor(lists, segments) {
    this.lists = lists;
    this.segments = segments;
    this.worker = null;
    this.pending = null;
    this.id = 0;
  }

  // Resolves to {mask} or {problem: sentence}, or to null where a newer search came.
  run(source, sameCase, which) {
    this.cancel();
    const flags = sameCase ? "u" : "iu";
    try {
      new RegExp(source, flags);
    } catch (problem) {
      return Promise.resolve({ problem: `This is no regular expression: ${String(problem.message).replace(/^Invalid regular expression: /, "")}.` });
    }
    let worker;
    try {
      worker = this.started();
    } catch {
      return Promise.resolve({ problem: "This browser does not let the page run regular expressions safely; search for plain words." });
    }
    return new Promise((resolve) => {
      const id = (this.id += 1);
      const timer = setTimeout(() => {
        this.stop();
        resolve({ problem: `This expression takes too long on these texts: it was stopped after ${SEARCH_LIMIT / 1000} seconds. Make it simpler.` });
      }, SEARCH_LIMIT);
      this.pending = { resolve, timer };
      worker.onmessage = ({ data }) => {
        if (data.id !== id) return;
        clearTimeout(timer);
        this.pending = null;
        resolve({ mask: data.mask });
      };
      worker.onerror = (event) => {
        event.preventDefault();
        clearTimeout(timer);
        this.stop();
        resolve({ problem: "The expression could not be run on these texts." });
      };
      worker.postMessage({ id, source, flags, which, segments: this.segments });
    });
  }

  // Forgets a search under way; its worker may hang in it, so it goes too.
  cancel() {
    if (this.pending === null) return;
    clearTimeout(this.pending.timer);
    this.pending.resolve(null);
    this.stop();
  }

  started() {
    if (this.worker === null) {
      const code = new Blob([`(${searchWorker.toString()})()`], { type: "text/javascript" });
      const address = URL.createObjectURL(code);
      this.worker = new Worker(address);
      URL.revokeObjectURL(address);
      this.worker.postMessage({ lists: this.lists });
    }
    return this.worker;
  }

  stop() {
    this.worker?.terminate();
    this.worker = null;
    this.pending = null;
  }
}
