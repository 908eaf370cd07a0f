/** What events are about: names of services and versions, tags, and the priority of findings. Events store only ids. */
import { sql } from 'kysely';
import { severityOf } from '../../core/advisory/severity/severity-rank.ts';
import { BANDS, type Band } from '../../core/vocabulary/priority.ts';
import type { Severity } from '../../core/vocabulary/severity.ts';
import type { OrgTx } from '../database.ts';
import type { StoredEvent } from './list-events.ts';

export interface EventSubject {
  readonly service: string | null;
  readonly version: string | null;
  /** Of the version, or of the newest version of the service. */
  readonly tags: readonly string[];
  /** Of the finding; null for other events, and for a finding that is unknown by now. */
  readonly priority: Band | null;
  readonly severity: Severity | null;
}

/** Returns the subject of each event, by the id of the event. */
export async function getEventSubjects(
  tx: OrgTx,
  events: readonly StoredEvent[],
): Promise<ReadonlyMap<string, EventSubject>> {
  const places = await listPlaces(tx, events);
  const ratings = await listRatings(tx, events);
  return new Map(
    events.map((event) => {
      const place = places.get(event.versionId ?? event.serviceId ?? '') ?? NO_PLACE;
      const rating = ratings.get(toRatingKey(event)) ?? NO_RATING;
      return [event.id, { ...place, ...rating }];
    }),
  );
}

type Place = Pick<EventSubject, 'service' | 'version' | 'tags'>;
type Rating = Pick<EventSubject, 'priority' | 'severity'>;
const NO_PLACE: Place = { service: null, version: null, tags: [] };
const NO_RATING: Rating = { priority: null, severity: null };

async function listPlaces(tx: OrgTx, events: readonly StoredEvent[]): Promise<ReadonlyMap<string, Place>> {
  const versionIds = unique(events.map(({ versionId }) => versionId));
  const serviceIds = unique(events.map(({ versionId, serviceId }) => (versionId === null ? serviceId : null)));
  const { rows } = await sql<Place & { readonly id: string }>`
    select v.id, s.name as service, v.name as version, v.tags
    from service_version v join service s on s.org_id = ${tx.orgId} and s.id = v.service_id
    where v.org_id = ${tx.orgId} and v.id = any(${versionIds}::uuid[])
    union all
    select s.id, s.name, null, coalesce((
      select v.tags from service_version v where v.org_id = ${tx.orgId} and v.service_id = s.id and v.deleted_at is null
      order by v.created_at desc, v.id desc limit 1), '{}')
    from service s where s.org_id = ${tx.orgId} and s.id = any(${serviceIds}::uuid[])`.execute(tx.db);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/** The newest row of a finding in its version; the row is kept when the finding ends. */
async function listRatings(tx: OrgTx, events: readonly StoredEvent[]): Promise<ReadonlyMap<string, Rating>> {
  const asked = [
    ...new Map(events.filter(({ findingId }) => findingId !== null).map((event) => [toRatingKey(event), event])),
  ];
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ readonly key: string; readonly band: string; readonly rank: number }>`
    select e.key, f.band, f.severity_rank as rank
    from unnest(${asked.map(([key]) => key)}::text[], ${asked.map(([, { findingId }]) => findingId)}::uuid[],
      ${asked.map(([, { versionId }]) => versionId)}::uuid[]) as e (key, finding_id, version_id)
    cross join lateral (
      select band, severity_rank from version_finding
      where org_id = ${tx.orgId} and finding_id = e.finding_id and (e.version_id is null or version_id = e.version_id)
      order by known_from desc, band limit 1
    ) f`.execute(tx.db);
  return new Map(
    rows.map(({ key, band, rank }) => [
      key,
      { priority: BANDS.find((each) => each === band) ?? null, severity: severityOf(rank) },
    ]),
  );
}

function toRatingKey({ findingId, versionId }: StoredEvent): string {
  return `${findingId} ${versionId}`;
}

function unique(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
