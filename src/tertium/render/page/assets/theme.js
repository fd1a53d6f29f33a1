// Light and dark: as the system says, until the button says otherwise.

function themeIsDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

export function startTheme(page) {
  const button = page.querySelector("button.theme");
  if (!button) return;
  const label = () => {
    button.textContent = themeIsDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", themeIsDark() ? "Light colours" : "Dark colours");
  };
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = themeIsDark() ? "light" : "dark";
    label();
  });
  // A page around the report (tertium serve) may choose, too; nothing else of what it says is heard.
  addEventListener("message", (event) => {
    const theme = event.source === parent && parent !== window ? event.data?.tertiumTheme : null;
    if (theme !== "light" && theme !== "dark") return;
    document.documentElement.dataset.theme = theme;
    button.hidden = true; // that page has a button of its own
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", label); // some systems change at dusk
  button.hidden = false;
  label();
}
