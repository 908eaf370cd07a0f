/** Lists of findings: their content, order, pagination and formats. */
import { mapSeverities } from '../../../src/core/vocabulary/severity.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  WireFinding,
  WireFindingGroup,
  WireFoundGroup,
  WireFindingSummary,
  WireFoundVulnerability,
  WirePlacedFinding,
} from '../../../src/api/contract/findings/finding.ts';
import type { WireFindingDetails, WireFindingHistory } from '../../../src/api/contract/history/history.ts';
import { severityOf } from '../../../src/core/advisory/severity/severity-rank.ts';
import { bandOf } from '../../../src/core/relevance/priority/priority.ts';
import { newId } from '../../../src/store/new-id.ts';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { aCycloneDx } from '../../support/documents.ts';
import {
  dayOf,
  fingerprintOf,
  IMAGES,
  insertGeneratedFindings,
  insertRow,
  SBOM_IDS,
  type GeneratedFindings,
  type GeneratedRow,
} from '../../support/generated-findings.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

let assay: TestAssay;
let api: ApiClient;
let organization: TestOrganization;
let generated: GeneratedFindings;

beforeAll(async () => {
  assay = await startTestAssay();
  api = createApiClient(assay);
  organization = await assay.newOrganization();
  generated = await insertGeneratedFindings(assay.database, organization.id);
});
afterAll(async () => await assay.stop());

const VERSION = '/api/v2/service/service-0/version/1.1';
/** The scope of each list. */
const LISTS = [VERSION, '/api/v2/service/service-0', '/api/v2'] as const;
const SORTS = ['priority', 'severity', 'package', 'firstSeen'] as const;

function versionsOf(list: (typeof LISTS)[number]): (string | undefined)[] {
  const newest = generated.services.map(({ versionIds }) => versionIds[1]);
  return list === '/api/v2' ? newest : newest.slice(0, 1);
}

async function get<Body>(path: string): Promise<Body> {
  return await api.get<Body>(path, organization.token);
}

/** Returns all pages in order. */
async function walk<Item = WireFinding>(
  path: string,
  onPage: (n: number) => Promise<void> = async () => {},
): Promise<Item[]> {
  const found: Item[] = [];
  let next: string | undefined = path;
  for (let n = 0; next !== undefined; n += 1) {
    const answer = await api.call('GET', next, { token: organization.token });
    expect(answer.status).toBe(200);
    found.push(...(answer.body as Item[]));
    next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    await onPage(n);
  }
  return found;
}

type Test = (row: GeneratedRow) => boolean;

