/** Signed-in users, and requests as their browsers send them. */
import type { Role } from '../../src/core/vocabulary/access.ts';
import { hashPassword } from '../../src/access/passwords/passwords.ts';
import { startSession } from '../../src/access/sessions/sign-in.ts';
import { newId } from '../../src/store/new-id.ts';
import { insertMember } from '../../src/store/people/people.ts';
import type { TestAssay } from './test-assay.ts';

export interface TestPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly cookie: string;
}

export const PASSWORD = 'correct horse battery';
const CLIENT = { userAgent: 'Test', address: '192.0.2.1', requestId: 'test' };
let passwordHash: Promise<string> | undefined;

/** The header that a browser adds to requests of our own pages. */
export const OURS: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' };

interface PersonTraits {
  readonly email: string;
  readonly name: string;
  /** The cookie of the browser that started the session. */
  readonly device: string;
}

/** Creates a member with a session; all members have the same password. */
export async function aMember(
  { database }: Pick<TestAssay, 'database'>,
  orgId: string,
  role: Role,
  { email = `${newId()}@example.com`, name = 'Ada Lovelace', device }: Partial<PersonTraits> = {},
): Promise<TestPerson> {
  passwordHash ??= hashPassword(PASSWORD);
  const id = newId();
  const person = { id, email, name, passwordHash: await passwordHash, createdAt: new Date().toISOString() };
  const { secret } = await database.inOrg(orgId, async (tx) => {
    await insertMember(tx, person, role);
    return await startSession({ now: Date.now, newId }, tx, person, { ...CLIENT, device });
  });
  return { id, email, name, password: PASSWORD, cookie: `assay_session=${secret}` };
}

export interface PersonRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request as the portal of this user; without a cookie, as a visitor who is not signed in. */
export async function callAs(
  assay: Pick<TestAssay, 'request'>,
  cookie: string | undefined,
  path: string,
  { method = 'GET', body, headers = {} }: PersonRequest = {},
): Promise<Response> {
  return await assay.request(`/api/v2${path}`, {
    method,
    token: null,
    headers: {
      ...(cookie !== undefined && { cookie }),
      ...OURS,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Returns the cookie that a response sets, in the form in which it is sent back. */
export function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}
