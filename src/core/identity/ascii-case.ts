/**
 * Case is folded for ASCII letters only: the Kelvin sign must not become a k, or two different packages would be treated as one.
 */

const UPPER = /[A-Z]+/g;

export function toAsciiLower(text: string): string {
  return text.replace(UPPER, (letters) => letters.toLowerCase());
}
