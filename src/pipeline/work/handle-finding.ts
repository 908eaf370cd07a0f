/** Marks findings as handled in the inbox of a member, or moves them back. */
import { markHandled, unmarkHandled } from '../../store/findings/work/inbox.ts';
import { nowOf, type Caller, type PipelineDeps } from '../deps.ts';
import { getFinding } from '../queries/get-finding.ts';

type HandleDeps = Pick<PipelineDeps, 'database' | 'now'>;

/** Accepts the id of any row of the finding. Without the finding in the newest version there is nothing to handle. */
export async function handleFinding(deps: HandleDeps, caller: Caller, rowId: string, personId: string): Promise<void> {
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const { findingId } = await getFinding(tx, caller, rowId);
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
    const { findingId } = await getFinding(tx, caller, rowId);
    await unmarkHandled(tx, personId, findingId);
  });
}
