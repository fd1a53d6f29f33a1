// The page of one run.

import "./times.js";
import { deletes } from "./deleting.js";

for (const button of document.querySelectorAll("[data-delete]")) {
  const number = button.dataset.delete;
  deletes(button, `Delete run ${number} with its texts and its report?`, `/api/runs/${number}`, () => location.assign("/history"));
}
