/**
 * Inserts findings of two services with two versions each, as publishing would write them, with every combination of the fields
 * that lists filter and sort by. Returns the rows, so that a test can compute the expected list.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { severityOf } from '../../src/core/advisory/severity/severity-rank.ts';
import { DAY_MS } from '../../src/core/calendar.ts';
import { bandOf } from '../../src/core/relevance/priority/priority.ts';
import type { Database } from '../../src/store/database.ts';
import { saveDetails } from '../../src/store/findings/finding-details.ts';
import { newId } from '../../src/store/new-id.ts';
import { copyAllNewestFindings } from './newest-findings.ts';

export interface GeneratedRow {
  readonly id: string;
  readonly versionId: string;
  readonly findingId: string;
  readonly componentId: string;
  readonly canonicalId: string;
  readonly ids: readonly string[];
  readonly class: string;
  readonly severityRank: number;
  readonly packageName: string;
  readonly relevance: string;
  readonly hasFix: boolean;
  readonly risk: number;
  readonly kev: boolean;
  readonly epss: number | null;
  readonly direct: boolean | null;
  readonly images: readonly string[];
  readonly sbomIds: readonly string[];
  readonly title: string;
  readonly suggested: boolean;
  readonly codes: readonly string[];
  readonly decided: string | null;
  readonly label: string | null;
  readonly dueAt: string | null;
  readonly firstSeenAt: string;
  readonly knownFrom: string;
  readonly knownTo: string | null;
  readonly endedAs: 'resolved' | 'retracted' | null;
  /** The finding was resolved and then reintroduced: this row has ended and does not describe the current state. */
  readonly isPast: boolean;
}

export interface GeneratedFindings {
  readonly services: readonly { readonly id: string; readonly versionIds: readonly string[] }[];
  readonly rows: readonly GeneratedRow[];
}

export const IMAGES = ['registry.example.com/shop:1', 'registry.example.com/jobs:1'];
/** The SBOMs of the newest version of the first service. */
export const SBOM_IDS = [newId(), newId()];
const FINDINGS = 60;
const START = Date.parse('2026-06-01T00:00:00.000Z');

export function dayOf(day: number): string {
  return new Date(START + day * DAY_MS).toISOString();
}

