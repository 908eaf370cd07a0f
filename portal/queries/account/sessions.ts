/** Sessions of the signed-in user: the current one and those in other browsers. */
import { queryOptions } from '@tanstack/react-query';
import type { WireSession } from '../../../src/api/contract/organization/person.ts';
import { change, getOne, toPath } from '../../api/api-client.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

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
