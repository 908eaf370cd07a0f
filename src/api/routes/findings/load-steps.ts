/** Loads the steps of a version's plan, by which findings are grouped and filtered. */
import { LIMITS } from '../../../core/limits.ts';
import { findCurrentPlan, findOrMakePlan } from '../../../pipeline/remediation/get-plan.ts';
import { listPlannedSteps, NOT_PLANNED, type PlannedSteps } from '../../../pipeline/remediation/planned-steps.ts';
import { getService } from '../../../pipeline/portfolio/change-service.ts';
import { getVersion } from '../../../pipeline/portfolio/change-version.ts';
import type { Caller } from '../../../pipeline/deps.ts';
import type { PlannedFindings } from '../../../store/findings/lists/finding-filter.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { FairQueue } from '../../http/limits/fair-queue.ts';
import { toVersionAddress } from '../../http/path-parameters.ts';
import { toWireReason } from '../../wire/to-wire-remediation.ts';

const turnsOf = new WeakMap<ApiDeps, FairQueue>();

/** One queue for everything that may compute a plan. */
export function planTurns(deps: ApiDeps): FairQueue {
  const known = turnsOf.get(deps);
  if (known !== undefined) return known;
  const { remediationPlansAtOnceMax: atOnceMax, remediationPlansWaitingMax: waitingMax } = LIMITS;
  const turns = new FairQueue({ atOnceMax, weightMax: atOnceMax, waitingMax });
  turnsOf.set(deps, turns);
  return turns;
}

export async function loadSteps(
  deps: ApiDeps,
  caller: Caller,
  params: { readonly service: string; readonly version: string },
): Promise<PlannedSteps> {
  const address = toVersionAddress(params);
  const { id, frozenAt } = await deps.database.readInOrg(caller.orgId, async (tx) => {
    const service = await getService(tx, caller, address.service);
    return await getVersion(tx, caller, { service: service.id, version: address.version });
  });
  const plan = await planTurns(deps).run(
    1,
    async () =>
      // Without its components, no plan can be computed.
      frozenAt === null
        ? await findOrMakePlan(deps, caller.orgId, id, { strategy: 'lowest' })
        : await findCurrentPlan(deps, caller.orgId, id),
    caller.orgId,
  );
  return listPlannedSteps(plan);
}

/** `wanted` are ids of steps and codes of reasons; unknown ones select nothing. */
export function selectPlanned({ findings }: PlannedSteps, wanted: readonly string[]): PlannedFindings {
  // Findings that the plan does not contain are all except the other ones.
  const isExcluded = wanted.includes(NOT_PLANNED);
  const selected = findings.filter(({ key }) => wanted.includes(toWireReason(key)) !== isExcluded);
  return {
    componentIds: selected.map(({ componentId }) => componentId),
    groupIds: selected.map(({ groupId }) => groupId),
    isExcluded,
  };
}
