/**
 * Predicts the findings after a plan: owners of the changed components are settled and findings evaluated as in a publication.
 * Components that the plan does not touch keep their published findings.
 */
import { severityOf } from '../../../core/advisory/severity/severity-rank.ts';
import { canonicalPackage } from '../../../core/match/identify-package.ts';
import type { VersionFinding } from '../../../core/history/findings/version-findings.ts';
import type { WithResolvedMatches } from '../../../core/match/ownership/resolve-ownership.ts';
import type { Plan } from '../../../core/remediation/plan/plan.ts';
import type { PlanPackage } from '../../../core/remediation/plan/plan-input.ts';
import {
  predict,
  type CountedFinding,
  type Prediction,
  type Rematched,
} from '../../../core/remediation/plan/predict.ts';
import type { OrgTx } from '../../../store/database.ts';
import type { FindingIdentity } from '../../../store/findings/publication/finding-identities.ts';
import { toPositionKey } from '../../../store/findings/publication/published-inputs.ts';
import type { PublishedRow } from '../../../store/remediation/plan-inputs.ts';
import { collectYielding, runYielding } from '../../../store/yielding.ts';
import { pipelined } from '../../../store/pipelined.ts';
import type { AiServices } from '../../ai/ai-deps.ts';
import { getAiAvailability } from '../../ai/ai-settings.ts';
import type { PipelineDeps } from '../../deps.ts';
import { evaluateVersion } from '../../publication/evaluate-version.ts';
import type { KnownEntries } from '../../analysis/match-components.ts';
import { keyOf } from '../../evaluation/opinion-subject.ts';
import { listOccurrences, describeFoundVulnerabilities } from '../../evaluation/matched-version.ts';
import { isOwned, resolveOwnersAtPlaces, toOwners } from '../../evaluation/resolve-owners.ts';
import { applyPlan, type ChangedComponent, type ChangedVersion } from './apply-plan.ts';
import type { PlanMaterial } from '../packages/plan-material.ts';
import type { PlannedVulnerability } from '../plan/version-plan.ts';

interface PlannedVersion {
  readonly versionId: string;
  readonly material: PlanMaterial;
  readonly packages: readonly PlanPackage[];
  readonly plan: Plan;
  readonly entriesOf: KnownEntries['entriesOf'];
  readonly at: string;
}

export interface PlanPrediction {
  readonly prediction: Prediction;
  /** Vulnerabilities of the components that were evaluated again. */
  readonly named: readonly PlannedVulnerability[];
}

export async function predictPlan(
  { database, ai }: Pick<PipelineDeps, 'database' | 'ai'>,
  orgId: string,
  planned: PlannedVersion,
): Promise<PlanPrediction> {
  const { material, packages, plan, entriesOf } = planned;
  const changed = await applyPlan(material, packages, plan.actions, entriesOf);
  const touched = changed.components.filter((component) => stepsOf(component, changed).length > 0);
  const judged =
    touched.length === 0
      ? []
      : await database.inOrg(
          orgId,
          async (tx) => await evaluateTouched(tx, planned, changed, { isTouched: new Set(touched), ai }),
        );
  const canonicalOf = new Map(changed.components.map(({ id, canonical }) => [id, canonical]));
  const foundIn = Map.groupBy(judged, ({ componentId }) => componentId);
  const countedIn = (id: string): readonly CountedFinding[] =>
    (foundIn.get(id) ?? []).map((finding) => toCounted(finding, canonicalOf.get(id) ?? id));
  return {
    prediction: await runYielding(
      predict(countBefore(material), await collectYielding(listRematched(changed, countedIn)), plan.actions),
    ),
    named: judged.map(({ groupId, canonicalId, severityRank }) => ({
      groupId,
      id: canonicalId,
      severity: severityOf(severityRank),
    })),
  };
}

/** Returns the steps that change a component, the components merged with it, or its owners. */
function stepsOf({ members, places }: ChangedComponent, { changes, ownersBefore }: ChangedVersion): readonly number[] {
  const ownerIds = places.flatMap(({ set, owners }) =>
    owners.flatMap((position) => ownersBefore.get(toPositionKey({ set, position })) ?? []),
  );
  return [...members, ...ownerIds].flatMap((id) => changes.get(id)?.step ?? []);
}

