/**
 * Resolves a filter before findings are read: the groups of its ids, and the vulnerabilities and components that its text
 * matches. There are few of them, and indexes lead from them to the findings; otherwise every finding would be scanned, which
 * takes seconds for a million. Only for current findings: in the past they may have been in other groups.
 */
import { sql } from 'kysely';
import { findVulnerabilityId } from '../../advisories/vulnerabilities/find-vulnerability.ts';
import { groupsMatchingText } from '../../advisories/vulnerabilities/list-vulnerabilities.ts';
import type { OrgTx } from '../../database.ts';
import { likePattern } from '../../like-pattern.ts';
import type { FindingFilter, FoundText } from './finding-filter.ts';

export async function resolveFilter(tx: OrgTx, filter: FindingFilter): Promise<FindingFilter> {
  const { asOf, state: states = ['open'], cve, q } = filter;
  if (asOf !== undefined || states.some((state) => state !== 'open')) return filter;
  return {
    ...filter,
    groupIds: cve && (await findGroups(tx, cve)),
    text: q === undefined ? undefined : await findText(tx, q),
  };
}

/** Includes every id of the groups: a version that is no longer watched may have stored the finding under another one. */
async function findGroups(tx: OrgTx, ids: readonly string[]): Promise<readonly string[]> {
  const groups: string[] = [];
  for (const id of ids) groups.push(...((await findVulnerabilityId(tx, id))?.groupIds ?? []));
  const { rows } = await sql<{ id: string }>`
    select id from alias where group_id = any(${groups}::text[]) limit ${MATCHES_MAX}`.execute(tx.db);
  return [...new Set([...groups, ...rows.map((row) => row.id)])];
}

/** Returns undefined if the text matches so many that scanning the findings in order finds a page quickly. */
async function findText(tx: OrgTx, text: string): Promise<FoundText | undefined> {
  const { rows } = await sql<{ group_ids: string[]; component_ids: string[] }>`
    with words as materialized (select distinct w.group_id from (${groupsMatchingText(text)}) w (group_id))
    select array(
      select w.group_id from words w where exists (
        select 1 from version_finding v where v.org_id = ${tx.orgId} and v.group_id = w.group_id and v.known_to is null)
      limit ${MATCHES_MAX + 1}) as group_ids,
    array(
      select c.id from component c where c.org_id = ${tx.orgId} and c.name ilike ${likePattern(text)} and exists (
        select 1 from version_finding v where v.org_id = ${tx.orgId} and v.component_id = c.id and v.known_to is null)
      limit ${MATCHES_MAX + 1}) as component_ids`.execute(tx.db);
  const { group_ids: groupIds = [], component_ids: componentIds = [] } = rows[0] ?? {};
  if (groupIds.length > MATCHES_MAX || componentIds.length > MATCHES_MAX) return undefined;
  return { groupIds, componentIds };
}

const MATCHES_MAX = 5_000;
