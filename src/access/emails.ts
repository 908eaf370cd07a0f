/**
 * E-mail addresses as account names. Only ASCII letters are case-folded: full folding would map look-alikes from other scripts
 * (for example the Kelvin sign) to another user's address.
 */
import { LIMITS } from '../core/limits.ts';

/** No control, format or private characters, no white space, and one `@` between two pieces. */
const EMAIL = /^[^@\s\p{C}]+@[^@\s\p{C}]+$/u;

/** Returns undefined if the text cannot be an address, and therefore belongs to no account. */
export function toEmail(text: string): string | undefined {
  if (text.length > LIMITS.emailCharactersMax) return undefined;
  const email = text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return EMAIL.test(email) ? email : undefined;
}
