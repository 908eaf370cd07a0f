/**
 * ENTRY. Makes the remediation plan of a version from its published findings: reads in short transactions, computes without one,
 * and predicts the result by applying the plan to the inventory and matching again. Nothing is written.
 */
import { hash } from 'node:crypto';
import { DAY_MS } from '../../../core/calendar.ts';
import { bandOf, RISK_MODEL } from '../../../core/relevance/priority/priority.ts';
import { makePlan, type Plan } from '../../../core/remediation/plan/plan.ts';
import type { PlanFinding, PlanInput } from '../../../core/remediation/plan/plan-input.ts';
import type { Prediction } from '../../../core/remediation/plan/predict.ts';
import type { PublishedRow } from '../../../store/remediation/plan-inputs.ts';
import { runYielding } from '../../../store/yielding.ts';
import { nowOf, type PipelineDeps } from '../../deps.ts';
import { findOsImages, gatherPackages } from '../packages/gather-packages.ts';
import { GroupFactsCache, nameVulnerabilities } from '../packages/group-facts.ts';
import { predictPlan } from './predict-plan.ts';
import { loadPlanMaterial } from '../packages/plan-material.ts';
import type { PlannedFinding, PlanOptions, VersionPlan } from '../plan/version-plan.ts';

/** Returns undefined if nothing was published yet. The plan for an image that the version does not have is empty. */
export async function makeVersionPlan(
  deps: Pick<PipelineDeps, 'database' | 'now' | 'ai'>,
  orgId: string,
  versionId: string,
  options: PlanOptions,
): Promise<VersionPlan | undefined> {
  const at = nowOf(deps);
  const material = await deps.database.readInOrg(
    orgId,
    async (tx) => await loadPlanMaterial(tx, versionId, options.image),
  );
  if (material === undefined) return undefined;
  const { published, rows } = material;
  const book = new GroupFactsCache(rows);
  const { packages, components, entriesOf } = await gatherPackages(deps, orgId, material, { book, options, at });
  const findings = rows.map(toPlanFinding);
  const images = findOsImages(material, packages);
  const plan = await planWithFacts(deps, book, { packages, findings, images, at });
  const { prediction, named } = await predictPlan(deps, orgId, {
    versionId,
    material: { ...material, components },
    packages,
    plan,
    entriesOf,
    at,
  });
  return {
    versionId,
    serviceId: published.serviceId,
    analysisId: published.analysisId,
    snapshot: published.snapshot,
    at,
    riskModel: RISK_MODEL,
    options,
    coverage: published.coverage,
    plan: withServiceIds(plan, published.serviceId),
    prediction,
    findings: rows.map(toPlannedFinding),
    vulnerabilities: nameVulnerabilities(namedIn(plan, prediction), book, named),
  };
}

const URGENT_MS = 3 * DAY_MS;
const ROUNDS_MAX = 3;

/**
 * Evaluating the target of one place for another one may need vulnerabilities that are not loaded yet, so planning is repeated.
 */
export async function planWithFacts(
  { database }: Pick<PipelineDeps, 'database'>,
  book: GroupFactsCache,
  input: Omit<PlanInput, 'factsOf' | 'urgentUntil'>,
): Promise<Plan> {
  const urgentUntil = new Date(Date.parse(input.at) + URGENT_MS).toISOString();
  for (let round = 1; ; round += 1) {
    let isGuess = false;
    const factsOf = book.factsOf(undefined, () => {
      isGuess = true;
    });
    const plan = await runYielding(makePlan({ ...input, urgentUntil, factsOf }));
    if (!isGuess || round === ROUNDS_MAX) return plan;
    const entries = input.packages.flatMap((each) => each.entries);
    await database.reference(async (tx) => await book.loadRequested(tx, entries, input.at));
  }
}

export function toPlanFinding(row: PublishedRow): PlanFinding {
  const { id, componentId: packageId, groupId, severity, risk, kev: isExploited, dueAt } = row;
  return {
    id,
    packageId,
    groupId,
    class: row.class,
    severity,
    risk,
    isExploited,
    dueAt,
    band: bandOf(risk),
    isFiltered: isFiltered(row),
  };
}

function isFiltered({ relevance }: Pick<PublishedRow, 'relevance'>): boolean {
  return relevance === 'not_relevant';
}

function toPlannedFinding(row: PublishedRow): PlannedFinding {
  const { id, findingId, groupId, severity, packageName, componentId, risk } = row;
  return {
    id,
    findingId,
    groupId,
    severity,
    packageName,
    componentId,
    risk,
    vulnerability: row.canonicalId,
    class: row.class,
    package: row.package,
    componentVersion: row.componentVersion ?? '',
    isFiltered: isFiltered(row),
  };
}

/** Hashes action ids with the service: they stay the same across its versions and differ between services. */
export function withServiceIds(plan: Plan, serviceId: string): Plan {
  const toId = (id: string): string => hash('sha256', `${serviceId} ${id}`).slice(0, 32);
  return {
    ...plan,
    actions: plan.actions.map((action) => ({ ...action, id: toId(action.id) })),
    covered: plan.covered.map((each) => ({ ...each, action: toId(each.action), by: toId(each.by) })),
  };
}

function namedIn({ actions }: Plan, { introduced, remaining }: Prediction): readonly string[] {
  return [
    ...actions.flatMap((action) => [...action.introduces, ...action.remaining]),
    ...[...introduced, ...remaining].map(({ groupId }) => groupId),
  ];
}
