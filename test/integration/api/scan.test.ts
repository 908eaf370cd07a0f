import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import type { WireScan } from '../../../src/api/contract/services/sbom.ts';
import { checkStrictly } from '../../../src/threads/schema/check-strictly.ts';
import { aCycloneDx, anSpdx } from '../../support/documents.ts';
import { countAllRows } from '../../support/stored-rows.ts';
import { waitForPlans } from '../../support/wait-for-plans.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

/** Packages of several ecosystems in the starter set, one of them twice, and some that cannot be checked. */
const COMPONENTS = [
  { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20', 'bom-ref': 'lodash-1' },
  { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20', 'bom-ref': 'lodash-2' },
  { type: 'library', name: 'lodash', version: '4.17.21', purl: 'pkg:npm/lodash@4.17.21', 'bom-ref': 'lodash-fixed' },
  {
    type: 'library',
    group: 'org.apache.logging.log4j',
    name: 'log4j-core',
    version: '2.14.1',
    purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
    'bom-ref': 'log4j',
  },
  {
    type: 'library',
    name: 'openssl',
    version: '1.1.1k-1',
    purl: 'pkg:deb/debian/openssl@1.1.1k-1?arch=amd64',
    'bom-ref': 'openssl',
  },
  { type: 'library', name: 'nameless', 'bom-ref': 'nameless' },
  { type: 'library', name: 'no-version', purl: 'pkg:npm/no-version', 'bom-ref': 'no-version' },
];
const DEPENDENCIES = [{ ref: 'shop', dependsOn: ['lodash-1', 'log4j'] }];

let assay: TestAssay;
beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());

async function scan(body: unknown, query = '', headers: Record<string, string> = {}): Promise<Response> {
  const sent = Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return await assay.request(`/api/v2/scan${query}`, { method: 'POST', body: sent, headers });
}

describe('POST /scan', () => {
  it.each([
    ['CycloneDX', aCycloneDx({ components: COMPONENTS, dependencies: DEPENDENCIES }), ''],
    ['another release', aCycloneDx({ components: COMPONENTS, dependencies: DEPENDENCIES }), '&distro=debian-11'],
    [
      'SPDX, for an image',
      anSpdx({
        packages: [
          {
            SPDXID: 'SPDXRef-lodash',
            name: 'lodash',
            versionInfo: '4.17.20',
            downloadLocation: 'NOASSERTION',
            externalRefs: [
              {
                referenceCategory: 'PACKAGE-MANAGER',
                referenceType: 'purl',
                referenceLocator: 'pkg:npm/lodash@4.17.20',
              },
            ],
          },
        ],
        relationships: [],
      }),
      '&image=registry.example.com/app:1',
    ],
  ])('finds exactly what an upload of the same document finds: %s', async (name, document, query) => {
    const version = `/api/v2/service/scan/version/${encodeURIComponent(name)}`;
    const upload = await assay.request(`${version}/sbom?wait=30${query}`, {
      method: 'POST',
      body: JSON.stringify(document),
    });
    const receipt = (await upload.json()) as { status: string; summary: Record<string, unknown> };
    const every = 'relevance=relevant,deprioritized,not_relevant';
    const listed = await assay.request(`${version}/finding?limit=1000&${every}`);
    const stored = (await listed.json()) as WireFinding[];

    const scanned = (await (await scan(document, `?${query.slice(1)}`)).json()) as WireScan;

    expect(receipt.status).toMatch(/^analyzed/);
    expect(stored.length).toBeGreaterThan(0);
    expect(scanned.findings.map(comparable).toSorted()).toEqual(stored.map(comparable).toSorted());
    expect(scanned.coverage).toEqual(receipt.summary['coverage']);
    expect(scanned.summary).toMatchObject({
      componentCount: receipt.summary['componentCount'],
      ...(receipt.summary['findings'] as object),
    });
  });

  it('returns the place of each finding in the document, and stable ids in place of stored ones', async () => {
    const answer = await scan(aCycloneDx({ components: COMPONENTS, dependencies: DEPENDENCIES }));
    const { findings, snapshot, warnings } = (await answer.json()) as WireScan;
    const again = (await (await scan(aCycloneDx({ components: COMPONENTS.toReversed() }))).json()) as WireScan;

    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(snapshot).toMatchObject({ state: 'starter', number: expect.any(Number) as number });
    expect(warnings).toContainEqual({ code: 'COMPONENT_WITHOUT_PURL', count: 1, paths: ['/components/5'] });
    const lodash = findings.find(({ component }) => component.name === 'lodash');
    expect(lodash?.component.occurrences.map(({ bomRef }) => bomRef)).toEqual(['lodash-1', 'lodash-2']);
    expect(lodash).toMatchObject({ state: 'open', firstSeen: null });
    // Ids are derived from the content, whatever the order of the document.
    const ids = (list: WireScan['findings']): string[] => list.map(({ id, fingerprint }) => `${id} ${fingerprint}`);
    expect(ids(again.findings)).toEqual(ids(findings));
    expect(new Set(ids(findings)).size).toBe(findings.length);
  });

  it('writes nothing', async () => {
    await scan(aCycloneDx());
    await waitForPlans(assay.database);
    const before = await countAllRows(assay.databaseUrl);

    const answer = await scan(aCycloneDx({ components: COMPONENTS, dependencies: DEPENDENCIES }), '?validate=strict');

    expect(answer.status).toBe(200);
    expect(Object.keys(before).length).toBeGreaterThan(25);
    expect(await countAllRows(assay.databaseUrl)).toEqual(before);
  });

  it('never reports "none" without the unchecked components', async () => {
    const document = aCycloneDx({ components: [{ type: 'library', name: 'nameless' }] });

    expect(await (await scan(document)).json()).toMatchObject({
      findings: [],
      coverage: { components: 1, checked: 0, notChecked: [{ reason: 'no-identity', count: 1 }] },
      summary: { total: 0, hidden: 0 },
    });
  });

  it('can respond with SARIF', async () => {
    const answer = await scan(aCycloneDx({ components: COMPONENTS }), '?image=registry.example.com/app:1', {
      accept: 'application/sarif+json',
    });

    expect(answer.headers.get('content-type')).toBe('application/sarif+json; charset=utf-8');
    expect(answer.headers.get('vary')).toContain('accept');
    expect(await answer.json()).toMatchObject({
      version: '2.1.0',
      runs: [
        { tool: { driver: { name: 'Assay' } }, artifacts: [{ location: { uri: 'registry.example.com/app%3A1' } }] },
      ],
    });
  });

  it('can respond with a CycloneDX VDR that its schema accepts', async () => {
    const answer = await scan(aCycloneDx({ components: COMPONENTS }), '', { accept: 'application/vnd.cyclonedx+json' });
    const bytes = new Uint8Array(await answer.arrayBuffer());

    expect(answer.headers.get('content-type')).toBe('application/vnd.cyclonedx+json; charset=utf-8');
    expect(checkStrictly({ format: 'cyclonedx', specVersion: '1.6', path: '', bytes })).toEqual([]);
    expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({
      vulnerabilities: expect.arrayContaining([expect.objectContaining({ id: 'CVE-2021-44228' })]) as unknown[],
    });
  });

  it('accepts compressed bodies and digests like an upload', async () => {
    const body = gzipSync(JSON.stringify(aCycloneDx({ components: COMPONENTS })));
    const digest = createHash('sha256').update(body).digest('base64');
    const gzip = { 'content-encoding': 'gzip' };

    const good = await scan(body, '', { ...gzip, 'content-digest': `sha-256=:${digest}:` });
    const bad = await scan(body, '', { ...gzip, 'content-digest': `sha-256=:${'A'.repeat(43)}=:` });

    expect(good.status).toBe(200);
    expect(await bad.json()).toMatchObject({ code: 'DIGEST_MISMATCH' });
  });

  it.each([
    ['no JSON', '{', '', 400, 'JSON_INVALID'],
    ['no SBOM', '{}', '', 400, 'SBOM_FORMAT_UNKNOWN'],
    ['nothing', '', '', 400, 'BODY_EMPTY'],
    ['XML', '<bom/>', '', 415, 'SBOM_FORMAT_UNSUPPORTED'],
    ['what the schema forbids', JSON.stringify(aCycloneDx({ x: 1 })), '?validate=strict', 400, 'SBOM_INVALID'],
    ['a distribution that is none', '{}', '?distro=%20', 400, 'PARAMETER_INVALID'],
    ['an image that is none', '{}', '?image=a%20b', 400, 'IMAGE_INVALID'],
  ])('rejects %s like an upload', async (_name, body, query, status, code) => {
    const answer = await scan(Buffer.from(body), query);

    expect([answer.status, await answer.json()]).toMatchObject([status, { code }]);
  });

  it('warns about an unknown parameter', async () => {
    const { warnings } = (await (await scan(aCycloneDx(), '?slot=a&distr=debian-12')).json()) as WireScan;

    expect(warnings).toContainEqual({ code: 'PARAMETER_UNKNOWN', count: 2, paths: [] });
  });

  it('requires the upload scope, and accepts tokens bound to a service', async () => {
    const organization = await assay.newOrganization();
    const send = async (token: string): Promise<number> => {
      const body = JSON.stringify(aCycloneDx());
      return (await assay.request('/api/v2/scan', { method: 'POST', body, token })).status;
    };

    expect(await send(await organization.newToken({ scopes: ['read'] }))).toBe(403);
    expect(await send(await organization.newToken({ scopes: ['sbom:upload'], serviceIds: [] }))).toBe(200);
  });

  it('rejects a document with more findings than fit into a response, before it has found them all', async () => {
    await copyVulnerability('CVE-2021-23337', 200);
    const components = Array.from({ length: 3_000 }, (_, n) => ({
      type: 'library',
      name: 'lodash',
      version: `4.0.${n}`,
      purl: `pkg:npm/lodash@4.0.${n}`,
    }));

    const answer = await scan(aCycloneDx({ components, dependencies: [] }));

    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'SCAN_FINDINGS_LIMIT' }]);
  });

  it('handles many concurrent requests, each with its own response', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `own-${n}`);

    const answers = await Promise.all(
      names.map(async (name) => {
        const components = [{ ...COMPONENTS[0], 'bom-ref': name }];
        return (await (await scan(aCycloneDx({ components, dependencies: [] }))).json()) as WireScan;
      }),
    );

    expect(answers.map(({ findings }) => findings[0]?.component.occurrences[0]?.bomRef)).toEqual(names);
  });
});

