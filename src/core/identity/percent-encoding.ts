/**
 * Percent-encoding as purls use it: decoded once, over UTF-8, and forgiving, because real purls hold plain percent signs. A `+`
 * is a plus, never a blank.
 */

export interface Decoded {
  readonly text: string;
  /** False: something looked like an escape and was none; it stands in the text as it was. */
  readonly isWhole: boolean;
}

export function decodePercent(text: string): Decoded {
  if (!text.includes('%')) return { text, isWhole: true };
  const whole = tryDecode(text);
  if (whole !== undefined) return { text: whole, isWhole: true };
  return { text: text.replace(ESCAPES, (escapes) => tryDecode(escapes) ?? escapes), isWhole: false };
}

/** Encodes all but letters, digits and `.-_~:`; half a surrogate pair becomes U+FFFD. */
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
