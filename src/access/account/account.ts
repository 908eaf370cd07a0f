/** A user's own account. Changing the password ends all other sessions. */
import { toPersonName, toNameKey } from '../../core/naming/person-name.ts';
import type { OrgTx, ReferenceTx } from '../../store/database.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import {
  findMember,
  listOrganizationsOf,
  recordVisit,
  type OrganizationOfPerson,
  lockMemberNames,
} from '../../store/people/members.ts';
import {
  findPerson,
  updatePerson,
  listSavedFilters,
  replaceSavedFilters,
  type SavedFilter,
} from '../../store/people/people.ts';
import { revokeSessions } from '../../store/people/sessions.ts';
import { FINDING_GROUPINGS, type FindingGrouping } from '../../core/vocabulary/finding.ts';
import { PASSWORD_WRONG, DISPLAY_NAME_TAKEN } from '../errors.ts';
import { type PasswordGuard, requireGoodPassword } from '../passwords/passwords.ts';
import type { AccessDeps, SignedInPerson } from '../principal.ts';
import { toActor, type Client } from '../sessions/sign-in.ts';

type AccountDeps = AccessDeps & { readonly passwords: PasswordGuard };

export interface Account {
  readonly person: { readonly id: string; readonly email: string; readonly name: string };
  readonly lastVisitAt: string | null;
  readonly preferences: Preferences;
  readonly savedFilters: readonly SavedFilter[];
  readonly organizations: readonly OrganizationOfPerson[];
}

/** Returns undefined if the person was removed in the meantime. */
export async function findAccount(tx: OrgTx, personId: string): Promise<Account | undefined> {
  const [person, member] = [await findPerson(tx, personId), await findMember(tx, personId)];
  if (person === undefined || member === undefined) return undefined;
  return {
    person: { id: person.id, email: person.email, name: person.name },
    lastVisitAt: member.lastVisitAt,
    preferences: parsePreferences(person.preferences),
    savedFilters: await listSavedFilters(tx, personId),
    organizations: await listOrganizationsOf(tx, personId),
  };
}

export interface AccountChange {
  readonly name?: string | undefined;
  readonly password?: { readonly current: string; readonly next: string } | undefined;
  readonly preferences?: { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined } | undefined;
  readonly savedFilters?: readonly SavedFilter[] | undefined;
  readonly visited?: boolean | undefined;
}

export async function changeAccount(
  deps: AccountDeps,
  who: Client & { readonly orgId: string; readonly person: SignedInPerson },
  change: AccountChange,
): Promise<void> {
  const { orgId, person, requestId } = who;
  const name = change.name === undefined || change.name === person.name ? undefined : toPersonName(change.name);
  const passwordHash = change.password && (await hashNewPassword(deps, who, change.password));
  const at = new Date(deps.now()).toISOString();
  await deps.database.inOrg(orgId, async (tx) => {
    const audit = async (action: 'person.updated' | 'person.password_changed', more: object): Promise<void> =>
      await insertAuditEntry(tx, {
        id: deps.newId(),
        at,
        actor: toActor({ ...person, name: name ?? person.name }),
        action,
        subject: { kind: 'person', id: person.id },
        requestId,
        ...more,
      });
    if (name !== undefined) {
      const orgIds = (await listOrganizationsOf(tx, person.id)).map(({ id }) => id);
      await requireFreeName(tx, { personId: person.id, name, orgIds });
    }
    const preferences = change.preferences && (await mergePreferences(tx, person.id, change.preferences));
    await updatePerson(tx, person.id, { name, passwordHash, preferences });
    if (change.savedFilters !== undefined) await replaceSavedFilters(tx, person.id, change.savedFilters);
    if (change.visited === true) await recordVisit(tx, person.id, at);
    if (name !== undefined) await audit('person.updated', { before: { name: person.name }, after: { name } });
    if (passwordHash !== undefined) {
      const sessionsEnded = await revokeSessions(tx, { personId: person.id, except: person.sessionId }, at);
      await audit('person.password_changed', { after: { sessionsEnded } });
    }
  });
}

async function hashNewPassword(
  deps: AccountDeps,
  { person, address, device }: Client & { readonly person: SignedInPerson },
  { current, next }: { readonly current: string; readonly next: string },
): Promise<string> {
  const { known, organizations } = await deps.database.reference(async (tx) => ({
    known: await findPerson(tx, person.id),
    organizations: await listOrganizationsOf(tx, person.id),
  }));
  requireGoodPassword(next, [person.email, person.name, ...organizations.map(({ name }) => name)]);
  const attempt = { account: person.email, address, device, password: current, person: known };
  if (!(await deps.passwords.check(attempt))) throw PASSWORD_WRONG();
  return await deps.passwords.hash(next);
}

async function mergePreferences(
  tx: OrgTx,
  personId: string,
  change: NonNullable<AccountChange['preferences']>,
): Promise<Preferences> {
  const current = parsePreferences((await findPerson(tx, personId))?.preferences);
  return {
    singleKeys: change.singleKeys ?? current.singleKeys,
    groupFindingsBy: change.groupFindingsBy ?? current.groupFindingsBy,
    setupChecklist: change.setupChecklist ?? current.setupChecklist,
  };
}

/** No two members of an organization may have names that can be confused. */
interface NameHolder {
  readonly personId: string;
  readonly name: string;
  /** All organizations that the person belongs to or is about to join. */
  readonly orgIds: readonly string[];
}

/** Call this in the transaction that assigns the name or the membership. */
export async function isNameFree(tx: ReferenceTx, { personId, name, orgIds }: NameHolder): Promise<boolean> {
  const key = toNameKey(name);
  const others = await lockMemberNames(tx, { key, orgIds });
  return others.every((other) => other.personId === personId || toNameKey(other.name) !== key);
}

export async function requireFreeName(tx: ReferenceTx, holder: NameHolder): Promise<void> {
  if (!(await isNameFree(tx, holder))) throw DISPLAY_NAME_TAKEN({ name: holder.name });
}

/** Shared by all organizations of the user. */
interface Preferences {
  /** Whether single-key shortcuts are enabled in the portal (WCAG 2.1.4 requires a way to switch them off). */
  readonly singleKeys: boolean;
  /** How the portal groups the findings of a version. */
  readonly groupFindingsBy: FindingGrouping | 'none';
  /** Whether the overview of the portal shows the setup checklist. */
  readonly setupChecklist: boolean;
}

export const DEFAULT_PREFERENCES: Preferences = {
  singleKeys: true,
  groupFindingsBy: 'vulnerability',
  setupChecklist: true,
};

/** Missing and invalid values take their defaults. */
function parsePreferences(stored: unknown): Preferences {
  const { singleKeys, groupFindingsBy, setupChecklist } = (stored ?? {}) as Readonly<Record<string, unknown>>;
  const groupings = [...FINDING_GROUPINGS, 'none' as const];
  return {
    singleKeys: typeof singleKeys === 'boolean' ? singleKeys : DEFAULT_PREFERENCES.singleKeys,
    groupFindingsBy: groupings.find((grouping) => grouping === groupFindingsBy) ?? DEFAULT_PREFERENCES.groupFindingsBy,
    setupChecklist: typeof setupChecklist === 'boolean' ? setupChecklist : DEFAULT_PREFERENCES.setupChecklist,
  };
}
