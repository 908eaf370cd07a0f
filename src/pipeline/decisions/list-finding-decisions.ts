/** Reads the decisions about a finding, with the state that a caller must have seen to decide again. */
import { findFinding } from '../../store/findings/lists/find-finding.ts';
import type { ListedFinding } from '../../store/findings/lists/listed-finding.ts';
import type { Page, PageRequest } from '../../store/page.ts';
import { findDecidedFinding, listDecidableFindings } from '../../store/relevance/decidable-findings.ts';
import { listDecisions, listActiveDecisionsAbout, type ListedDecision } from '../../store/relevance/list-decisions.ts';
import { toSeenState } from './decision-targets.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { FINDING_UNKNOWN } from '../errors.ts';

export interface DecisionsOfFinding {
  readonly page: Page<ListedDecision>;
  readonly finding: ListedFinding;
  readonly seen: unknown;
}

/** Accepts the id of any row of the finding. */
export async function listFindingDecisions(
  { database }: Pick<PipelineDeps, 'database'>,
  caller: Pick<Caller, 'orgId' | 'services'>,
  rowId: string,
  page: PageRequest,
): Promise<DecisionsOfFinding> {
  return await database.inOrg(caller.orgId, async (tx) => {
    const finding = await findFinding(tx, rowId, caller.services);
    const decided = finding && (await findDecidedFinding(tx, finding.id));
    if (finding === undefined || decided === undefined) throw FINDING_UNKNOWN();
    const rows = await listDecidableFindings(tx, [finding.id], caller.services);
    const standing = await listActiveDecisionsAbout(tx, rows);
    return { page: await listDecisions(tx, decided, page), finding, seen: toSeenState(rows, standing) };
  });
}
