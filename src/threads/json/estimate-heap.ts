/**
 * Estimates how much heap a JSON document needs once it is parsed. This is necessary because a thread that runs out of memory
 * *inside* `JSON.parse` takes the whole process with it: the parser allocates without checking whether its thread was stopped, so
 * `resourceLimits` cannot end it, and 16 MB of `[],[],` under a limit of 64 MB abort Node. So the size is estimated before
 * parsing.
 *
 * The figures are upper bounds in bytes, measured on Node 24 (64-bit) with documents built to be as expensive as possible: nested
 * empty arrays (54 each), objects with always new names or always new orders of the same names (184 for the first member, up to
 * 110 for each further one including its name), numbers that are not integers. Real SBOMs need a third to a half of that.
 */
const OBJECT = 130;
const ARRAY = 56;
const MEMBER = 80;
const STRING = 40;
const ELEMENT = 24;

/**
 * The maximum per byte: the start of an object, in a text with two bytes per character. Even the worst JSON needs less than half.
 */
export const HEAP_BYTES_PER_BYTE_MAX: number = OBJECT + 2;

/** Safe for any bytes: invalid JSON also gets an estimate, and is rejected by the parser. */
export function estimateHeapBytes(document: Uint8Array): number {
  let cost = 0;
  let wideText = false;
  for (let at = 0; at < document.length; at += 1) {
    switch (document[at]) {
      case QUOTE: {
        const end = endOfString(document, at + 1);
        const wide = isWide(document, at + 1, end);
        cost += STRING + (end - at) * (wide === 'no' ? 1 : 2);
        if (wide === 'raw') wideText = true;
        at = end;
        break;
      }
      case OPEN_BRACE:
        cost += OBJECT;
        break;
      case OPEN_BRACKET:
        cost += ARRAY;
        break;
      case COLON:
        cost += MEMBER;
        break;
      case COMMA:
        cost += ELEMENT;
        break;
      default:
    }
  }
  // The decoded text is in memory together with the values while it is parsed.
  return cost + document.length * (wideText ? 2 : 1);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const COLON = 0x3a;
const COMMA = 0x2c;
const LETTER_U = 0x75;
/** From this byte on, UTF-8 encodes U+0100 and above, which does not fit into one byte per character. */
const FIRST_WIDE_BYTE = 0xc4;

function endOfString(document: Uint8Array, start: number): number {
  let at = start;
  while (at < document.length && document[at] !== QUOTE) at += document[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, document.length);
}

/** One wide character makes the whole string two bytes per character; an escaped one does so without making the text wide. */
function isWide(document: Uint8Array, start: number, end: number): 'no' | 'raw' | 'escaped' {
  let escaped = false;
  for (let at = start; at < end; at += 1) {
    const byte = document[at] ?? 0;
    if (byte >= FIRST_WIDE_BYTE) return 'raw';
    if (byte === BACKSLASH) {
      at += 1;
      if (document[at] === LETTER_U) escaped = true;
    }
  }
  return escaped ? 'escaped' : 'no';
}
