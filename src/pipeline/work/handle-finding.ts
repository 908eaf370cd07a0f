/** Marks findings as handled in the inbox of a member, or moves them back. */
import type { OrgTx } from '../../store/database.ts';
import { findFinding } from '../../store/findings/lists/listed-finding.ts';
import { markHandled, unmarkHandled } from '../../store/findings/work/inbox.ts';
import { nowOf, type Caller, type PipelineDeps } from '../deps.ts';
import { FINDING_UNKNOWN } from '../errors.ts';

type HandleDeps = Pick<PipelineDeps, 'database' | 'now'>;

/** Accepts the id of any row of the finding. Without the finding in the newest version there is nothing to handle. */
export async function handleFinding(deps: HandleDeps, caller: Caller, rowId: string, personId: string): Promise<void> {
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const findingId = await getFindingId(tx, caller, rowId);
    await markHandled(tx, { personId, findingId, at: nowOf(deps) });
  });
}

export async function unhandleFinding(
  deps: Pick<HandleDeps, 'database'>,
  caller: Caller,
  rowId: string,
  personId: string,
): Promise<void> {
  await deps.database.inOrg(caller.orgId, async (tx) => {
    await unmarkHandled(tx, personId, await getFindingId(tx, caller, rowId));
  });
}

async function getFindingId(tx: OrgTx, caller: Caller, rowId: string): Promise<string> {
  const finding = await findFinding(tx, rowId, caller.services);
  if (finding === undefined) throw FINDING_UNKNOWN();
  return finding.findingId;
}
