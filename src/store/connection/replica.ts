/**
 * A standby server that answers reads. It is used only when it has everything that was committed before the read began, so that
 * no user sees an older state than before. If it is behind or unavailable, the primary server is read.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isInfrastructureFailure } from '../failures.ts';
import { ConnectionShares, type SharesOptions } from './connection-shares.ts';
import { openPool } from './open-pool.ts';

interface ReplicaOptions extends SharesOptions {
  readonly url: string;
  readonly primaryUrl: string;
  /** Called when the replica will not be used for some seconds. */
  readonly onTrouble: (error: unknown) => void;
}

/** A standby is a few milliseconds behind. After a longer wait the primary server has the result earlier. */
const REPLAY_WAIT_MAX_MS = 50;
const REPLAY_CHECK_MS = 5;
const AVOIDED_MS = 10_000;

export class Replica {
  readonly #pool: pg.Pool;
  readonly #positions: pg.Pool;
  readonly #shares: ConnectionShares;
  readonly #onTrouble: (error: unknown) => void;
  #avoidedUntil = -Infinity;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<string> | undefined;

  constructor({ url, primaryUrl, onTrouble, ...limits }: ReplicaOptions) {
    // A lost connection shows at its next use.
    const onIdleError = (): void => {};
    this.#pool = openPool({ url, connectionsMax: limits.connections, pipeline: true, onIdleError });
    this.#positions = openPool({ url: primaryUrl, connectionsMax: 1, onIdleError });
    this.#shares = new ConnectionShares(limits);
    this.#onTrouble = onTrouble;
  }

  /** `work` releases the connection. Returns undefined if the primary server has to be read. */
  async read<Result>(
    orgId: string,
    work: (connect: () => Promise<pg.PoolClient>) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined> {
    if (performance.now() < this.#avoidedUntil) return undefined;
    await this.#shares.enter(orgId);
    try {
      const client = await this.#connect();
      return client && { result: await work(async () => await Promise.resolve(client)) };
    } catch (error) {
      if (!isInfrastructureFailure(error)) throw error;
      this.#avoid(error);
      return undefined;
    } finally {
      this.#shares.leave(orgId);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#positions.end()]);
  }

  async #connect(): Promise<pg.PoolClient | undefined> {
    let client: pg.PoolClient | undefined;
    try {
      const position = await this.#newestPosition();
      client = await this.#pool.connect();
      if (await hasReplayed(client, position)) return client;
      client.release();
    } catch (error) {
      client?.release(true);
      this.#avoid(error);
    }
    return undefined;
  }

  #avoid(error: unknown): void {
    this.#avoidedUntil = performance.now() + AVOIDED_MS;
    this.#onTrouble(error);
  }

  /**
   * Returns the end of the log of the primary server, which includes every commit that is visible by now. Reads that begin at the
   * same time share a query, but never one that has already begun: it may miss a commit that the caller has seen.
   */
  async #newestPosition(): Promise<string> {
    this.#next ??= this.#running.then(async () => {
      this.#next = undefined;
      const asked = this.#positions.query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position');
      this.#running = asked.catch(() => {});
      return (await asked).rows[0]?.position ?? '';
    });
    return await this.#next;
  }
}

async function hasReplayed(client: pg.PoolClient, position: string): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += REPLAY_CHECK_MS) {
    const { rows } = await client.query<{ isDone: boolean | null }>(
      'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "isDone"',
      [position],
    );
    if (rows[0]?.isDone === true) return true;
    if (waitedMs >= REPLAY_WAIT_MAX_MS) return false;
    await delay(REPLAY_CHECK_MS);
  }
}
