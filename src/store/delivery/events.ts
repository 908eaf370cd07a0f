/**
 * What happened, written in the transaction that caused it. Append-only. Of some things an organization is told once: a second
 * event for the same snapshot, or for data that is as old as it was, is left out by an index.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';

export const EVENT_TYPES = [
  'sbom.received',
  'sbom.deleted',
  'sbom.restored',
  'version.created',
  'version.alias_moved',
  'version.deleted',
  'version.frozen',
  'service.deleted',
  'analysis.completed',
  'analysis.failed',
  'finding.introduced',
  'finding.resolved',
  'finding.reintroduced',
  'finding.retracted',
  'finding.escalated',
  'relevance.changed',
  'remediation.planned',
  'remediation.verified',
  'advisories.updated',
  'advisories.stale',
  'quota.warning',
  'webhook.disabled',
  'token.expiring',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface NewEvent {
  readonly id: string;
  readonly type: EventType;
  readonly at: string;
  /** Absent for what concerns the organization. */
  readonly serviceId?: string;
  readonly versionId?: string;
  readonly sbomId?: string;
  readonly analysisId?: string;
  readonly findingId?: string;
  readonly snapshot?: number;
  readonly cause?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export async function insertEvents(tx: OrgTx, events: readonly NewEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += EVENTS_PER_STATEMENT)
    await insertPart(tx, events.slice(from, from + EVENTS_PER_STATEMENT));
}

/** A wake-up for those who read events; the payload is the organization. Nobody may depend on it: it is lost with a connection. */
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
  // The only unique indexes beside the ids, which are new, are those of what is told once.
  await sql`
    insert into event (org_id, id, type, at, service_id, version_id, sbom_id, analysis_id, finding_id, snapshot, cause, detail)
    select org_id, id, type, at, service_id, version_id, sbom_id, analysis_id, finding_id, snapshot, cause, detail
    from jsonb_populate_recordset(null::event, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(tx.db);
  tx.announce(EVENT_CHANNEL, tx.orgId);
}
