/**
 * Percent-encoding as used in purls: decoded once as UTF-8, and leniently, because real purls contain plain percent signs. A `+`
 * is a plus, never a space.
 */

export interface Decoded {
  readonly text: string;
  /** False if an invalid escape was left in the text as it was. */
  readonly isWhole: boolean;
}

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
