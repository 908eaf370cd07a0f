/**
 * Passwords of people: argon2id (the default of the library), with the parameters that OWASP names as a minimum. Long ones are
 * asked for that are not easy to guess, and nothing else: rules of composition make people write them down.
 */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { LIMITS } from '../core/limits.ts';
import { findPasswordProblem } from './common-passwords.ts';
import { PASSWORD_REFUSED } from './errors.ts';

export async function hashPassword(password: string): Promise<string> {
  return await hash(toKey(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

/** Without a hash, a made-up one is compared: nobody can tell by the time whether an account exists. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  // Made by whoever comes first, with an account or without one.
  const madeUp = await nobody();
  const usable = passwordHash !== undefined && Buffer.byteLength(password) <= LIMITS.passwordBytesMax;
  const matches = await verify(usable ? passwordHash : madeUp, usable ? toKey(password) : '');
  return usable && matches;
}

/** `personal`: what others know of the person, such as the e-mail address, the name and the organization. */
export function requireGoodPassword(password: string, personal: readonly string[]): void {
  const { passwordCharactersMin: min, passwordBytesMax: max } = LIMITS;
  if (Array.from(password).length < min) throw PASSWORD_REFUSED({ problem: `has fewer than ${min} characters` });
  if (Buffer.byteLength(password) > max) throw PASSWORD_REFUSED({ problem: `has more than ${max} bytes` });
  const problem = findPasswordProblem(password, personal);
  if (problem !== undefined) throw PASSWORD_REFUSED({ problem });
}

export function newPassword(): string {
  return randomBytes(15).toString('base64url');
}

/** Systems differ in how they spell an accented letter. */
function toKey(password: string): string {
  return password.normalize('NFC');
}

let hashOfNobody: Promise<string> | undefined;

async function nobody(): Promise<string> {
  hashOfNobody ??= hashPassword(newPassword());
  return await hashOfNobody;
}
