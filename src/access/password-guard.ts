/**
 * Every check of a password goes through here: it is counted before the work, and given back when the password was right.
 * Strangers who try an account from many places use up its wide bucket; its owner still gets in from wherever they signed in
 * before, so that an account cannot be locked from outside.
 */
import { LIMITS } from '../core/limits.ts';
import type { Database } from '../store/database.ts';
import type { Person } from '../store/people/people.ts';
import { hasSessionFrom } from '../store/people/sessions.ts';
import { RATE_LIMITED } from './errors.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { RateLimit, type Verdict } from './rate-limit.ts';

export interface PasswordAttempt {
  /** The e-mail address that was given, in its one spelling. */
  readonly account: string;
  readonly address: string;
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

const NOBODY = '00000000-0000-0000-0000-000000000000';

export function createPasswordGuard(deps: PasswordGuardDeps): PasswordGuard {
  const perAddress = bucket(LIMITS.signInsPerAddressMax);
  const perAccountAndAddress = bucket(LIMITS.signInsPerAccountAndAddressMax);
  const perAccount = bucket(LIMITS.signInsPerAccountMax);

  async function take({ account, address, person }: PasswordAttempt): Promise<() => void> {
    const now = deps.now();
    const both = `${account} ${address}`;
    refuseUnless(perAddress.take(address, now));
    refuseUnless(perAccountAndAddress.take(both, now));
    const wide = perAccount.take(account, now);
    if (!wide.allowed) {
      const isKnown = await deps.database.reference(
        async (tx) => await hasSessionFrom(tx, person?.id ?? NOBODY, address),
      );
      if (!isKnown) refuseUnless(wide);
    }
    return () => {
      const later = deps.now();
      perAddress.give(address, later);
      perAccountAndAddress.give(both, later);
      if (wide.allowed) perAccount.give(account, later);
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
