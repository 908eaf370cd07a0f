/**
 * A running Assay for the hostile tests: it sends the request of a row, checks the invariants afterwards, and collects the
 * measurements and the used secrets until the end of the file.
 */
import { afterAll, beforeAll, expect } from 'vitest';
import { aCycloneDx } from './documents.ts';
import {
  expectAnswer,
  expectCalm,
  expectNone,
  expectNothingInFlight,
  expectSameRows,
  expectStored,
  type Expected,
} from './invariants.ts';
import { startLoadMeter, type Load } from './load-meter.ts';
import type { RawAnswer } from './raw-answer.ts';
import { exchange } from './raw-connection.ts';
import type { RawRequest } from './raw-request.ts';
import { Secrets } from './secrets.ts';
import { countRows, readRecords } from './stored-rows.ts';
import { startTestAssay, type TestAssay } from './test-assay.ts';

/** An upload that the rows change; by default a small valid document for version 1.0 of the service "svc". */
export interface UploadChange {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: RawRequest['headers'];
  readonly token?: string | null;
  readonly body?: string | Uint8Array | undefined;
  readonly chunkBytes?: number;
  /** The expected stored bytes; by default the body itself, unless it is compressed. */
  readonly decoded?: Uint8Array;
}

export interface Upload extends RawRequest {
  readonly decoded: Buffer;
}

export const UPLOAD_PATH = '/api/v2/service/svc/version/1.0/sbom';
const CONTROL_PATH = '/api/v2/service/control/version/1.0/sbom';
const OWNER_PASSWORD = 'correct-horse-battery-staple';

export class HostileAssay {
  readonly secrets = new Secrets();
  readonly #loads: { readonly name: string; readonly load: Load }[] = [];
  readonly #unhandled: unknown[] = [];
  readonly #noteUnhandled = (reason: unknown): void => void this.#unhandled.push(reason);
  #assay: TestAssay | undefined;
  #controls = 0;
  #errorsSeen = 0;

  get assay(): TestAssay {
    if (this.#assay === undefined) throw new Error('Assay is started before the first test, not earlier.');
    return this.#assay;
  }

  async start(environment: Readonly<Record<string, string>>): Promise<void> {
    process.on('unhandledRejection', this.#noteUnhandled);
    this.#assay = await startTestAssay({ ASSAY_OWNER_PASSWORD: OWNER_PASSWORD, ...environment });
    this.secrets.add(this.assay.token, OWNER_PASSWORD);
    await this.assay.request('/api/v2/service', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'svc' }),
    });
  }

  /** Row T7, at the end of every file: no secret in a log, a response, an event or an audit entry. */
  async stop(): Promise<void> {
    const records = await readRecords(this.assay.database);
    const leaks = this.secrets.leaks({ 'events and audit entries': records, logs: this.assay.logs() });
    await this.assay.stop();
    process.off('unhandledRejection', this.#noteUnhandled);
    this.#print();
    expectNone(leaks);
  }

  upload(change: UploadChange = {}): Upload {
    const { token = this.assay.token, chunkBytes } = change;
    const body = Buffer.from('body' in change ? (change.body ?? '') : JSON.stringify(aCycloneDx()));
    if (token !== null) this.secrets.add(token);
    return {
      method: change.method ?? 'POST',
      target: change.target ?? UPLOAD_PATH,
      headers: {
        Host: new URL(this.assay.url).host,
        Authorization: token === null ? undefined : `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...change.headers,
      },
      body: 'body' in change && change.body === undefined ? undefined : body,
      ...(chunkBytes !== undefined && { chunkBytes }),
      decoded: change.decoded === undefined ? body : Buffer.from(change.decoded),
    };
  }

  /** Sends one request and checks all invariants. */
  async send(change: UploadChange, expected: Expected): Promise<RawAnswer> {
    const upload = this.upload(change);
    const [answer] = await this.watch(expected, async () => [await exchange(this.assay.url, upload)]);
    if (answer === undefined) throw new Error('There is no answer.');
    if (answer.status === 200 && upload.method === 'POST') await expectStored(this.assay, answer, upload.decoded);
    return answer;
  }

  /** Uploads a document and returns it once it is analyzed, after everything else that this file has sent. */
  async analyze(change: UploadChange): Promise<{ readonly status: string; readonly sizeBytes: number }> {
    const answer = await this.send(change, { status: 200 });
    const { links } = JSON.parse(answer.body.toString()) as { links: { self: string } };
    for (;;) {
      const sbom = (await (await this.assay.request(links.self)).json()) as { status: string; sizeBytes: number };
      if (sbom.status !== 'queued' && sbom.status !== 'analyzing') return sbom;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** For rows that need more than one request: `act` returns the responses, none for clients that disconnected. */
  async watch(expected: Expected, act: () => Promise<RawAnswer[]>): Promise<RawAnswer[]> {
    const before = await countRows(this.assay.database);
    const stopMeter = startLoadMeter();
    const answers = await act();
    const load = stopMeter();
    this.#loads.push({ name: expect.getState().currentTestName ?? '', load });

    for (const answer of answers) {
      this.secrets.keep(`answer ${answer.status}`, JSON.stringify(answer.headers) + answer.body.toString('latin1'));
      expectAnswer(answer, expected);
    }
    if (answers.every(({ status }) => status >= 400)) await expectSameRows(this.assay, before);
    await expectNothingInFlight(this.assay);
    await this.#sendControl();
    expectNone(this.#unhandled);
    expectNone(this.#takeLoggedErrors());
    expectCalm(load, expected);
    return answers;
  }

  /** Sends an ordinary upload with unique bytes, so that it is stored and not deduplicated. */
  async #sendControl(): Promise<void> {
    this.#controls += 1;
    const { decoded, ...upload } = this.upload({
      target: CONTROL_PATH,
      body: JSON.stringify(aCycloneDx({ version: this.#controls })),
    });
    await expectStored(this.assay, await exchange(this.assay.url, upload), decoded);
  }

  #takeLoggedErrors(): string[] {
    const errors = this.assay.logs().split('\n').filter(isErrorLine);
    const news = errors.slice(this.#errorsSeen);
    this.#errorsSeen = errors.length;
    return news;
  }

  #print(): void {
    const worst = (label: string, unit: string, value: (load: Load) => number): string => {
      const { name, load } = this.#loads.toSorted((a, b) => value(b.load) - value(a.load))[0] ?? {};
      return load === undefined ? '' : `  ${label}: ${Math.round(value(load))} ${unit} (${name ?? ''})`;
    };
    console.log(
      [
        `${this.#loads.length} hostile rows, ${this.secrets.count} secrets searched`,
        worst('slowest', 'ms', ({ ms }) => ms),
        worst('event loop delay p99', 'ms', ({ loopDelayP99Ms }) => loopDelayP99Ms),
        worst('memory growth', 'MiB', ({ memoryGrowthMib }) => memoryGrowthMib),
      ].join('\n'),
    );
  }
}

function isErrorLine(line: string): boolean {
  return line.startsWith('{"level":"error"') || line.startsWith('{"level":"fatal"');
}

/**
 * Starts one Assay for all rows of a test file; call it at the top level. Rate limits are raised unless the environment sets
 * them.
 */
export function useHostileAssay(environment: Readonly<Record<string, string>> = {}): HostileAssay {
  const hostile = new HostileAssay();
  beforeAll(async () => await hostile.start(environment));
  afterAll(async () => await hostile.stop());
  return hostile;
}
