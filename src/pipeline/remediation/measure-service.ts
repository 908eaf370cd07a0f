/** Mean and median time to remediate, by severity, from what the history of the versions already tells. */
import { LIMITS } from '../../core/limits.ts';
import { measureRemediation, type RemediationTime } from '../../core/remediation/outcome/time-to-remediate.ts';
import type { OrgTx } from '../../store/database.ts';
import type { ServiceScope } from '../../store/portfolio/services.ts';
import { listRemediatedFindings } from '../../store/remediation/remediated-findings.ts';

export async function measureService(tx: OrgTx, serviceId: string): Promise<readonly RemediationTime[]> {
  return measureRemediation(await listRemediatedFindings(tx, [serviceId], LIMITS.historyVersionsMax));
}

/** Of a whole organization the last few versions of each service say enough. */
const VERSIONS_OF_EACH_MAX = 10;

export async function measureServices(tx: OrgTx, scope: ServiceScope): Promise<readonly RemediationTime[]> {
  return measureRemediation(await listRemediatedFindings(tx, scope, VERSIONS_OF_EACH_MAX));
}
