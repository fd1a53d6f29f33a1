// Word order: any two systems beside each other. What the attributes of a profile mean says order.py.

import { element, shortName } from "./elements.js";
import { numberText, signedText } from "./live_numbers.js";

export function startProfiles(page) {
  const choice = page.querySelector("#order .choice");
  const profiles = [...page.querySelectorAll("#order .profile")];
  if (!choice || profiles.length < 2) return;
  const one = choice.querySelector('select[data-profile="one"]');
  const other = choice.querySelector('select[data-profile="other"]');
  const two = choice.querySelector('button[data-profile="two"]');
  const all = choice.querySelector('button[data-profile="all"]');
  const drawn = profiles.map((profile) => profile.cloneNode(true)); // beside the baseline, as they were written
  choice.hidden = false;

  const show = () => {
    const places = [Number(one.value), Number(other.value)];
    profiles.forEach((profile, place) => {
      profile.hidden = !places.includes(place);
    });
    drawProfile(profiles[places[0]], profiles[places[1]]);
    if (places[0] !== places[1]) drawProfile(profiles[places[1]], profiles[places[0]]);
    profiles[places[0]].parentNode.prepend(profiles[places[0]]);
    all.hidden = false;
  };
  two.addEventListener("click", show);
  for (const list of [one, other]) {
    list.addEventListener("change", () => {
      if (!all.hidden) show();
    });
  }
  all.addEventListener("click", () => {
    profiles.forEach((profile, place) => {
      const again = drawn[place].cloneNode(true);
      profile.replaceWith(again);
      profiles[place] = again;
    });
    profiles[0].parentNode.append(...profiles);
    all.hidden = true;
    two.focus();
  });
}

function numbersOf(profile, name) {
  return profile.dataset[name].split(",").map((number) => (number === "" ? NaN : Number(number)));
}

function drawProfile(profile, beside) {
  const g = Object.fromEntries(Object.entries(profile.dataset).map(([name, value]) => [name, Number(value)]));
  const mine = numbersOf(profile, "shares");
  const theirs = numbersOf(beside, "shares");
  const same = profile === beside;
  const high = (share) => (Number.isNaN(share) ? 0 : share);
  let outline = `M${g.left} ${g.base}`;
  theirs.forEach((share, place) => {
    outline += `V${g.base - high(share) * g.unit}H${g.left + (place + 1) * (g.wide + g.gap)}`;
  });
  profile.querySelector("path.outline.shares").setAttribute("d", same ? "" : `${outline}V${g.base}`);
  let line = "";
  let up = true;
  numbersOf(beside, "kendall").forEach((value, place) => {
    if (Number.isNaN(value)) {
      up = true;
      return;
    }
    line += `${up ? "M" : "L"}${g.left + (place + 0.5) * g.stride} ${g.foot - (value - g.low) * g.step}`;
    up = false;
  });
  profile.querySelector("path.outline.kendall").setAttribute("d", same ? "" : line);
  mine.forEach((share, place) => {
    const size = (high(share) - high(theirs[place])) * g.point;
    const bar = profile.querySelector(`rect.difference[data-bin="${place}"]`);
    bar.setAttribute("y", g.middle - Math.max(size, 0));
    bar.setAttribute("height", Math.abs(size));
    const label = profile.querySelector(`text.difference[data-bin="${place}"]`);
    const said = (100 * (share - theirs[place])).toFixed(1);
    const none = same || Number.isNaN(Number(said)) || Number(said) === 0;
    label.textContent = none ? "" : Number(said) > 0 ? `+${said}` : said;
    label.setAttribute("y", size >= 0 ? g.middle - size - 3 : g.middle - size + 11);
  });
  const words = profile.querySelector(".beside");
  const name = beside.querySelector("figcaption strong").textContent;
  words.textContent = "";
  if (!same) words.append("beside ", element("bdi", {}, name));
  fillNumbers(profile, same ? null : name, mine, theirs);
}

// The same beside each other in "Show as table": the other system's share and the difference are its last two columns.
function fillNumbers(profile, name, mine, theirs) {
  const [head, ...rows] = profile.querySelector(".numbers table").rows;
  for (const row of [head, ...rows]) while (row.cells.length > 3) row.lastElementChild.remove();
  if (name === null) return;
  for (const title of [`% of ${shortName(name, 28)}`, "difference"]) head.append(element("th", { scope: "col", class: "n", dir: "auto" }, title));
  rows.forEach((row, place) => {
    const said = [numberText(100 * theirs[place], 1), signedText(100 * (mine[place] - theirs[place]), 2)];
    row.append(...said.map((text) => element("td", { class: "n", dir: "auto" }, text)));
  });
}
