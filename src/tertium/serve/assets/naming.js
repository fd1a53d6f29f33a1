// Names of metrics as people type them.

// Commas separate names, but not inside the settings of a metric: "bleu:order=2,smooth=exp, chrf".
export function names(text) {
  const found = [];
  for (const part of text.split(",")) {
    const piece = part.trim();
    if (!piece) continue;
    if (/^[a-z_]+=/i.test(piece) && found.length) found[found.length - 1] += `,${piece}`;
    else found.push(piece);
  }
  return found;
}
