// What a text probably is, by what its file is called: the first guess, which a person can change.

const REFERENCE = /(^|[^a-z])(refs?|references?|gold|human)([^a-z]|\d|$)/i;
const SOURCE = /(^|[^a-z])(src|sources?|input)([^a-z]|\d|$)/i;
const DOCUMENTS = /(^|[^a-z])(docs?|documents?)([^a-z]|\d|$)/i;
const OTHER = /(^|[^a-z])(domains?|readme|labels?)([^a-z]|\d|$)|\.(md|json|toml|yaml|csv|sh|log)$/i;

export function guess(label, folder) {
  const whole = `${folder}/${label}`;
  if (OTHER.test(label)) return "none";
  if (DOCUMENTS.test(label)) return "documents";
  if (REFERENCE.test(label)) return "reference";
  if (SOURCE.test(label)) return "source";
  if (REFERENCE.test(whole)) return "reference";
  return "system";
}

export function systemName(label) {
  return label.replace(/\.(gz|xz|bz2|zst)$/i, "").replace(/\.[A-Za-z0-9-]{1,8}$/, "") || label;
}
