// Elements whose content scripts replace, and how they looked when Python wrote them.

const KEPT_ATTRIBUTES = ["class", "title", "data-value", "aria-label"];

// keep() before they are changed for the first time, restore() afterwards.
export function keepCells(elements) {
  let kept = null;
  return {
    keep() {
      kept ??= elements.map((element) => ({
        element,
        content: [...element.childNodes].map((node) => node.cloneNode(true)),
        attributes: KEPT_ATTRIBUTES.map((name) => [name, element.getAttribute(name)]),
      }));
    },

    restore() {
      for (const { element, content, attributes } of kept ?? []) {
        element.replaceChildren(...content.map((node) => node.cloneNode(true)));
        for (const [name, value] of attributes) setOrRemove(element, name, value);
      }
    },
  };
}

function setOrRemove(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

// The number that a cell is sorted by.
export function setValue(cell, number) {
  cell.dataset.value = Number.isFinite(number) ? String(number) : "";
}

// Green or red where a difference is significant, as in Python.
export function setTone(cell, delta, significant, higher) {
  cell.classList.remove("good", "bad");
  if (significant && delta !== 0) cell.classList.add(delta > 0 === higher ? "good" : "bad");
}
