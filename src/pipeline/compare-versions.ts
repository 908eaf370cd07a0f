/** The comparison of two versions of a service, read in one transaction. */
import { diffVersions, type DiffFinding, type VersionDiff } from '../core/history/diff-versions.ts';
import type { OrgTx } from '../store/database.ts';
import type { ListedFinding } from '../store/findings/list-findings.ts';
import {
  findPreviousVersion,
  listHeldComponents,
  listHeldFindings,
  type HeldComponent,
} from '../store/findings/version-side.ts';
import type { ServiceVersion } from '../store/portfolio/versions.ts';
import { getVersion } from './change-version.ts';
import type { Caller, PipelineDeps } from './deps.ts';
import { VERSION_UNKNOWN } from './errors.ts';

export interface ComparedFinding extends DiffFinding {
  readonly listed: ListedFinding;
}

export interface Comparison {
  readonly base: ServiceVersion;
  readonly head: ServiceVersion;
  readonly diff: VersionDiff<ComparedFinding>;
}

export const PREVIOUS = 'previous';

export async function compareVersions(
  deps: PipelineDeps,
  caller: Caller,
  request: { readonly service: string; readonly base: string; readonly head: string },
): Promise<Comparison> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const { service } = request;
    const head = await getVersion(tx, caller, { service, version: request.head });
    const baseReference = request.base === PREVIOUS ? await findPreviousVersion(tx, head.id) : request.base;
    if (baseReference === undefined) throw VERSION_UNKNOWN({ version: PREVIOUS });
    const base = await getVersion(tx, caller, { service, version: baseReference });
    return { base, head, diff: diffVersions(await readSide(tx, base.id), await readSide(tx, head.id)) };
  });
}

async function readSide(
  tx: OrgTx,
  versionId: string,
): Promise<{ components: HeldComponent[]; findings: ComparedFinding[] }> {
  const components = await listHeldComponents(tx, versionId);
  const findings = await listHeldFindings(tx, versionId);
  return {
    components,
    findings: findings.map((listed) => ({
      listed,
      fingerprint: listed.fingerprint,
      package: listed.package,
      componentVersion: listed.componentVersion,
    })),
  };
}
