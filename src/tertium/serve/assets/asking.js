// Questions to the server. A refusal becomes an Error whose message is the server's sentence.

export async function ask(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, { ...options, credentials: "same-origin", cache: "no-store" });
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    throw new Error("The server does not answer; it may have ended. Start 'tertium serve' again and open its new address.");
  }
  if (answer.status === 204) return null;
  const kind = answer.headers.get("content-type") || "";
  if (!kind.startsWith("application/json")) throw new Error(await refusal(answer));
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error || `The server answered ${answer.status}.`);
  return said;
}

async function refusal(answer) {
  const text = (await answer.text()).trim();
  return text && text.length < 300 && !text.startsWith("<") ? text : `The server answered ${answer.status}.`;
}

export function send(address, body, options = {}) {
  return ask(address, { ...options, method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

export function remove(address) {
  return ask(address, { method: "DELETE" });
}

// A whole table is kept as it is; else every column of one becomes a text.
export function upload(label, content, whole = false) {
  const address = `/api/texts?label=${encodeURIComponent(label)}${whole ? "&whole" : ""}`;
  return ask(address, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: content });
}

export function tell(place, problem) {
  place.textContent = problem ? problem.message || String(problem) : "";
  place.hidden = !problem;
}
