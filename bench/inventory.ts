/**
 * Measures large documents: how fast they become inventories compared to `JSON.parse` of the same bytes, how much memory that
 * takes, and whether other requests are affected while a large one is analyzed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { aLargeCycloneDxInventory, type LargeInventory } from '../test/support/large-inventory-document.ts';
import { upload } from '../test/support/upload.ts';
import { runProgram, withMeasuredServer, type MeasuredServer } from './measured-server.ts';
import { inMib, inMs, judge, MIB, type BenchmarkOptions, type Table } from './report.ts';

export interface ReaderFigures {
  readonly bytes: number;
  readonly components: number;
  readonly ms: number;
  readonly before: number;
  readonly peak: number;
  readonly longestStallMs: number;
}

interface Case extends LargeInventory {
  readonly format: 'cyclonedx' | 'spdx';
}

const CASES: readonly Case[] = [
  { format: 'cyclonedx', components: 1_000, richness: 'rich' },
  { format: 'cyclonedx', components: 10_000, richness: 'rich' },
  { format: 'cyclonedx', components: 50_000, richness: 'rich' },
  { format: 'spdx', components: 50_000, richness: 'rich' },
  { format: 'cyclonedx', components: 300_000, richness: 'lean' },
];
const READING_MS_MAX = 2_000;
const API_P99_MS_MAX = 100;
const MEMORY_MAX = 1536 * MIB;

export async function measureInventories(options: BenchmarkOptions): Promise<readonly Table[]> {
  return [await measureReading(options), await measureBesides(options)];
}

async function measureReading({ quick, print, quiet }: BenchmarkOptions): Promise<Table> {
  const busy = await quiet();
  const rows: string[][] = [];
  for (const each of quick ? CASES.slice(0, 2) : CASES) {
    const parse = await readIn('parse', each);
    const inventory = await readIn('inventory', each);
    const row = [
      `${each.components.toLocaleString('en')} (${each.format}, ${Math.round(inventory.bytes / 1e6)} MB)`,
      inMs(inventory.ms),
      `${Math.round(inventory.components / (inventory.ms / 1000)).toLocaleString('en')}/s`,
      inMs(parse.ms),
      (inventory.ms / parse.ms).toFixed(1),
      inMib(inventory.peak),
      inMib(parse.peak),
      inMs(inventory.longestStallMs),
      aimOf(each, inventory),
    ];
    print(row.join(', '));
    rows.push(row);
  }
  return {
    title: 'Parsing a document into an inventory',
    notes: [
      'From bytes in memory to the last part of the inventory: parsed, identified, merged, packed and hashed in a new thread, without the database. Each run has its own process, whose memory includes the document. `JSON.parse` alone for comparison.',
      `Load before: ${busy}.`,
    ],
    columns: [
      'components',
      'time',
      'components',
      '`JSON.parse`',
      'ratio',
      'peak memory',
      'memory of `JSON.parse`',
      'longest stall of the main thread',
      'target',
    ],
    rows,
  };
}

function aimOf({ components }: Case, { ms, peak }: ReaderFigures): string {
  if (components === 50_000) return judge(ms < READING_MS_MAX, '< 2 s');
  return components === 300_000 ? judge(peak < MEMORY_MAX, '< 1.5 GiB') : '';
}

async function readIn(how: 'parse' | 'inventory', { format, components, richness }: Case): Promise<ReaderFigures> {
  return await runProgram<ReaderFigures>('inventory-reader.ts', how, format, String(components), richness);
}

async function measureBesides({ quick, print, quiet }: BenchmarkOptions): Promise<Table> {
  const rows: string[][] = [];
  const sizes: readonly LargeInventory[] = [
    { components: 10_000, richness: 'rich' },
    { components: 50_000, richness: 'rich' },
    { components: 300_000, richness: 'lean' },
  ];
  let busy = '';
  for (const size of quick ? sizes.slice(0, 1) : sizes) {
    await withMeasuredServer({}, async (server) => {
      busy = await quiet();
      const row = await analyzeBeside(server, size);
      print(row.join(', '));
      rows.push(row);
    });
  }
  return {
    title: 'A large document during other requests',
    notes: [
      'Role `all`, a new server for each document. While the document is received and analyzed, another client lists the services every 20 ms.',
      `Load before the last run: ${busy}.`,
    ],
    columns: [
      'components',
      'acknowledged',
      'findings available',
      'other requests',
      'p50',
      'p99',
      'max',
      'peak memory',
      'target',
    ],
    rows,
  };
}

async function analyzeBeside(server: MeasuredServer, size: LargeInventory): Promise<string[]> {
  const { installation, url } = server;
  const body = aLargeCycloneDxInventory(size);
  const times: number[] = [];
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      const start = performance.now();
      const answer = await fetch(`${url}/api/v2/service`, {
        headers: { authorization: `Bearer ${installation.token}` },
      });
      await answer.text();
      times.push(performance.now() - start);
      await delay(20);
    }
  })();
  const { result, peak } = await server.withPeak(async () => {
    const start = performance.now();
    const outcome = await upload(url, installation.token, {
      service: 'big',
      version: '1',
      slot: 'main',
      body,
      gzip: true,
    });
    const acknowledgedMs = performance.now() - start;
    if (outcome.kind !== 'stored') throw new Error(`The document was not stored: ${JSON.stringify(outcome)}`);
    while ((await installation.ask(ENDED)).length === 0) await delay(50);
    return [inMs(acknowledgedMs), inMs(performance.now() - start)];
  });
  isOver = true;
  await others;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const isMet = at(0.99) < API_P99_MS_MAX && peak < MEMORY_MAX;
  return [
    `${size.components.toLocaleString('en')} (${Math.round(body.length / 1e6)} MB)`,
    ...result,
    String(times.length),
    ...[at(0.5), at(0.99), at(1)].map(inMs),
    inMib(peak),
    judge(isMet, 'p99 < 100 ms, < 1.5 GiB'),
  ];
}

const ENDED = "select 1 from analysis where status in ('completed', 'completed_with_warnings', 'failed')";
