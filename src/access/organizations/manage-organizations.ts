/** Creates and renames organizations: the first one when the database is new, others by the operator on the command line. */
import type { Database } from '../../store/database.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import {
  getOrganization,
  insertOrganization,
  renameOrganization as setName,
  type Organization,
  claimFirstStart,
  hadFirstStart,
} from '../../store/people/organizations.ts';
import { operatorOf, type AccessDeps } from '../principal.ts';
import { TOKEN_SCOPES } from '../../core/vocabulary/access.ts';
import { insertMember } from '../../store/people/people.ts';
import { insertToken } from '../../store/people/tokens.ts';
import { findPasswordProblem } from '../passwords/common-passwords.ts';
import { toEmail } from '../emails.ts';
import { defaultExpiry, toTokenCreator } from '../tokens/issue-token.ts';
import { hashPassword, newPassword } from '../passwords/passwords.ts';
import { hashToken, newTokenSecret, parseTokenSecret } from '../secrets.ts';

export async function createOrganization(deps: AccessDeps, name: string): Promise<Organization> {
  const id = deps.newId();
  const organization = { id, name, createdAt: new Date(deps.now()).toISOString() };
  await deps.database.inOrg(id, async (tx) => {
    await insertOrganization(tx, organization);
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at: organization.createdAt,
      actor: operatorOf(id).actor,
      action: 'organization.created',
      subject: { kind: 'organization', id },
      after: { name },
    });
  });
  return organization;
}

export async function renameOrganization(deps: AccessDeps, orgId: string, name: string): Promise<Organization> {
  return await deps.database.inOrg(orgId, async (tx) => {
    const before = await getOrganization(tx);
    await setName(tx, name);
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at: new Date(deps.now()).toISOString(),
      actor: operatorOf(orgId).actor,
      action: 'organization.updated',
      subject: { kind: 'organization', id: orgId },
      before: { name: before.name },
      after: { name },
    });
    return { ...before, name };
  });
}

interface FirstStartOptions {
  readonly ownerEmail: string | undefined;
  readonly ownerPassword: string | undefined;
  readonly bootstrapToken: string | undefined;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Secrets are present only if they were generated here; those given by the operator are never printed. */
export interface FirstStart {
  readonly ownerEmail: string;
  readonly generatedPassword: string | undefined;
  readonly generatedToken: string | undefined;
  /** The problem with the password given by the operator. The password is used anyway, because the operator may have no other. */
  readonly passwordProblem: string | undefined;
}

const DEFAULT_OWNER_EMAIL = 'owner@localhost';

/**
 * First start of a database: creates one organization, its owner and one integration token. If several processes race, one
 * transaction wins and the others find the organization already there. Generated secrets are returned once, so that they can be
 * printed once. Returns undefined if the database already had its first start.
 */
export async function firstStart(database: Database, options: FirstStartOptions): Promise<FirstStart | undefined> {
  // Checked before hashing the password, so that later starts do not pay for the hash.
  if (await database.reference(hadFirstStart)) return undefined;

  const password = options.ownerPassword ?? newPassword();
  const passwordHash = await hashPassword(password);
  const secret = (options.bootstrapToken && parseTokenSecret(options.bootstrapToken)) || newTokenSecret();
  const given = options.ownerEmail ?? DEFAULT_OWNER_EMAIL;
  const ownerEmail = toEmail(given) ?? given;
  const at = new Date(options.now()).toISOString();
  const orgId = options.newId();
  const actor = { kind: 'system', id: 'first-start', name: 'first start' } as const;

  const won = await database.inOrg(orgId, async (tx) => {
    if (!(await claimFirstStart(tx, at))) return false;
    await insertOrganization(tx, { id: orgId, name: 'My organization', createdAt: at });
    await insertMember(tx, { id: options.newId(), email: ownerEmail, passwordHash, createdAt: at }, 'owner');
    await insertToken(tx, {
      id: options.newId(),
      publicId: secret.publicId,
      sha256: hashToken(secret.text),
      name: 'First token',
      scopes: TOKEN_SCOPES,
      serviceIds: null,
      createdAt: at,
      createdBy: toTokenCreator(actor),
      ownerId: null,
      // A token provisioned by the operator does not expire; a generated one expires like any other token.
      expiresAt: options.bootstrapToken === undefined ? defaultExpiry(options.now()) : null,
    });
    await insertAuditEntry(tx, {
      id: options.newId(),
      at,
      actor,
      action: 'organization.created',
      subject: { kind: 'organization', id: orgId },
      after: { owner: ownerEmail },
    });
    return true;
  });
  if (!won) return undefined;
  return {
    ownerEmail,
    generatedPassword: options.ownerPassword === undefined ? password : undefined,
    generatedToken: options.bootstrapToken === undefined ? secret.text : undefined,
    passwordProblem: options.ownerPassword && findPasswordProblem(options.ownerPassword, [ownerEmail]),
  };
}
