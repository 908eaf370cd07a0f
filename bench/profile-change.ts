/**
 * Measures a change of a security profile, after which every watched version is published again: from the request to a server on
 * loopback until the last version is published.
 */
import { anAffected, anOsvRecord } from '../test/support/advisories.ts';
import { aPackageDocument, settle, storeVersion, withAdvisoryServer, type MeasuredServer } from './measured-server.ts';
import { inSeconds, judge, type BenchmarkOptions, type Table } from './report.ts';

/** As many as are watched per service. */
const VERSIONS = 50;
const COMPONENTS = 1_000;
/** Components of each version with findings. */
const FINDINGS = 100;
const SECONDS_MAX = 3;
const PROFILE = '/api/v2/service/shop/profile/production';

interface Change {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly secondsMax?: number;
}

const CHANGES: readonly Change[] = [
  { name: 'first profile, without exposure', fields: { 'data.classification': 'internal' } },
  { name: 'field without effect on findings', fields: { 'data.classification': 'confidential' } },
  {
    name: 'field that changes the priority of every finding',
    fields: { 'data.classification': 'confidential', 'exposure.reach': 'internal' },
    secondsMax: SECONDS_MAX,
  },
  {
    name: 'the same field, changed back',
    fields: { 'data.classification': 'confidential', 'exposure.reach': 'internet' },
    secondsMax: SECONDS_MAX,
  },
];

export async function measureProfileChange({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const versions = quick ? 5 : VERSIONS;
  return await withAdvisoryServer(RECORDS, async (server) => {
    await settle(server);
    await fill(server, versions);
    const rows: string[][] = [];
    for (const change of CHANGES) {
      const busy = await quiet();
      const { seconds, processorSeconds, analyses, written } = await measure(server, change);
      const { secondsMax } = change;
      const aim = secondsMax === undefined ? '' : judge(seconds < secondsMax, `< ${secondsMax} s`);
      const counts = [String(versions), String(analyses), written.toLocaleString('en')];
      rows.push([change.name, ...counts, inSeconds(seconds * 1_000), inSeconds(processorSeconds * 1_000), aim, busy]);
      print(rows.at(-1)?.join(', ') ?? '');
    }
    return [
      {
        title: 'Time from a profile change to findings',
        notes: [
          `A service with ${versions} watched versions of ${COMPONENTS} components each; ${FINDINGS} of them have a finding.`,
          `The time from the request over loopback until the last version is published.`,
          `CPU time includes server and database.`,
        ],
        columns: ['change', 'versions', 'analyses', 'rows written', 'time', 'CPU', 'target', 'load before'],
        rows,
      },
    ];
  });
}

const NETWORK = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }];
const RECORDS = Array.from({ length: FINDINGS }, (_, n) =>
  anOsvRecord({
    id: `CVE-2026-${10_000 + n}`,
    severity: NETWORK,
    affected: [anAffected({ name: `package-${n}`, events: [{ introduced: '0' }, { fixed: '9.0.0' }] })],
  }),
);

async function fill(server: MeasuredServer, versions: number): Promise<void> {
  for (let build = 0; build < versions; build += 1)
    await storeVersion(server, { service: 'shop', version: String(build), body: aBuild(build) });
  await settle(server);
}

/** In each build, every tenth package is newer. */
function aBuild(build: number): Buffer {
  return aPackageDocument(
    Array.from({ length: COMPONENTS }, (_, n) => ({
      name: `package-${n}`,
      version: n % 10 === 0 ? `1.${build}.0` : '1.0.0',
    })),
  );
}

interface Cost {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly analyses: number;
  /** Number of findings that changed. */
  readonly written: number;
}

async function measure(server: MeasuredServer, { fields }: Change): Promise<Cost> {
  const headers = await findHeaders(server);
  const stated = Object.entries(fields).map(([path, value]) => [path, { value, confirmed: true }]);
  const body = JSON.stringify({ fields: Object.fromEntries(stated) });
  const before = { ...(await count(server)), processorMs: await processorMs(server) };
  const start = performance.now();
  const answer = await fetch(server.url + PROFILE, { method: 'PUT', headers, body });
  if (!answer.ok) throw new Error(`The profile was rejected: ${answer.status} ${await answer.text()}`);
  await settle(server);
  const seconds = (performance.now() - start) / 1_000;
  const after = await count(server);
  return {
    seconds,
    processorSeconds: ((await processorMs(server)) - before.processorMs) / 1_000,
    analyses: after.analyses - before.analyses,
    written: after.written - before.written,
  };
}

/** An existing profile is changed with the ETag of its current state. */
async function findHeaders(server: MeasuredServer): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${server.installation.token}`, 'content-type': 'application/json' };
  const { headers: answered } = await fetch(server.url + PROFILE, { headers });
  const etag = answered.get('etag');
  return etag === null ? headers : { ...headers, 'if-match': etag };
}

async function processorMs(server: MeasuredServer): Promise<number> {
  const { serverMs, databaseMs } = await server.processor();
  return serverMs + databaseMs;
}

async function count(server: MeasuredServer): Promise<Pick<Cost, 'analyses' | 'written'>> {
  const [row] = await server.installation.ask<{ analyses: number; written: number }>(
    'select (select count(*)::int from analysis) as analyses, (select count(*)::int from version_finding) as written',
  );
  return row ?? { analyses: 0, written: 0 };
}
