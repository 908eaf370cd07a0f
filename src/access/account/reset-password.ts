/**
 * Replaces a password without the old one: set by the operator, or chosen through a reset link. Ends all sessions of the account
 * and writes an audit entry to each of its organizations.
 */
import type { AuditAction } from '../../core/vocabulary/audit.ts';
import type { ReferenceTx } from '../../store/database.ts';
import { insertAuditEntry, type Actor } from '../../store/people/audit.ts';
import { listOrganizationsOf, findMember } from '../../store/people/members.ts';
import { findPersonByEmail, updatePerson, type Person, findPerson, lockPerson } from '../../store/people/people.ts';
import { revokeSessions } from '../../store/people/sessions.ts';
import { toEmail } from '../emails.ts';
import {
  PERSON_UNKNOWN,
  MAIL_OFF,
  MEMBER_ELSEWHERE,
  MEMBER_UNKNOWN,
  PASSWORD_RESET_UNKNOWN,
  RATE_LIMITED,
} from '../errors.ts';
import { newPassword, requireGoodPassword, type PasswordGuard } from '../passwords/passwords.ts';
import { LIMITS } from '../../core/limits.ts';
import {
  findPasswordReset,
  insertPasswordReset,
  consumePasswordReset,
  type NewPasswordReset,
  type PasswordReset,
} from '../../store/people/password-resets.ts';
import type { AccountMail } from './account-mail.ts';
import { requireAuthorityOver, type AccessDeps, type Principal } from '../principal.ts';
import { RateLimit } from '../limits/rate-limit.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { toActor, type Client } from '../sessions/sign-in.ts';

export async function resetPassword(
  deps: AccessDeps & { readonly hash: (password: string) => Promise<string> },
  email: string,
): Promise<{ readonly password: string; readonly sessionsEnded: number }> {
  const person = await deps.database.reference(async (tx) => await findPersonByEmail(tx, toEmail(email) ?? ''));
  if (person === undefined) throw PERSON_UNKNOWN({ email });
  const password = newPassword();
  const passwordHash = await deps.hash(password);
  const actor: Actor = { kind: 'system', id: 'command-line', name: 'command line' };
  return { password, sessionsEnded: await replacePassword(deps, person, { passwordHash, actor }) };
}

interface Replacement {
  readonly passwordHash: string;
  readonly actor: Actor;
  readonly requestId?: string;
  /** Runs first in the transaction of the change; throws if the change is no longer allowed. */
  readonly claim?: (tx: ReferenceTx) => Promise<void>;
}

/** Returns the number of ended sessions. */
async function replacePassword(deps: AccessDeps, person: Person, replacement: Replacement): Promise<number> {
  const at = new Date(deps.now()).toISOString();
  const { passwordHash, actor, requestId, claim } = replacement;
  const sessionsEnded = await deps.database.reference(async (tx) => {
    await claim?.(tx);
    await updatePerson(tx, person.id, { passwordHash });
    return await revokeSessions(tx, { personId: person.id }, at);
  });
  const after = { email: person.email, sessionsEnded };
  await auditInAllOrganizations(deps, person, { actor, action: 'person.password_changed', after, requestId });
  return sessionsEnded;
}

/** An account spans organizations, so each of them gets its audit entry in a separate transaction. */
async function auditInAllOrganizations(
  deps: AccessDeps,
  person: Pick<Person, 'id'>,
  entry: {
    readonly actor: Actor;
    readonly action: AuditAction;
    readonly after: object;
    readonly requestId: string | undefined;
  },
): Promise<void> {
  const organizations = await deps.database.reference(async (tx) => await listOrganizationsOf(tx, person.id));
  const at = new Date(deps.now()).toISOString();
  for (const { id: orgId } of organizations) {
    await deps.database.inOrg(orgId, async (tx) => {
      await insertAuditEntry(tx, { id: deps.newId(), at, subject: { kind: 'person', id: person.id }, ...entry });
    });
  }
}

interface ForgottenPasswordDeps extends AccessDeps {
  readonly passwords: Pick<PasswordGuard, 'hash'>;
  /** Undefined if mail is not configured. */
  readonly mail: Pick<AccountMail, 'sendPasswordReset'> | undefined;
  readonly onError: (error: unknown) => void;
}

type Requester = Pick<Client, 'address' | 'requestId'>;

/**
 * Password reset links, mailed to the address of an account or created by an administrator. The response does not reveal whether
 * an address has an account, because it is sent before the lookup.
 */
export interface ForgottenPasswords {
  readonly sendsMail: boolean;
  /** Mails a link if the address has an account. Runs after the response is sent. */
  request(email: string, client: Requester): void;
  /** Resolves when all requests so far are processed. */
  whenIdle(): Promise<void>;
  createLink(
    principal: Principal,
    wanted: { readonly personId: string; readonly requestId: string },
  ): Promise<{ readonly code: string; readonly expiresAt: string }>;
  /** Throws when the code is unknown, used or expired. */
  open(code: string): Promise<{ readonly email: string; readonly expiresAt: string }>;
  setPassword(code: string, password: string, client: Pick<Client, 'requestId'>): Promise<void>;
}

const MINUTE_MS = 60_000;