export async function insertGeneratedFindings(database: Database, orgId: string): Promise<GeneratedFindings> {
  const services = [0, 1].map(() => ({ id: newId(), versionIds: [newId(), newId()] }));
  const components = Array.from({ length: 7 }, (_, n) => ({ id: newId(), name: `package-${n}` }));
  const rows = services.flatMap(({ versionIds }, service) => {
    const findingIds = Array.from({ length: FINDINGS }, () => newId());
    return versionIds.flatMap((versionId, version) =>
      findingIds.flatMap((findingId, n) =>
        toRow({
          versionId,
          version,
          findingId,
          n: n + service,
          components,
          hasDocuments: service === 0 && version === 1,
        }),
      ),
    );
  });
  await database.reference(async (tx) => {
    await sql`insert into advisory_source (name, url, state) values ('generated', 'off', 'ready') on conflict do nothing`.execute(
      tx.db,
    );
    for (const { canonicalId, ids, title } of rows) {
      for (const id of ids)
        await sql`insert into alias (id, group_id, canonical_id) values (${id}, ${canonicalId}, ${canonicalId})
          on conflict do nothing`.execute(tx.db);
      await sql`insert into advisory_record
          (source, directory, id, modified, class, severity, title, details, cvss, cwes, "references", aliases, upstream,
           group_ids, projection_sha256, raw, snapshot)
        values ('generated', 'PyPI', ${ids.at(-1)}, ${dayOf(0)}, 'vulnerability', 'high', ${title}, '', '[]', '{}', '{}', '{}',
          '{}', ${[canonicalId]}, ${sha256(title)}, ${sha256(title)}, 1) on conflict do nothing`.execute(tx.db);
    }
  });
  await database.inOrg(orgId, async (tx) => {
    for (const [n, { id, versionIds }] of services.entries()) {
      await sql`insert into service (org_id, id, name, created_at, version_count)
        values (${orgId}, ${id}, ${`service-${n}`}, ${dayOf(0)}, 2)`.execute(tx.db);
      for (const [v, versionId] of versionIds.entries()) {
        await sql`insert into service_version (org_id, id, service_id, name, created_at)
          values (${orgId}, ${versionId}, ${id}, ${`1.${v}`}, ${dayOf(v)})`.execute(tx.db);
        await sql`insert into version_name (org_id, service_id, name, version_id, kind, created_at)
          values (${orgId}, ${id}, ${`1.${v}`}, ${versionId}, 'name', ${dayOf(v)})`.execute(tx.db);
        for (const [i, image] of IMAGES.entries())
          await sql`insert into sbom (org_id, id, version_id, slot, sha256, size_bytes, format, spec_version, image, status,
              component_count, file_count, edge_count, created_at, created_by, raw_removed_at)
            values (${orgId}, ${(n === 0 && v === 1 ? SBOM_IDS[i] : undefined) ?? newId()}, ${versionId}, ${image}, ${sha256(image)}, 1, 'cyclonedx', '1.6', ${image}, 'analyzed', 0, 0,
              0, ${dayOf(v)}, 'test', ${dayOf(v)})`.execute(tx.db);
      }
    }
    for (const { id, name } of components)
      await sql`insert into component (org_id, id, component_sha256, name, version)
        values (${orgId}, ${id}, ${sha256(id)}, ${name}, '1.0')`.execute(tx.db);
    const findings = new Map(rows.map((row) => [row.findingId, row]));
    for (const { findingId, versionId, canonicalId, packageName, firstSeenAt } of findings.values()) {
      const service = services.find(({ versionIds }) => versionIds.includes(versionId));
      await sql`insert into finding
          (org_id, id, service_id, key_sha256, fingerprint, package, group_id, first_seen_at, first_seen_version_id)
        values (${orgId}, ${findingId}, ${service?.id}, ${sha256(findingId)}, ${sha256(findingId)}, ${packageName},
          ${canonicalId}, ${firstSeenAt}, ${service?.versionIds[0]})`.execute(tx.db);
    }
    for (const row of rows) await insertRow(tx, row);
    await copyAllNewestFindings(tx);
  });
  return { services, rows };
}

/** The fingerprint as the API returns it. */
export function fingerprintOf({ findingId }: GeneratedRow): string {
  return sha256(findingId).toString('hex');
}

type Tx = Parameters<Parameters<Database['inOrg']>[1]>[0];

export async function insertRow(tx: Tx, row: GeneratedRow): Promise<void> {
  const { component, ...facts } = toDetail(row);
  const texts = { facts: JSON.stringify(facts), place: JSON.stringify(component) };
  const details = await saveDetails(tx, new Set(Object.values(texts)));
  const hashOf = (text: string): Buffer => Buffer.from(details.get(text) ?? '', 'hex');
  await sql`insert into version_finding
      (org_id, id, version_id, finding_id, component_id, group_id, canonical_id, class, severity_rank, package_name, relevance,
       has_fix, risk, band, suggested, codes, decided, label, due_at, kev, epss, direct, images, sbom_ids, ids, first_seen_at, known_from, known_to, ended_as, ended_by,
       facts_sha256, place_sha256, detail_sha256)
    values (${tx.orgId}, ${row.id}, ${row.versionId}, ${row.findingId}, ${row.componentId}, ${row.canonicalId},
      ${row.canonicalId}, ${row.class}, ${row.severityRank}, ${row.packageName}, ${row.relevance}, ${row.hasFix}, ${row.risk},
      ${bandOf(row.risk)}, ${row.suggested}, ${row.codes}, ${row.decided}, ${row.label}, ${row.dueAt}, ${row.kev}, ${row.epss}, ${row.direct}, ${row.images}, ${row.sbomIds}::uuid[], ${row.ids}, ${row.firstSeenAt},
      ${row.knownFrom}, ${row.knownTo}, ${row.endedAs}, ${row.endedAs === null ? null : 'code'},
      ${hashOf(texts.facts)}, ${hashOf(texts.place)}, ${sha256(row.id)})`.execute(tx.db);
}

