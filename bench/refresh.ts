/**
 * Measures the cost of new advisories for an existing portfolio: a thousand changed records, of packages in one service or in
 * every version, with portfolios of different sizes; and one new record, until its finding is visible.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { anAffected, anOsvRecord } from '../test/support/advisories.ts';
import type { ExportRecord } from '../test/support/osv-mirror.ts';
import {
  aPackageDocument,
  storeVersion,
  untilEmpty,
  withAdvisoryServer,
  type MeasuredServer,
} from './measured-server.ts';
import { inSeconds, judge, type BenchmarkOptions, type Table } from './report.ts';

const PORTFOLIOS = [500, 2_000] as const;
const VERSIONS_PER_SERVICE = 50;
const COMPONENTS = 1_000;
/** Per build: packages that all services have, and packages of its service that are newer than in the previous build. */
const COMMON = 100;
const NEWER = 10;
/** More than twenty times the number of changed records, so that records are read one by one. */
const RECORDS = 25_000;
const CHANGED = 1_000;
const REFRESH_SECONDS_MAX = 30;
const ONE_SECONDS_MAX = 5;

export async function measureRefresh({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const rows: string[][] = [];
  for (const versions of quick ? [VERSIONS_PER_SERVICE * 2] : PORTFOLIOS) {
    const records = createRecords(quick ? RECORDS / 10 : RECORDS);
    await withAdvisoryServer(records.list(), async (server, bucket) => {
      await follow(server);
      const begin = performance.now();
      await fill(server, versions);
      print(`${versions} versions: filled in ${inSeconds(performance.now() - begin)}`);
      for (const edit of EDITS) {
        const busy = await quiet();
        records.change(edit.records(quick ? CHANGED / 10 : CHANGED));
        bucket.set('npm', records.list());
        const cost = await measure(server);
        const seconds = cost.wallMs / 1_000;
        print(
          `${versions} versions, ${edit.name}: ${inSeconds(cost.wallMs)}, CPU ${inSeconds(cost.processorMs)}, ${cost.analyses} analyses, ${cost.events} events; ${busy}`,
        );
        rows.push([
          edit.name,
          String(versions),
          String(cost.analyses),
          String(cost.events),
          inSeconds(cost.wallMs),
          inSeconds(cost.processorMs),
          edit.secondsMax === undefined ? '' : judge(seconds <= edit.secondsMax, `${edit.secondsMax} s`),
          busy,
        ]);
      }
    });
  }
  return [
    {
      title: 'Time from changed advisories to findings',
      notes: [
        `Versions of ${COMPONENTS} components, ${VERSIONS_PER_SERVICE} per service; each build shares ${COMMON} packages with all services, and ${NEWER} packages are newer than in the previous build. ${CHANGED} of ${RECORDS} records change, and one in ten of these affects existing versions. The time from the request for a sync over loopback until the last analysis is complete. CPU time includes server and database.`,
      ],
      columns: ['change', 'versions', 'analyses', 'events', 'time', 'CPU', 'target', 'load before'],
      rows,
    },
  ];
}

interface Edit {
  readonly name: string;
  readonly records: (count: number) => readonly Change[];
  readonly secondsMax?: number;
}

interface Change {
  readonly package: string;
  /** Whether existing versions are affected. */
  readonly isHit: boolean;
}

const EDITS: readonly Edit[] = [
  {
    name: 'one new record, affects one version',
    records: () => [{ package: packageOf(0, COMPONENTS - COMMON - 1), isHit: true }],
    secondsMax: ONE_SECONDS_MAX,
  },
  {
    name: '1,000 records for unused packages',
    records: (count) => Array.from({ length: count }, (_, n) => ({ package: `unused-${n}`, isHit: true })),
    secondsMax: REFRESH_SECONDS_MAX,
  },
  {
    name: '1,000 records for packages of one service',
    records: (count) =>
      Array.from({ length: count }, (_, n) => ({
        package: packageOf(1, n % (COMPONENTS - COMMON)),
        isHit: n % 10 === 0,
      })),
    secondsMax: REFRESH_SECONDS_MAX,
  },
  {
    name: '1,000 records, some for packages of every version',
    records: (count) =>
      Array.from({ length: count }, (_, n) => ({
        package: n < COMMON ? `common-${n}` : `unused-${n}`,
        isHit: n % 10 === 0,
      })),
    secondsMax: REFRESH_SECONDS_MAX,
  },
];

const packageOf = (service: number, n: number): string => `package-${service}-${n}`;

/** Each change is a new state of a separate record; all others stay. */
function createRecords(count: number) {
  const start = Date.parse('2026-01-01T00:00:00Z');
  let minutes = 0;
  let next = 0;
  const toRecord = (name: string, fixed: string): ExportRecord =>
    anOsvRecord({
      id: `GHSA-${String(next++ % count).padStart(12, '0')}`,
      modified: new Date(start + minutes * 60_000).toISOString(),
      affected: [anAffected({ name, events: [{ introduced: '0' }, { fixed }] })],
    });
  const records = new Map<string, ExportRecord>();
  const put = (record: ExportRecord): void => void records.set(String(record['id']), record);
  for (let n = 0; n < count; n += 1) put(toRecord(`filler-${n}`, '2.0.0'));
  return {
    list: (): ExportRecord[] => [...records.values()],
    change: (changes: readonly Change[]): void => {
      minutes += 1;
      for (const { package: name, isHit } of changes) put(toRecord(name, isHit ? '9.0.0' : '0.1.0'));
    },
  };
}

async function fill(server: MeasuredServer, versions: number): Promise<void> {
  let next = 0;
  const send = async (): Promise<void> => {
    for (let n = next++; n < versions; n = next++) {
      const [service, build] = [Math.floor(n / VERSIONS_PER_SERVICE), n % VERSIONS_PER_SERVICE];
      await storeVersion(server, { service: `service-${service}`, version: `${build}`, body: aBuild(service, build) });
    }
  };
  await Promise.all(Array.from({ length: 8 }, send));
  await untilEmpty(server, OPEN, 20);
}

function aBuild(service: number, build: number): Buffer {
  const own = Array.from({ length: COMPONENTS - COMMON }, (_, n) => {
    // The last package exists only in the first build.
    const isLast = n === COMPONENTS - COMMON - 1;
    const name = isLast && build > 0 ? `${packageOf(service, n)}-${build}` : packageOf(service, n);
    return { name, version: n % VERSIONS_PER_SERVICE < build && n < NEWER * VERSIONS_PER_SERVICE ? '1.1.0' : '1.0.0' };
  });
  const common = Array.from({ length: COMMON }, (_, n) => ({ name: `common-${n}`, version: '1.0.0' }));
  return aPackageDocument([...own, ...common]);
}

interface Cost {
  readonly wallMs: number;
  readonly processorMs: number;
  readonly analyses: number;
  readonly events: number;
}

async function measure(server: MeasuredServer): Promise<Cost> {
  const before = { ...(await count(server)), ...(await server.processor()) };
  const start = performance.now();
  await follow(server);
  const wallMs = performance.now() - start;
  const after = { ...(await count(server)), ...(await server.processor()) };
  return {
    wallMs,
    processorMs: after.serverMs + after.databaseMs - before.serverMs - before.databaseMs,
    analyses: after.analyses - before.analyses,
    events: after.events - before.events,
  };
}

async function count(server: MeasuredServer): Promise<{ readonly analyses: number; readonly events: number }> {
  const [row] = await server.installation.ask<{ analyses: number; events: number }>(
    'select (select count(*)::int from analysis) as analyses, (select count(*)::int from event) as events',
  );
  return row ?? { analyses: 0, events: 0 };
}

/** Requests a refresh and waits until it has reached every version. */
async function follow(server: MeasuredServer): Promise<void> {
  const read = async (): Promise<number> => {
    const [row] = await server.installation.ask<{ snapshot: string }>('select snapshot from advisory_clock');
    return Number(row?.snapshot ?? 0);
  };
  const before = await read();
  const answer = await fetch(`${server.url}/api/v2/advisory-source/osv/refresh`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.installation.token}` },
  });
  if (!answer.ok) throw new Error(`The sync was rejected: ${answer.status}.`);
  while ((await read()) === before) await delay(10);
  await untilEmpty(server, OPEN, 20);
}

const OPEN = `
  select 1 from analysis where finished_at is null
  union all select 1 from organization where applied_snapshot < (select snapshot from advisory_clock)
  union all select 1 from advisory_source where name = 'osv' and state <> 'ready' limit 1`;
