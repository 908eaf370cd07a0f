/**
 * Events as they are read: by position, from a place on. A page says where the next one begins also when it is empty, and with a
 * filter it looks at a bounded number of events, so that a rare type does not read the whole history at once.
 */
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import type { OrgTx } from '../database.ts';
import type { Tables } from '../tables.ts';
import type { EventType } from './events.ts';
import { moveEventClock, type EventClock } from './positions.ts';

export interface StoredEvent {
  readonly id: string;
  readonly position: number;
  /** One of `EventType`, or of a newer Assay that writes to the same database. */
  readonly type: string;
  readonly at: string;
  readonly serviceId: string | null;
  readonly versionId: string | null;
  readonly sbomId: string | null;
  readonly analysisId: string | null;
  readonly findingId: string | null;
  readonly snapshot: number | null;
  readonly cause: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface EventFilter {
  readonly types?: readonly EventType[] | undefined;
  /** Only events of these services. */
  readonly serviceIds?: readonly string[] | undefined;
  /** With `serviceIds`: also what concerns everybody in the organization and names no service. */
  readonly alsoCommon?: boolean | undefined;
  /** Only events of this version. */
  readonly versionId?: string | undefined;
}

export interface EventQuery extends EventFilter {
  /** A position; 0 is before the first one. */
  readonly after: number;
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly StoredEvent[];
  /** Where the next page begins: everything up to here was looked at. */
  readonly position: number;
  /** Whether something comes after it already. */
  readonly hasMore: boolean;
  readonly cursorKey: EventClock['cursorKey'];
}

/** Gives positions first, so that whatever was committed before is in it, or in the pages after it. */
export async function readEventPage(tx: OrgTx, query: EventQuery): Promise<EventPage> {
  const { newest, cursorKey, isComplete } = await moveEventClock(tx);
  // Those of one version are found by an index, however far apart they are.
  const until =
    isFiltered(query) && query.versionId === undefined ? await findScanEnd(tx, query.after, newest) : newest;
  const events = await listUntil(tx, query, until);
  const last = events.at(-1);
  const position = last !== undefined && events.length === query.limit ? last.position : Math.max(query.after, until);
  return { events, position, hasMore: position < newest || !isComplete, cursorKey };
}

/** Only those that have a position: `positionEvents` comes first. */
export async function listEvents(tx: OrgTx, query: EventQuery): Promise<StoredEvent[]> {
  return await listUntil(tx, query, Number.MAX_SAFE_INTEGER);
}

/** Those of the given ids that exist, in no order. */
export async function findEvents(tx: OrgTx, ids: readonly string[]): Promise<StoredEvent[]> {
  const rows = await tx.db
    .selectFrom('event')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return rows.map(toStoredEvent);
}

const SCANNED_EVENTS_MAX = 10_000;

/** A list, so that a type that comes later and does name a service is not told to those who must not know it. */
const COMMON_TYPES: readonly EventType[] = ['advisories.updated', 'advisories.stale'];

function isFiltered({ types, serviceIds }: EventFilter): boolean {
  return types !== undefined || serviceIds !== undefined;
}

/** Positions may have gaps, so the events are counted, not the numbers. */
async function findScanEnd(tx: OrgTx, after: number, newest: number): Promise<number> {
  const row = await tx.db
    .selectFrom('event')
    .select('position')
    .where('org_id', '=', tx.orgId)
    .where('position', '>', String(after))
    .where('position', '<=', String(newest))
    .orderBy('position')
    .offset(SCANNED_EVENTS_MAX - 1)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? newest : Number(row.position);
}

async function listUntil(tx: OrgTx, query: EventQuery, until: number): Promise<StoredEvent[]> {
  const { after, limit, types, serviceIds, alsoCommon = false, versionId } = query;
  // Otherwise the planner may walk along the positions of all events, because only few are wanted.
  const events =
    versionId === undefined
      ? sql<EventRow>`(select * from event)`
      : sql<EventRow>`(select * from event where org_id = ${tx.orgId} and version_id = ${versionId} offset 0)`;
  let selection = tx.db
    .selectFrom(events.as('event'))
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('position', '>', String(after))
    .where('position', '<=', String(until));
  if (types !== undefined) selection = selection.where(sql<boolean>`type = any(${types}::text[])`);
  if (serviceIds !== undefined) {
    const ofServices = sql<boolean>`service_id = any(${serviceIds}::uuid[])`;
    selection = selection.where(
      alsoCommon ? sql<boolean>`(${ofServices} or type = any(${COMMON_TYPES}::text[]))` : ofServices,
    );
  }
  const rows = await selection.orderBy('position').limit(limit).execute();
  return rows.map(toStoredEvent);
}

type EventRow = Selectable<Tables['event']>;

const Detail = z.record(z.string(), z.unknown());

function toStoredEvent(row: EventRow): StoredEvent {
  return {
    id: row.id,
    position: Number(row.position),
    type: row.type,
    at: row.at.toISOString(),
    serviceId: row.service_id,
    versionId: row.version_id,
    sbomId: row.sbom_id,
    analysisId: row.analysis_id,
    findingId: row.finding_id,
    snapshot: row.snapshot === null ? null : Number(row.snapshot),
    cause: row.cause,
    detail: Detail.parse(row.detail),
  };
}
