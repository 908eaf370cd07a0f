/**
 * Matches one inventory against all advisories of a database in a separate process, so that the measured memory is that of this
 * inventory: first the results alone, then through the tables of a new organization, as an analysis does. Prints its figures as
 * JSON.
 *
 *     node bench/matching-inventory.ts <database url> <components.json>
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalPackage } from '../src/core/match/identify-package.ts';
import { evaluateComponents, matchComponents } from '../src/pipeline/analysis/match-components.ts';
import type { PipelineDeps } from '../src/pipeline/deps.ts';
import { openDatabase, type Database } from '../src/store/database.ts';
import { newId } from '../src/store/new-id.ts';
import { insertOrganization } from '../src/store/people/organizations.ts';
import { saveComponents } from '../src/store/portfolio/components/components.ts';
import { type CheckedComponent, heapInUse } from './matching-core.ts';
import { readProcessorMs } from './processor-time.ts';

export interface InventoryFigures {
  readonly components: number;
  readonly keys: number;
  readonly answers: number;
  /** The first run of the process. */
  readonly first: Evaluation;
  /** The best of the following runs. */
  readonly warm: Evaluation;
  /** Average of the following runs. */
  readonly processor: Processor;
  /** Peak resident memory beyond the inventory, and heap still in use afterwards. */
  readonly peak: number;
  readonly kept: number;
  readonly analysis: Analysis;
}

interface Evaluation {
  readonly ms: number;
  /** Part of `ms` until the candidates were loaded. */
  readonly readingMs: number;
  readonly answers: number;
}

/** Processor time, which hardly depends on other work on the machine. */
export interface Processor {
  readonly ownMs: number;
  readonly databaseMs: number;
}

export interface Analysis {
  /** With nothing known: read, matched and written. */
  readonly newMs: number;
  /** With everything known: answered from the memo. */
  readonly knownMs: number;
  /** Processor time of the first of the two. */
  readonly processor: Processor;
  readonly evaluated: number;
  readonly answers: number;
}

/** The batch size of the pipeline. */
const BATCH = 2_000;
/** All components of a family together are more than a version may have. */
const UNLIMITED = { findingsMax: Infinity, matchesMax: Infinity };
const WARM_ROUNDS = 4;

const [url = '', file = ''] = process.argv.slice(2);
const components = JSON.parse(readFileSync(file, 'utf8')) as readonly CheckedComponent[];
const database = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0, onIdleError: () => {} });
let readingMs = 0;
const timed: Database = {
  ...database,
  reference: async (work) => {
    const start = performance.now();
    const result = await database.reference(work);
    readingMs += performance.now() - start;
    return result;
  },
};

console.log(JSON.stringify(await measure()));
await database.close();

async function measure(): Promise<InventoryFigures> {
  const keys = new Set(components.flatMap((component) => component.keys)).size;
  const backend = await findBackend();
  const held = heapInUse();
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const first = await evaluate(look);
  let warm: Evaluation | undefined;
  const { used } = await withProcessor(backend, async () => {
    for (let round = 0; round < WARM_ROUNDS; round += 1) {
      const next = await evaluate(look);
      if (warm === undefined || next.ms < warm.ms) warm = next;
    }
  });
  const kept = heapInUse() - held;
  return {
    components: components.length,
    keys,
    answers: first.answers,
    first,
    warm: warm ?? first,
    processor: { ownMs: used.ownMs / WARM_ROUNDS, databaseMs: used.databaseMs / WARM_ROUNDS },
    peak: peak - before,
    kept,
    analysis: await analyze(backend),
  };
}

/** There is only one connection, so one database process does all the work. */
async function findBackend(): Promise<number> {
  const { rows } = await database.reference(
    async ({ client }) => await client.query<{ pid: number }>('select pg_backend_pid() as pid'),
  );
  return rows[0]?.pid ?? 0;
}

async function withProcessor<Result>(
  backend: number,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly used: Processor }> {
  const databaseBefore = await readProcessorMs([backend]);
  const own = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(own);
  const databaseMs = (await readProcessorMs([backend])) - databaseBefore;
  return { result, used: { ownMs: (user + system) / 1_000, databaseMs } };
}

async function evaluate(look: () => void): Promise<Evaluation> {
  readingMs = 0;
  let answers = 0;
  const start = performance.now();
  for (let from = 0; from < components.length; from += BATCH) {
    const batch = components.slice(from, from + BATCH);
    const evaluated = await evaluateComponents({ database: timed, now: Date.now }, null, batch);
    for await (const { matches } of evaluated.answers) answers += matches.length;
    look();
  }
  return { ms: performance.now() - start, readingMs, answers };
}

async function analyze(backend: number): Promise<Analysis> {
  const orgId = newId();
  const set = createHash('sha256').update(orgId).digest();
  await database.inOrg(orgId, async (tx) => {
    await insertOrganization(tx, { id: orgId, name: 'Measured', createdAt: new Date().toISOString() });
  });
  for (let from = 0; from < components.length; from += BATCH) await keepBatch(orgId, set, from);
  // Matching needs no other dependencies of the pipeline.
  const deps = { database, now: Date.now } as PipelineDeps;
  const start = performance.now();
  const { result, used } = await withProcessor(
    backend,
    async () => await matchComponents(deps, orgId, [set], UNLIMITED),
  );
  const newMs = performance.now() - start;
  await matchComponents(deps, orgId, [set], UNLIMITED);
  const knownMs = performance.now() - start - newMs;
  const { rows } = await database.inOrg(
    orgId,
    async ({ client }) =>
      await client.query<{ count: number }>('select count(*)::int from component_match where org_id = $1', [orgId]),
  );
  return { newMs, knownMs, processor: used, evaluated: result.evaluated, answers: rows[0]?.count ?? 0 };
}

/** See `SetChunk`. */
async function keepBatch(orgId: string, set: Buffer, from: number): Promise<void> {
  const batch = components.slice(from, from + BATCH).map(({ package: own, keys }, index) => {
    const { identity, version } = own;
    const sha256 = createHash('sha256').update(canonicalPackage(own)).digest('hex');
    const { family: ecosystem, name } = identity;
    const named = { purl: null, name, version, ecosystem, unversioned: name, sort_key: name };
    return {
      component: { sha256, ...named, package: own, not_checked: null, keys },
      member: {
        sha256,
        not_checked: null,
        position: from + index,
        scope: 'required',
        direct: null,
        type: 'library',
        purl: null,
      },
    };
  });
  const chunk = {
    sha256: createHash('sha256').update(set).update(`${from}`).digest('hex'),
    start: from,
    components: batch.map(({ component }) => JSON.stringify(component)),
    members: JSON.stringify(batch.map(({ member }) => member)),
  };
  await database.inOrg(orgId, async (tx) => await saveComponents(tx, set, [chunk], newId));
}
