/** A source that cannot be reached is expected: the log says in one line which source, why, and what to do. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConfiguredEnrichment, createConfiguredFeeds } from '../../../src/feeds/configured-feeds.ts';
import { createLogger, toTextStream } from '../../../src/telemetry/log.ts';

let stagingDir: string;
let closedPort: number;

beforeAll(async () => {
  stagingDir = await mkdtemp(join(tmpdir(), 'assay-unreachable-'));
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closedPort = (server.address() as AddressInfo).port;
  await new Promise((resolve) => server.close(resolve));
});
afterAll(async () => await rm(stagingDir, { recursive: true, force: true }));

/** The lines that a terminal shows. */
function logged(error: unknown): string[] {
  const lines: string[] = [];
  const output = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) });
  createLogger('info', toTextStream(output, { format: 'text', color: false })).error({ err: error }, 'job failed');
  return lines.join('').trimEnd().split('\n');
}

async function failureOf(reading: Promise<unknown>): Promise<unknown> {
  return await reading.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a source that cannot be reached', () => {
  const signal = new AbortController().signal;

  it('is logged in one line, with the cause and what to do', async () => {
    const url = `http://127.0.0.1:${closedPort}/`;
    const common = { stagingDir, proxy: undefined };
    const feeds = createConfiguredFeeds({
      osvUrl: url,
      redHatUrl: url,
      nvdUrl: undefined,
      distributionFiles: [],
      ecosystems: ['npm', 'Red Hat'],
      ...common,
    });
    const enrichment = createConfiguredEnrichment({
      kevUrl: `${url}kev.json`,
      epssUrl: undefined,
      ssvcUrl: undefined,
      packageIndexes: [],
      jarsUrl: undefined,
      ...common,
    });
    const [osv, redHat] = feeds;

    const failures = await Promise.all([
      failureOf(osv?.listDirectories({ signal }) ?? Promise.resolve()),
      failureOf(redHat?.readList('Red Hat', {}, { signal }) ?? Promise.resolve()),
      failureOf(enrichment[0]?.read({ signal, nowMs: 0 }, () => {}) ?? Promise.resolve()),
    ]);

    const cause = `The request to "127.0.0.1:${closedPort}" failed: connect ECONNREFUSED 127.0.0.1:${closedPort}.`;
    const lineOf = (source: string, setting: string): string =>
      `ERROR job failed: Cannot sync "${source}". ${cause} Allow access to the host, or name a mirror in ${setting}.`;
    expect(failures.map((error) => logged(error).map((line) => line.replace(/^\S+ /, '')))).toEqual([
      [lineOf('osv', 'ASSAY_OSV_URL')],
      [lineOf('redhat', 'ASSAY_REDHAT_URL')],
      [lineOf('kev', 'ASSAY_KEV_URL')],
    ]);
  });

  it('keeps the stack of a defect', () => {
    expect(logged(new TypeError('x is undefined')).length).toBeGreaterThan(1);
  });
});
