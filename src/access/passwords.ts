/** Passwords of people: argon2id (the default of the library), with the parameters that OWASP names as a minimum. */
import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';

export async function hashPassword(password: string): Promise<string> {
  return await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

export function newPassword(): string {
  return randomBytes(15).toString('base64url');
}
