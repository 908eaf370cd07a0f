/**
 * Inserts many versions with findings and documents, as an organization has them after years. One version in seven is deleted, the
 * last service is deleted, a package may occur twice in a version, and some versions have aliases.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, OrgTx } from '../../src/store/database.ts';
import { newId } from '../../src/store/new-id.ts';
import { dayOf, insertRow, type GeneratedRow } from './generated-findings.ts';
import { copyAllNewestFindings } from './newest-findings.ts';

export interface ManyVersions {
  readonly serviceIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly componentIds: readonly string[];
  /** Ids of the open and shown rows of the newest versions, with this text in the title or package. */
  listNewest(scope: 'all' | readonly string[], text: string | undefined): string[];
}

const SERVICES = 14;
const VERSIONS = 5;
const GROUPS = 30;
const COMPONENTS = 6;
const FINDINGS = 9;

export async function insertManyVersions(database: Database, orgId: string): Promise<ManyVersions> {
  const services = Array.from({ length: SERVICES }, (_, n) => ({
    id: newId(),
    isDeleted: n === SERVICES - 1,
    versions: Array.from({ length: VERSIONS }, (_, v) => ({ id: newId(), v, isDeleted: (n * VERSIONS + v) % 7 === 4 })),
  }));
  const groupIds = Array.from({ length: GROUPS }, (_, n) => `CVE-2026-${2000 + n}`);
  const componentIds = Array.from({ length: COMPONENTS }, () => newId());
  const rows: GeneratedRow[] = [];
  await database.reference(async (tx) => {
    await sql`insert into advisory_source (name, url, state) values ('generated', 'off', 'ready')`.execute(tx.db);
    for (const id of groupIds) {
      await sql`insert into alias (id, group_id, canonical_id) values (${id}, ${id}, ${id})`.execute(tx.db);
      await sql`insert into advisory_record
          (source, directory, id, modified, class, severity, title, details, cvss, cwes, "references", aliases, upstream,
           group_ids, projection_sha256, raw, snapshot)
        values ('generated', 'PyPI', ${id}, ${dayOf(0)}, 'vulnerability', 'high', ${TITLE}, '', '[]', '{}', '{}', '{}', '{}',
          ${[id]}, ${sha256(id)}, ${sha256(id)}, 1)`.execute(tx.db);
    }
  });
  await database.inOrg(orgId, async (tx) => {
    for (const [n, id] of componentIds.entries())
      await sql`insert into component (org_id, id, component_sha256, name, version, sort_key)
        values (${orgId}, ${id}, ${sha256(id)}, ${nameOf(n)}, ${`1.${n}`}, ${`${n}`})`.execute(tx.db);
    for (const [n, service] of services.entries()) {
      await sql`insert into service (org_id, id, name, created_at, version_count, deleted_at)
        values (${orgId}, ${service.id}, ${`service-${n}`}, ${dayOf(0)}, ${VERSIONS}, ${service.isDeleted ? dayOf(9) : null})`.execute(
        tx.db,
      );
      const findingIds = Array.from({ length: FINDINGS }, () => newId());
      for (const version of service.versions) {
        const { id, v, isDeleted } = version;
        await sql`insert into service_version (org_id, id, service_id, name, created_at, deleted_at)
          values (${orgId}, ${id}, ${service.id}, ${`1.${v}`}, ${dayOf(v % 3)}, ${isDeleted ? dayOf(9) : null})`.execute(
          tx.db,
        );
        for (const name of [`1.${v}`, `1.${v}-alias`, `release-1.${v}`].slice(0, 1 + ((n + v) % 3)))
          await sql`insert into version_name (org_id, service_id, name, version_id, kind, created_at)
            values (${orgId}, ${service.id}, ${name}, ${id}, ${name === `1.${v}` ? 'name' : 'alias'}, ${dayOf(v % 3)})`.execute(
            tx.db,
          );
        await insertDocuments(tx, id, n + v, componentIds);
      }
      for (const [f, findingId] of findingIds.entries()) {
        const groupId = groupIds[groupOf(n, f)] ?? '';
        await sql`insert into finding
            (org_id, id, service_id, key_sha256, fingerprint, package, group_id, first_seen_at, first_seen_version_id)
          values (${orgId}, ${findingId}, ${service.id}, ${sha256(findingId)}, ${sha256(findingId)}, ${nameOf(f)}, ${groupId},
            ${dayOf(f)}, ${service.versions[0]?.id})`.execute(tx.db);
        for (const { id, v } of service.versions) {
          const seed = n * 31 + f * 7 + v * 3;
          if (seed % 5 === 0) continue;
          // The components of a finding have the same name; the second has another version.
          const components = [f % COMPONENTS, ...(seed % 4 === 0 ? [(f + 3) % COMPONENTS] : [])];
          for (const c of components)
            rows.push(
              aRow({ versionId: id, findingId, groupId, componentId: componentIds[c] ?? '', name: nameOf(f), seed }),
            );
        }
      }
    }
    for (const row of rows) await insertRow(tx, row);
    await copyAllNewestFindings(tx);
  });
  const listNewest = (scope: 'all' | readonly string[], text: string | undefined): string[] => {
    const newest = services
      .filter(({ id, isDeleted }) => !isDeleted && (scope === 'all' || scope.includes(id)))
      .map(
        ({ versions }) =>
          versions
            .filter((each) => !each.isDeleted)
            .toSorted(byAge)
            .at(-1)?.id,
      );
    return rows
      .filter(({ versionId }) => newest.includes(versionId))
      .filter(({ knownTo, relevance }) => knownTo === null && relevance !== 'not_relevant')
      .filter(({ title, packageName }) => text === undefined || `${title} ${packageName}`.includes(text))
      .map(({ id }) => id);
  };
  return { serviceIds: services.map(({ id }) => id), groupIds, componentIds, listNewest };
}

