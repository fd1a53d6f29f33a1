// The list of runs: which two are compared, and what is deleted.

import "./times.js";
import { deletes } from "./deleting.js";

const form = document.getElementById("runs");
const clear = document.getElementById("clear");

function marked() {
  const boxes = [...form.querySelectorAll("input[name=run]")];
  const count = boxes.filter((box) => box.checked).length;
  for (const box of boxes) box.disabled = count >= 2 && !box.checked;
  form.querySelector("button[type=submit]").disabled = count !== 2;
  const words = ["Mark two runs.", "Mark one more run.", "Two runs are marked."];
  document.getElementById("marked").textContent = words[count];
}

if (form) {
  form.addEventListener("change", marked);
  marked();
  for (const button of form.querySelectorAll("[data-delete]")) {
    const number = button.dataset.delete;
    deletes(button, `Delete run ${number} with its texts and its report?`, `/api/runs/${number}`, () => location.reload());
  }
}
if (clear) deletes(clear, "Delete all runs with their texts and reports?", "/api/runs", () => location.reload());
