/**
 * Reads events by position. A page has a next position even when it is empty. With a filter, a page scans a limited number of
 * events, so that a rare type does not scan the whole history.
 */
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import type { EventType } from '../../core/vocabulary/event.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import type { Tables } from '../tables.ts';
import { advanceEventClock, type EventClock } from './positions.ts';

export interface StoredEvent {
  readonly id: string;
  readonly position: number;
  /** One of `EventType`, or a type of a newer Assay that writes to the same database. */
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
  /** With `serviceIds`: also events about the whole organization that name no service. */
  readonly alsoCommon?: boolean | undefined;
  /** Only events of this version. */
  readonly versionId?: string | undefined;
}

export interface EventQuery extends EventFilter {
  /** A position; 0 is before the first event. */
  readonly after: number;
  readonly limit: number;
  /** Return the newest events, newest first. Requires a version, because nothing else limits the scan. */
  readonly isNewestFirst?: boolean | undefined;
}

export interface EventPage {
  readonly events: readonly StoredEvent[];
  /** Where the next page begins: all events up to here were scanned. */
  readonly position: number;
  /** Whether there are already events after it. */
  readonly hasMore: boolean;
  readonly cursorKey: EventClock['cursorKey'];
}

/** Assigns positions first, so that every event that was committed before is on this page or a later one. */
export async function getEventPage(tx: OrgTx, query: EventQuery): Promise<EventPage> {
  const { newest, cursorKey, isComplete } = await advanceEventClock(tx);
  // Events of one version are found by an index, however far apart they are.
  const until =
    isFiltered(query) && query.versionId === undefined ? await findScanEnd(tx, query.after, newest) : newest;
  const events = await listUntil(tx, query, until);
  if (query.isNewestFirst === true) return { events, position: newest, hasMore: false, cursorKey };
  const last = events.at(-1);
  const position = last !== undefined && events.length === query.limit ? last.position : Math.max(query.after, until);
  return { events, position, hasMore: position < newest || !isComplete, cursorKey };
}

/** Returns only events with a position; call `assignPositions` first. */
export async function listEvents(tx: OrgTx, query: EventQuery): Promise<StoredEvent[]> {
  return await listUntil(tx, query, Number.MAX_SAFE_INTEGER);
}

/** Returns the events with the given ids that exist, in no particular order. */
export async function listEventsById(tx: OrgTx, ids: readonly string[]): Promise<StoredEvent[]> {
  const rows = await tx.db
    .selectFrom('event')
    .select(COLUMNS)
    .where('org_id', '=', tx.orgId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return rows.map(toStoredEvent);
}

const SCANNED_EVENTS_MAX = 10_000;

/** An explicit list, so that a future type that names a service is not sent to clients without access to it. */
const COMMON_TYPES: readonly EventType[] = ['advisories.updated', 'advisories.stale'];

function isFiltered({ types, serviceIds }: EventFilter): boolean {
  return types !== undefined || serviceIds !== undefined;
}

/** Positions may have gaps, so events are counted, not positions. */
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
  const { after, limit, types, serviceIds, alsoCommon = false, versionId, isNewestFirst = false } = query;
  // `offset 0` keeps the version index: because of the limit, the planner might otherwise walk the positions of all events.
  const events =
    versionId === undefined
      ? sql<Selectable<Tables['event']>>`(select * from event)`
      : sql<
          Selectable<Tables['event']>
        >`(select * from event where org_id = ${tx.orgId} and version_id = ${versionId} offset 0)`;
  let selection = tx.db
    .selectFrom(events.as('event'))
    .select(COLUMNS)
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
  const rows = await selection
    .orderBy('position', isNewestFirst ? 'desc' : 'asc')
    .limit(limit)
    .execute();
  return rows.map(toStoredEvent);
}

const COLUMNS = [
  ...(['id', 'position', 'type', 'at', 'service_id as serviceId', 'version_id as versionId'] as const),
  ...([
    'sbom_id as sbomId',
    'analysis_id as analysisId',
    'finding_id as findingId',
    'snapshot',
    'cause',
    'detail',
  ] as const),
] as const;

type EventRow = DatedRow<Omit<StoredEvent, 'position' | 'snapshot' | 'detail'>, 'at'> &
  Pick<Selectable<Tables['event']>, 'position' | 'snapshot' | 'detail'>;

const Detail = z.record(z.string(), z.unknown());

function toStoredEvent(row: EventRow): StoredEvent {
  return {
    ...toIsoTimes(row),
    position: Number(row.position),
    snapshot: row.snapshot === null ? null : Number(row.snapshot),
    detail: Detail.parse(row.detail),
  };
}