async function evaluateTouched(
  tx: OrgTx,
  { versionId, material, at }: PlannedVersion,
  { components, owners }: ChangedVersion,
  { isTouched, ai }: { readonly isTouched: ReadonlySet<ChangedComponent>; readonly ai: AiServices | undefined },
): Promise<readonly VersionFinding[]> {
  const { sboms, rows, published } = material;
  const asked = components.some(isOwned) ? await toOwners(tx, owners.stored, at) : new Map();
  const touchedIds = new Set([...isTouched].map(({ id }) => id));
  const settled = resolveOwnersAtPlaces(components, owners.idAt, asked).filter(({ id }) => touchedIds.has(id));
  const matches = settled.flatMap((component) => component.matches);
  const [occurrences, vulnerabilities, standing] = await pipelined([
    listOccurrences(tx, sboms, settled),
    describeFoundVulnerabilities(tx, matches, at),
    getAiAvailability(ai, tx, published.serviceId),
  ]);
  const found = settled.map((component) => ({ ...component, occurrences: occurrences.get(component.id) ?? [] }));
  const { findings } = await evaluateVersion(
    tx,
    { id: versionId, serviceId: published.serviceId },
    { components: found, vulnerabilities },
    {
      at,
      sboms,
      identities: identify(settled, rows, at),
      before: rows.map(({ findingId, dueAt, dueDays }) => ({ findingId, deadline: { days: dueDays, dueAt } })),
      ai: { parts: ai, ...standing },
    },
  );
  return findings;
}

/** Known findings continue; findings that a target introduces would begin now. By `keyOf`. */
function identify(
  components: readonly WithResolvedMatches<ChangedComponent>[],
  rows: readonly PublishedRow[],
  at: string,
): ReadonlyMap<string, FindingIdentity> {
  const known = new Map(rows.map((row) => [`${row.package} ${row.groupId}`, row]));
  return new Map(
    components.flatMap(({ id: componentId, unversioned, matches }) =>
      matches.map(({ groupId }): [string, FindingIdentity] => {
        const row = known.get(`${unversioned} ${groupId}`);
        const identity = { id: row?.findingId ?? '', firstSeenAt: row?.firstSeenAt ?? at, isNew: row === undefined };
        return [keyOf({ componentId, groupId }), identity];
      }),
    ),
  );
}

function countBefore({ rows, components }: PlanMaterial): Parameters<typeof predict>[0] {
  return [...Map.groupBy(rows, ({ componentId }) => componentId)].map(([packageId, ofPackage]) => {
    const known = components.get(packageId);
    const component = known === undefined ? packageId : canonicalPackage(known.package);
    return {
      packageId,
      findings: ofPackage.map(({ groupId, severity, relevance: status, risk, dueAt }) => ({
        component,
        groupId,
        severity,
        status,
        isFiltered: status === 'not_relevant',
        risk,
        dueAt,
      })),
    };
  });
}

function toCounted(finding: VersionFinding, component: string): CountedFinding {
  const { groupId, severityRank, relevance: status, risk, dueAt } = finding;
  const isFiltered = status === 'not_relevant';
  return { component, groupId, severity: severityOf(severityRank), status, isFiltered, risk, dueAt };
}

/** A component that no action changes directly counts from the first step that affects it. */
function* listRematched(
  changed: ChangedVersion,
  countedIn: (id: string) => readonly CountedFinding[],
): Iterable<Rematched> {
  const isTold = new Set<string>();
  for (const component of changed.components) {
    const steps = stepsOf(component, changed);
    if (steps.length === 0) continue;
    const findings = countedIn(component.id);
    for (const packageId of component.members) {
      isTold.add(packageId);
      yield { packageId, step: changed.changes.get(packageId)?.step ?? Math.min(...steps), findings };
    }
  }
  for (const [packageId, { step }] of changed.changes)
    if (!isTold.has(packageId)) yield { packageId, step, findings: [] };
}
