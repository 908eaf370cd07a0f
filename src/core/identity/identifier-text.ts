/** Text of purls, CPEs and package names: percent-encoding, letter case, and length in bytes. */

interface Decoded {
  readonly text: string;
  /** False if an invalid escape was left in the text as it was. */
  readonly isWhole: boolean;
}

/**
 * Decodes percent-encoding once as UTF-8, and leniently, because real purls contain plain percent signs. A `+` is a plus, never a
 * space.
 */
export function decodePercent(text: string): Decoded {
  if (!text.includes('%')) return { text, isWhole: true };
  const whole = tryDecode(text);
  if (whole !== undefined) return { text: whole, isWhole: true };
  return { text: text.replace(ESCAPES, (escapes) => tryDecode(escapes) ?? escapes), isWhole: false };
}

/** Encodes everything except letters, digits and `.-_~:`; a lone surrogate becomes U+FFFD. */
export function encodePercent(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(KEPT_TOO_MUCH, toEscape).replaceAll('%3A', ':');
}

const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g;
const KEPT_TOO_MUCH = /[!'()*]/g;

function toEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

const UPPER = /[A-Z]+/g;

/** Folds ASCII letters only: the Kelvin sign must not become a k, or two different packages would be treated as one. */
export function toAsciiLower(text: string): string {
  return text.replace(UPPER, (letters) => letters.toLowerCase());
}

/**
 * Whether a text is longer than the given number of UTF-8 bytes; the core has no encoder. A text that is obviously too long is not
 * scanned.
 */
export function isLongerThanBytes(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax) return true;
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= bytesMax) return false;
  let bytes = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    // Each half of a surrogate pair counts for two of its four bytes.
    else bytes += unit < 0x800 || isSurrogate(unit) ? 2 : 3;
  }
  return bytes > bytesMax;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
