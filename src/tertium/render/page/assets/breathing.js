// Long work in short pieces, so that the page answers in between; only the newest work goes on.

const WORK_PIECE = 15; // milliseconds

export function createBreathing() {
  let newest = 0;
  const channel = new MessageChannel(); // a timer would wait four milliseconds each time
  const waiting = [];
  channel.port1.onmessage = () => waiting.shift()();
  const breath = () => new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
  return {
    // Runs a generator to its end and gives what it returns; undefined if other work was begun, or stop() was called.
    async run(work) {
      newest += 1;
      const mine = newest;
      for (;;) {
        await breath();
        if (mine !== newest) return undefined;
        const until = performance.now() + WORK_PIECE;
        do {
          const step = work.next();
          if (step.done) return step.value;
        } while (performance.now() < until);
      }
    },

    stop() {
      newest += 1;
    },
  };
}
