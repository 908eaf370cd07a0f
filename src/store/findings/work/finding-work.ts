/**
 * The assignee, due date and issue of a finding. They belong to its fingerprint, so they apply to all versions of the service. If
 * two findings were merged, the newest of both applies.
 */
import { sql } from 'kysely';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import type { OrgTx } from '../../database.ts';
import { membersOf } from '../history/finding-history.ts';

export interface FindingWork {
  readonly assignee: { readonly id: string; readonly name: string } | null;
  /** Name of the last assignee, if it was removed from the organization. */
  readonly formerAssignee: string | null;
  /** A day: `2026-11-30`. */
  readonly dueOn: string | null;
  readonly issueUrl: string | null;
  readonly assignedBy: string | null;
  readonly assignedAt: string | null;
}

export const NO_WORK: FindingWork = {
  assignee: null,
  formerAssignee: null,
  dueOn: null,
  issueUrl: null,
  assignedBy: null,
  assignedAt: null,
};

type WorkRow = DatedRow<FindingWork, 'assignedAt'>;

const WORK_COLUMNS = sql`w.former_assignee as "formerAssignee", w.due_on::text as "dueOn", w.issue_url as "issueUrl",
  w.assigned_by as "assignedBy", w.assigned_at as "assignedAt", case when p.id is not null
    then jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email)) end as assignee`;

/** Returns undefined if none was saved. */
export async function findWork(tx: OrgTx, findingId: string): Promise<FindingWork | undefined> {
  const { rows } = await sql<WorkRow>`
    select ${WORK_COLUMNS} from finding_work w left join person p on p.id = w.assignee_id
    where w.org_id = ${tx.orgId} and w.fingerprint = any(array(
      select f.fingerprint from finding f where f.org_id = ${tx.orgId} and f.id = any(${membersOf(tx, findingId)})))
    order by w.updated_at desc, w.fingerprint limit 1`.execute(tx.db);
  return rows.map(toIsoTimes)[0];
}

/** The work of several findings, by the id of the finding. */
export async function listWork(tx: OrgTx, findingIds: readonly string[]): Promise<ReadonlyMap<string, FindingWork>> {
  const { rows: given } = await sql<{ id: string; heir: string }>`
    select f.id, coalesce(f.merged_into, f.id) as heir from finding f
    where f.org_id = ${tx.orgId} and f.id = any(${findingIds}::uuid[])`.execute(tx.db);
  const members = await listMerged(
    tx,
    given.map(({ heir }) => heir),
  );
  const { rows } = await sql<WorkRow & { fingerprint: string }>`
    select encode(w.fingerprint, 'hex') as fingerprint, ${WORK_COLUMNS}
    from finding_work w left join person p on p.id = w.assignee_id
    where w.org_id = ${tx.orgId}
      and w.fingerprint = any(${members.map(({ fingerprint }) => Buffer.from(fingerprint, 'hex'))}::bytea[])
    order by w.updated_at, w.fingerprint desc`.execute(tx.db);
  const heirOf = new Map(members.map(({ fingerprint, heir }) => [fingerprint, heir]));
  const newest = new Map(rows.map(({ fingerprint, ...row }) => [heirOf.get(fingerprint), toIsoTimes(row)]));
  return new Map(
    given.flatMap(({ id, heir }) => {
      const work = newest.get(heir);
      return work === undefined ? [] : [[id, work] as const];
    }),
  );
}

interface WorkPlace {
  readonly findingId: string;
  /** In hexadecimal digits. */
  readonly fingerprint: string;
  readonly serviceId: string;
}

/** Replaces the work of the finding and of all that were merged with it. */
export async function saveWork(tx: OrgTx, place: WorkPlace, work: FindingWork, at: string): Promise<void> {
  const { findingId, fingerprint, serviceId } = place;
  const { assignee, formerAssignee, dueOn, issueUrl, assignedBy, assignedAt } = work;
  await sql`
    delete from finding_work where org_id = ${tx.orgId} and fingerprint = any(array(
      select f.fingerprint from finding f where f.org_id = ${tx.orgId} and f.id = any(${membersOf(tx, findingId)})))`.execute(
    tx.db,
  );
  if (assignee === null && formerAssignee === null && dueOn === null && issueUrl === null) return;
  await sql`
    insert into finding_work (org_id, fingerprint, service_id, assignee_id, former_assignee, due_on, issue_url, assigned_by,
      assigned_at, updated_at)
    values (${tx.orgId}, ${Buffer.from(fingerprint, 'hex')}, ${serviceId}, ${assignee?.id ?? null}, ${formerAssignee},
      ${dueOn}::date, ${issueUrl}, ${assignedBy}, ${assignedAt}::timestamptz, ${at}::timestamptz)
    on conflict (org_id, fingerprint) do update
      set assignee_id = excluded.assignee_id, former_assignee = excluded.former_assignee, due_on = excluded.due_on,
        issue_url = excluded.issue_url, assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at,
        updated_at = excluded.updated_at`.execute(tx.db);
}

export interface UnassignedFinding {
  readonly findingId: string;
  readonly serviceId: string;
}

/** Unassigns all findings of a member who leaves, and returns them. Their due dates and issues stay. */
export async function unassignMember(
  tx: OrgTx,
  { personId, name, at }: { readonly personId: string; readonly name: string; readonly at: string },
): Promise<UnassignedFinding[]> {
  const { rows } = await sql<{ fingerprint: Buffer }>`
    update finding_work set assignee_id = null, former_assignee = ${name}, updated_at = ${at}::timestamptz
    where org_id = ${tx.orgId} and assignee_id = ${personId} returning fingerprint`.execute(tx.db);
  const { rows: findings } = await sql<UnassignedFinding>`
    select f.id as "findingId", f.service_id as "serviceId" from finding f
    where f.org_id = ${tx.orgId} and f.fingerprint = any(${rows.map((row) => row.fingerprint)}::bytea[]) order by f.id`.execute(
    tx.db,
  );
  return findings;
}

/** The findings assigned to a member, or to any. Includes those that were merged with them. */
export async function listAssignedFindings(tx: OrgTx, personId: string | undefined): Promise<string[]> {
  const isAssigned = personId === undefined ? sql`w.assignee_id is not null` : sql`w.assignee_id = ${personId}`;
  const { rows } = await sql<{ heir: string }>`
    select coalesce(f.merged_into, f.id) as heir from finding f
    where f.org_id = ${tx.orgId} and f.fingerprint = any(array(
      select w.fingerprint from finding_work w where w.org_id = ${tx.orgId} and ${isAssigned}))`.execute(tx.db);
  const members = await listMerged(
    tx,
    rows.map(({ heir }) => heir),
  );
  return members.map(({ id }) => id);
}

/** These findings, and those that were merged into them. Two lookups by index: a join would read all findings. */
async function listMerged(
  tx: OrgTx,
  heirIds: readonly string[],
): Promise<{ readonly id: string; readonly heir: string; readonly fingerprint: string }[]> {
  const { rows } = await sql<{ id: string; heir: string; fingerprint: string }>`
    select h.id, h.id as heir, encode(h.fingerprint, 'hex') as fingerprint from finding h
    where h.org_id = ${tx.orgId} and h.id = any(${heirIds}::uuid[])
    union all
    select h.id, h.merged_into as heir, encode(h.fingerprint, 'hex') as fingerprint from finding h
    where h.org_id = ${tx.orgId} and h.merged_into = any(${heirIds}::uuid[])`.execute(tx.db);
  return rows;
}
