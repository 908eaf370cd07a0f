/** What a backup and a restore have in common: where they work, whom they tell, and how they are interrupted. */
import pg from 'pg';
import { COMMAND_INTERRUPTED } from './errors.ts';

export interface TransferOptions {
  readonly url: string;
  readonly signal: AbortSignal;
  /** Told often; whoever shows it chooses how much of it. */
  readonly onProgress: (progress: TransferProgress) => void;
}

export interface TransferProgress {
  /** Undefined: tables without an organization. */
  readonly organization: { readonly number: number; readonly count: number } | undefined;
  /** The table, or what else is done. */
  readonly table: string;
  /** Of it so far. */
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
