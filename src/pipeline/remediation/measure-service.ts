/** Mean and median time to remediate, by severity, from what the history of the versions already tells. */
import { measureRemediation, type RemediationTime } from '../../core/remediation/outcome/time-to-remediate.ts';
import type { OrgTx } from '../../store/database.ts';
import type { ServiceScope } from '../../store/portfolio/services.ts';
import { listRemediatedFindings } from '../../store/remediation/remediated-findings.ts';
import { listRemediedLately } from '../../store/remediation/remedied-lately.ts';

export async function measureService(tx: OrgTx, serviceId: string): Promise<readonly RemediationTime[]> {
  return measureRemediation(await listRemediatedFindings(tx, serviceId));
}

/** Of many services what was remedied lately says enough. */
export async function measureServices(tx: OrgTx, scope: ServiceScope): Promise<readonly RemediationTime[]> {
  return measureRemediation(await listRemediedLately(tx, scope));
}
