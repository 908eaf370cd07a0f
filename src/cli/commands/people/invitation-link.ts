/** Creates an invitation for the operator, and the link for the invited user. */
import type { Role } from '../../../core/vocabulary/access.ts';
import { createInvitation } from '../../../access/organizations/invite.ts';
import { operatorOf } from '../../../access/principal.ts';
import type { Config } from '../../../config.ts';
import type { Database } from '../../../store/database.ts';
import { newId } from '../../../store/new-id.ts';

export interface InvitationLink {
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
  readonly url: string;
}

export async function createInvitationLink(
  database: Database,
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  { orgId, email, role }: { readonly orgId: string; readonly email: string; readonly role: Role },
): Promise<InvitationLink> {
  const deps = { database, now: Date.now, newId };
  const { invitation, code } = await createInvitation(deps, operatorOf(orgId), { email, role });
  const { host, port } = config;
  const base = config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { email: invitation.email, role, expiresAt: invitation.expiresAt, url: `${base}/invite/${code}` };
}
