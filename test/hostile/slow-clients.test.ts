/** Hostile inputs, row H11: 800 concurrent clients that send a byte a second, or nothing. These tests are slow by design. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useHostileAssay } from '../support/hostile-assay.ts';
import type { RawAnswer } from '../support/raw-answer.ts';
import { exchange, RawConnection } from '../support/raw-connection.ts';
import { toHead } from '../support/raw-request.ts';

const hostile = useHostileAssay();

const CLIENTS_PER_KIND = 200;
/** More concurrent uploads with one token are rejected by another limit. */
const CLIENTS_PER_TOKEN = 50;
const BYTE_EVERY_MS = 1_000;
const GIVE_UP_MS = 90_000;

interface SlowKind {
  readonly name: string;
  readonly withinMs: number;
  /** The bytes that are sent at once, then the bytes that are sent one by one. */
  readonly start: (token: string) => Uint8Array;
  readonly then: (token: string) => Uint8Array;
}

const NOTHING = Buffer.alloc(0);

function headOf(token: string): Buffer {
  return toHead(hostile.upload({ token, body: Buffer.alloc(1_000, ' ') }));
}

function signInHead(): Buffer {
  return toHead(hostile.upload({ token: null, target: '/api/v2/session', body: Buffer.alloc(1_000, ' ') }));
}

const KINDS: readonly SlowKind[] = [
  { name: 'body', withinMs: 30_000, start: headOf, then: () => Buffer.alloc(1_000, ' ') },
  { name: 'JSON body', withinMs: 30_000, start: signInHead, then: () => Buffer.alloc(1_000, ' ') },
  { name: 'headers', withinMs: 15_000, start: () => NOTHING, then: headOf },
  { name: 'nothing', withinMs: 15_000, start: () => NOTHING, then: () => NOTHING },
];

interface Outcome {
  readonly kind: string;
  readonly ms: number;
  readonly answer: RawAnswer | undefined;
}

async function runSlowClient({ name, start, then }: SlowKind, token: string): Promise<Outcome> {
  const begun = performance.now();
  const connection = await RawConnection.open(hostile.assay.url);
  const dripping = drip(connection, start(token), then(token));
  const answer = await connection.nextAnswer('POST');
  await connection.closed;
  await dripping;
  return { kind: name, ms: performance.now() - begun, answer };
}

async function drip(connection: RawConnection, start: Uint8Array, rest: Uint8Array): Promise<void> {
  await connection.write(start);
  for (let i = 0; i < rest.length && !connection.isClosed; i += 1) {
    await connection.write(rest.subarray(i, i + 1));
    await delay(BYTE_EVERY_MS);
  }
}

/** Returns the longest time that an ordinary upload takes until the promise is settled. */
async function measureUploads(until: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  let worstMs = 0;
  while (!isOver) {
    const start = performance.now();
    const answer = await exchange(hostile.assay.url, hostile.upload());
    expect(answer.status).toBe(200);
    worstMs = Math.max(worstMs, performance.now() - start);
    await Promise.race([delay(BYTE_EVERY_MS), over]);
  }
  return worstMs;
}

it(
  'H11 slow clients are disconnected in time, and do not delay other clients',
  async () => {
    const organization = await hostile.assay.newOrganization();
    const tokens = await Promise.all(
      Array.from({ length: CLIENTS_PER_KIND / CLIENTS_PER_TOKEN }, async () => await organization.newToken()),
    );

    // The uploads in between repeat the same bytes, which writes nothing.
    await hostile.send({}, { status: 200 });

    const late = { status: 408, code: 'REQUEST_TIMEOUT', withinMs: 30_000 };
    await hostile.watch(late, async () => {
      const running = KINDS.flatMap((kind) =>
        Array.from(
          { length: CLIENTS_PER_KIND },
          async (_, n) => await runSlowClient(kind, tokens[n % tokens.length] ?? ''),
        ),
      );
      const [outcomes, worstUploadMs] = await Promise.all([
        Promise.all(running),
        measureUploads(Promise.allSettled(running)),
      ]);

      for (const { name, withinMs } of KINDS) {
        const times = outcomes.filter(({ kind }) => kind === name).map(({ ms }) => Math.round(ms));
        console.log(
          `${name}: ${times.length} closed after ${Math.min(...times)} to ${Math.max(...times)} ms of ${withinMs}`,
        );
      }
      console.log(`an ordinary upload meanwhile: ${Math.round(worstUploadMs)} ms at worst`);
      expect(outcomes.filter(({ kind, answer }) => kind !== 'nothing' && answer === undefined)).toEqual([]);
      expect(worstUploadMs).toBeLessThan(10_000);
      return outcomes.flatMap(({ answer }) => answer ?? []);
    });
  },
  GIVE_UP_MS,
);
