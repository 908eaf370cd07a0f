/** Letter case without meaning is folded in ASCII only: the Kelvin sign must not become a k, or two packages would be one. */

const UPPER = /[A-Z]+/g;

export function toAsciiLower(text: string): string {
  return text.replace(UPPER, (letters) => letters.toLowerCase());
}
