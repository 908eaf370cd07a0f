/**
 * Sends wake-ups (NOTIFY) to other connections of the database, in this process and in others. PostgreSQL lets only one
 * transaction with a NOTIFY commit at a time, including its write to disk, so announcements wait until their transaction has
 * committed and are then sent in batches. A wake-up may be lost with the process.
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

  /** Sends the announcements soon. Equal announcements that are waiting are sent once. */
  announce(announcements: Iterable<Announcement>): void {
    for (const each of announcements) this.#waiting.set(`${each.channel} ${each.payload}`, each);
    if (this.#waiting.size > 0) this.#telling ??= this.#tellAll();
  }

  /** Resolves when all announcements were sent or have failed. */
  async settled(): Promise<void> {
    await this.#telling;
  }

  async #tellAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const announcements = [...this.#waiting.values()];
      this.#waiting = new Map();
      try {
        await notify(this.#pool, announcements);
      } catch (error) {
        this.#onTrouble(error instanceof Error ? error : new Error(String(error)));
      }
    }
    this.#telling = undefined;
  }
}

async function notify(pool: Pick<pg.Pool, 'connect'>, announcements: readonly Announcement[]): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // A lost wake-up does no harm, so the commit does not wait for the disk.
    await Promise.all([
      client.query('begin; set local synchronous_commit = off'),
      client.query('select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) a(channel, payload)', [
        announcements.map(({ channel }) => channel),
        announcements.map(({ payload }) => payload),
      ]),
      client.query('commit'),
    ]);
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw broken;
  } finally {
    // A connection on which a statement failed may still be in a transaction.
    client.release(broken);
  }
}
