/** Asks the gate of a version until its analysis has finished. The server waits, so few requests are needed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { WireGate } from '../../api/contract/history/gate.ts';
import type { AssayClient } from '../../client/assay-client.ts';
import type { OperationInput } from '../../client/operations.ts';
import { LIMITS } from '../../core/limits.ts';

export interface GateRequest {
  readonly path: OperationInput<'checkGate'>['path'];
  readonly conditions: Omit<NonNullable<OperationInput<'checkGate'>['query']>, 'wait'>;
  readonly waitSeconds: number;
  readonly signal?: AbortSignal;
}

/** Between requests that the server did not let wait. */
const PAUSE_MS = 2_000;
const ANSWER_MS = 60_000;

/** Returns a pending result if the time is over. */
export async function waitForGate(client: AssayClient, request: GateRequest): Promise<WireGate> {
  const { path, conditions, waitSeconds, signal } = request;
  const deadline = performance.now() + waitSeconds * 1_000;
  for (;;) {
    const leftMs = Math.max(0, deadline - performance.now());
    const wait = Math.min(LIMITS.waitSecondsMax, Math.ceil(leftMs / 1_000));
    const query = { ...conditions, wait };
    const gate = await client.call('checkGate', { path, query }, { timeoutMs: wait * 1_000 + ANSWER_MS });
    if (gate.result !== 'pending' || performance.now() >= deadline) return gate;
    if (gate.waited !== true) await pause(PAUSE_MS, undefined, signal && { signal });
  }
}
