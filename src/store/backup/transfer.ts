/** Options, progress and interruption that backup and restore share. */
import pg from 'pg';
import { COMMAND_INTERRUPTED } from './errors.ts';

export interface TransferOptions {
  readonly url: string;
  readonly signal: AbortSignal;
  /** Called often; the callback should throttle its output. */
  readonly onProgress: (progress: TransferProgress) => void;
}

export interface TransferProgress {
  /** Undefined for tables without an organization. */
  readonly organization: { readonly number: number; readonly count: number } | undefined;
  /** The name of the table, or of another step. */
  readonly table: string;
  /** Bytes of the table so far. */
  readonly bytes: number;
}

export async function* interruptible<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  for await (const item of items) {
    throwIfInterrupted(signal);
    yield item;
  }
}

export function throwIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw COMMAND_INTERRUPTED();
}

export function quoteName(name: string): string {
  return pg.escapeIdentifier(name);
}
