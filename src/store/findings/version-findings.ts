/**
 * What a version has. A row says that a finding is in a version, from `known_from` until `known_to` (null: now). Rows are never
 * changed except for their end, so the past stays readable; publishing writes the difference to the current rows.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';

export interface PublishedFinding {
  readonly componentId: string;
  readonly groupId: string;
  readonly canonicalId: string;
  readonly class: string;
  readonly severityRank: number;
  /** Package without version: with the service and the group it is the identity across versions. */
  readonly package: string;
  readonly packageName: string;
  readonly relevance: string;
  readonly hasFix: boolean;
  /** Stored keys of lists: what they are ordered and filtered by. */
  readonly risk: number;
  readonly band: string;
  /** The id and all aliases, in capital letters. */
  readonly ids: readonly string[];
  readonly kev: boolean;
  readonly epss: number | null;
  readonly direct: boolean | null;
  readonly sbomIds: readonly string[];
  readonly images: readonly string[];
  readonly detail: unknown;
}

export interface PublishedDifference {
  readonly introduced: readonly {
    readonly findingId: string;
    readonly canonicalId: string;
    readonly packageName: string;
  }[];
  readonly resolved: readonly {
    readonly findingId: string;
    readonly canonicalId: string;
    readonly packageName: string;
  }[];
  readonly unchanged: number;
}

interface CurrentRow {
  id: string;
  finding_id: string;
  component_id: string;
  group_id: string;
  canonical_id: string;
  package_name: string;
  hash: string;
}

export async function publishVersionFindings(
  tx: OrgTx,
  version: { readonly id: string; readonly serviceId: string },
  findings: readonly PublishedFinding[],
  context: { readonly at: string; readonly newId: () => string },
): Promise<PublishedDifference> {
  const current = await listCurrent(tx, version.id);
  const rowOf = new Map(current.map((row) => [`${row.component_id} ${row.group_id}`, row]));
  const identities = await keepFindings(tx, version, findings, context);
  const wanted = findings.map((finding, index) => ({
    finding,
    findingId: identities[index]?.id ?? '',
    firstSeenAt: identities[index]?.firstSeenAt ?? context.at,
    hash: createHash('sha256').update(JSON.stringify(finding)).digest('hex'),
    row: rowOf.get(`${finding.componentId} ${finding.groupId}`),
  }));
  const kept = new Set(wanted.filter(({ row, hash }) => row?.hash === hash).map(({ row }) => row?.id));
  await endRows(
    tx,
    current.filter((row) => !kept.has(row.id)).map((row) => row.id),
    context.at,
  );
  await insertRows(
    tx,
    version.id,
    wanted.filter(({ row }) => !kept.has(row?.id)),
    context,
  );
  return differenceOf(current, wanted);
}

async function listCurrent(tx: OrgTx, versionId: string): Promise<CurrentRow[]> {
  const { rows } = await sql<CurrentRow>`
    select id, finding_id, component_id, group_id, canonical_id, package_name, encode(detail_sha256, 'hex') as hash
    from version_finding where org_id = ${tx.orgId} and version_id = ${versionId} and known_to is null`.execute(tx.db);
  return rows;
}

