/**
 * Measures how the cost of uploads and analyses grows: processor time and bytes on disk against components, findings, versions with
 * unchanged content, and organizations. The exponent of a curve is 1 if the cost is proportional to the size.
 */
import { openDatabase } from '../src/store/database.ts';
import { anAffected, anOsvRecord } from '../test/support/advisories.ts';
import { newOrganization } from '../test/support/test-assay.ts';
import { upload } from '../test/support/upload.ts';
import { aPackageDocument, settle, untilEmpty, withAdvisoryServer, type MeasuredServer } from './measured-server.ts';
import { inMs, judge, KIB, type BenchmarkOptions, type Table } from './report.ts';

interface Upload {
  readonly token: string;
  readonly service: string;
  readonly version: string;
  readonly body: Buffer;
}

interface Curve {
  readonly name: string;
  readonly points: readonly number[];
  /** The uploads of a point. `tokens` are those of as many organizations. */
  readonly uploads: (size: number, tokens: readonly string[]) => readonly Upload[];
}

const VULNERABLE = 4_000;
const COMPONENTS = 4_000;
const BUILD = 500;

const CURVES: readonly Curve[] = [
  {
    name: 'components, all new',
    points: [250, 1_000, 4_000, 16_000],
    uploads: (size, [token = '']) => [
      { token, service: `components-${size}`, version: '1', body: aDocument(`new-${size}`, size, 0) },
    ],
  },
  {
    name: `findings, of ${COMPONENTS} components`,
    points: [60, 250, 1_000, 4_000],
    uploads: (size, [token = '']) => [
      { token, service: `findings-${size}`, version: '1', body: aDocument(`finding-${size}`, COMPONENTS - size, size) },
    ],
  },
  {
    name: `versions, of ${BUILD} components with 50 findings, unchanged`,
    points: [2, 8, 32, 128],
    uploads: (size, [token = '']) =>
      Array.from({ length: size }, (_, n) => ({
        token,
        service: `versions-${size}`,
        version: `${n}`,
        body: aDocument(`version-${size}`, BUILD - 50, 50),
      })),
  },
  {
    name: `organizations, one build of ${BUILD} components each`,
    points: [2, 8, 32, 128],
    uploads: (size, tokens) =>
      tokens.slice(-size).map((token) => ({
        token,
        service: `organization-${size}`,
        version: '1',
        body: aDocument(`organization-${size}`, BUILD - 50, 50),
      })),
  },
];

const ORGANIZATIONS = 128;
/** Measurement errors of the smallest point raise the exponent of a proportional cost. */
const EXPONENT_MAX = 1.05;

export async function measureCurves({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const records = Array.from({ length: VULNERABLE }, (_, n) =>
    anOsvRecord({ id: `GHSA-${String(n).padStart(12, '0')}`, affected: [anAffected({ name: `vulnerable-${n}` })] }),
  );
  return await withAdvisoryServer(records, async (server) => {
    await settle(server);
    const tokens = await addOrganizations(server, quick ? 8 : ORGANIZATIONS);
    await measurePoint(server, CURVES[0]?.uploads(100, tokens) ?? []);
    const rows: string[][] = [];
    const busy = await quiet();
    for (const { name, points, uploads } of CURVES) {
      const sizes = quick ? points.slice(0, 2) : points;
      const costs: Cost[] = [];
      for (const size of sizes) {
        costs.push(await measurePoint(server, uploads(size, tokens)));
        print(`${name}: ${size}`);
      }
      const time = exponentOf(
        sizes,
        costs.map((cost) => cost.processorMs),
      );
      const space = exponentOf(
        sizes,
        costs.map((cost) => cost.bytes),
      );
      const isMet = time <= EXPONENT_MAX && space <= EXPONENT_MAX;
      rows.push([
        name,
        sizes.join(', '),
        costs.map((cost) => inMs(cost.processorMs)).join(', '),
        time.toFixed(2),
        costs.map((cost) => `${Math.round(cost.bytes / KIB)} KiB`).join(', '),
        space.toFixed(2),
        judge(isMet, `at most ${EXPONENT_MAX}`),
      ]);
      print(rows.at(-1)?.join('; ') ?? '');
    }
    return [
      {
        title: 'Growth of costs',
        notes: [
          `CPU time of server and database, and growth of the database, from the first upload until the last analysis and plan. The exponent is the slope of a line through the logarithms (least squares). Load before: ${busy}.`,
        ],
        columns: ['size', 'points', 'CPU', 'exponent', 'disk', 'exponent of disk', 'target'],
        rows,
      },
    ];
  });
}

async function addOrganizations({ installation }: MeasuredServer, count: number): Promise<string[]> {
  const url = await installation.databaseUrl();
  const database = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 10_000, onIdleError: () => {} });
  try {
    const tokens = [installation.token];
    while (tokens.length < count) tokens.push((await newOrganization(database)).token);
    return tokens;
  } finally {
    await database.close();
  }
}

function aDocument(prefix: string, safe: number, vulnerable: number): Buffer {
  const named = (count: number, name: string): { name: string; version: string }[] =>
    Array.from({ length: count }, (_, n) => ({ name: `${name}-${n}`, version: '1.0.0' }));
  return aPackageDocument([...named(safe, prefix), ...named(vulnerable, 'vulnerable')]);
}

interface Cost {
  readonly processorMs: number;
  readonly bytes: number;
}

async function measurePoint(server: MeasuredServer, uploads: readonly Upload[]): Promise<Cost> {
  const before = await readCost(server);
  for (const { token, ...document } of uploads) {
    const outcome = await upload(server.url, token, { ...document, slot: 'main' });
    if (outcome.kind !== 'stored') throw new Error(`An upload was not stored: ${outcome.kind}.`);
  }
  await settle(server);
  await untilEmpty(server, UNPLANNED, 200);
  const after = await readCost(server);
  return { processorMs: after.processorMs - before.processorMs, bytes: after.bytes - before.bytes };
}

const UNPLANNED = 'select 1 from service_version where planned_generation < generation limit 1';

async function readCost(server: MeasuredServer): Promise<Cost> {
  const [row] = await server.installation.ask<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  const { serverMs, databaseMs } = await server.processor();
  return { processorMs: serverMs + databaseMs, bytes: Number(row?.bytes ?? 0) };
}

function exponentOf(sizes: readonly number[], values: readonly number[]): number {
  const points = sizes.map((size, n) => ({ x: Math.log(size), y: Math.log(Math.max(1, values[n] ?? 1)) }));
  const mean = (of: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  return mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
}
