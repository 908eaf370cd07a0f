/** Encodes text as bytes. The core has no encoder, and the JSON grammar reads bytes. A lone surrogate stays invalid UTF-8. */
export function toUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const point = text.codePointAt(i) ?? 0;
    if (point < 0x80) {
      bytes[length] = point;
      length += 1;
      continue;
    }
    const size = sizeOf(point);
    if (size === 4) i += 1;
    bytes[length] = leadOf(point, size);
    for (let k = 1; k < size; k += 1) bytes[length + k] = 0x80 | ((point >> (6 * (size - 1 - k))) & 0x3f);
    length += size;
  }
  return bytes.subarray(0, length);
}

function sizeOf(point: number): number {
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

const LEADS = [0, 0, 0xc0, 0xe0, 0xf0];

function leadOf(point: number, size: number): number {
  return (LEADS[size] ?? 0) | (point >> (6 * (size - 1)));
}
