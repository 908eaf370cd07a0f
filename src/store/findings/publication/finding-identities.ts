/**
 * Assigns matches to the findings of a service. A finding is one vulnerability in one package across versions, under any id: it
 * follows its alias group when the group is renamed, and when two findings are merged, the older one continues. Its fingerprint
 * never changes, and no two findings share one.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { toIsoTimes } from '../../dated-row.ts';
import type { OrgTx, ReferenceTx } from '../../database.ts';
import { pipelined } from '../../pipelined.ts';
import { merged, once } from '../../shared-transactions.ts';

export interface FindingIdentity {
  readonly id: string;
  readonly firstSeenAt: string;
  /** Whether the service never had it before. */
  readonly isNew: boolean;
}

interface IdentityContext {
  readonly at: string;
  readonly newId: () => string;
}

interface Identified {
  /** Package without version. */
  readonly package: string;
  readonly groupId: string;
}

/** Returns the identities in the order of the findings. New ones are created with this version. */
export async function ensureFindings(
  tx: OrgTx,
  version: { readonly id: string; readonly serviceId: string },
  findings: readonly Identified[],
  context: IdentityContext,
): Promise<FindingIdentity[]> {
  const groupIds = findings.map(({ groupId }) => groupId);
  const [groupOf] = await pipelined([
    listCurrentGroups(tx, groupIds),
    once(tx, `groups ${version.serviceId}`, async () => await followGroups(tx, version.serviceId)),
  ]);
  const wanted = findings.map((finding) => {
    const groupId = groupOf.get(finding.groupId) ?? finding.groupId;
    return { package: finding.package, groupId, key: toKey(version.serviceId, finding.package, groupId) };
  });
  const known = await listIdentities(tx, { serviceId: version.serviceId, keys: wanted.map(({ key }) => key) });
  const missing = wanted.filter(({ key }) => !known.has(key));
  const added = missing.length === 0 ? NONE : await insertMissing(tx, { version, wanted: missing, context });
  return wanted.map(({ key }) => {
    const identity = known.get(key) ?? added.get(key);
    if (identity === undefined) throw new Error('A finding that was just written is missing.');
    return identity;
  });
}

const NONE: ReadonlyMap<string, FindingIdentity> = new Map();

/** By key; a key belongs to one service. Contains all keys of calls that were merged. */
const listIdentities = merged(
  async (tx: OrgTx, asked: readonly { readonly serviceId: string; readonly keys: readonly string[] }[]) => {
    const known = new Map<string, FindingIdentity>();
    for (const [serviceId, ofService] of Map.groupBy(asked, (each) => each.serviceId)) {
      const keys = [...new Set(ofService.flatMap((each) => each.keys))].map((key) => Buffer.from(key, 'hex'));
      const { rows } = await sql<{ id: string; key: string; firstSeenAt: Date }>`
        select id, encode(key_sha256, 'hex') as key, first_seen_at as "firstSeenAt" from finding
        where org_id = ${tx.orgId} and service_id = ${serviceId} and key_sha256 = any(${keys})`.execute(tx.db);
      for (const { key, ...row } of rows) known.set(key, { ...toIsoTimes(row), isNew: false });
    }
    return asked.map((): ReadonlyMap<string, FindingIdentity> => known);
  },
);

/** Matches may be older than the current groups. Contains all ids of calls that were merged. */
const listCurrentGroups = merged(async (tx: ReferenceTx, asked: readonly (readonly string[])[]) => {
  const { rows } = await sql<{ id: string; groupId: string }>`
    select id, group_id as "groupId" from alias where id = any(${[...new Set(asked.flat())]}::text[])`.execute(tx.db);
  const groups = new Map(rows.map(({ id, groupId }) => [id, groupId]));
  return asked.map((): ReadonlyMap<string, string> => groups);
});

interface MissingFindings {
  readonly version: { readonly id: string; readonly serviceId: string };
  readonly wanted: readonly (Identified & { readonly key: string })[];
  readonly context: IdentityContext;
}

/** Of several versions that miss the same finding, the first version has it first. */
const insertMissing = merged(async (tx: OrgTx, all: readonly MissingFindings[]) => {
  const added: ReadonlyMap<string, FindingIdentity>[] = all.map(() => NONE);
  for (const [serviceId, ofService] of Map.groupBy(all.entries(), ([, { version }]) => version.serviceId)) {
    const inOrder = ofService.toSorted(([, a], [, b]) => (a.version.id < b.version.id ? 1 : -1));
    const firstOf = new Map(
      inOrder.flatMap(([, { version, wanted }]) =>
        wanted.map((each) => [each.key, { ...each, versionId: version.id }] as const),
      ),
    );
    const [[, { context }] = [0, { context: undefined }]] = ofService;
    if (context === undefined) continue;
    const identities = await insertFindings(tx, serviceId, [...firstOf.values()], context);
    for (const [index, { version, wanted }] of ofService) {
      const own = wanted.flatMap(({ key }): [string, FindingIdentity][] => {
        const identity = identities.get(key);
        const isNew = identity?.isNew === true && firstOf.get(key)?.versionId === version.id;
        return identity === undefined ? [] : [[key, { ...identity, isNew }]];
      });
      added[index] = new Map(own);
    }
  }
  return added;
});

