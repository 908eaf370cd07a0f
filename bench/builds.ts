/**
 * Measures what a pipeline waits for: builds of different sizes from upload to findings, later builds in which one component in
 * a hundred has changed, and the number of builds analyzed per minute when many arrive at once.
 */
import {
  aPackageDocument,
  storeVersion,
  untilEmpty,
  untilStarterReady,
  withMeasuredServer,
  type MeasuredServer,
} from './measured-server.ts';
import { inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

const SIZES = [
  { components: 500, builds: 15, p50MsMax: 400 },
  { components: 1_000, builds: 11, p50MsMax: 700 },
  { components: 10_000, builds: 5, p50MsMax: 4_000 },
] as const;
/** Builds after each first one. With a single one, much of what the first one left to be done later would be counted as its cost. */
const LATER = 4;
const CHEAPER_MIN = 5;
const PER_MINUTE_MIN = 1_200;
/** V8 compiles the code of a document while the first ones are parsed. */
const WARM_UPS = 4;

export async function measureBuilds({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  return await withMeasuredServer({}, async (server) => {
    await untilStarterReady(server);
    const single = await measureSizes(server, { quick, print, quiet });
    const many = await measureMany(server, { quick, print, quiet });
    return [single, many];
  });
}

async function measureSizes(server: MeasuredServer, { quick, print, quiet }: BenchmarkOptions): Promise<Table> {
  const rows: string[][] = [];
  for (const { components, builds, p50MsMax } of SIZES) {
    for (let n = 0; n < (quick ? 1 : WARM_UPS); n += 1)
      await build(
        server,
        'warm-up',
        `${components}.${n}`,
        aBuild(components, `warm-${components}`, onePercent(components, n)),
      );
    const busy = await quiet();
    const service = `size-${components}`;
    const fresh: Build[] = [];
    const changed: Build[] = [];
    for (let n = 0; n < (quick ? 2 : builds); n += 1) {
      const family = `${components}-${n}`;
      fresh.push(await build(server, service, `${n}.0`, aBuild(components, family, 0)));
      for (let later = 1; later <= LATER; later += 1)
        changed.push(
          await build(server, service, `${n}.${later}`, aBuild(components, family, onePercent(components, later))),
        );
    }
    const times = [fresh, changed].map((each) => median(each.map(({ ms }) => ms)));
    const [first = 0] = times;
    const processor = mean(fresh) / Math.max(1, mean(changed));
    const stages = ['parse', 'match'].map((stage) => ratioOf(stage, fresh, changed));
    print(
      `${components} components: ${times.map(inMs).join(', later builds ')}; CPU ${inTimes(processor)}, parsing and storing ${stages.join(', matching ')}; ${busy}`,
    );
    rows.push([
      String(components),
      ...times.map(inMs),
      judge(first <= p50MsMax, `p50 <= ${p50MsMax} ms`),
      inTimes(processor),
      ...stages,
      judge(processor >= CHEAPER_MIN, `${CHEAPER_MIN} times`),
      busy,
    ]);
  }
  return {
    title: 'Time from upload to findings, by size',
    notes: [
      `Role \`all\`, warm, with the built-in starter set of advisories. Median of several builds in which every component is new, and of the ${LATER} builds after each, in which another 1 % of the components are new. A client polls every 5 ms. The saving of a later build is the ratio of CPU time of server and database from the upload to the plan, and the ratio of the durations of two stages: parsing and storing, and matching. Both builds include the constant work: receiving, storing and parsing the document, its component list, and its findings.`,
    ],
    columns: [
      'components',
      'all new',
      '1 % new',
      'target',
      'total saving',
      'parsing and storing',
      'matching',
      'target for the total',
      'load before',
    ],
    rows,
  };
}

interface Build {
  readonly ms: number;
  readonly processorMs: number;
  /** By name, as reported by the analysis. */
  readonly stageMs: Readonly<Record<string, number>>;
}

async function build(server: MeasuredServer, service: string, version: string, body: Buffer): Promise<Build> {
  const before = await server.processor();
  const ms = await waitForBuild(server, service, version, body);
  // Its plan follows, which would otherwise be counted for the next build.
  await untilEmpty(server, UNPLANNED, POLL_MS, [service, version]);
  const after = await server.processor();
  const [row] = await server.ask<{ stages: Stage[] }>(STAGES, [service, version]);
  const stageMs = (row?.stages ?? []).map(({ name, startedAt, finishedAt }): [string, number] => [
    name,
    Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? ''),
  ]);
  const processorMs = after.serverMs + after.databaseMs - before.serverMs - before.databaseMs;
  return { ms, processorMs, stageMs: Object.fromEntries(stageMs) };
}

interface Stage {
  readonly name: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

const STAGES = `
  select a.stages from service s join service_version v on v.service_id = s.id join analysis a on a.version_id = v.id
  where s.name = $1 and v.name = $2`;

function ratioOf(stage: string, fresh: readonly Build[], changed: readonly Build[]): string {
  const [first = 0, second = 0] = [fresh, changed].map((each) =>
    median(each.map(({ stageMs }) => stageMs[stage] ?? 0)),
  );
  return inTimes(first / Math.max(1, second));
}

/** Process times have a resolution of 10 ms, so a single build says little. */
function mean(builds: readonly Build[]): number {
  return builds.reduce((total, { processorMs }) => total + processorMs, 0) / builds.length;
}

function onePercent(components: number, times: number): number {
  return (times * components) / 100;
}

function inTimes(ratio: number): string {
  return `${ratio.toFixed(1)} times`;
}

async function measureMany(server: MeasuredServer, { quick, print, quiet }: BenchmarkOptions): Promise<Table> {
  const count = quick ? 20 : 1_200;
  const services = count / 10;
  const busy = await quiet();
  const start = performance.now();
  let next = 0;
  const send = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) {
      // Builds of a team: every tenth is the first one of a service, the others have two changed components.
      const service = `many-${n % services}`;
      const body = aBuild(500, service, 2 * Math.floor(n / services));
      await storeVersion(server, { service, version: `${n}`, body });
    }
  };
  await Promise.all(Array.from({ length: 8 }, send));
  await untilEmpty(server, OPEN, 20);
  const minutes = (performance.now() - start) / 60_000;
  const rate = count / minutes;
  print(`${count} builds of 500 components: ${rate.toFixed(0)} per minute; ${busy}`);
  return {
    title: 'Builds of 500 components per minute',
    notes: [
      `${count} uploads by 8 clients to ${services} services, until the last analysis is complete. Role \`all\`; the clients run on the same cores.`,
    ],
    columns: ['builds', 'analyzed per minute', 'target', 'load before'],
    rows: [[String(count), rate.toFixed(0), judge(rate >= PER_MINUTE_MIN, `${PER_MINUTE_MIN} per minute`), busy]],
  };
}

