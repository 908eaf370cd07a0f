/**
 * Half an hour of an ordinary day: pipelines upload and wait, users read, decide and delete, event streams come and go. Watches
 * memory, open files and response times for leaks. At the end the queue must be empty and no job may have failed.
 */
import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { aBuild } from './builds.ts';
import { watchWithheld } from './machine.ts';
import { withMeasuredServer, type MeasuredServer } from './measured-server.ts';
import { inMib, inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

/** ASSAY_SOAK_MINUTES shortens it for a quick run, or extends it for a night. */
const MINUTES = Number(process.env['ASSAY_SOAK_MINUTES'] ?? 30);
const SERVICES = 20;
/** Older versions are deleted, so that the portfolio reaches a stable size. */
const VERSIONS_KEPT = 10;
const SAMPLE_EVERY_MS = 5_000;
const DRAIN_MAX_MS = 120_000;
const MEMORY_GROWTH_MAX = 0.05;
const TIME_GROWTH_MAX = 0.2;

interface Sample {
  readonly memory: number;
  readonly files: number;
  /** Percentage of processor time since the previous sample. */
  readonly withheld: number;
}

class Day {
  readonly #server: MeasuredServer;
  readonly #end: number;
  readonly readTimesMs: number[] = [];
  readonly failures = new Map<string, number>();
  uploads = 0;

  constructor(server: MeasuredServer, timeMs: number) {
    this.#server = server;
    this.#end = performance.now() + timeMs;
  }

  /** Each activity runs at its own pace, one request at a time. */
  async run(): Promise<void> {
    let builds = 0;
    for (; builds < SERVICES; builds += 1) await this.#build(builds);
    const activities: readonly (readonly [number, (n: number) => Promise<unknown>])[] = [
      [400, async () => await this.#build(builds++)],
      [100, async (n) => await this.#read(n)],
      [2_000, async (n) => await this.#decide(n)],
      [5_000, async (n) => await this.#configure(n)],
      [20_000, async () => await this.#follow()],
    ];
    await Promise.all(
      activities.map(async ([paceMs, act]) => {
        for (let n = 0; performance.now() < this.#end; n += 1) await Promise.all([act(n), delay(paceMs)]);
      }),
    );
  }

  async #build(n: number): Promise<void> {
    const service = n % SERVICES;
    const version = Math.floor(n / SERVICES);
    const path = `/service/soak-${service}/version`;
    await this.#call(
      'POST',
      `${path}/${version}/sbom${n % 5 === 0 ? '?wait=30' : ''}`,
      aBuild(300, `soak-${service}`, version % 4),
    );
    this.uploads += 1;
    if (version >= VERSIONS_KEPT) await this.#call('DELETE', `${path}/${version - VERSIONS_KEPT}`);
  }

  async #read(n: number): Promise<void> {
    const service = `/service/soak-${n % SERVICES}`;
    const paths = [
      '/service',
      `${service}/version`,
      `${service}/finding`,
      '/finding/summary',
      '/finding?limit=100',
      '/overview',
      '/search?q=lodash',
      '/event?limit=100',
      `${service}/history`,
    ];
    const start = performance.now();
    await this.#call('GET', paths[n % paths.length] ?? '');
    this.readTimesMs.push(performance.now() - start);
  }

  async #decide(n: number): Promise<void> {
    const findings = (await this.#call('GET', `/service/soak-${n % SERVICES}/finding?limit=1`)) as
      | { id: string }[]
      | undefined;
    const id = findings?.[0]?.id;
    if (id !== undefined)
      await this.#call('POST', `/finding/${id}/decision`, { action: 'in_triage', scope: 'service' });
  }

  async #configure(n: number): Promise<void> {
    const made = (await this.#call('POST', '/token', { name: `soak ${n}`, scopes: ['read'] })) as
      | { id: string }
      | undefined;
    if (made !== undefined) await this.#call('DELETE', `/token/${made.id}`);
    const fields = { 'exposure.reach': { value: n % 2 === 0 ? 'internet' : 'internal' } };
    await this.#call('PUT', `/service/soak-${n % SERVICES}/profile/main`, { fields });
  }

  async #follow(): Promise<void> {
    const streams = Array.from({ length: 10 }, async () => {
      const answer = await fetch(`${this.#server.url}/api/v2/event/stream`, {
        headers: this.#headers,
        signal: AbortSignal.timeout(15_000),
      });
      await answer.text();
    });
    // Each client disconnects, like a closed tab.
    await Promise.allSettled(streams);
  }

  get #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#server.installation.token}` };
  }

  /** Returns undefined after a rejection, which is counted. */
  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.#server.url}/api/v2${path}`, {
      method,
      headers: { ...this.#headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.ok) return text === '' ? undefined : JSON.parse(text);
    const what = `${answer.status} ${method} ${path.replaceAll(/[0-9a-f-]{36}|\d+/g, '*')}`;
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
    return undefined;
  }
}

export async function measureSoak({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  return await withMeasuredServer({}, async (server) => {
    const busy = await quiet();
    const minutes = quick ? 0.5 : MINUTES;
    const day = new Day(server, minutes * 60_000);
    const samples: Sample[] = [];
    let withheld = watchWithheld();
    const sampling = setInterval(() => {
      void takeSample(server).then((sample) => {
        samples.push({ ...sample, withheld: withheld() ?? 0 });
        withheld = watchWithheld();
        if (samples.length % 12 === 0)
          print(`${samples.length / 12} min: ${inMib(sample.memory)}, ${sample.files} files, ${day.uploads} uploads`);
      });
    }, SAMPLE_EVERY_MS);
    await day.run().finally(() => clearInterval(sampling));
    const drainedMs = await drain(server);
    const [failed] = await server.installation.ask<{ count: number }>(
      `select count(*)::int as count from analysis where status = 'failed'`,
    );
    return [toTable({ minutes, day, samples, drainedMs, failed: failed?.count ?? 0, busy })];
  });
}

async function takeSample(server: MeasuredServer): Promise<Omit<Sample, 'withheld'>> {
  const files = await readdir(`/proc/${server.assay.pid}/fd`).catch(() => []);
  return { memory: await server.memory(), files: files.length };
}

/** Returns the time until the queue was empty, or undefined if it never was. */
async function drain(server: MeasuredServer): Promise<number | undefined> {
  const start = performance.now();
  while (performance.now() - start < DRAIN_MAX_MS) {
    const [open] = await server.installation.ask<{ count: number }>(
      `select count(*)::int as count from pgboss.job where state < 'completed' and start_after <= now() and name <> 'repair-sweep'`,
    );
    if (open?.count === 0) return performance.now() - start;
    await delay(200);
  }
  return undefined;
}

interface Soaked {
  readonly minutes: number;
  readonly day: Day;
  readonly samples: readonly Sample[];
  readonly drainedMs: number | undefined;
  readonly failed: number;
  readonly busy: string;
}

/** The first third is the warm-up; the last third is compared with the middle one. */
function toTable({ minutes, day, samples, drainedMs, failed, busy }: Soaked): Table {
  const memory = thirds(samples.map((sample) => sample.memory));
  const files = thirds(samples.map((sample) => sample.files));
  const reads = thirds(
    day.readTimesMs,
    (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0,
  );
  const withheld = thirds(samples.map((sample) => sample.withheld));
  const refused = [...day.failures].map(([what, count]) => `${count} × ${what}`).join(', ') || '0';
  return {
    title: `Mixed load for ${minutes} minutes`,
    notes: [
      `${day.uploads} uploads of 300 components to ${SERVICES} services, ${day.readTimesMs.length} reads, decisions, profile changes, tokens,`,
      'version deletions and event streams, in one process with the embedded database. The middle third of the run is compared with the last.',
    ],
    columns: ['Measurement', 'Middle third', 'Last third', 'Target', 'Load before'],
    rows: [
      [
        'Server memory',
        inMib(memory.middle),
        inMib(memory.last),
        judge(memory.growth <= MEMORY_GROWTH_MAX, 'growth of 5 % at most'),
        busy,
      ],
      [
        'Open files',
        files.middle.toFixed(0),
        files.last.toFixed(0),
        judge(files.last - files.middle <= 5, 'no growth'),
        '',
      ],
      [
        'p99 of reads',
        inMs(reads.middle),
        inMs(reads.last),
        judge(reads.growth <= TIME_GROWTH_MAX, 'growth of 20 % at most'),
        '',
      ],
      ['CPU steal', `${withheld.middle.toFixed(0)} %`, `${withheld.last.toFixed(0)} %`, '', ''],
      ['Rejected requests', '', refused, judge(day.failures.size === 0, 'none'), ''],
      ['Failed analyses', '', String(failed), judge(failed === 0, 'none'), ''],
      [
        'Time until the queue was empty',
        '',
        drainedMs === undefined ? 'never' : inMs(drainedMs),
        judge(drainedMs !== undefined, 'empty at the end'),
        '',
      ],
    ],
  };
}

function thirds(
  values: readonly number[],
  summarize: (part: readonly number[]) => number = (part) => part.reduce((sum, value) => sum + value, 0) / part.length,
): { readonly middle: number; readonly last: number; readonly growth: number } {
  const third = Math.floor(values.length / 3);
  const middle = summarize(values.slice(third, 2 * third));
  const last = summarize(values.slice(2 * third));
  return { middle, last, growth: last / middle - 1 };
}
