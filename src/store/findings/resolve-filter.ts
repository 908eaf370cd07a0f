/**
 * What a filter means today, looked up before any finding is: the groups that ids are in, and which vulnerabilities and components
 * a text stands for. There are few of them, and indexes lead from them to the findings; without that every finding would be looked
 * at, which takes seconds for a million. Only for what is known now: what was known once may be filed under other groups today.
 */
import { sql } from 'kysely';
import { findVulnerabilityId } from '../advisories/find-vulnerability.ts';
import { wordsOrId } from '../advisories/list-vulnerabilities.ts';
import type { OrgTx } from '../database.ts';
import { likePattern } from '../like-pattern.ts';
import type { FindingFilter, FoundText } from './finding-filter.ts';

export async function resolveFilter(tx: OrgTx, filter: FindingFilter): Promise<FindingFilter> {
  const { asOf, states = ['open'], vulnerabilities, q } = filter;
  if (asOf !== undefined || states.some((state) => state !== 'open')) return filter;
  return {
    ...filter,
    groupIds: vulnerabilities && (await findGroups(tx, vulnerabilities)),
    text: q === undefined ? undefined : await findText(tx, q),
  };
}

/** With every id of the groups: a version that nobody looks at any more may have filed it under another one. */
async function findGroups(tx: OrgTx, ids: readonly string[]): Promise<readonly string[]> {
  const groups: string[] = [];
  for (const id of ids) groups.push(...((await findVulnerabilityId(tx, id))?.groupIds ?? []));
  const { rows } = await sql<{ id: string }>`
    select id from alias where group_id = any(${groups}::text[]) limit ${MATCHES_MAX}`.execute(tx.db);
  return [...new Set([...groups, ...rows.map((row) => row.id)])];
}

/** Undefined: it stands for so many that the first findings that are looked at will do. */
async function findText(tx: OrgTx, text: string): Promise<FoundText | undefined> {
  const { rows } = await sql<{ group_ids: string[]; component_ids: string[] }>`
    with words as materialized (select distinct w.group_id from (${wordsOrId(text)}) w (group_id))
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
