// The data of the page: base64 of gzip of a header (JSON) and arrays. Python writes it in render/page/pack.py.

const PACK_VIEWS = {
  u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, i1: Int8Array, i2: Int16Array, i4: Int32Array,
  f4: Float32Array, f8: Float64Array,
};

// {facts, array(name)}; array gives {values, shape}, or null where there is none of that name. Rows are added up when
// they are first asked for: a page that is only looked at needs those of one metric.
export async function unpack(base64) {
  const bytes = await inflate(base64Bytes(base64));
  const headerLength = new DataView(bytes).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, headerLength)));
  const start = roundUp(4 + headerLength);
  const { arrays, ...facts } = header;
  const made = new Map();
  const array = (name) => {
    if (!made.has(name)) made.set(name, Object.hasOwn(arrays, name) ? arrayOf(bytes, start, arrays[name]) : null);
    return made.get(name);
  };
  if (facts.texts?.together !== undefined) facts.texts = apart(facts.texts, array);
  return { facts, array };
}

function arrayOf(bytes, start, { type, shape, at, stored, step }) {
  const length = shape.reduce((product, size) => product * size, 1);
  const kept = new PACK_VIEWS[stored ?? type](bytes, start + at, length);
  const values = stored === undefined ? kept : addedUp(kept, shape, step, new PACK_VIEWS[type](length));
  return { values, shape };
}

// Rows from differences: columns, systems, segments in `kept`; segments, systems, columns in `values`.
function addedUp(kept, [segments, systems, columns], step, values) {
  for (let column = 0; column < columns; column += 1) {
    for (let segment = 0; segment < segments; segment += 1) {
      let sum = 0; // of differences to the system before
      for (let system = 0; system < systems; system += 1) {
        sum += kept[(column * systems + system) * segments + segment];
        const place = (segment * systems + system) * columns + column;
        values[place] = step > 0 && column >= step ? sum + values[place - step] : sum;
      }
    }
  }
  return values;
}

// Texts of one segment stand together, which gzip likes: [source, references, outputs] in turn. Here by kind again.
function apart({ together, source, references, outputs }, array) {
  const each = (source ? 1 : 0) + references + outputs;
  const texts = together ?? new TextDecoder("utf-8", { ignoreBOM: true }).decode(array("texts").values).split("\n");
  const segments = texts.length / each;
  const columns = Array.from({ length: each }, (_, first) => {
    const column = new Array(segments);
    for (let segment = 0, place = first; segment < segments; segment += 1, place += each) column[segment] = texts[place];
    return column;
  });
  return {
    source: source ? columns.shift() : null,
    references: columns.slice(0, references),
    outputs: columns.slice(references),
  };
}

function roundUp(length) {
  return Math.ceil(length / 8) * 8;
}

function base64Bytes(text) {
  if (Uint8Array.fromBase64 !== undefined) return Uint8Array.fromBase64(text); // browsers of 2025 and later
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function inflate(bytes) {
  const gzip = new DecompressionStream("gzip");
  const whole = new Response(gzip.readable).arrayBuffer();
  const writer = gzip.writable.getWriter();
  await Promise.all([writer.write(bytes), writer.close(), whole]);
  return whole;
}
