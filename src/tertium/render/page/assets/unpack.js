// The data of the page: base64 of gzip of a header (JSON) and arrays. Python writes it in render/page/pack.py.

const PACK_VIEWS = {
  u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, i1: Int8Array, i2: Int16Array, i4: Int32Array,
  f4: Float32Array, f8: Float64Array,
};

// {facts, array(name)}; array gives {values, shape}, or null where there is none of that name.
export async function unpack(base64) {
  const bytes = await inflate(base64Bytes(base64));
  const headerLength = new DataView(bytes).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, headerLength)));
  const start = roundUp(4 + headerLength);
  const { arrays, ...facts } = header;
  const made = new Map();
  for (const [name, { type, shape, at }] of Object.entries(arrays)) {
    const length = shape.reduce((product, size) => product * size, 1);
    made.set(name, { values: new PACK_VIEWS[type](bytes, start + at, length), shape });
  }
  return { facts, array: (name) => made.get(name) ?? null };
}

function roundUp(length) {
  return Math.ceil(length / 8) * 8;
}

function base64Bytes(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
