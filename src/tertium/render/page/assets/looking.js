// Work for a section that is done once somebody looks at it: near the window, by keyboard, or on paper.

const AHEAD_OF_LOOKING = "50% 0px"; // half a window above and below: mostly done before it is seen

// {near(), onLook(look)}: is the section near the window, and look(now) when it comes there. On paper there is no time
// to breathe: now is true.
export function createLooking(page, section) {
  let near = false;
  const listeners = [];
  const look = (now) => {
    for (const listener of listeners) listener(now);
  };
  new IntersectionObserver((entries) => {
    near = entries.at(-1).isIntersecting;
    if (near) look(false);
  }, { rootMargin: AHEAD_OF_LOOKING }).observe(section);
  section.addEventListener("focusin", () => look(false));
  addEventListener("beforeprint", () => look(true));
  return {
    near: () => near,
    onLook: (listener) => listeners.push(listener),
  };
}
