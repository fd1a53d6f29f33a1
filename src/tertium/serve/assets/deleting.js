// Buttons that delete: asked once more, for nothing brings a run back.

import { remove, tell } from "./asking.js";
import { element } from "./elements.js";

export function deletes(button, question, address, then) {
  button.addEventListener("click", async () => {
    if (!(await confirmed(question))) return;
    try {
      await remove(address);
      then();
    } catch (error) {
      tell(document.getElementById("problem"), error);
    }
  });
}

// Resolves to true or false; Escape is no.
function confirmed(question) {
  const yes = element("button", { type: "button", class: "danger" }, "Delete");
  const no = element("button", { type: "button" }, "Keep");
  const box = element("dialog", { "aria-label": question }, element("p", {}, question), element("p", { class: "row" }, yes, no));
  document.body.append(box);
  return new Promise((resolve) => {
    yes.addEventListener("click", () => box.close("yes"));
    no.addEventListener("click", () => box.close());
    box.addEventListener("close", () => {
      resolve(box.returnValue === "yes");
      box.remove();
    });
    box.showModal();
    no.focus();
  });
}