const TITLE = 'Something goes wrong';

interface Aged {
  readonly id: string;
  readonly v: number;
}

function byAge(a: Aged, b: Aged): number {
  return (a.v % 3) - (b.v % 3) || (a.id < b.id ? -1 : 1);
}

/** Components with the same name are versions of one package. */
function nameOf(n: number): string {
  return `package-${n % 3}`;
}

/** The first groups are in nearly every service, the others in a few. */
function groupOf(service: number, finding: number): number {
  return finding < 4 ? finding : 4 + ((service * 5 + finding) % (GROUPS - 4));
}

/** One document that was superseded, and two current ones. */
async function insertDocuments(
  tx: OrgTx,
  versionId: string,
  seed: number,
  componentIds: readonly string[],
): Promise<void> {
  const newest = newId();
  for (const [slot, set] of [4, seed % 4, (seed + 1) % 4].entries()) {
    const isSuperseded = set === 4;
    const hash = sha256(`set ${set}`);
    await sql`insert into sbom (org_id, id, version_id, slot, sha256, size_bytes, format, spec_version, status, component_count,
        file_count, edge_count, created_at, created_by, raw_removed_at, set_sha256, superseded_by)
      values (${tx.orgId}, ${slot === 1 ? newest : newId()}, ${versionId}, ${`${slot}`}, ${hash}, 1, 'cyclonedx', '1.6', 'analyzed', 0,
        0, 0, ${dayOf(0)}, 'test', ${dayOf(0)}, ${hash}, ${isSuperseded ? newest : null})`.execute(tx.db);
    // The last component is only in documents that were superseded, the one before it also in current ones.
    const members = isSuperseded ? componentIds.slice(-2) : componentIds.slice(set, -1);
    await sql`insert into component_set_chunk (org_id, set_sha256, start, chunk_sha256)
      values (${tx.orgId}, ${hash}, 0, ${hash}) on conflict do nothing`.execute(tx.db);
    for (const [position, id] of members.entries())
      await sql`insert into component_chunk (org_id, sha256, position, component_id, scope, type)
        values (${tx.orgId}, ${hash}, ${position}, ${id}, 'required', 'library') on conflict do nothing`.execute(tx.db);
  }
}

function aRow(row: {
  readonly versionId: string;
  readonly findingId: string;
  readonly groupId: string;
  readonly componentId: string;
  readonly name: string;
  readonly seed: number;
}): GeneratedRow {
  const { groupId, name, seed, ...ids } = row;
  const hasEnded = seed % 11 === 0;
  return {
    ...ids,
    id: newId(),
    canonicalId: groupId,
    ids: [groupId],
    class: 'vulnerability',
    severityRank: seed % 4,
    packageName: name,
    relevance: ['relevant', 'deprioritized', 'relevant', 'not_relevant'][seed % 4] ?? '',
    hasFix: seed % 3 === 0,
    risk: (seed % 13) * 5,
    kev: seed % 6 === 1,
    epss: null,
    direct: [null, true, false][seed % 5] ?? null,
    images: [],
    sbomIds: [],
    title: TITLE,
    suggested: false,
    codes: [],
    decided: null,
    label: null,
    dueAt: null,
    firstSeenAt: dayOf(seed % 6),
    knownFrom: dayOf(10),
    knownTo: hasEnded ? dayOf(20) : null,
    endedAs: hasEnded ? 'resolved' : null,
    isPast: false,
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
