/**
 * A small load generator, in a separate process so that it shares no event loop with the server or the benchmark. Takes its
 * options as JSON and prints its result as JSON. Loopback only, limited in count and time.
 */
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { aNumberedDocument, numberingOf, type Numbering } from '../test/support/distinct-documents.ts';
import { requireLoopback, sendRequest, summarize, type LoadOptions, type LoadResult } from './load.ts';

interface Target {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: Buffer | undefined;
}

/** Builds the n-th request; a client has only one in progress, so each can keep one body and renumber it. */
type TargetMaker = (n: number) => Target;

const options = JSON.parse(process.argv[2] ?? '') as LoadOptions;
requireLoopback(options.url);
const agent = new Agent({ keepAlive: true, maxSockets: options.clients });
const template = options.kind === 'upload' ? aNumberedDocument(options.bodyBytes) : undefined;

await run({ countMax: options.warmUpCount, firstNumber: 0, perSecond: undefined });
const { countMax, perSecond } = options;
console.log(JSON.stringify(await run({ countMax, firstNumber: options.warmUpCount, perSecond })));
agent.destroy();

async function run(load: {
  readonly countMax: number;
  readonly firstNumber: number;
  readonly perSecond: number | undefined;
}): Promise<LoadResult> {
  const timesMs: number[] = [];
  const failures: Record<string, number> = {};
  let bytes = 0;
  let begun = 0;
  const start = performance.now();
  const usage = process.cpuUsage();
  const client = async (): Promise<void> => {
    const make = targetMaker();
    while (begun < load.countMax && performance.now() - start < options.timeMaxMs) {
      const n = begun;
      begun += 1;
      const due = load.perSecond === undefined ? performance.now() : start + (n * 1000) / load.perSecond;
      if (due > performance.now()) await delay(due - performance.now());
      const target = make(load.firstNumber + n);
      const outcome = await send(target);
      if (outcome !== '200') failures[outcome] = (failures[outcome] ?? 0) + 1;
      else {
        timesMs.push(performance.now() - due);
        bytes += target.body?.length ?? 0;
      }
    }
  };
  await Promise.all(Array.from({ length: options.clients }, client));
  const { user, system } = process.cpuUsage(usage);
  const seconds = (performance.now() - start) / 1000;
  return summarize(timesMs, { seconds, bytes, clientMs: (user + system) / 1000, failures });
}

function targetMaker(): TargetMaker {
  if (options.kind === 'read') return () => ({ method: 'GET', path: options.path, body: undefined });
  const { services, run: runNumber, waitSeconds } = options;
  const query = waitSeconds === undefined ? '' : `?wait=${waitSeconds}`;
  const body = Buffer.from(template ?? '');
  const setNumber: Numbering = numberingOf(body);
  return (n) => {
    setNumber(runNumber * 1_000_000 + n);
    const path = `/api/v2/service/service-${n % services}/version/run-${runNumber}-${n}/sbom${query}`;
    return { method: 'POST', path, body };
  };
}

async function send({ method, path, body }: Target): Promise<string> {
  const headers = {
    authorization: `Bearer ${options.token}`,
    ...(body && { 'content-length': body.length, 'content-type': 'application/json' }),
  };
  return await sendRequest(options.url + path, { method, agent, headers }, body);
}
