/**
 * A facet is the combination of the properties by which findings are counted most, packed into one number. `open_finding_count` has the
 * number of findings of each facet by service: a few numbers instead of a row per finding.
 */
import { sql, type RawBuilder } from 'kysely';
import { boundsOf } from '../../core/relevance/priority/priority.ts';
import { BANDS } from '../../core/vocabulary/priority.ts';
import { RELEVANCES } from '../../core/vocabulary/relevance.ts';

// Without parameters, because rows are grouped by the facet.
const BAND_NAMES = sql`array[${sql.join(BANDS.map((band) => sql.lit(band)))}]`;
const RELEVANCE_NAMES = sql`array[${sql.join(RELEVANCES.map((relevance) => sql.lit(relevance)))}]`;
const LEAST_RISKS = BANDS.map((band) => boundsOf(band).from);

/** The facet of a row `v`. Migration 0092 contains a copy. */
export const FACET = sql`v.severity_rank + 8 * array_position(${BAND_NAMES}, v.band)
  + 64 * array_position(${RELEVANCE_NAMES}, v.relevance) + 256 * v.kev::int + 512 * v.has_fix::int
  + 1024 * coalesce(v.direct::int + 1, 0)`;

/**
 * Returns a table `v` with a row for each facet in the services of `isListed`, a condition on rows `v` of `open_finding_count`: the
 * properties under the names of their columns, and `count`. The risk is the least of the band.
 */
export function facetRows(isListed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select (c.facet % 8)::smallint as severity_rank, (${BAND_NAMES})[c.facet / 8 % 8] as band,
      (${LEAST_RISKS}::real[])[c.facet / 8 % 8] as risk, (${RELEVANCE_NAMES})[c.facet / 64 % 4] as relevance,
      c.facet / 256 % 2 = 1 as kev, c.facet / 512 % 2 = 1 as has_fix,
      case when c.facet >= 1024 then c.facet / 1024 = 2 end as direct, c.count
    from (
      select f.facet, sum(f.count) as count
      from open_finding_count v cross join lateral unnest(v.facets, v.facet_counts) f(facet, count)
      where ${isListed} group by f.facet
    ) c
  ) v`;
}
