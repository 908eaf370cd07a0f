/**
 * E-mail addresses as names of accounts. Only the case of ASCII letters is folded: folding more would make look-alikes of
 * other scripts (the Kelvin sign, for one) into somebody else's address.
 */
import { LIMITS } from '../core/limits.ts';

/** No control, format or private characters, no white space, and one `@` between two pieces. */
const EMAIL = /^[^@\s\p{C}]+@[^@\s\p{C}]+$/u;

/** Undefined when the text cannot be an address, and therefore is nobody's. */
export function toEmail(text: string): string | undefined {
  if (text.length > LIMITS.emailCharactersMax) return undefined;
  const email = text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return EMAIL.test(email) ? email : undefined;
}
