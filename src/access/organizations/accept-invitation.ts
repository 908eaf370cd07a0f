/**
 * Accepts invitations by the code in their link. Unknown, used, revoked and expired codes get the same response. A new account
 * gets the given password; an existing account must prove its own.
 */
import { toPersonName } from '../../core/naming/person-name.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import type { OrgTx } from '../../store/database.ts';
import {
  findInvitation,
  findInvitationByCode,
  markInvitationAccepted,
  type Invitation,
} from '../../store/people/invitations.ts';
import { findMember, insertMembership, listOrganizationsOf } from '../../store/people/members.ts';
import { getOrganization } from '../../store/people/organizations.ts';
import { findPersonByEmail, insertMember, updatePerson, type Person } from '../../store/people/people.ts';
import { isUniqueViolation } from '../../store/failures/unique-violation.ts';
import { isNameFree, requireFreeName } from '../account/display-names.ts';
import { DISPLAY_NAME_TAKEN, INVITATION_UNKNOWN, MEMBER_EXISTS } from '../errors.ts';
import { requireGoodPassword } from '../passwords/passwords.ts';
import { hashSecret } from '../session-secret.ts';
import {
  checkCredentials,
  startSession,
  toActor,
  type Client,
  type SignInDeps,
  type StartedSession,
} from '../sessions/sign-in.ts';

export interface OpenInvitation {
  readonly orgId: string;
  readonly organizationName: string;
  readonly invitation: Invitation;
}

export async function getOpenInvitation(
  { database, now }: Pick<SignInDeps, 'database' | 'now'>,
  code: string,
): Promise<OpenInvitation> {
  const sha256 = hashSecret(code);
  const address = sha256 && (await database.reference(async (tx) => await findInvitationByCode(tx, sha256)));
  if (address === undefined) throw INVITATION_UNKNOWN();
  return await database.inOrg(address.orgId, async (tx) => {
    const invitation = await findInvitation(tx, address.id);
    if (invitation === undefined || !isOpen(invitation, now())) throw INVITATION_UNKNOWN();
    const { name: organizationName } = await getOrganization(tx);
    return { orgId: address.orgId, organizationName, invitation };
  });
}

export function isOpen({ acceptedAt, revokedAt, expiresAt }: Invitation, nowMs: number): boolean {
  return acceptedAt === null && revokedAt === null && Date.parse(expiresAt) > nowMs;
}

export interface Acceptance {
  readonly code: string;
  readonly name: string;
  readonly password: string;
}

export async function acceptInvitation(
  deps: SignInDeps,
  acceptance: Acceptance,
  client: Client,
): Promise<{ readonly session: StartedSession; readonly orgId: string; readonly personId: string }> {
  const { orgId, organizationName, invitation } = await getOpenInvitation(deps, acceptance.code);
  const { email } = invitation;
  const { password } = acceptance;
  // Not part of the open invitation: an administrator could use it to look up which addresses have accounts elsewhere.
  const hasAccount = (await deps.database.reference(async (tx) => await findPersonByEmail(tx, email))) !== undefined;
  const known = hasAccount ? await checkCredentials(deps, { email, password }, client) : undefined;
  const fresh = known === undefined ? await toNewPerson(deps, { email, organizationName }, acceptance) : undefined;
  const person = known ?? fresh;
  if (person === undefined) throw INVITATION_UNKNOWN();

  try {
    return await deps.database.inOrg(orgId, async (tx) => {
      const at = new Date(deps.now()).toISOString();
      if (!(await markInvitationAccepted(tx, invitation.id, at))) throw INVITATION_UNKNOWN();
      const member = known === undefined ? person : await resolveName(tx, known, acceptance.name);
      await addMembership(tx, { person: member, isNew: known === undefined, role: invitation.role, at });
      await insertAuditEntry(tx, {
        id: deps.newId(),
        at,
        actor: toActor(member),
        action: 'member.added',
        subject: { kind: 'person', id: person.id },
        after: {
          email,
          role: invitation.role,
          invitationId: invitation.id,
          invitedBy: invitation.createdBy,
          ...(member.name !== person.name && { renamedFrom: person.name }),
        },
        requestId: client.requestId,
      });
      const session = await startSession(deps, tx, member, client);
      return { session, orgId, personId: person.id };
    });
  } catch (error) {
    // An invitation to another organization created the account in the meantime: check its password instead.
    if (known === undefined && isUniqueViolation(error, 'person_email_key'))
      return await acceptInvitation(deps, acceptance, client);
    throw error;
  }
}

async function toNewPerson(
  deps: SignInDeps,
  { email, organizationName }: { readonly email: string; readonly organizationName: string },
  { name, password }: Acceptance,
): Promise<Person> {
  requireGoodPassword(password, [email, name, organizationName]);
  const passwordHash = await deps.passwords.hash(password);
  return { id: deps.newId(), email, name: name && toPersonName(name), passwordHash, preferences: {} };
}

/** Keeps the name of the account unless a member of the organization has a similar one; then renames the account to `wanted`. */
async function resolveName(tx: OrgTx, person: Person, wanted: string): Promise<Person> {
  const { id: personId, name: current } = person;
  if (current === '' || (await isNameFree(tx, { personId, name: current, orgIds: [tx.orgId] }))) return person;
  if (wanted === '') throw DISPLAY_NAME_TAKEN({ name: current });
  const name = toPersonName(wanted);
  const orgIds = [tx.orgId, ...(await listOrganizationsOf(tx, personId)).map(({ id }) => id)];
  await requireFreeName(tx, { personId, name, orgIds });
  await updatePerson(tx, person.id, { name });
  return { ...person, name };
}

async function addMembership(
  tx: OrgTx,
  { person, isNew, role, at }: { person: Person; isNew: boolean; role: Invitation['role']; at: string },
): Promise<void> {
  if (isNew) {
    if (person.name !== '') await requireFreeName(tx, { personId: person.id, name: person.name, orgIds: [tx.orgId] });
    await insertMember(tx, { ...person, createdAt: at }, role);
    return;
  }
  if ((await findMember(tx, person.id)) !== undefined) throw MEMBER_EXISTS({ email: person.email });
  await insertMembership(tx, { personId: person.id, role, createdAt: at });
}
