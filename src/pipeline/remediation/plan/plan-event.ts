/**
 * Creates the event about a plan: how much there is to do, and the first action. There is no event if the previous version had
 * the same plan.
 */
import { createHash } from 'node:crypto';
import { isVerified } from '../../../core/remediation/plan/plan-action.ts';
import type { NewEvent } from '../../../store/delivery/events.ts';
import type { StageCounts } from '../../../store/findings/analyses/analyses.ts';
import type { VersionPlan } from './version-plan.ts';

type PlanContent = Pick<VersionPlan, 'plan' | 'findings'>;

export function countPlan({ plan, findings }: PlanContent): StageCounts {
  const ended = new Set(plan.actions.filter(isVerified).flatMap(({ fixes }) => fixes));
  const fixes = findings.filter(({ id, isFiltered }) => !isFiltered && ended.has(id)).length;
  return { actions: plan.actions.length, fixes, residual: plan.residual.length };
}

/** Equal for plans with the same content in any version: the actions, their order, their findings and the remaining findings. */
export function hashPlanContent({ plan, findings }: PlanContent): Buffer {
  const named = new Map(
    findings.flatMap(({ id, isFiltered, package: key, groupId }): [string, string][] =>
      isFiltered ? [] : [[id, `${key} ${groupId}`]],
    ),
  );
  const content = plan.actions.map(({ id, to, fixes }) => [
    id,
    to,
    [...new Set(fixes.flatMap((finding) => named.get(finding) ?? []))].toSorted(),
  ]);
  return hash([content, plan.residual.length]);
}

/** Hash of a plan without actions and without remaining findings, which needs no event. */
export const EMPTY_PLAN_HASH = hash([[], 0]);

function hash(content: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

export function toPlanEvent(plan: VersionPlan, event: Pick<NewEvent, 'id' | 'at'>): NewEvent {
  const { versionId, serviceId, analysisId } = plan;
  const [first] = plan.plan.actions;
  const named = first && {
    id: first.id,
    kind: first.kind,
    package: first.package.name,
    to: first.to,
    text: first.text,
  };
  return {
    ...event,
    type: 'remediation.planned',
    serviceId,
    versionId,
    analysisId,
    detail: { ...countPlan(plan), first: named ?? null },
  };
}
