/** The signed-in user, with organization and permissions, and their sessions in this and other browsers. */
import { queryOptions } from '@tanstack/react-query';
import type { WireMe, WireSession } from '../../../src/api/contract/organization/person.ts';
import { change, getFromSession, getOne, toPath } from '../../api/api-client.ts';
import { setShownOrganization } from '../../api/shown-organization.ts';

export type Role = NonNullable<WireMe['role']>;
export type Scope = WireMe['scopes'][number];

/** Error codes about the display name. */
export const NAME_CODES: readonly string[] = ['NAME_INVALID', 'DISPLAY_NAME_TAKEN'];

export interface MeChange {
  readonly name?: string;
  readonly password?: string;
  readonly currentPassword?: string;
  readonly preferences?: Partial<WireMe['preferences']>;
  readonly savedFilters?: WireMe['savedFilters'];
}

export function me() {
  return queryOptions({
    queryKey: ['me'],
    queryFn: async ({ signal }) => {
      const answer = await getOne<WireMe>('/me', signal);
      setShownOrganization(answer.organization.id);
      return answer;
    },
    staleTime: 5 * 60_000,
  });
}

/** The session as it is now, in any organization: not necessarily the one that this tab shows. */
export function currentSession() {
  return queryOptions({
    queryKey: ['current-session'],
    queryFn: async ({ signal }) => await getFromSession<WireMe>('/me', signal),
    staleTime: 0,
    gcTime: 0,
  });
}

export async function changeMe(wanted: MeChange): Promise<WireMe> {
  return await change<WireMe>('PATCH', '/me', wanted);
}

/** Marks changes as seen; from now on, changes are counted after this moment. */
export async function markVisited(): Promise<WireMe> {
  return await change<WireMe>('PATCH', '/me', { visited: true });
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Sessions of the signed-in user: the current one and those in other browsers. */
export function sessionList() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => await getOne<readonly WireSession[]>('/session', signal),
  });
}

export async function signIn(credentials: Credentials): Promise<void> {
  await change<unknown>('POST', '/session', credentials);
}

export async function signOut(): Promise<void> {
  await change('DELETE', '/session');
}

export async function signOutEverywhere(): Promise<void> {
  await change('DELETE', '/session?all=true');
}

export async function endSession(id: string): Promise<void> {
  await change('DELETE', toPath('session', id));
}

/** Switches the session to another organization of the user. */
export async function switchOrganization(organizationId: string): Promise<void> {
  await change<unknown>('POST', '/session/organization', { organizationId });
}
