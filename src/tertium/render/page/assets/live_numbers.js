// How numbers are written in the page: as Python writes them (render/reports/comparison_numbers.py).

import { groupedText } from "./elements.js";

export const NO_SCORE = "–";

// Decimals of a measure's scores; differences have one more.
export function decimalsOf(measure) {
  return measure.scale === 100 ? 1 : 3;
}

// A fixed number of decimals; a dash where there is no number, and no minus before zero.
export function numberText(number, decimals) {
  if (number === null || !Number.isFinite(number)) return NO_SCORE;
  const text = halfToEven(number, decimals);
  return /[1-9]/.test(text) ? text : text.replace("-", "");
}

export function signedText(number, decimals) {
  const text = numberText(number, decimals);
  return text === NO_SCORE || text.startsWith("-") || !/[1-9]/.test(text) ? text : `+${text}`;
}

// As many decimals as the number of draws can tell apart, at least 3.
export function pText(p, draws) {
  if (!Number.isFinite(p)) return NO_SCORE;
  return halfToEven(p, Math.max(3, Math.ceil(Math.log10(draws))));
}

export function countText(number) {
  return groupedText(number);
}

export function pluralText(number, noun) {
  return `${countText(number)} ${noun}${number === 1 ? "" : "s"}`;
}

// toFixed, but a number exactly between two goes to the even one, as in Python.
function halfToEven(number, decimals) {
  const text = number.toFixed(decimals);
  const between = Math.abs(number * 2 ** (decimals + 1)) % 2 === 1;
  if (!between || Number(text.at(-1)) % 2 === 0) return text;
  const nearer = (Math.round(Math.abs(Number(text)) * 10 ** decimals) - 1) / 10 ** decimals;
  return (number < 0 ? "-" : "") + nearer.toFixed(decimals);
}
