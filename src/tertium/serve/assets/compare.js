// Two runs side by side: score their systems again together.

import "./times.js";
import { send, tell } from "./asking.js";
import { follow } from "./jobs.js";

const button = document.getElementById("test");
if (button) {
  button.addEventListener("click", async () => {
    const runs = button.dataset.runs.split(" ").map(Number);
    try {
      await follow(await send("/api/tests", { runs }), (busy) => (button.disabled = busy));
    } catch (error) {
      tell(document.getElementById("problem"), error);
    }
  });
}