export function createForgottenPasswords(deps: ForgottenPasswordDeps): ForgottenPasswords {
  const perAccount = perHour(LIMITS.passwordResetsPerAccountMax);
  const perAddress = perHour(LIMITS.passwordResetsPerAddressMax);
  // One at a time: a burst of requests uses one database connection and one mail connection.
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  async function sendLink(
    mail: NonNullable<ForgottenPasswordDeps['mail']>,
    email: string,
    client: Requester,
  ): Promise<void> {
    const person = await deps.database.reference(async (tx) => await findPersonByEmail(tx, email));
    if (person === undefined) return;
    const { code, row } = toLink(deps, person.id, null);
    await deps.database.reference(async (tx) => await insertPasswordReset(tx, row));
    await auditInAllOrganizations(deps, person, {
      actor: { kind: 'system', id: 'forgot-password', name: 'forgot password' },
      action: 'person.password_reset_requested',
      after: { email: person.email, address: client.address },
      requestId: client.requestId,
    });
    await mail.sendPasswordReset(person.email, code);
  }

  return {
    sendsMail: deps.mail !== undefined,
    request: (given, client) => {
      const { mail } = deps;
      if (mail === undefined) throw MAIL_OFF();
      // An invalid address is rate-limited and answered like one without an account.
      const email = toEmail(given) ?? '';
      refuseBeyond(perAddress, client.address, deps.now());
      refuseBeyond(perAccount, email, deps.now());
      if (waiting >= LIMITS.passwordResetsWaitingMax) throw tooMany(1);
      waiting += 1;
      last = last
        .then(async () => await sendLink(mail, email, client))
        .catch(deps.onError)
        .finally(() => {
          waiting -= 1;
        });
    },
    whenIdle: async () => await last,
    createLink: async (principal, { personId, requestId }) =>
      await deps.database.inOrg(principal.orgId, async (tx) => {
        const member = await findMember(tx, personId);
        if (member === undefined) throw MEMBER_UNKNOWN();
        requireAuthorityOver(principal, member.role);
        if (!(await belongsOnlyTo(tx, personId, tx.orgId))) throw MEMBER_ELSEWHERE();
        const link = toLink(deps, personId, tx.orgId);
        await insertPasswordReset(tx, link.row);
        await insertAuditEntry(tx, {
          id: deps.newId(),
          at: link.row.createdAt,
          actor: principal.actor,
          action: 'person.password_reset_requested',
          subject: { kind: 'person', id: personId },
          after: { email: member.email },
          requestId,
        });
        return { code: link.code, expiresAt: link.row.expiresAt };
      }),
    open: async (code) => {
      const { person, reset } = await getReset(deps, code);
      return { email: person.email, expiresAt: reset.expiresAt };
    },
    setPassword: async (code, password, { requestId }) => {
      const { person, reset, codeSha256 } = await getReset(deps, code);
      requireGoodPassword(password, [person.email, person.name]);
      const passwordHash = await deps.passwords.hash(password);
      const claim = async (tx: ReferenceTx): Promise<void> => {
        // A concurrent acceptance of an invitation is either visible here or uses the new password.
        await lockPerson(tx, person.id);
        const isTaken = await consumePasswordReset(tx, codeSha256, new Date(deps.now()).toISOString());
        if (!isTaken || !(await isUsable(tx, reset))) throw PASSWORD_RESET_UNKNOWN();
      };
      await replacePassword(deps, person, { passwordHash, actor: toActor(person), requestId, claim });
    },
  };
}

function toLink(
  deps: AccessDeps,
  personId: string,
  orgId: string | null,
): { readonly code: string; readonly row: NewPasswordReset } {
  const nowMs = deps.now();
  const { text: code, sha256: codeSha256 } = newSecret();
  const createdAt = new Date(nowMs).toISOString();
  const expiresAt = new Date(nowMs + LIMITS.passwordResetMinutes * MINUTE_MS).toISOString();
  return { code, row: { codeSha256, personId, orgId, createdAt, expiresAt } };
}

async function getReset(
  deps: AccessDeps,
  code: string,
): Promise<{ readonly person: Person; readonly reset: PasswordReset; readonly codeSha256: Buffer }> {
  const codeSha256 = hashSecret(code);
  if (codeSha256 === undefined) throw PASSWORD_RESET_UNKNOWN();
  return await deps.database.reference(async (tx) => {
    const reset = await findPasswordReset(tx, codeSha256, new Date(deps.now()).toISOString());
    const person = reset && (await findPerson(tx, reset.personId));
    if (reset === undefined || person === undefined || !(await isUsable(tx, reset))) throw PASSWORD_RESET_UNKNOWN();
    return { person, reset, codeSha256 };
  });
}

/** A link created by an administrator must not open an account that also belongs to another organization. */
async function isUsable(tx: ReferenceTx, { personId, orgId }: PasswordReset): Promise<boolean> {
  return orgId === null || (await belongsOnlyTo(tx, personId, orgId));
}

async function belongsOnlyTo(tx: ReferenceTx, personId: string, orgId: string): Promise<boolean> {
  const organizations = await listOrganizationsOf(tx, personId);
  return organizations.length === 1 && organizations[0]?.id === orgId;
}

function perHour(max: number): RateLimit {
  return new RateLimit({ perMinute: max / 60, burst: max });
}

function refuseBeyond(limit: RateLimit, key: string, nowMs: number): void {
  const verdict = limit.take(key, nowMs);
  if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
}

function tooMany(retryAfterSeconds: number): Error {
  return RATE_LIMITED({ what: 'password resets', retryAfterSeconds }, { retryAfterSeconds });
}
