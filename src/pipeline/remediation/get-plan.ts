/** Returns the remediation plan of a version for the given options, and the result of the previous plan. */
import { quote } from '../../core/errors.ts';
import { parseImageReference } from '../../core/naming/image-reference.ts';
import type { OrgTx } from '../../store/database.ts';
import { listLiveSboms } from '../../store/findings/publication/published-inputs.ts';
import type { Service, ServiceScope } from '../../store/portfolio/services.ts';
import type { VersionDetails } from '../../store/portfolio/versions/versions.ts';
import { getService } from '../portfolio/change-service.ts';
import { getVersion } from '../portfolio/change-version.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { CONTENT_REMOVED, IMAGE_UNKNOWN } from '../errors.ts';
import type { PlanOptions, VersionPlan, PlanCheck } from './plan/version-plan.ts';
import { findStoredPlan, findPackedPlan } from '../../store/remediation/stored-plans.ts';
import { findPublishedResult } from '../../store/remediation/plan-inputs.ts';
import { makeVersionPlan } from './planner/make-version-plan.ts';
import { PLAN_FORMAT_VERSION, unpackPlan, CHECK_FORMAT_VERSION, unpackCheck } from './plan/packed-plan.ts';
import { findStoredCheck } from '../../store/remediation/stored-checks.ts';
import { measureRemediation, type RemediationTime } from '../../core/remediation/outcome.ts';
import { listRemediatedFindings, listRecentlyRemediated } from '../../store/findings/history/finding-ages.ts';

export interface PlanRequest {
  readonly service: string;
  readonly version: string;
  readonly options: PlanOptions;
}

export interface RequestedPlan {
  readonly service: Pick<Service, 'id' | 'name'>;
  readonly version: Pick<VersionDetails, 'id' | 'name'>;
  /** With the name of the image as it is in the version. */
  readonly options: PlanOptions;
  /** Undefined if nothing was published yet. */
  readonly plan: VersionPlan | undefined;
  readonly lastPlan: LastPlan | undefined;
}

export async function getPlan(deps: PipelineDeps, caller: Caller, request: PlanRequest): Promise<RequestedPlan> {
  const asked = await deps.database.inOrg(caller.orgId, async (tx) => {
    const service = await getService(tx, caller, request.service);
    const version = await getVersion(tx, caller, { service: service.id, version: request.version });
    // Without its components and graphs, no target can be computed.
    if (version.frozenAt !== null) throw CONTENT_REMOVED();
    const options = await checkImage(tx, version.id, request.options);
    return { service, version, options, lastPlan: await findLastPlan(tx, version.id) };
  });
  const plan = await findOrMakePlan(deps, caller.orgId, asked.version.id, asked.options);
  return { ...asked, plan };
}

async function checkImage(tx: OrgTx, versionId: string, options: PlanOptions): Promise<PlanOptions> {
  if (options.image === undefined) return options;
  const image = parseImageReference(options.image).text;
  const known = new Set((await listLiveSboms(tx, versionId)).flatMap((sbom) => sbom.image ?? []));
  if (!known.has(image)) throw IMAGE_UNKNOWN({ image, known: listImages([...known].toSorted()) });
  return { ...options, image };
}

const IMAGES_NAMED_MAX = 2;

function listImages(known: readonly string[]): string {
  if (known.length === 0) return 'none';
  const more = known.length > IMAGES_NAMED_MAX ? ` and ${known.length - IMAGES_NAMED_MAX} more` : '';
  return `${known.slice(0, IMAGES_NAMED_MAX).map(quote).join(', ')}${more}`;
}

// Returns the plan of a version. The stored plan is used for a day, because deadlines come closer and other services of the
// organization may have found a fix. A request with its own options gets a newly computed plan.
const PLAN_AGE_MS_MAX = 24 * 3600 * 1000;

/** Returns undefined if nothing was published yet. */
export async function findOrMakePlan(
  deps: PipelineDeps,
  orgId: string,
  versionId: string,
  options: PlanOptions,
): Promise<VersionPlan | undefined> {
  const kept = hasCustomOptions(options) ? undefined : await findCurrentPlan(deps, orgId, versionId);
  return kept ?? (await makeVersionPlan(deps, orgId, versionId, options));
}

function hasCustomOptions({ strategy, maxDistance, image }: PlanOptions): boolean {
  return strategy !== 'lowest' || maxDistance !== undefined || image !== undefined;
}

/** Returns the stored plan if it belongs to the published result and is recent enough; computes nothing. */
export async function findCurrentPlan(
  deps: PipelineDeps,
  orgId: string,
  versionId: string,
): Promise<VersionPlan | undefined> {
  const found = await deps.database.inOrg(orgId, async (tx) => {
    const kept = await findStoredPlan(tx, versionId, PLAN_FORMAT_VERSION);
    const published = kept && (await findPublishedResult(tx, versionId));
    if (kept === undefined || published?.analysisId !== kept.analysisId || !isRecent(kept.at, deps.now()))
      return undefined;
    const packed = await findPackedPlan(tx, versionId, kept);
    return packed && { packed, kept };
  });
  if (found === undefined) return undefined;
  const { analysisId, snapshot, at } = found.kept;
  return { ...(await unpackPlan(found.packed)), versionId, analysisId, snapshot, at };
}

export function isRecent(at: string, now: number): boolean {
  return now - Date.parse(at) < PLAN_AGE_MS_MAX;
}

// Lists the target version for the package of each finding, for reports with one line per finding. The fix of a finding alone
// often leaves the package with other vulnerabilities.

/** By the id of the finding in the version; findings without an action are missing. */
export function listTargets({ plan, findings }: Pick<VersionPlan, 'plan' | 'findings'>): ReadonlyMap<string, string> {
  const componentOf = new Map(findings.map(({ id, componentId }) => [id, componentId]));
  return new Map(
    plan.actions.flatMap(({ fixes, changes }) => {
      const targets = new Map(changes.map(({ packageId, to }) => [packageId, to]));
      return fixes.flatMap((id): [string, string][] => {
        const to = targets.get(componentOf.get(id) ?? '') ?? null;
        return to === null ? [] : [[id, to]];
      });
    }),
  );
}

/** The plan of the previous version and its result in this version. */
export interface LastPlan extends Pick<PlanCheck, 'outcomes' | 'counts' | 'predicted'> {
  /** The version that the plan belongs to. */
  readonly version: { readonly id: string; readonly name: string };
}

/** Returns undefined if there is no earlier plan, or it is not evaluated yet. */
export async function findLastPlan(tx: OrgTx, versionId: string): Promise<LastPlan | undefined> {
  const kept = await findStoredCheck(tx, versionId, CHECK_FORMAT_VERSION);
  if (kept === undefined) return undefined;
  const { outcomes, counts, predicted } = await unpackCheck(kept.packed);
  return { version: kept.previous, outcomes, counts, predicted };
}

// Computes mean and median time to remediate by severity from the history of the versions.
export async function measureService(tx: OrgTx, serviceId: string): Promise<readonly RemediationTime[]> {
  return measureRemediation(await listRemediatedFindings(tx, serviceId));
}

/** For many services, recent remediations are sufficient. */
export async function measureServices(tx: OrgTx, scope: ServiceScope): Promise<readonly RemediationTime[]> {
  return measureRemediation(await listRecentlyRemediated(tx, scope));
}