/** Creates this many vulnerabilities of the same packages, under other ids; deleted at the end of the test. */
async function copyVulnerability(groupId: string, copies: number): Promise<void> {
  await assay.database.reference(async ({ client }) => {
    await client.query(
      `insert into advisory_record (source, directory, id, modified, class, severity, title, details, cvss, cwes, "references",
         aliases, upstream, group_ids, projection_sha256, raw, snapshot)
       select source, directory, 'COPY-' || copy || id, modified, class, severity, title, details, cvss, cwes, "references",
         '{}', '{}', array['COPY-' || copy || id], projection_sha256, raw, snapshot
       from advisory_record cross join generate_series(1, $2::int) copy where $1 = any(group_ids)`,
      [groupId, copies],
    );
    await client.query(
      `insert into affected_entry (source, directory, record_id, n, package_key, entry)
       select e.source, e.directory, 'COPY-' || copy || record_id, n, package_key, entry
       from affected_entry e join advisory_record r on r.id = e.record_id cross join generate_series(1, $2::int) copy
       where $1 = any(r.group_ids)`,
      [groupId, copies],
    );
    await client.query(RAISE_COPIED_KEYS);
  });
  onTestFinished(async () => {
    await assay.database.reference(async ({ client }) => {
      await client.query(RAISE_COPIED_KEYS);
      await client.query(`delete from affected_entry where record_id like 'COPY-%'`);
      await client.query(`delete from advisory_record where id like 'COPY-%'`);
    });
  });
}

/** Raises the revisions as every import does, so that no cached data is used. */
const RAISE_COPIED_KEYS = `update package_key set revision = revision + 1
  where key in (select package_key from affected_entry where record_id like 'COPY-%')`;

/** Excludes the fields that only a stored finding has. */
function comparable(finding: WireFinding | WireScan['findings'][number]): string {
  const { class: kind, state, vulnerability, component, match, fix, relevance } = finding;
  const { purl, name, version, scope, direct, occurrences } = component;
  const places = occurrences.map(({ image, bomRef }) => ({ image, bomRef }));
  const told = { purl, name, version, scope, direct, places };
  return JSON.stringify([vulnerability.id, kind, state, vulnerability, told, match, fix, relevance], sortedMembers);
}

/** The database returns the members of an object in its own order. */
function sortedMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
