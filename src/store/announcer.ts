/**
 * Tells other connections of the database, in this process and in others, that there may be something new. PostgreSQL lets only one
 * transaction that announces something commit at a time, its write to the disk included; so what is to be announced waits until its
 * transaction has committed, and is then told for many at once. It is a wake-up and nothing more: it may be lost with the process.
 */
import type pg from 'pg';

export interface Announcement {
  readonly channel: string;
  readonly payload: string;
}

export class Announcer {
  readonly #pool: Pick<pg.Pool, 'connect'>;
  readonly #onTrouble: (error: Error) => void;
  #waiting = new Map<string, Announcement>();
  #telling: Promise<void> | undefined;

  constructor(pool: Pick<pg.Pool, 'connect'>, onTrouble: (error: Error) => void) {
    this.#pool = pool;
    this.#onTrouble = onTrouble;
  }

  /** Soon; equal ones that wait are told once. */
  announce(announcements: Iterable<Announcement>): void {
    for (const each of announcements) this.#waiting.set(`${each.channel} ${each.payload}`, each);
    if (this.#waiting.size > 0) this.#telling ??= this.#tellAll();
  }

  /** When all that was announced is told, or has failed. */
  async settled(): Promise<void> {
    await this.#telling;
  }

  async #tellAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const told = [...this.#waiting.values()];
      this.#waiting = new Map();
      try {
        await tell(this.#pool, told);
      } catch (error) {
        this.#onTrouble(error instanceof Error ? error : new Error(String(error)));
      }
    }
    this.#telling = undefined;
  }
}

async function tell(pool: Pick<pg.Pool, 'connect'>, told: readonly Announcement[]): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Nobody depends on it, so nobody waits for the disk.
    await Promise.all([
      client.query('begin; set local synchronous_commit = off'),
      client.query('select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) a(channel, payload)', [
        told.map(({ channel }) => channel),
        told.map(({ payload }) => payload),
      ]),
      client.query('commit'),
    ]);
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw broken;
  } finally {
    // A connection on which something failed may still be in a transaction.
    client.release(broken);
  }
}
