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
  remember(started.id);
  cancel.onclick = () => remove(`/api/jobs/${started.id}`).catch((error) => tell(problem, error));
  try {
    while (job.state === "waiting" || job.state === "running") {
      says.textContent = sentence(job);
      bar(job, document.getElementById("job-bar"));
      await new Promise((resolve) => setTimeout(resolve, EVERY));
      job = await ask(`/api/jobs/${started.id}`);
    }
    remember(null);
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

// The job of this tab, so that a page that is loaded again goes on with it. Another tab has jobs of its own.
function remember(id) {
  try {
    if (id === null) sessionStorage.removeItem("tertium-job");
    else sessionStorage.setItem("tertium-job", id);
  } catch {
    // without storage a job is followed until the page is left
  }
}

export async function goOn(busy) {
  let id = null;
  try {
    id = sessionStorage.getItem("tertium-job");
  } catch {
    return;
  }
  if (id === null) return;
  try {
    const job = await ask(`/api/jobs/${id}`);
    if (job.state === "waiting" || job.state === "running") await follow(job, busy);
    else remember(null);
  } catch {
    remember(null); // of a server that has ended
  }
}
