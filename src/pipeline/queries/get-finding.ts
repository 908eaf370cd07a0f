import type { OrgTx } from '../../store/database.ts';
import { findFinding, type ListedFinding } from '../../store/findings/lists/listed-finding.ts';
import type { Caller } from '../deps.ts';
import { FINDING_UNKNOWN } from '../errors.ts';

/** Accepts the id of any row of the finding. */
export async function getFinding(tx: OrgTx, caller: Pick<Caller, 'services'>, rowId: string): Promise<ListedFinding> {
  const finding = await findFinding(tx, rowId, caller.services);
  if (finding === undefined) throw FINDING_UNKNOWN();
  return finding;
}
