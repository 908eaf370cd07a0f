/**
 * Rate-limits every password check. An attempt is counted before the check and refunded if the password is right. A browser that
 * signed in to the account before has its own counter, so that failures from other clients, behind the same proxy or elsewhere,
 * never lock its user out.
 */
import { LIMITS } from '../../core/limits.ts';
import type { Database } from '../../store/database.ts';
import type { Person } from '../../store/people/people.ts';
import { hasSessionOnDevice } from '../../store/people/sessions.ts';
import { RATE_LIMITED } from '../errors.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { RateLimit, type RateLimitResult } from '../limits/rate-limit.ts';
import { hashSecret } from '../session-secret.ts';

export interface PasswordAttempt {
  /** The given e-mail address, normalized. */
  readonly account: string;
  readonly address: string;
  /** The device cookie of a browser that signed in before, to any account. */
  readonly device?: string | undefined;
  readonly password: string;
  /** Undefined if there is no such account; the check costs the same. */
  readonly person: Person | undefined;
}

export interface PasswordGuard {
  check(attempt: PasswordAttempt): Promise<boolean>;
  hash(password: string): Promise<string>;
}

export interface PasswordGuardDeps {
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
