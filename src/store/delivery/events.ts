/**
 * Events, written in the transaction that caused them and append-only. Some events are sent once per organization: a unique index
 * drops a second event for the same snapshot, or for data that is still as stale as before.
 */
import { sql } from 'kysely';
import type { EventType } from '../../core/vocabulary/event.ts';
import type { OrgTx } from '../database.ts';
import { mergedWrite } from '../shared-transactions.ts';

export interface NewEvent {
  readonly id: string;
  readonly type: EventType;
  readonly at: string;
  /** Absent for events about the whole organization. */
  readonly serviceId?: string;
  readonly versionId?: string;
  readonly sbomId?: string;
  readonly analysisId?: string;
  readonly findingId?: string;
  readonly snapshot?: number;
  readonly cause?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export const insertEvents = mergedWrite(async (tx: OrgTx, all: readonly (readonly NewEvent[])[]) => {
  const events = all.flat();
  for (let from = 0; from < events.length; from += EVENTS_PER_STATEMENT)
    await insertPart(tx, events.slice(from, from + EVENTS_PER_STATEMENT));
});

/** Wakes up readers of events; the payload is the organization. It may be lost with a connection, so nothing may depend on it. */
export const EVENT_CHANNEL = 'assay_event';

const EVENTS_PER_STATEMENT = 5_000;

async function insertPart(tx: OrgTx, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    org_id: tx.orgId,
    id: event.id,
    type: event.type,
    at: event.at,
    service_id: event.serviceId ?? null,
    version_id: event.versionId ?? null,
    sbom_id: event.sbomId ?? null,
    analysis_id: event.analysisId ?? null,
    finding_id: event.findingId ?? null,
    snapshot: event.snapshot ?? null,
    cause: event.cause ?? null,
    detail: event.detail ?? {},
  }));
  // Apart from the ids, which are new, the only unique indexes are those of events that are sent once.
  await sql`
    insert into event (org_id, id, type, at, service_id, version_id, sbom_id, analysis_id, finding_id, snapshot, cause, detail)
    select org_id, id, type, at, service_id, version_id, sbom_id, analysis_id, finding_id, snapshot, cause, detail
    from jsonb_populate_recordset(null::event, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(tx.db);
  tx.announce(EVENT_CHANNEL, tx.orgId);
}
