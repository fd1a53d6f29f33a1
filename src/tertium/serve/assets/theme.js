// Light or dark: as the system says, until somebody chooses.

const THEMES = ["light", "dark"];
const button = document.getElementById("theme");
const system = matchMedia("(prefers-color-scheme: dark)");

function remembered() {
  try {
    return localStorage.getItem("tertium-theme");
  } catch {
    return null;
  }
}

function show() {
  const chosen = remembered();
  if (THEMES.includes(chosen)) document.documentElement.dataset.theme = chosen;
  const dark = THEMES.includes(chosen) ? chosen === "dark" : system.matches;
  button.textContent = dark ? "Light" : "Dark";
  button.setAttribute("aria-label", dark ? "Use light colours" : "Use dark colours");
  button.dataset.next = dark ? "light" : "dark";
  button.hidden = false;
  tellReport(dark ? "dark" : "light");
}

// A report has no origin, so that its frame can only be told. It says nothing back.
function tellReport(theme) {
  const frame = document.querySelector("iframe.report");
  if (frame) frame.contentWindow.postMessage({ tertiumTheme: theme }, "*");
}

if (button) {
  button.addEventListener("click", () => {
    try {
      localStorage.setItem("tertium-theme", button.dataset.next);
    } catch {
      document.documentElement.dataset.theme = button.dataset.next;
    }
    show();
  });
  system.addEventListener("change", show);
  document.querySelector("iframe.report")?.addEventListener("load", show);
  show();
}
