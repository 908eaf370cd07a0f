/**
 * Hashes and verifies passwords with argon2id (the library default) and the minimum parameters recommended by OWASP. Passwords
 * only need to be long and hard to guess: composition rules make users write them down.
 */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { LIMITS } from '../../core/limits.ts';
import { findPasswordProblem } from './common-passwords.ts';
import { PASSWORD_REFUSED } from '../errors.ts';

export async function hashPassword(password: string): Promise<string> {
  return await hash(toKey(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

/** Compares with a dummy hash if there is none, so that the response time does not reveal whether an account exists. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  // Always computed, so that the first call costs the same with and without an account.
  const madeUp = await getDummyHash();
  const usable = passwordHash !== undefined && Buffer.byteLength(password) <= LIMITS.passwordBytesMax;
  const matches = await verify(usable ? passwordHash : madeUp, usable ? toKey(password) : '');
  return usable && matches;
}

/** `personal`: details that others know about the user, such as e-mail address, name and organization. */
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

/** Operating systems encode accented letters differently. */
function toKey(password: string): string {
  return password.normalize('NFC');
}

let dummyHash: Promise<string> | undefined;

async function getDummyHash(): Promise<string> {
  dummyHash ??= hashPassword(newPassword());
  return await dummyHash;
}
