/** Mean and median time to remediate, by severity, from what the history of the versions already tells. */
import { measureRemediation, type RemediationTime } from '../../core/remediation/outcome/time-to-remediate.ts';
import type { OrgTx } from '../../store/database.ts';
import { listRemediatedFindings } from '../../store/remediation/remediated-findings.ts';

/** Without a service: of the whole organization. */
export async function measureService(tx: OrgTx, serviceId?: string): Promise<readonly RemediationTime[]> {
  return measureRemediation(await listRemediatedFindings(tx, serviceId));
}
