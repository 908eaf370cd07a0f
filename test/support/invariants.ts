/**
 * Invariants after every hostile row: a well-formed response, nothing left of a rejected request, every byte of an accepted one
 * stored, and a server that keeps working. A row fails because of time, delay or memory only at ten times its limit; the
 * measurements are printed.
 */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { expectError, type ExpectedError } from './error-answer.ts';
import type { Load } from './load-meter.ts';
import type { RawAnswer } from './raw-answer.ts';
import { countRows, type RowCounts } from './stored-rows.ts';
import type { TestAssay } from './test-assay.ts';

export interface Expected extends ExpectedError {
  /** Default 2 s. */
  readonly withinMs?: number;
  /** Default 300 MiB. */
  readonly memoryMib?: number;
}

const ANSWER_MS = 2_000;
const LOOP_DELAY_P99_MS = 200;
const MEMORY_MIB = 300;
const TOLERANCE = 10;

export function expectAnswer(answer: RawAnswer, expected: Expected): void {
  if (answer.status >= 400) expectError(answer, expected);
  else expect(answer.status).toBe(expected.status);
}

/** Counts over all organizations: services, versions, documents, bytes, analyses, jobs, events and audit entries. */
export async function expectSameRows(assay: TestAssay, before: RowCounts): Promise<void> {
  expect(await countRows(assay.database)).toEqual(before);
}

/** Waits briefly, because the server cleans up after a client once it notices the disconnect. */
export async function expectNothingInFlight(assay: TestAssay): Promise<void> {
  const readMetrics = async (): Promise<string> => await (await assay.request('/metrics', { token: null })).text();
  await expect.poll(readMetrics).toMatch(/^assay_spool_bytes 0$/m);
  await expect.poll(async () => await readdir(join(assay.dataDir, 'spool'))).toEqual([]);
}

/** Checks that the document is returned byte for byte, and that the receipt contains its hash. */
export async function expectStored(assay: TestAssay, answer: RawAnswer, decoded: Buffer): Promise<void> {
  expectAnswer(answer, { status: 200 });
  const receipt = JSON.parse(answer.body.toString()) as { id: string; sha256: string };
  expect(receipt.sha256).toBe(createHash('sha256').update(decoded).digest('hex'));
  const raw = await assay.request(`/api/v2/sbom/${receipt.id}/raw`);
  expect(raw.status).toBe(200);
  expect(decoded.equals(Buffer.from(await raw.arrayBuffer()))).toBe(true);
}

export function expectCalm(load: Load, { withinMs = ANSWER_MS, memoryMib = MEMORY_MIB }: Expected): void {
  expect(load.ms).toBeLessThan(withinMs * TOLERANCE);
  expect(load.loopDelayP99Ms).toBeLessThan(LOOP_DELAY_P99_MS * TOLERANCE);
  expect(load.memoryGrowthMib).toBeLessThan(memoryMib * TOLERANCE);
}

/** For side effects that responses do not show: unhandled rejections, errors in the log, leaked secrets. */
export function expectNone(found: readonly unknown[]): void {
  expect(found).toEqual([]);
}
