/**
 * A client that uses all that the limits of one organization allow, and more: the largest documents, many uploads, every wait,
 * every event stream, and the heaviest reports, all at once and without a pause except for a short one after a rejection. Takes
 * its options as JSON, prints `ready` when everything is in progress, and the responses it got when it is stopped or its time is
 * up.
 */
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { aNumberedDocument, withNumber } from '../test/support/distinct-documents.ts';
import { requireLoopback, sendRequest } from './load.ts';

export interface Report {
  readonly path: string;
  readonly accept: string;
}

export interface Noise {
  readonly url: string;
  /** All of one organization; requests are spread over them. */
  readonly tokens: readonly string[];
  readonly timeMaxMs: number;
  /** Reports of the largest version. */
  readonly reports: readonly Report[];
  readonly largeBytes: number;
}

const LARGE_CLIENTS = 4;
const SMALL_CLIENTS = 16;
const SMALL_BYTES = 250_000;
const REPORT_CLIENTS = 9;
const WAITS = 200;
const STREAMS = 200;
const PAUSE_AFTER_REFUSAL_MS = 100;

const noise = JSON.parse(process.argv[2] ?? '') as Noise;
requireLoopback(noise.url);
const end = performance.now() + noise.timeMaxMs;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const large = aNumberedDocument(noise.largeBytes);
const small = aNumberedDocument(SMALL_BYTES);
const answers: Record<string, number> = {};
let sent = 0;
let nextToken = 0;

const upload =
  (template: Buffer, query = '') =>
  async (): Promise<string> => {
    sent += 1;
    const path = `/api/v2/service/noise-${sent % 20}/version/${process.pid}-${sent}/sbom${query}`;
    return await send('POST', path, { body: withNumber(template, sent) });
  };
const read = (path: string, accept = 'application/json') => {
  return async (): Promise<string> => await send('GET', path, { accept });
};

const clients = [
  ...Array.from({ length: LARGE_CLIENTS }, () => repeat('large upload', upload(large))),
  ...Array.from({ length: SMALL_CLIENTS }, () => repeat('upload', upload(small))),
  ...Array.from({ length: WAITS }, () => repeat('wait', read('/api/v2/event?wait=30&limit=1&after=latest'))),
  ...Array.from({ length: STREAMS }, () => repeat('stream', read('/api/v2/event/stream'))),
  ...Array.from({ length: REPORT_CLIENTS }, async (_, n) => {
    const { path = '', accept = '' } = noise.reports[n % noise.reports.length] ?? {};
    await repeat(`report ${path.replace(/^.*version\/[^/]+/, '')} ${accept}`, read(path, accept));
  }),
];
console.log('ready');
process.once('SIGTERM', finish);
await Promise.race([Promise.all(clients), delay(noise.timeMaxMs)]);
finish();

function finish(): void {
  console.log(JSON.stringify(answers));
  process.exit(0);
}

async function repeat(what: string, work: () => Promise<string>): Promise<void> {
  while (performance.now() < end) {
    const outcome = await work();
    answers[`${what}: ${outcome}`] = (answers[`${what}: ${outcome}`] ?? 0) + 1;
    if (outcome !== '200') await delay(PAUSE_AFTER_REFUSAL_MS);
  }
}

async function send(
  method: string,
  path: string,
  { body, accept = 'application/json' }: { readonly body?: Buffer; readonly accept?: string },
): Promise<string> {
  nextToken = (nextToken + 1) % noise.tokens.length;
  const authorization = `Bearer ${noise.tokens[nextToken]}`;
  const headers = { authorization, accept, ...(body && { 'content-length': body.length }) };
  return await sendRequest(noise.url + path, { method, agent, headers }, body);
}
