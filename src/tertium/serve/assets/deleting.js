// Buttons that delete a run: asked once more, for nothing brings it back.

import { remove, tell } from "./asking.js";

export function deletes(button, question, address, then) {
  button.addEventListener("click", async () => {
    if (!confirm(question)) return;
    try {
      await remove(address);
      then();
    } catch (error) {
      tell(document.getElementById("problem"), error);
    }
  });
}
