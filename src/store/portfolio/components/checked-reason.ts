/**
 * Determines whether a component was checked, for lists and counts, from its stored reason and from releases without complete
 * advisory data. `whyNotChecked` is the rule; to filter a list by reasons, SQL receives the releases that the rule doubts.
 */
import { sql, type RawBuilder } from 'kysely';
import { findReleaseProblem, SOURCE_PACKAGE_UNKNOWN, type MatchedComponent } from '../../../core/history/coverage.ts';
import type { Release } from '../../../core/identity/distro/end-of-life.ts';
import { toKeyPrefix } from '../../../core/identity/package-key.ts';
import { listLoadedReleases } from '../../advisories/releases.ts';
import type { OrgTx } from '../../database.ts';

export interface MatchedRow {
  readonly reason: string | null;
  readonly family: string | null;
  readonly release: string | null;
  readonly channel: string | null;
  readonly isAffected: boolean;
}

const STORED_REASON = sql`coalesce(c.not_checked, m.unassessed)`;
/** A reason that takes precedence over doubts about the release. */
const FINAL_REASON = sql`nullif(${STORED_REASON}, ${sql.lit(SOURCE_PACKAGE_UNKNOWN)})`;
const isAffected = (tx: OrgTx): RawBuilder<unknown> => sql`exists (
  select from component_match x where x.org_id = ${tx.orgId} and x.component_id = c.id and x.state = 'affected')`;
/** The family whose advisories must be loaded; a Conan package is checked by those of its repository. */
const FAMILY = sql`coalesce(c.package #>> '{identity,coveredBy}', c.ecosystem)`;
const RELEASE = sql`c.package #>> '{identity,release}'`;
const CHANNEL = sql`c.package #>> '{identity,channel}'`;

/** Columns of an identified component `c`; null for others. */
export const IDENTIFIED_COLUMNS = sql`
  case when c.not_checked is null then ${FAMILY} end as family,
  case when c.not_checked is null then ${RELEASE} end as release,
  case when c.not_checked is null then ${CHANNEL} end as channel`;

/** Columns of a `MatchedRow` for a component `c` with its memo `m`. A component with a final reason needs no other facts. */
export const matchedColumns = (tx: OrgTx): RawBuilder<unknown> => sql`
  ${STORED_REASON} as reason,
  case when ${FINAL_REASON} is null then ${FAMILY} end as family,
  case when ${FINAL_REASON} is null then ${RELEASE} end as release,
  case when ${FINAL_REASON} is null then ${CHANNEL} end as channel,
  ${STORED_REASON} is null and ${isAffected(tx)} as "isAffected"`;

export function toMatched<Row extends MatchedRow>({ family, release, channel, ...row }: Row) {
  return { ...row, release: toRelease({ family, release, channel }) };
}

/** Returns the release of each component, with duplicates. */
export function releasesOf(matched: readonly MatchedComponent[]): Release[] {
  return matched.flatMap(({ release }) => release ?? []);
}

/** Returns null if it belongs to no release. */
export function toRelease({ family, release, channel }: Omit<MatchedRow, 'reason' | 'isAffected'>): Release | null {
  return family === null || release === null ? null : { family, release, channel: channel ?? undefined };
}

/** Expressions on a component `c` with its memo `m`. */
export interface CheckExpressions {
  /** Why it was not checked; null if it was. */
  readonly reason: RawBuilder<unknown>;
  readonly isFixedOnly: RawBuilder<unknown>;
}

/**
 * Returns the expressions by which a list is filtered. `components` is the source of its components: `component c where c.org_id
 * = ..`.
 */
export async function checkExpressions(
  tx: OrgTx,
  components: RawBuilder<unknown>,
  at: string,
): Promise<CheckExpressions> {
  const { rows } = await sql<Omit<MatchedRow, 'reason' | 'isAffected'>>`
    select distinct ${FAMILY} as family, ${RELEASE} as release, ${CHANNEL} as channel
    from ${components} and c.not_checked is null`.execute(tx.db);
  const releases = rows.flatMap((row) => toRelease(row) ?? []);
  const loaded = await listLoadedReleases(tx, releases);
  const doubts = releases.flatMap((release) => {
    const reason = findReleaseProblem(release, loaded, at);
    return reason === undefined ? [] : [{ ...release, reason }];
  });
  const reason = doubts.length === 0 ? STORED_REASON : withDoubts(tx, doubts);
  const fixOnly = releases.filter((release) => loaded.get(toKeyPrefix(release)) === 'fixed-issues-only');
  const isFixOnly = sql`(${FAMILY}, ${RELEASE}) in (select f.family, f.release
    from unnest(${fixOnly.map(({ family }) => family)}::text[], ${fixOnly.map(({ release }) => release)}::text[])
      f(family, release))`;
  return { reason, isFixedOnly: sql`coalesce(c.not_checked is null and ${isFixOnly} and ${reason} is null, false)` };
}

function withDoubts(tx: OrgTx, doubts: readonly (Release & { readonly reason: string })[]): RawBuilder<unknown> {
  return sql`coalesce(${FINAL_REASON}, (
    select d.reason
    from unnest(${doubts.map(({ family }) => family)}::text[], ${doubts.map(({ release }) => release)}::text[],
      ${doubts.map(({ channel }) => channel ?? null)}::text[], ${doubts.map(({ reason }) => reason)}::text[])
      d(family, release, channel, reason)
    where d.family = ${FAMILY} and d.release = ${RELEASE} and d.channel is not distinct from ${CHANNEL}
      and not ${isAffected(tx)}), ${STORED_REASON})`;
}
