/** Computes mean and median time to remediate by severity from the history of the versions. */
import { measureRemediation, type RemediationTime } from '../../core/remediation/outcome/time-to-remediate.ts';
import type { OrgTx } from '../../store/database.ts';
import type { ServiceScope } from '../../store/portfolio/services.ts';
import { listRemediatedFindings } from '../../store/remediation/remediated-findings.ts';
import { listRecentlyRemediated } from '../../store/remediation/recently-remediated.ts';

export async function measureService(tx: OrgTx, serviceId: string): Promise<readonly RemediationTime[]> {
  return measureRemediation(await listRemediatedFindings(tx, serviceId));
}

/** For many services, recent remediations are sufficient. */
export async function measureServices(tx: OrgTx, scope: ServiceScope): Promise<readonly RemediationTime[]> {
  return measureRemediation(await listRecentlyRemediated(tx, scope));
}
