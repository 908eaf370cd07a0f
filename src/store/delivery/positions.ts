/**
 * Assigns positions to events, which define the order in which they are read. Transactions commit in a different order than their
 * ids and times suggest, so a cursor on either would miss events that become visible late. Instead, the first reader assigns the
 * next positions to all events that are visible by then, one reader at a time: a position is never assigned twice, and a reader
 * that sees a position has seen all smaller ones. No background process is involved.
 */
import { sql } from 'kysely';
import type { Database, OrgTx } from '../database.ts';

export interface EventClock {
  /** The last assigned position. */
  readonly newest: number;
  /** The key that signs the cursors of this organization. */
  readonly cursorKey: Buffer;
  /** False when there were more events than one transaction should update. */
  readonly isComplete: boolean;
}

/** Assigns the missing positions and returns the newest one. End the transaction soon, because other readers may wait for it. */
export async function assignPositions(tx: OrgTx): Promise<number> {
  const { newest } = await advanceEventClock(tx);
  return newest;
}

export async function advanceEventClock(tx: OrgTx): Promise<EventClock> {
  const { isBehind, ...clock } = (await findClockState(tx)) ?? (await startClock(tx));
  if (!isBehind) return { ...clock, isComplete: true };
  let newest = await lockClock(tx);
  for (let batch = 0; batch < BATCHES_PER_TRANSACTION; batch += 1) {
    const next = await assignNextPositions(tx, newest);
    const isLast = next - newest < EVENTS_PER_BATCH;
    newest = next;
    if (isLast) return { ...clock, newest, isComplete: true };
  }
  return { ...clock, newest, isComplete: false };
}

/** Like `advanceEventClock`, but repeats it in further transactions until all events have a position. */
export async function catchUpEvents(database: Pick<Database, 'inOrg'>, orgId: string): Promise<EventClock> {
  for (;;) {
    const clock = await database.inOrg(orgId, advanceEventClock);
    if (clock.isComplete) return clock;
  }
}

const EVENTS_PER_BATCH = 5_000;
const BATCHES_PER_TRANSACTION = 4;

interface ClockState extends Omit<EventClock, 'isComplete'> {
  readonly isBehind: boolean;
}

/** Takes no lock and two index lookups: most of the time there is nothing to do. */
async function findClockState(tx: OrgTx): Promise<ClockState | undefined> {
  const { rows } = await sql<{ position: string; cursor_key: Buffer; is_behind: boolean }>`
    select position, cursor_key,
      exists (select from event where org_id = ${tx.orgId} and position is null) as is_behind
    from event_clock where org_id = ${tx.orgId}`.execute(tx.db);
  const [row] = rows;
  return row && { newest: Number(row.position), cursorKey: row.cursor_key, isBehind: row.is_behind };
}

async function startClock(tx: OrgTx): Promise<ClockState> {
  await sql`insert into event_clock (org_id) values (${tx.orgId}) on conflict do nothing`.execute(tx.db);
  const clock = await findClockState(tx);
  if (clock === undefined) throw new Error('The clock of the organization is missing.');
  return clock;
}

async function lockClock(tx: OrgTx): Promise<number> {
  const row = await tx.db
    .selectFrom('event_clock')
    .select('position')
    .where('org_id', '=', tx.orgId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return Number(row.position);
}

/**
 * A separate statement after the lock, so that it sees all positions that the previous holder assigned. New events are ordered by
 * time, and those of the same time by id. Rows are updated by ctid: joined by id, a table without statistics would be scanned for
 * each row. The ctid is stable, because only the holder of the lock updates events.
 */
async function assignNextPositions(tx: OrgTx, newest: number): Promise<number> {
  const { rows } = await sql<{ position: string }>`
    with seen as (
      select ctid as place_in_table, at, id from event where org_id = ${tx.orgId} and position is null order by at, id limit ${EVENTS_PER_BATCH}
    ), numbered as (
      select place_in_table, row_number() over (order by at, id) as place from seen
    ), given as (
      update event e set position = ${newest}::bigint + numbered.place from numbered
      where e.ctid = numbered.place_in_table and e.org_id = ${tx.orgId} returning e.position
    )
    update event_clock c set position = greatest(c.position, (select max(position) from given))
    where c.org_id = ${tx.orgId} returning c.position`.execute(tx.db);
  return Number(rows[0]?.position ?? newest);
}
