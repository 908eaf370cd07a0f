/**
 * Signs a user in with an e-mail address and a password, and starts a session. All failures get the same response and cost the
 * same work. The permissions of a session are not stored here; they are read on every request.
 */
import { DAY_MS } from '../../core/calendar.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Database, OrgTx } from '../../store/database.ts';
import { insertAuditEntry, type Actor } from '../../store/people/audit.ts';
import { listOrganizationsOf } from '../../store/people/members.ts';
import { findPersonByEmail, lockForSignIn, type Person, countFailedSignIn } from '../../store/people/people.ts';
import { insertSession, removeEndedSessions, touchSession } from '../../store/people/sessions.ts';
import { toEmail } from '../emails.ts';
import { MEMBERSHIP_MISSING, SIGN_IN_FAILED } from '../errors.ts';
import type { PasswordGuard } from '../passwords/passwords.ts';
import type { AccessDeps } from '../principal.ts';
import { hashSecret, newSecret } from '../secrets.ts';

export interface SignInDeps extends AccessDeps {
  readonly passwords: PasswordGuard;
  readonly failedSignIns: FailedSignIns;
}

/** The client that signs in, in the short form shown to the user later. */
export interface Client {
  readonly userAgent: string;
  readonly address: string;
  /** The device cookie of a browser that signed in before; undefined for other browsers and programs. */
  readonly device?: string | undefined;
  readonly requestId: string;
}

export interface StartedSession {
  /** Only for the cookie. */
  readonly secret: string;
  /** Identifies the browser at later sign-ins; stored in a separate cookie. */
  readonly device: string;
  readonly expiresAt: string;
  readonly endsAt: string;
}

export async function signIn(
  deps: SignInDeps,
  credentials: { readonly email: string; readonly password: string },
  client: Client,
): Promise<{ readonly session: StartedSession; readonly orgId: string; readonly personId: string }> {
  const person = await checkCredentials(deps, credentials, client);
  const [organization] = await deps.database.reference(async (tx) => await listOrganizationsOf(tx, person.id));
  if (organization === undefined) throw MEMBERSHIP_MISSING();
  const orgId = organization.id;
  const session = await deps.database.inOrg(orgId, async (tx) => await startSession(deps, tx, person, client));
  return { session, orgId, personId: person.id };
}

/** Returns the person, or throws SIGN_IN_FAILED. */
export async function checkCredentials(
  deps: SignInDeps,
  { email: given, password }: { readonly email: string; readonly password: string },
  { address, device }: Client,
): Promise<Person> {
  const email = toEmail(given);
  const person = await deps.database.reference(async (tx) => await findPersonByEmail(tx, email ?? ''));
  const isRight = await deps.passwords.check({ account: email ?? '', address, device, password, person });
  if (person !== undefined && isRight) {
    await deps.failedSignIns.written(person.id);
    return person;
  }
  if (person !== undefined) deps.failedSignIns.record(person.id);
  throw SIGN_IN_FAILED();
}

/** Call this in the transaction that lets the person in. */
export async function startSession(
  deps: Pick<SignInDeps, 'now' | 'newId'>,
  tx: OrgTx,
  person: Pick<Person, 'id' | 'email' | 'name' | 'passwordHash'>,
  client: Client,
): Promise<StartedSession> {
  const nowMs = deps.now();
  const at = new Date(nowMs).toISOString();
  const endsAt = new Date(nowMs + LIMITS.sessionDaysMax * DAY_MS).toISOString();
  const expiresAt = expiryAt(nowMs, endsAt);
  const { text: secret, sha256: secretSha256 } = newSecret();
  const { userAgent, address, requestId } = client;
  const known = client.device === undefined ? undefined : hashSecret(client.device);
  const device =
    client.device === undefined || known === undefined ? newSecret() : { text: client.device, sha256: known };
  const id = deps.newId();

  const held = await lockForSignIn(tx, person);
  if (held === undefined) throw SIGN_IN_FAILED();
  await removeEndedSessions(tx, person.id, at);
  const times = { createdAt: at, lastUsedAt: at, expiresAt, endsAt };
  const deviceSha256 = device.sha256;
  await insertSession(tx, { id, secretSha256, deviceSha256, personId: person.id, ...times, userAgent, address });
  await touchSession(tx, { id, personId: person.id, at, expiresAt });
  await insertAuditEntry(tx, {
    id: deps.newId(),
    at,
    actor: toActor(person),
    action: 'session.started',
    subject: { kind: 'session', id },
    after: { userAgent, address, failedBefore: held.failedBefore },
    requestId,
  });
  return { secret, device: device.text, expiresAt, endsAt };
}

/** Each use extends a session, up to its final end. */
export function expiryAt(nowMs: number, endsAt: string): string {
  return new Date(Math.min(nowMs + LIMITS.sessionIdleDaysMax * DAY_MS, Date.parse(endsAt))).toISOString();
}

export function toActor(person: { readonly id: string; readonly email: string; readonly name: string }): Actor {
  return { kind: 'person', id: person.id, name: person.name === '' ? person.email : person.name };
}

/**
 * Describes the client of a session to its user: the browser and operating system, as far as the User-Agent header tells them.
 */

/** The first match wins, because browsers also name other browsers in the header for compatibility. */
const BROWSERS: readonly (readonly [string, string])[] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['HeadlessChrome/', 'Headless Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
];

const SYSTEMS: readonly (readonly [string, string])[] = [
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
];

/** Returns, for example, `Firefox on Linux`. The header itself is not stored. */
export function describeClient(userAgent: string | undefined): string {
  const browser = find(BROWSERS, userAgent) ?? 'Unknown program';
  const system = find(SYSTEMS, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}

function find(names: readonly (readonly [string, string])[], userAgent = ''): string | undefined {
  return names.find(([mark]) => userAgent.includes(mark))?.[1];
}

/**
 * Counts failed sign-ins since the last successful one, for the audit log. A failed sign-in does not wait for the write, because
 * its response time would reveal that the account exists; a successful one waits for all earlier writes.
 */
export interface FailedSignIns {
  record(personId: string): void;
  /** Resolves when all failures noted by this process are written. */
  written(personId: string): Promise<void>;
}

export function createFailedSignIns({
  database,
  onError,
}: {
  readonly database: Database;
  readonly onError: (error: unknown) => void;
}): FailedSignIns {
  // Writes run one at a time per account, so that a burst of failures uses one connection.
  const writing = new Map<string, Promise<void>>();

  async function write(before: Promise<void> | undefined, personId: string): Promise<void> {
    await before;
    try {
      await database.reference(async (tx) => await countFailedSignIn(tx, personId));
    } catch (error) {
      onError(error);
    }
  }

  return {
    record: (personId) => {
      const mine = write(writing.get(personId), personId).finally(() => {
        if (writing.get(personId) === mine) writing.delete(personId);
      });
      writing.set(personId, mine);
    },
    written: async (personId) => await writing.get(personId),
  };
}
