/**
 * Every check of a password goes through here: it is counted before the work, and given back when the password was right. A
 * browser that signed in to the account before is counted alone, so that the failures of others, behind the same proxy or
 * anywhere else, never lock its user out.
 */
import { LIMITS } from '../core/limits.ts';
import type { Database } from '../store/database.ts';
import type { Person } from '../store/people/people.ts';
import { hasSessionOnDevice } from '../store/people/sessions.ts';
import { RATE_LIMITED } from './errors.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { RateLimit, type Verdict } from './rate-limit.ts';
import { hashSecret } from './session-secret.ts';

export interface PasswordAttempt {
  /** The e-mail address that was given, in its one spelling. */
  readonly account: string;
  readonly address: string;
  /** The cookie of a browser that signed in before, to whichever account. */
  readonly device?: string | undefined;
  readonly password: string;
  /** Undefined when there is no such account; the work is the same. */
  readonly person: Person | undefined;
}

export interface PasswordGuard {
  check(attempt: PasswordAttempt): Promise<boolean>;
  hash(password: string): Promise<string>;
}

export interface PasswordGuardDeps {
  readonly database: Database;
  readonly now: () => number;
  /** Few at once: a check costs memory and a core. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

const NO_PERSON = '00000000-0000-0000-0000-000000000000';

export function createPasswordGuard(deps: PasswordGuardDeps): PasswordGuard {
  const perDevice = bucket(LIMITS.signInsPerDeviceMax);
  const perAccountAndAddress = bucket(LIMITS.signInsPerAccountAndAddressMax);
  const perAccount = bucket(LIMITS.signInsPerAccountMax);
  const perAddress = bucket(LIMITS.signInsPerAddressMax);

  /** The strictest first: what it refuses is not counted against the others, which other people share. */
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

  async function take(attempt: PasswordAttempt): Promise<() => void> {
    const counters = await toCounters(attempt);
    const now = deps.now();
    for (const [limit, key] of counters) refuseUnless(limit.take(key, now));
    return () => {
      for (const [limit, key] of counters) limit.give(key, deps.now());
    };
  }

  return {
    check: async (attempt) => {
      const giveBack = await take(attempt);
      const { password, person } = attempt;
      const isRight = await deps.inTurn(async () => await isPassword(password, person?.passwordHash));
      if (isRight) giveBack();
      return isRight;
    },
    hash: async (password) => await deps.inTurn(async () => await hashPassword(password)),
  };
}

/** As many at once, and again over a quarter of an hour: people mistype in a row, and then think. */
function bucket(max: number): RateLimit {
  return new RateLimit({ perMinute: max / 15, burst: max });
}

function refuseUnless(verdict: Verdict): void {
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw RATE_LIMITED({ what: 'failed sign-ins', retryAfterSeconds }, { retryAfterSeconds });
}