/** Each field repeats with a different period, so that combinations are rare but occur. */
function toRow({
  versionId,
  version,
  findingId,
  n,
  components,
  hasDocuments,
}: {
  readonly versionId: string;
  readonly version: number;
  readonly findingId: string;
  readonly n: number;
  readonly components: readonly { readonly id: string; readonly name: string }[];
  readonly hasDocuments: boolean;
}): GeneratedRow[] {
  // The older version lacks some findings, and has some that have ended.
  if (version === 0 && n % 5 === 0) return [];
  const component = components[(n + version) % components.length] ?? { id: '', name: '' };
  const endedAs = [null, null, null, 'resolved', null, null, 'retracted', null, null][n % 9] as GeneratedRow['endedAs'];
  const row: GeneratedRow = {
    id: newId(),
    versionId,
    findingId,
    componentId: component.id,
    canonicalId: `CVE-2026-${1000 + n}`,
    ids: [`CVE-2026-${1000 + n}`, `PYSEC-2026-${n}`],
    class: ['vulnerability', 'vulnerability', 'vulnerability', 'malicious', 'informational'][n % 5] ?? '',
    severityRank: n % 6,
    packageName: component.name,
    relevance: ['relevant', 'relevant', 'deprioritized', 'not_relevant'][n % 4] ?? '',
    hasFix: n % 3 === 0,
    risk: (n % 4) * 12.5,
    kev: n % 7 === 0,
    epss: n % 3 === 1 ? null : (n % 10) / 10,
    direct: [true, false, null][n % 3] ?? null,
    images: n % 2 === 0 ? IMAGES.slice(0, 1) : IMAGES.slice(1),
    sbomIds: hasDocuments ? [SBOM_IDS[n % 2] ?? ''] : [],
    title: `Something ${n % 9 === 0 ? '100% ' : ''}goes wrong`,
    suggested: n % 8 === 0,
    codes: [[], ['dev-dependency'], [], ['vex', 'dev-dependency'], ['decision'], ['scope-excluded']][n % 6] ?? [],
    decided: [null, 'in_triage', null, 'not_affected', 'exploitable'][n % 5] ?? null,
    label: [null, null, 'accepted', 'mitigated', null, null, null][n % 7] ?? null,
    dueAt: n % 4 === 1 ? null : dayOf(30 + (n % 3)),
    firstSeenAt: dayOf(n % 6),
    knownFrom: dayOf(10 + (n % 5)),
    knownTo: endedAs === null ? null : dayOf(20),
    endedAs,
    isPast: false,
  };
  if (n % 4 !== 0) return [row];
  const past = { id: newId(), knownFrom: dayOf(6), knownTo: dayOf(8), endedAs: 'resolved', isPast: true } as const;
  return [{ ...row, ...past }, row];
}

/** The form from before risks were published. */
function toDetail({ canonicalId, ids, title, severityRank, packageName }: GeneratedRow) {
  return {
    vulnerability: {
      id: canonicalId,
      aliases: ids.filter((id) => id !== canonicalId),
      title,
      severity: severityOf(severityRank),
      cvss: [],
      cwes: [],
      references: [],
      publishedAt: null,
      modifiedAt: null,
      withdrawnAt: null,
    },
    component: { purl: null, name: packageName, version: '1.0', scope: 'required', direct: null, occurrences: [] },
    match: { confidence: 'high', assumptions: [], evidence: [] },
    fix: { state: 'unknown', versions: [] },
    reasons: [],
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
