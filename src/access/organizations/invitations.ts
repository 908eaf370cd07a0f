/**
 * Invites people by link. A link is for one address and one role, works once, expires after a week, and its code is shown once.
 * If the address already has an account, the link adds a membership after the password of that account is verified.
 */
import { DAY_MS } from '../../core/calendar.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Role } from '../../core/vocabulary/access.ts';
import type { OrgTx } from '../../store/database.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import {
  findInvitation,
  insertInvitation,
  revokeInvitation as markRevoked,
  revokeInvitationsOf,
  type Invitation,
  findInvitationByCode,
  markInvitationAccepted,
} from '../../store/people/invitations.ts';
import { findMemberByEmail, findMember, insertMembership, listOrganizationsOf } from '../../store/people/members.ts';
import { toEmail } from '../emails.ts';
import { EMAIL_INVALID, INVITATION_UNKNOWN, MEMBER_EXISTS, DISPLAY_NAME_TAKEN } from '../errors.ts';
import { type AccessDeps, type Principal, requireAuthorityOver } from '../principal.ts';
import { newSecret, hashSecret } from '../secrets.ts';
import { toPersonName } from '../../core/naming/person-name.ts';
import { getOrganization } from '../../store/people/organizations.ts';
import { findPersonByEmail, insertMember, updatePerson, type Person } from '../../store/people/people.ts';
import { isUniqueViolation } from '../../store/failures.ts';
import { isNameFree, requireFreeName } from '../account/account.ts';
import { requireGoodPassword } from '../passwords/passwords.ts';
import {
  checkCredentials,
  startSession,
  toActor,
  type Client,
  type SignInDeps,
  type StartedSession,
} from '../sessions/sign-in.ts';

export async function createInvitation(
  deps: AccessDeps,
  principal: Principal,
  request: { readonly email: string; readonly role: Role; readonly requestId?: string | undefined },
): Promise<{ readonly invitation: Invitation; readonly code: string }> {
  const { role, requestId } = request;
  const email = toEmail(request.email);
  if (email === undefined) throw EMAIL_INVALID({ email: request.email });
  requireAuthorityOver(principal, role);
  const nowMs = deps.now();
  const at = new Date(nowMs).toISOString();
  const expiresAt = new Date(nowMs + LIMITS.invitationDays * DAY_MS).toISOString();
  const { text: code, sha256: codeSha256 } = newSecret();

  const invitation = await deps.database.inOrg(principal.orgId, async (tx) => {
    if ((await findMemberByEmail(tx, email)) !== undefined) throw MEMBER_EXISTS({ email });
    await revokeInvitationsOf(tx, email, at);
    const createdBy = principal.actor.name;
    const created = await insertInvitation(tx, {
      id: deps.newId(),
      email,
      role,
      createdAt: at,
      createdBy,
      expiresAt,
      codeSha256,
    });
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at,
      actor: principal.actor,
      action: 'invitation.created',
      subject: { kind: 'invitation', id: created.id },
      after: { email, role, expiresAt },
      requestId,
    });
    return created;
  });
  return { invitation, code };
}

/** A used invitation cannot be revoked; revoking a revoked one changes nothing. */
export async function revokeInvitation(
  deps: AccessDeps,
  principal: Principal,
  { id, requestId }: { readonly id: string; readonly requestId: string },
): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await deps.database.inOrg(principal.orgId, async (tx) => {
    const invitation = await findInvitation(tx, id);
    if (invitation === undefined || invitation.acceptedAt !== null) throw INVITATION_UNKNOWN();
    requireAuthorityOver(principal, invitation.role);
    if (invitation.revokedAt !== null) return;
    await markRevoked(tx, id, at);
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at,
      actor: principal.actor,
      action: 'invitation.revoked',
      subject: { kind: 'invitation', id },
      before: { email: invitation.email, role: invitation.role },
      requestId,
    });
  });
}

interface OpenInvitation {
  readonly orgId: string;
  readonly organizationName: string;
  readonly invitation: Invitation;
}

/** Unknown, used, revoked and expired codes get the same response. */
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

interface Acceptance {
  readonly code: string;
  readonly name: string;
  readonly password: string;
}

/** A new account gets the given password; an existing account must prove its own. */
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