/** A parameter, and a test for the rows that it selects. */
const FILTERS: readonly (readonly [string, Test])[] = [
  ['state=resolved', ({ endedAs }) => endedAs === 'resolved'],
  ['state=resolved,retracted', ({ endedAs }) => endedAs !== null],
  ['state=open,retracted', ({ endedAs }) => endedAs !== 'resolved'],
  ['relevance=not_relevant', ({ relevance }) => relevance === 'not_relevant'],
  ['relevance=relevant,not_relevant', ({ relevance }) => relevance !== 'deprioritized'],
  ['class=malicious,informational', (row) => row.class !== 'vulnerability'],
  ['severity=critical,low', ({ severityRank }) => ['critical', 'low'].includes(severityOf(severityRank))],
  ['kev=true', ({ kev }) => kev],
  ['kev=false', ({ kev }) => !kev],
  ['epssMin=0.3', ({ epss }) => epss !== null && Math.fround(epss) >= Math.fround(0.3)],
  ['epssMin=0', ({ epss }) => epss !== null],
  ['fixable=true', ({ hasFix }) => hasFix],
  ['fixable=false', ({ hasFix }) => !hasFix],
  ['package=package-3', ({ packageName }) => packageName === 'package-3'],
  ['cve=pysec-2026-10,CVE-2026-1013', ({ ids }) => ids.includes('PYSEC-2026-10') || ids.includes('CVE-2026-1013')],
  [`image=${encodeURIComponent(IMAGES[0] ?? '')}`, ({ images }) => images.includes(IMAGES[0] ?? '')],
  [`sbom=${SBOM_IDS[1]}`, ({ sbomIds }) => sbomIds.includes(SBOM_IDS[1] ?? '')],
  ['direct=true', ({ direct }) => direct === true],
  ['direct=false', ({ direct }) => direct === false],
  ['suggested=true', ({ suggested }) => suggested],
  ['suggested=false', ({ suggested }) => !suggested],
  ['reason=dev-dependency', ({ codes }) => codes.includes('dev-dependency')],
  ['reason=decision,vex', ({ codes }) => codes.includes('decision') || codes.includes('vex')],
  ['decided=not_affected,exploitable', ({ decided }) => decided === 'not_affected' || decided === 'exploitable'],
  ['label=accepted', ({ label }) => label === 'accepted'],
  ['label=accepted,mitigated', ({ label }) => label !== null],
  ['band=P3', ({ risk }) => bandOf(risk) === 'P3'],
  ['band=P2,P4', ({ risk }) => ['P2', 'P4'].includes(bandOf(risk))],
  [`dueBefore=${dayOf(31)}`, ({ dueAt }) => dueAt !== null && dueAt < dayOf(31)],
  ['q=100%25', ({ title }) => title.includes('100%')],
  ['q=WRONG%20goes%20100', ({ title }) => title.includes('100%')],
  ['q=cve-2026-102', ({ canonicalId }) => canonicalId.startsWith('CVE-2026-102')],
  ['q=PACKAGE-1', ({ packageName }) => packageName === 'package-1'],
  ['q=pysec-2026-2', ({ ids }) => ids.some((id) => id.startsWith('PYSEC-2026-2'))],
];

/** Without a parameter its default applies. */
function isListed(row: GeneratedRow, chosen: readonly (readonly [string, Test])[]): boolean {
  const has = (name: string): boolean => chosen.some(([parameter]) => parameter.startsWith(`${name}=`));
  return (
    !row.isPast &&
    (has('state') || row.endedAs === null) &&
    (has('relevance') || row.relevance !== 'not_relevant') &&
    chosen.every(([, test]) => test(row))
  );
}

/** Returns the rows that the default hides, for any filter. */
function listHidden(
  versions: readonly (string | undefined)[],
  chosen: readonly (readonly [string, Test])[],
): GeneratedRow[] {
  const others = [
    ...chosen.filter(([parameter]) => !parameter.startsWith('relevance=')),
    ['relevance=', isHidden] as const,
  ];
  return generated.rows.filter((row) => versions.includes(row.versionId) && isListed(row, others));
}

function isHidden({ relevance }: GeneratedRow): boolean {
  return relevance === 'not_relevant';
}

function countReasons(rows: readonly GeneratedRow[]): WireFindingSummary['hiddenByReason'] {
  const codes = Map.groupBy(
    rows.flatMap(({ codes: [first] }) => first ?? []),
    (code) => code,
  );
  return [...codes]
    .map(([code, { length: count }]) => ({ code, count }))
    .toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id).toSorted();
}

