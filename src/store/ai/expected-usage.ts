/** What reading the advisories of the current findings would still cost, at most: many of them are never sent. */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';

export interface ExpectedUsage {
  /** Advisories of current findings, counted up to a limit. */
  readonly advisories: number;
  /** Advisories that were read with this model and prompt. */
  readonly read: number;
  /** Mean tokens of the newest calls that read an advisory; null if there were none. */
  readonly perCall: { readonly tokensIn: number; readonly tokensOut: number } | null;
}

const ADVISORIES_MAX = 50_000;
const MEASURED_CALLS = 200;

export async function getExpectedUsage(
  tx: OrgTx,
  { model, promptVersion }: { readonly model: string; readonly promptVersion: string },
): Promise<ExpectedUsage> {
  const { rows } = await sql<ExpectedUsage>`
    select (select count(*)::int from (
        select distinct group_id from version_finding where org_id = ${tx.orgId} and known_to is null
        limit ${ADVISORIES_MAX}) g) as advisories,
      (select count(*)::int from model_answer where org_id = ${tx.orgId} and purpose = 'facts' and model = ${model}
        and prompt_version = ${promptVersion}) as read,
      (select case when count(*) > 0 then
          jsonb_build_object('tokensIn', round(avg(tokens_in)), 'tokensOut', round(avg(tokens_out))) end
        from (select tokens_in, tokens_out from ai_call where org_id = ${tx.orgId} and purpose = 'facts'
          and requested_model = ${model} order by id desc limit ${MEASURED_CALLS}) c) as "perCall"`.execute(tx.db);
  return rows[0] ?? { advisories: 0, read: 0, perCall: null };
}
