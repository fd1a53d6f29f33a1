// What a text probably is, by what its file is called: the first guess, which a person can change.

const REFERENCE = /(^|[^a-z])(ref[a-z]?|references?|gold|human)([^a-z]|\d|$)/i; // WMT's are refA, refB …
const SOURCE = /(^|[^a-z])(src|sources?|input)([^a-z]|\d|$)/i;
const DOCUMENTS = /(^|[^a-z])(docs?|documents?)([^a-z]|\d|$)/i;
const OTHER = /(^|[^a-z])(domains?|readme|labels?)([^a-z]|\d|$)|\.(md|json|toml|yaml|csv|sh|log|png|jpe?g|pdf|html?|docx|xlsx|zip|sqlite)$/i;

export function guess(label, folder) {
  const whole = `${folder}/${label}`;
  if (OTHER.test(label)) return "none";
  if (DOCUMENTS.test(label)) return "documents";
  if (REFERENCE.test(label)) return "reference";
  if (SOURCE.test(label)) return "source";
  if (REFERENCE.test(whole)) return "reference";
  return "system";
}

// A column of a table: most tables have more columns than texts to score.
const NO_TEXT = /^(.*[_. -])?(id|ids|index|line|row|number|scores?|rating|rater|annotator|lang|language|lp|genre|topic|split|date|time|url|year|label|domain|comments?)([_. -].*)?$/i;

export function guessColumn(name, start) {
  if (DOCUMENTS.test(name)) return "documents";
  if (NO_TEXT.test(name) || !/\p{L}/u.test(start)) return "none";
  return guess(name, "");
}

// A table that is taken as it is: by its name people's judgments, else scores.
const JUDGMENTS = /(^|[^a-z])(humans?|people|judg(e?ments?|ed)|ratings?|rankings?|mqm|da|esa|hter)([^a-z]|\d|$)/i;
const SCORES = /(^|[^a-z])(scores?|comet|bleurt|metricx|xcomet|bertscore)([^a-z]|\d|$)/i;

export function guessTable(label) {
  if (JUDGMENTS.test(label)) return "judgments";
  return SCORES.test(label) ? "scores" : "none";
}

export function systemName(label) {
  return label.replace(/\.(gz|xz|bz2|zst)$/i, "").replace(/\.[A-Za-z0-9-]{1,8}$/, "") || label;
}