describe('a list of findings', () => {
  it.each(FILTERS.map((filter) => [filter[0], filter] as const))('is filtered by %s', async (query, filter) => {
    const expected = generated.rows.filter(
      (row) => versionsOf(VERSION).includes(row.versionId) && isListed(row, [filter]),
    );

    expect(idsOf(await get(`${VERSION}/finding?limit=1000&${query}`))).toEqual(idsOf(expected));
    expect(expected.length).toBeGreaterThan(0);
  });

  it('groups by vulnerability with the same numbers, for any filter', async () => {
    const ofNow = FILTERS.filter(([parameter]) => !parameter.startsWith('state='));
    await fc.assert(
      fc.asyncProperty(fc.subarray([...ofNow], { maxLength: 2 }), async (subset) => {
        const chosen = [...new Map(subset.map((filter) => [filter[0].split('=', 1)[0], filter])).values()];
        const query = chosen.map(([parameter]) => parameter).join('&');
        const findings = (await walk(`/api/v2/finding?limit=1000&${query}`)) as WirePlacedFinding[];
        const groups = Map.groupBy(findings, ({ vulnerability }) => vulnerability.id);

        const answer = await api.call('GET', `/api/v2/finding/vulnerability?limit=1000&${query}`, {
          token: organization.token,
        });
        const found = answer.body as WireFoundVulnerability[];

        expect(answer.headers.get('x-total-count')).toBe(String(groups.size));
        expect(found.map(({ vulnerability, ...row }) => [vulnerability.id, row.findings, row.services])).toEqual(
          [...groups].map(([id, all]) => [id, all.length, new Set(all.map(({ service }) => service.id)).size]),
        );
        expect(found.every(({ versions, services }) => versions >= services)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it.each(['vulnerability', 'component', 'fix'] as const)(
    'groups the findings of a version by %s with the same numbers, for any filter',
    async (groupBy) => {
      await fc.assert(
        fc.asyncProperty(fc.subarray([...FILTERS], { maxLength: 2 }), async (subset) => {
          const chosen = [...new Map(subset.map((filter) => [filter[0].split('=', 1)[0], filter])).values()];
          const query = chosen.map(([parameter]) => parameter).join('&');
          const findings = await walk<WireFinding>(`${VERSION}/finding?limit=1000&${query}`);
          const expected = Map.groupBy(findings, ({ vulnerability, component }) => {
            if (groupBy === 'fix') return 'not_planned';
            return groupBy === 'component' ? component.id : vulnerability.id;
          });

          const list = `${VERSION}/finding/group?groupBy=${groupBy}&${query}`;
          const found = await walk<WireFindingGroup>(`${list}&limit=3`);
          const { headers } = await api.call('GET', `${list}&limit=1`, { token: organization.token });

          expect(found.map(({ key, finding, findings: count }) => [key, finding.id, count])).toEqual(
            [...expected].map(([key, all]) => [key, all[0]?.id, all.length]),
          );
          expect(headers.get('x-total-count')).toBe(String(expected.size));
          expect(headers.get('x-finding-count')).toBe(String(findings.length));
          expect(
            found.every(({ components, componentCount }) => components.length === Math.min(3, componentCount)),
          ).toBe(true);
          const summary = await get<WireFindingSummary>(`${VERSION}/finding/summary?${query}`);
          for (const [severity, count] of Object.entries(summary.bySeverity))
            expect(found.reduce((sum, { bySeverity }) => sum + (bySeverity[severity as 'low'] ?? 0), 0)).toBe(count);
          expect(headers.get('x-hidden-count')).toBe(String(summary.hidden));
        }),
        { numRuns: 8 },
      );
    },
  );

  it.each(['component', 'fix'] as const)(
    'groups the findings of all services by %s with the same numbers, for any filter',
    async (groupBy) => {
      const ofNow = FILTERS.filter(([parameter]) => !parameter.startsWith('state='));
      await fc.assert(
        fc.asyncProperty(fc.subarray([...ofNow], { maxLength: 2 }), async (subset) => {
          const chosen = [...new Map(subset.map((filter) => [filter[0].split('=', 1)[0], filter])).values()];
          const query = chosen.map(([parameter]) => parameter).join('&');
          const listed = groupBy === 'fix' && !query.includes('fixable=') ? `${query}&fixable=true` : query;
          const findings =
            groupBy === 'fix' && query.includes('fixable=false')
              ? []
              : ((await walk(`/api/v2/finding?limit=1000&${listed}`)) as WirePlacedFinding[]);
          const expected = Map.groupBy(findings, ({ component }) =>
            groupBy === 'fix' ? component.name : component.id,
          );

          const answer = await api.call('GET', `/api/v2/finding/group?limit=1000&groupBy=${groupBy}&${query}`, {
            token: organization.token,
          });
          const found = answer.body as WireFoundGroup[];

          expect(answer.headers.get('x-total-count')).toBe(String(expected.size));
          const keysOf = ({ component, packages }: WireFoundGroup): string[] =>
            component === null ? packages.map(({ name }) => name) : [component.id];
          expect(found.flatMap(keysOf).toSorted()).toEqual([...expected.keys()].toSorted());
          // Packages that are upgraded together are at the place of the first.
          const places = found.map((group) => [...expected.keys()].indexOf(keysOf(group)[0] ?? ''));
          expect(places).toEqual(places.toSorted((a, b) => a - b));
          for (const group of found) {
            const all = keysOf(group).flatMap((key) => expected.get(key) ?? []);
            expect(group.findings).toBe(all.length);
            expect(group.services).toBe(new Set(all.map(({ service }) => service.id)).size);
            expect(group.packages.map(({ findings: count }) => count)).toEqual(
              group.packages.map(({ name }) => all.filter(({ component }) => component.name === name).length),
            );
          }
          const summary = await get<WireFindingSummary>(`/api/v2/finding/summary?${listed}`);
          if (findings.length > 0)
            expect(
              mapSeverities((severity) => found.reduce((sum, { bySeverity }) => sum + bySeverity[severity], 0)),
            ).toEqual(summary.bySeverity);
        }),
        { numRuns: 8 },
      );
    },
  );

  it('returns the groups of all services page by page', async () => {
    const all = await get<WireFoundGroup[]>('/api/v2/finding/group?groupBy=component&limit=1000');
    expect(await get<WireFoundGroup[]>('/api/v2/finding/group?groupBy=component&limit=3&offset=2')).toEqual(
      all.slice(2, 5),
    );
    expect(await get('/api/v2/finding/group?groupBy=fix&fixable=false')).toEqual([]);
  });

  it('lists the findings of a group by its key', async () => {
    for (const [groupBy, parameter] of [
      ['vulnerability', 'cve'],
      ['component', 'component'],
      ['fix', 'fix'],
    ] as const) {
      const groups = await get<WireFindingGroup[]>(`${VERSION}/finding/group?groupBy=${groupBy}&limit=20`);
      for (const { key, finding, findings: count } of groups) {
        const listed = await walk(`${VERSION}/finding?limit=1000&${parameter}=${encodeURIComponent(key)}`);
        expect(listed).toHaveLength(count);
        expect(listed[0]?.id).toBe(finding.id);
      }
    }
  });

  it('rejects an unknown grouping, a cursor of another grouping, and invalid keys', async () => {
    const first = await api.call('GET', `${VERSION}/finding/group?limit=1`, { token: organization.token });
    const cursor = /cursor=([^&>]*)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(cursor).not.toBe('');

    for (const [query, status] of [
      ['groupBy=severity', 400],
      ['groupBy=', 400],
      ['groupBy=fix&groupBy=component', 400],
      [`groupBy=component&cursor=${cursor}`, 400],
      ['component=1', 400],
      [`fix=${'x'.repeat(5_000)}`, 400],
      [`limit=1&cursor=${cursor}`, 200],
      ['groupBy=fix&fix=__proto__,constructor', 200],
      ['groupBy=fix&fix=%F0%9F%98%80,%27%3B--', 200],
      ['offset=9999', 200],
    ] as const) {
      const answer = await api.call('GET', `${VERSION}/finding/group?${query}`, { token: organization.token });
      expect([query.slice(0, 40), answer.status]).toEqual([query.slice(0, 40), status]);
    }
    expect(await get(`${VERSION}/finding/group?fix=unknown`)).toEqual([]);
    expect(await get(`${VERSION}/finding?fix=unknown`)).toEqual([]);
  });

  it('returns vulnerabilities page by page', async () => {
    const all = await get<WireFoundVulnerability[]>('/api/v2/finding/vulnerability?limit=1000');
    const page = await get<WireFoundVulnerability[]>('/api/v2/finding/vulnerability?limit=3&offset=2');

    expect(page).toEqual(all.slice(2, 5));
  });

  it('agrees with its summary and its headers, for any filter and order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...LISTS),
        fc.constantFrom(...SORTS),
        fc.subarray([...FILTERS], { maxLength: 3 }),
        async (list, sort, subset) => {
          const chosen = [...new Map(subset.map((filter) => [filter[0].split('=', 1)[0], filter])).values()];
          const query = chosen.map(([parameter]) => parameter).join('&');
          const versions = versionsOf(list);
          const expected = generated.rows.filter((row) => versions.includes(row.versionId) && isListed(row, chosen));

          const found = await walk(`${list}/finding?limit=7&sort=${sort}&${query}`);
          const summary = await get<WireFindingSummary>(`${list}/finding/summary?${query}`);
          const { headers } = await api.call('GET', `${list}/finding?limit=1&${query}`, { token: organization.token });

          expect(idsOf(found)).toEqual(idsOf(expected));
          expect(summary.total).toBe(found.length);
          expect(found.filter(({ relevance }) => relevance.status === 'deprioritized')).toHaveLength(
            summary.lowerPriority,
          );
          for (const [severity, count] of Object.entries(summary.bySeverity))
            expect(found.filter(({ vulnerability }) => vulnerability.severity === severity)).toHaveLength(count);
          for (const [band, count] of Object.entries(summary.byBand))
            expect(found.filter(({ priority }) => priority.band === band)).toHaveLength(count);
          expect(summary.hiddenByReason).toEqual(countReasons(listHidden(versions, chosen)));
          expect(headers.get('x-total-count')).toBe(String(found.length));
          expect(headers.get('x-hidden-count')).toBe(String(summary.hidden));
          expect(headers.get('x-total-more')).toBeNull();
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each(SORTS)('is sorted by %s, also across several versions', async (sort) => {
    const keyOf: Record<(typeof SORTS)[number], (finding: WireFinding) => string> = {
      priority: ({ priority }) => String(1000 - priority.risk * 10).padStart(5, '0'),
      severity: ({ vulnerability, component }) => `${SEVERITIES.indexOf(vulnerability.severity)} ${component.name}`,
      package: ({ vulnerability, component }) => `${component.name} ${SEVERITIES.indexOf(vulnerability.severity)}`,
      firstSeen: ({ firstSeen }) => String(1e14 - Date.parse(firstSeen.at)),
    };
    const keys = (await walk(`/api/v2/finding?limit=9&sort=${sort}`)).map(keyOf[sort]);

    expect(keys).toEqual(keys.toSorted());
    expect(keys.length).toBeGreaterThan(40);
  });

  it.each(SORTS)(
    'by %s shows unchanged findings exactly once while rows are added, removed and published again',
    async (sort) => {
      const versionId = newId();
      const [service] = generated.services;
      const rows = generated.rows
        .filter((row) => row.versionId === service?.versionIds[1] && row.endedAs === null)
        .map((row) => ({ ...row, id: newId(), versionId, relevance: 'relevant' }));
      await inOrg(async (tx) => {
        await sql`insert into service_version (org_id, id, service_id, name, created_at)
        values (${tx.orgId}, ${versionId}, ${service?.id}, ${versionId}, ${dayOf(-1)})`.execute(tx.db);
        for (const row of rows) await insertRow(tx, row);
      });
      const end = async (row: GeneratedRow): Promise<void> =>
        await inOrg(async (tx) => {
          await sql`update version_finding set known_to = now() where org_id = ${tx.orgId} and id = ${row.id}`.execute(
            tx.db,
          );
        });

      const gone = new Set<GeneratedRow>();
      const path = `/api/v2/service/service-0/version/${versionId}/finding?limit=5&sort=${sort}`;
      const found = await walk(path, async (n) => {
        const [over, again] = [rows[n * 3], rows[n * 3 + 1]];
        if (over === undefined || again === undefined) return;
        gone.add(over);
        await end(over);
        await end(again);
        await inOrg(async (tx) => await insertRow(tx, { ...again, id: newId() }));
      });

      const seen = found.map(({ fingerprint }) => fingerprint);
      expect(seen).toHaveLength(new Set(seen).size);
      for (const row of rows) if (!gone.has(row)) expect(seen).toContain(fingerprintOf(row));
      expect(gone.size).toBeGreaterThan(5);
    },
  );

  it('returns the state at a given time', async () => {
    const expected = generated.rows.filter(
      ({ versionId, relevance, knownFrom, knownTo }) =>
        versionsOf(VERSION).includes(versionId) &&
        relevance !== 'not_relevant' &&
        knownFrom <= dayOf(12) &&
        (knownTo === null || knownTo > dayOf(12)),
    );
    const found = await get<WireFinding[]>(`${VERSION}/finding?limit=1000&asOf=${dayOf(12)}`);

    expect(idsOf(found)).toEqual(idsOf(expected));
    expect(new Set(found.map(({ state, resolvedAt }) => `${state} ${resolvedAt}`))).toEqual(new Set(['open null']));
    expect(await get(`${VERSION}/finding?asOf=${dayOf(5)}`)).toEqual([]);
  });

  it('returns findings that were resolved at a given time, although they were reintroduced later', async () => {
    const path = `${VERSION}/finding?limit=1000&state=resolved&asOf=${dayOf(9)}`;
    const expected = generated.rows.filter(
      ({ versionId, relevance, isPast }) =>
        versionsOf(VERSION).includes(versionId) && relevance !== 'not_relevant' && isPast,
    );

    expect(idsOf(await get(path))).toEqual(idsOf(expected));
    expect(expected.length).toBeGreaterThan(0);
  });

  it('returns findings that another version lacks', async () => {
    const [service] = generated.services;
    const there = new Set(
      generated.rows
        .filter(({ versionId, endedAs }) => versionId === service?.versionIds[0] && endedAs === null)
        .map(({ findingId }) => findingId),
    );
    const expected = generated.rows.filter(
      (row) => row.versionId === service?.versionIds[1] && isListed(row, []) && !there.has(row.findingId),
    );

    for (const list of [VERSION, '/api/v2/service/service-0'])
      expect(idsOf(await get(`${list}/finding?limit=1000&newSince=1.0`))).toEqual(idsOf(expected));
    expect(expected.length).toBeGreaterThan(0);
    expect(await call(`${VERSION}/finding?newSince=9.9`)).toMatchObject({
      status: 404,
      body: { code: 'VERSION_UNKNOWN' },
    });
  });

  it('names service and version if it covers several', async () => {
    const found = await get<WirePlacedFinding[]>('/api/v2/finding?limit=1000');

    expect(new Set(found.map(({ service, version }) => `${service.name} ${version.name}`))).toEqual(
      new Set(['service-0 1.1', 'service-1 1.1']),
    );
  });

  it('contains only services that the token can access', async () => {
    const [service] = generated.services;
    const token = await organization.newToken({ serviceIds: [service?.id ?? ''] });
    const found = await api.get<WirePlacedFinding[]>('/api/v2/finding?limit=1000', token);
    const foreign = (await get<WirePlacedFinding[]>('/api/v2/finding?limit=1000')).find(
      (each) => each.service.id !== service?.id,
    );

    expect(new Set(found.map((each) => each.service.id))).toEqual(new Set([service?.id]));
    for (const path of [`/api/v2/finding/${foreign?.id}`, `/api/v2/finding/${foreign?.id}/history`])
      expect(await api.call('GET', path, { token })).toMatchObject({ status: 404, body: { code: 'FINDING_UNKNOWN' } });
  });

  it.each([
    'cursor=x',
    'cursor=W10',
    'offset=10001',
    'limit=0',
    'sort=risk',
    'state=closed',
    'kev=maybe',
    'epssMin=1.5',
    'epssMin=1e-1',
    'sbom=1',
    'image=http%3A%2F%2Fx',
    'asOf=yesterday',
    'asOf=0001-01-01T00%3A00%3A00Z',
    'q=',
  ])('rejects %s', async (query) => {
    expect(await call(`${VERSION}/finding?${query}`)).toMatchObject({ status: 400 });
  });

  it('rejects the cursor of another order', async () => {
    const { headers } = await call(`${VERSION}/finding?limit=1&sort=package`);
    const cursor = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? '';

    expect(await call(`${VERSION}/finding?sort=package&cursor=${cursor}`)).toMatchObject({ status: 200 });
    expect(await call(`${VERSION}/finding?sort=severity&cursor=${cursor}`)).toMatchObject({ status: 400 });
  });
});

/** By rank, most severe first: unrated findings come before harmless ones. */
const SEVERITIES = [5, 4, 3, 2, 1, 0].map(severityOf);

async function call(path: string): Promise<Awaited<ReturnType<ApiClient['call']>>> {
  return await api.call('GET', path, { token: organization.token });
}

async function inOrg(work: Parameters<TestAssay['database']['inOrg']>[1]): Promise<void> {
  await assay.database.inOrg(organization.id, async (tx) => {
    await work(tx);
  });
}

describe('a finding', () => {
  const LODASH = { type: 'library', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20', 'bom-ref': 'lodash-ref' };
  const shop = '/api/v2/service/shop/version';

  async function upload(version: string, name: string, purlVersion = '4.17.20'): Promise<WireFinding[]> {
    const lodash = { ...LODASH, name, version: purlVersion, purl: `pkg:npm/lodash@${purlVersion}` };
    const document = aCycloneDx({
      metadata: { component: { type: 'application', name: 'shop', 'bom-ref': 'shop' } },
      components: [
        { type: 'library', name: 'express', purl: 'pkg:npm/express@99.0.0', 'bom-ref': 'express-ref' },
        lodash,
      ],
      dependencies: [
        { ref: 'shop', dependsOn: ['express-ref'] },
        { ref: 'express-ref', dependsOn: ['lodash-ref'] },
      ],
    });
    await api.upload(`${shop}/${version}/sbom?wait=60`, document);
    return await api.get<WireFinding[]>(`${shop}/${version}/finding?limit=1000`);
  }

  it('has every field, and the dependency paths to its component', async () => {
    const [finding] = await upload('1', 'lodash');
    const details = await api.get<WireFindingDetails>(`/api/v2/finding/${finding?.id}`);

    expect(details).toMatchObject({
      ...finding,
      service: { name: 'shop' },
      version: { name: '1' },
      decision: null,
      state: 'open',
      resolvedAt: null,
    });
    expect(details.component.paths.map(({ nodes }) => nodes.map(({ name }) => name))).toEqual([
      ['shop', 'express', 'lodash'],
    ]);
  });

  it('keeps its id, and shows its outcome', async () => {
    const [before] = await upload('2', 'lodash');
    await upload('2', 'lodash', '99.0.0');
    const details = await api.get<WireFindingDetails>(`/api/v2/finding/${before?.id}`);
    const history = await api.get<WireFindingHistory>(`/api/v2/finding/${before?.id}/history`);

    expect(details).toMatchObject({ fingerprint: before?.fingerprint, state: 'resolved' });
    expect(details.resolvedAt).toBe(details.lastSeen);
    expect(history).toMatchObject({ fingerprint: before?.fingerprint, service: { name: 'shop' } });
    expect(history.events.map(({ type }) => type)).toContain('finding.resolved');
    expect(history.presence.find(({ version }) => version.name === '2')).toMatchObject({
      component: { version: '4.17.20' },
      ended: { state: 'resolved', cause: 'code' },
    });
  });

  it('that does not exist is not found', async () => {
    for (const id of [newId(), 'x', '0'.repeat(64)])
      expect(await call(`/api/v2/finding/${id}`)).toMatchObject({ status: 404, body: { code: 'FINDING_UNKNOWN' } });
  });
});

describe('a report', () => {
  async function report(accept: string, path = `${VERSION}/finding`): Promise<{ type: string; text: string }> {
    const response = await assay.request(path, { token: organization.token, headers: { accept } });
    expect(response.status).toBe(200);
    expect(response.headers.get('vary')).toContain('accept');
    return { type: response.headers.get('content-type') ?? '', text: await response.text() };
  }

  it('as CSV contains every matching finding, regardless of the page', async () => {
    const { type, text } = await report(
      'text/csv',
      '/api/v2/finding?limit=1&relevance=relevant,deprioritized,not_relevant',
    );
    const { total } = await get<WireFindingSummary>(
      '/api/v2/finding/summary?relevance=relevant,deprioritized,not_relevant',
    );

    expect(type).toBe('text/csv; charset=utf-8');
    expect(text.trimEnd().split('\r\n')).toHaveLength(total + 1);
  });

  it('as CSV neutralizes formulas in untrusted text', async () => {
    const [row] = generated.rows.filter(({ versionId }) => versionsOf(VERSION).includes(versionId));
    if (row === undefined) throw new Error('There are rows.');
    const versionId = newId();
    await inOrg(async (tx) => {
      await sql`insert into service_version (org_id, id, service_id, name, created_at)
        values (${tx.orgId}, ${versionId}, ${generated.services[0]?.id}, ${versionId}, ${dayOf(-2)})`.execute(tx.db);
      const hostile = { packageName: '=cmd|"/c calc"!A1', title: '@SUM(1)' };
      await insertRow(tx, {
        ...row,
        ...hostile,
        id: newId(),
        versionId,
        relevance: 'relevant',
        endedAs: null,
        knownTo: null,
      });
    });
    const { text } = await report('text/csv', `/api/v2/service/service-0/version/${versionId}/finding`);

    expect(text).toContain(`,"'=cmd|""/c calc""!A1",`);
    expect(text).toContain(`,"'@SUM(1)",`);
  });

  it.each([
    ['application/sarif+json', (log: { runs: { results: unknown[] }[] }) => log.runs[0]?.results.length],
    [
      'application/vnd.cyclonedx+json',
      (bom: { vulnerabilities: { affects: unknown[] }[] }) =>
        bom.vulnerabilities.flatMap((each) => each.affects).length,
    ],
  ] as const)('as %s contains every matching finding', async (accept, countIn) => {
    const { type, text } = await report(accept);
    const { total } = await get<WireFindingSummary>(`${VERSION}/finding/summary`);

    expect(type).toBe(`${accept}; charset=utf-8`);
    expect(countIn(JSON.parse(text) as never)).toBe(total);
    expect(
      await (
        await assay.request(`${VERSION}/finding?state=resolved`, { token: organization.token, headers: { accept } })
      ).json(),
    ).toMatchObject({ code: 'PARAMETER_INVALID' });
  });

  it('as markdown contains the counts, the coverage and the first findings', async () => {
    const { type, text } = await report('text/markdown');
    const { total } = await get<WireFindingSummary>(`${VERSION}/finding/summary`);

    expect(type).toBe('text/markdown; charset=utf-8');
    expect(text).toContain(`### service\\-0 1.1: ${total} findings`.replaceAll('\\', ''));
    expect(text).toContain('| Severity | Priority |');
  });
});
