/**
 * Turns of organizations in a queue (start-time fair queuing): the k-th waiting job of an organization competes with the k-th
 * jobs of the others, however many it has, so that no organization starves. A job gets the turn after the last one of its
 * organization, or after the last one that was started in the queue, whichever is later. The lowest turn runs first.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';

/** Runs one statement, in a transaction or by itself. */
type RunStatement = (text: string, values: unknown[]) => Promise<{ readonly rows: unknown[] }>;

/**
 * Returns the first of as many consecutive turns. Call it last in a transaction: other transactions of the organization wait here
 * until it ends.
 */
export async function assignTurns({ db, orgId }: OrgTx, queue: string, count: number): Promise<number> {
  const { rows } = await sql<{ turn: string }>`
    insert into queue_turn as t (org_id, queue, turn)
    select ${orgId}::uuid, ${queue}::text, coalesce(max(turn), 0) + ${count}::int from queue_clock where queue = ${queue}
    on conflict (org_id, queue) do update set turn = greatest(t.turn + ${count}::int, excluded.turn)
    returning turn`.execute(db);
  return Number(rows[0]?.turn) - count + 1;
}

/** Records that a worker has started a job with this turn. The clock never goes back. */
export async function recordStartedTurn(run: RunStatement, queue: string, turn: number): Promise<void> {
  await run(
    `insert into queue_clock as c (queue, turn) values ($1, $2)
     on conflict (queue) do update set turn = excluded.turn where c.turn < excluded.turn`,
    [queue, turn],
  );
}
