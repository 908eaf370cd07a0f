/** Returns the remediation plan of a version for the given options, and the result of the previous plan. */
import { quote } from '../../core/errors.ts';
import { parseImageReference } from '../../core/naming/image-reference.ts';
import type { OrgTx } from '../../store/database.ts';
import { listLiveSboms } from '../../store/findings/publication/published-inputs.ts';
import type { Service } from '../../store/portfolio/services.ts';
import type { VersionDetails } from '../../store/portfolio/versions/versions.ts';
import { getService } from '../portfolio/change-service.ts';
import { getVersion } from '../portfolio/change-version.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { CONTENT_REMOVED, IMAGE_UNKNOWN } from '../errors.ts';
import { findLastPlan, type LastPlan } from './verification/last-plan.ts';
import { findOrMakePlan } from './planner/find-or-make-plan.ts';
import type { PlanOptions, VersionPlan } from './plan/version-plan.ts';

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