/** Ids of the findings, in the order given; new ones begin with this version. */
async function keepFindings(
  tx: OrgTx,
  version: { readonly id: string; readonly serviceId: string },
  findings: readonly PublishedFinding[],
  context: { readonly at: string; readonly newId: () => string },
): Promise<{ readonly id: string; readonly firstSeenAt: string }[]> {
  const keys = findings.map((finding) => fingerprintOf(version.serviceId, finding.package, finding.groupId));
  const rows = new Map(
    findings.map((finding, index) => [keys[index]?.toString('hex') ?? '', { finding, id: context.newId() }]),
  );
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await sql`
    insert into finding (org_id, id, service_id, key_sha256, fingerprint, package, group_id, first_seen_at, first_seen_version_id)
    select ${tx.orgId}, i, ${version.serviceId}, decode(k, 'hex'), decode(k, 'hex'), p, g, ${context.at}::timestamptz, ${version.id}
    from unnest(${sorted.map(([, row]) => row.id)}::uuid[], ${sorted.map(([key]) => key)}::text[],
      ${sorted.map(([, row]) => row.finding.package)}::text[], ${sorted.map(([, row]) => row.finding.groupId)}::text[]) t(i, k, p, g)
    on conflict (org_id, service_id, key_sha256) do nothing`.execute(tx.db);
  const known = await sql<{ id: string; key: string; first_seen_at: Date }>`
    select id, encode(key_sha256, 'hex') as key, first_seen_at from finding
    where org_id = ${tx.orgId} and service_id = ${version.serviceId} and key_sha256 = any(${keys})`.execute(tx.db);
  const rowOf = new Map(known.rows.map((row) => [row.key, row]));
  return keys.map((key) => {
    const row = rowOf.get(key.toString('hex'));
    return { id: row?.id ?? '', firstSeenAt: row?.first_seen_at.toISOString() ?? context.at };
  });
}

/** Equal across the versions of a service. */
export function fingerprintOf(serviceId: string, packageWithoutVersion: string, groupId: string): Buffer {
  return createHash('sha256').update([serviceId, packageWithoutVersion, groupId].join('\u001f')).digest();
}

async function endRows(tx: OrgTx, ids: readonly string[], at: string): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update version_finding set known_to = ${at}, ended_as = 'resolved', ended_by = 'code' where org_id = ${tx.orgId} and id = any(${ids}::uuid[])`.execute(
    tx.db,
  );
}

async function insertRows(
  tx: OrgTx,
  versionId: string,
  wanted: readonly {
    readonly finding: PublishedFinding;
    readonly findingId: string;
    readonly firstSeenAt: string;
    readonly hash: string;
  }[],
  context: { readonly at: string; readonly newId: () => string },
): Promise<void> {
  if (wanted.length === 0) return;
  const rows = wanted.map(({ finding, findingId, firstSeenAt, hash }) => ({
    org_id: tx.orgId,
    id: context.newId(),
    version_id: versionId,
    finding_id: findingId,
    component_id: finding.componentId,
    group_id: finding.groupId,
    canonical_id: finding.canonicalId,
    class: finding.class,
    severity_rank: finding.severityRank,
    package_name: finding.packageName,
    relevance: finding.relevance,
    has_fix: finding.hasFix,
    detail: finding.detail,
    detail_sha256: `\\x${hash}`,
    known_from: context.at,
    known_to: null,
    first_seen_at: firstSeenAt,
    risk: finding.risk,
    band: finding.band,
    ids: finding.ids,
    kev: finding.kev,
    epss: finding.epss,
    direct: finding.direct,
    sbom_ids: finding.sbomIds,
    images: finding.images,
    began_by: null,
    began_detail: null,
    ended_as: null,
    ended_by: null,
    ended_detail: null,
  }));
  await sql`
    insert into version_finding
    select * from jsonb_populate_recordset(null::version_finding, ${JSON.stringify(rows)}::jsonb)`.execute(tx.db);
}

/** By finding, not by row: a package that moved from one affected version to another has neither begun nor ended. */
function differenceOf(
  current: readonly CurrentRow[],
  wanted: readonly { readonly finding: PublishedFinding; readonly findingId: string }[],
): PublishedDifference {
  const before = new Map(
    current.map((row) => [
      row.finding_id,
      { findingId: row.finding_id, canonicalId: row.canonical_id, packageName: row.package_name },
    ]),
  );
  const after = new Map(
    wanted.map(({ finding, findingId }) => [
      findingId,
      { findingId, canonicalId: finding.canonicalId, packageName: finding.packageName },
    ]),
  );
  return {
    introduced: [...after.values()].filter((finding) => !before.has(finding.findingId)),
    resolved: [...before.values()].filter((finding) => !after.has(finding.findingId)),
    unchanged: [...after.keys()].filter((id) => before.has(id)).length,
  };
}
