// A job that is being made: its progress is shown until it ends or is cancelled.

import { ask, remove, tell } from "./asking.js";

const EVERY = 250; // milliseconds
const UNITS = { resampling: "draws", swapping: "draws", slices: "" };

function sentence(job) {
  if (job.state === "waiting") return "Waiting for another report to be done …";
  if (!job.doing) return "Starting …";
  const unit = job.doing in UNITS ? UNITS[job.doing] : "segments";
  const total = job.total ? ` of ${job.total.toLocaleString("en")}` : "";
  const count = job.done ? `: ${job.done.toLocaleString("en")}${total} ${unit}` : "";
  return `${job.doing}${count}`.trim();
}

function bar(job, place) {
  if (job.total && job.done) {
    place.max = job.total;
    place.value = Math.min(job.done, job.total);
  } else {
    place.removeAttribute("value");
  }
}

// Follow a started job; go on to the page of its run, or say why there is none. Resolves when it has ended.
export async function follow(started, busy) {
  const box = document.getElementById("job");
  const says = document.getElementById("job-says");
  const problem = document.getElementById("problem");
  const cancel = document.getElementById("cancel");
  tell(problem, null);
  busy(true);
  box.hidden = false;
  let job = started;
  cancel.onclick = () => remove(`/api/jobs/${started.id}`).catch((error) => tell(problem, error));
  try {
    while (job.state === "waiting" || job.state === "running") {
      says.textContent = sentence(job);
      bar(job, document.getElementById("job-bar"));
      await new Promise((resolve) => setTimeout(resolve, EVERY));
      job = await ask(`/api/jobs/${started.id}`);
    }
    if (job.state === "done") {
      says.textContent = "Done.";
      location.assign(`/runs/${job.run}`);
      return;
    }
    tell(problem, job.state === "cancelled" ? "Cancelled; nothing was kept." : job.error);
  } catch (error) {
    tell(problem, error);
  }
  box.hidden = true;
  busy(false);
}