const OPEN = 'select 1 from analysis where finished_at is null limit 1';

async function waitForBuild(server: MeasuredServer, service: string, version: string, body: Buffer): Promise<number> {
  const start = performance.now();
  await storeVersion(server, { service, version, body });
  await untilEmpty(server, UNFINISHED, POLL_MS, [service, version]);
  return performance.now() - start;
}

const POLL_MS = 5;

const UNFINISHED = `
  select 1 from service s join service_version v on v.service_id = s.id
  where s.name = $1 and v.name = $2
    and not exists (select from analysis a where a.version_id = v.id and a.finished_at is not null)`;

const UNPLANNED = `
  select 1 from service s join service_version v on v.service_id = s.id
  where s.name = $1 and v.name = $2 and v.planned_generation < v.generation`;

// Listed in the bundled advisories, so that every build has findings.
const AFFECTED = [
  { name: 'lodash', version: '4.17.4' },
  { name: 'minimist', version: '0.0.8' },
  { name: 'axios', version: '0.18.0' },
  { name: 'ws', version: '7.4.0' },
  { name: 'jquery', version: '3.4.0' },
];

/** Each family has its own components; the first `changed` ones are newer. */
export function aBuild(components: number, family: string, changed: number): Buffer {
  const own = Array.from({ length: components - AFFECTED.length }, (_, n) => ({
    name: `package-${family}-${n}`,
    version: `1.0.${n < changed ? 1 : 0}`,
  }));
  return aPackageDocument([...own, ...AFFECTED]);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