async function insertFindings(
  tx: OrgTx,
  serviceId: string,
  wanted: readonly (Identified & { readonly key: string; readonly versionId: string })[],
  context: IdentityContext,
): Promise<ReadonlyMap<string, FindingIdentity>> {
  // Sorted by key, to avoid deadlocks when versions of one service are published at the same time.
  const rows = wanted.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  // A renamed or merged finding keeps its fingerprint; a new finding under its old name gets a different one.
  const inserted = await sql<{ id: string }>`
    insert into finding (org_id, id, service_id, key_sha256, fingerprint, package, group_id, first_seen_at, first_seen_version_id)
    select ${tx.orgId}, i, ${serviceId}, k,
      case when exists (select from finding o where o.org_id = ${tx.orgId} and o.fingerprint = k)
        then sha256(convert_to(i::text, 'UTF8')) else k end,
      p, g, ${context.at}::timestamptz, v
    from unnest(${rows.map(() => context.newId())}::uuid[], ${rows.map(({ key }) => Buffer.from(key, 'hex'))}::bytea[],
      ${rows.map((row) => row.package)}::text[], ${rows.map(({ groupId }) => groupId)}::text[],
      ${rows.map(({ versionId }) => versionId)}::uuid[]) t(i, k, p, g, v)
    on conflict (org_id, service_id, key_sha256) do nothing
    returning id`.execute(tx.db);
  const added = new Set(inserted.rows.map(({ id }) => id));
  // Another version may have inserted some of them first.
  const all = await listIdentities(tx, { serviceId, keys: rows.map(({ key }) => key) });
  return new Map([...all].map(([key, identity]) => [key, { ...identity, isNew: added.has(identity.id) }]));
}

interface StoredFinding {
  readonly id: string;
  readonly package: string;
  /** The current group of its vulnerability. */
  readonly groupId: string;
  readonly firstSeenAt: Date;
  readonly key: string;
}

/** Updates the keys of findings whose group was renamed or merged into another one. */
async function followGroups(tx: OrgTx, serviceId: string): Promise<void> {
  const { rows: moved } = await sql<Omit<StoredFinding, 'key'>>`
    select f.id, f.package, a.group_id as "groupId", f.first_seen_at as "firstSeenAt" from finding f join alias a on a.id = f.group_id
    where f.org_id = ${tx.orgId} and f.service_id = ${serviceId} and f.merged_into is null and a.group_id <> f.group_id
    order by f.id for update of f`.execute(tx.db);
  if (moved.length === 0) return;
  const arriving = moved.map((row) => ({ ...row, key: toKey(serviceId, row.package, row.groupId) }));
  const { rows: there } = await sql<StoredFinding>`
    select id, package, group_id as "groupId", first_seen_at as "firstSeenAt", encode(key_sha256, 'hex') as key from finding
    where org_id = ${tx.orgId} and service_id = ${serviceId}
      and key_sha256 = any(${arriving.map(({ key }) => Buffer.from(key, 'hex'))})
    order by id for update`.execute(tx.db);
  const heirs = [...Map.groupBy([...there, ...arriving], ({ key }) => key).values()].map((same) =>
    same.toSorted(byAge),
  );
  const merged = heirs.flatMap(([heir, ...younger]) =>
    younger.map(({ id, groupId }) => ({ id, groupId, into: heir?.id ?? id })),
  );
  await mergeYounger(tx, merged);
  await renameHeirs(
    tx,
    heirs.flatMap(([heir]) => heir ?? []),
  );
}

function byAge(a: StoredFinding, b: StoredFinding): number {
  return a.firstSeenAt.getTime() - b.firstSeenAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** Releases the keys of the merged findings. Findings that were merged into them earlier now belong to the heir as well. */
async function mergeYounger(
  tx: OrgTx,
  merged: readonly { readonly id: string; readonly groupId: string; readonly into: string }[],
): Promise<void> {
  if (merged.length === 0) return;
  await sql`
    update finding f set merged_into = m.into_id,
      key_sha256 = case when f.id = m.id then sha256(f.id::text::bytea) else f.key_sha256 end,
      group_id = m.group_id
    from unnest(${merged.map(({ id }) => id)}::uuid[], ${merged.map(({ groupId }) => groupId)}::text[],
      ${merged.map(({ into }) => into)}::uuid[]) m(id, group_id, into_id)
    where f.org_id = ${tx.orgId} and (f.id = m.id or f.merged_into = m.id)`.execute(tx.db);
}

async function renameHeirs(tx: OrgTx, heirs: readonly StoredFinding[]): Promise<void> {
  await sql`
    update finding f set group_id = h.group_id, key_sha256 = decode(h.key, 'hex')
    from unnest(${heirs.map(({ id }) => id)}::uuid[], ${heirs.map(({ groupId }) => groupId)}::text[],
      ${heirs.map(({ key }) => key)}::text[]) h(id, group_id, key)
    where f.org_id = ${tx.orgId} and f.id = h.id and f.group_id <> h.group_id`.execute(tx.db);
}

/** Equal across the versions of a service. */
export function fingerprintOf(serviceId: string, packageWithoutVersion: string, groupId: string): Buffer {
  return createHash('sha256').update([serviceId, packageWithoutVersion, groupId].join('\u001f')).digest();
}

function toKey(serviceId: string, packageWithoutVersion: string, groupId: string): string {
  return fingerprintOf(serviceId, packageWithoutVersion, groupId).toString('hex');
}
