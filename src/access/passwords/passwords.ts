/**
 * Hashes and verifies passwords with argon2id (the library default) and the minimum parameters recommended by OWASP. Passwords
 * only need to be long and hard to guess: composition rules make users write them down.
 */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { LIMITS } from '../../core/limits.ts';
import { findPasswordProblem } from './common-passwords.ts';
import { PASSWORD_REFUSED, RATE_LIMITED } from '../errors.ts';
import type { Database } from '../../store/database.ts';
import type { Person } from '../../store/people/people.ts';
import { hasSessionOnDevice } from '../../store/people/sessions.ts';
import { RateLimit, type RateLimitResult } from '../limits/rate-limit.ts';
import { hashSecret } from '../secrets.ts';

export async function hashPassword(password: string): Promise<string> {
  return await hash(toKey(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

/** Compares with a dummy hash if there is none, so that the response time does not reveal whether an account exists. */
async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
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

interface PasswordAttempt {
  /** The given e-mail address, normalized. */
  readonly account: string;
  readonly address: string;
  /** The device cookie of a browser that signed in before, to any account. */
  readonly device?: string | undefined;
  readonly password: string;
  /** Undefined if there is no such account; the check costs the same. */
  readonly person: Person | undefined;
}

/**
 * Rate-limits every password check. An attempt is counted before the check and refunded if the password is right. A browser that
 * signed in to the account before has its own counter, so that failures from other clients, behind the same proxy or elsewhere,
 * never lock its user out.
 */
export interface PasswordGuard {
  check(attempt: PasswordAttempt): Promise<boolean>;
  hash(password: string): Promise<string>;
}

interface PasswordGuardDeps {
  readonly database: Database;
  readonly now: () => number;
  /** Limits concurrency: a check costs memory and a core. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

const NO_PERSON = '00000000-0000-0000-0000-000000000000';

export function createPasswordGuard(deps: PasswordGuardDeps): PasswordGuard {
  const perDevice = bucket(LIMITS.signInsPerDeviceMax);
  const perAccountAndAddress = bucket(LIMITS.signInsPerAccountAndAddressMax);
  const perAccount = bucket(LIMITS.signInsPerAccountMax);
  const perAddress = bucket(LIMITS.signInsPerAddressMax);

  /** The strictest counter comes first, so that an attempt it rejects does not count against the ones shared with other users. */
  async function toCounters(attempt: PasswordAttempt): Promise<(readonly [RateLimit, string])[]> {
    const { account, address, device, person } = attempt;
    const deviceSha256 = device === undefined ? undefined : hashSecret(device);
    if (deviceSha256 !== undefined) {
      const isKnown = await deps.database.reference(
        async (tx) => await hasSessionOnDevice(tx, person?.id ?? NO_PERSON, deviceSha256),
      );
      if (isKnown) return [[perDevice, `${account} ${device}`]];
    }
    return [
      [perAccountAndAddress, `${account} ${address}`],
      [perAccount, account],
      [perAddress, address],
    ];
  }

  async function countAttempt(attempt: PasswordAttempt): Promise<() => void> {
    const counters = await toCounters(attempt);
    const now = deps.now();
    for (const [limit, key] of counters) requireAllowed(limit.take(key, now));
    return () => {
      for (const [limit, key] of counters) limit.refund(key, deps.now());
    };
  }

  return {
    check: async (attempt) => {
      const refund = await countAttempt(attempt);
      const { password, person } = attempt;
      const isRight = await deps.inTurn(async () => await verifyPassword(password, person?.passwordHash));
      if (isRight) refund();
      return isRight;
    },
    hash: async (password) => await deps.inTurn(async () => await hashPassword(password)),
  };
}

/** Allows `max` attempts at once, and refills within 15 minutes: users mistype several times in a row, then pause. */
function bucket(max: number): RateLimit {
  return new RateLimit({ perMinute: max / 15, burst: max });
}

function requireAllowed(verdict: RateLimitResult): void {
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw RATE_LIMITED({ what: 'failed sign-ins', retryAfterSeconds }, { retryAfterSeconds });
}
