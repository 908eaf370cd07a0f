/** Builds remediation questions from a purl and records in OSV format. */
import { matchPackage } from '../../src/core/match/match-package.ts';
import type { PlanFinding, PlanInput, PlanPackage } from '../../src/core/remediation/plan/plan-input.ts';
import { recommend } from '../../src/core/remediation/recommend.ts';
import type { GroupFacts } from '../../src/core/remediation/targets/target.ts';
import type { TargetQuestion } from '../../src/core/remediation/targets/choose-target.ts';
import { identifyPackage } from '../../src/core/match/identify-package.ts';
import type { CandidateEntry, PackageVersion } from '../../src/core/match/match.ts';
import { anAffected, anOsvRecord, indexAdvisories, readAdvisory } from './advisories.ts';

type Events = readonly Record<string, string>[];

/** `aRecord('CVE-2024-1', { introduced: '0' }, { fixed: '2.0.0' })`, for the npm package left-pad. */
export function aRecord(id: string, ...events: Events): Record<string, unknown> {
  return anOsvRecord({ id, affected: [anAffected({ events })] });
}

/** Like `aRecord`, for another package. */
export function recordOf(ecosystem: string, name: string): typeof aRecord {
  return (id, ...events) => anOsvRecord({ id, affected: [anAffected({ ecosystem, name, events })] });
}

export interface IdentifiedPackage {
  readonly package: PackageVersion;
  readonly keys: readonly string[];
}

export function identify(purl: string): IdentifiedPackage {
  const claims = { purls: [purl], group: undefined, version: undefined, source: undefined };
  const identified = identifyPackage(claims, {});
  if (identified.package === undefined) throw new Error(`${purl} is no package: ${identified.reason}`);
  return { package: identified.package, keys: identified.keys };
}

export function entriesFor(keys: readonly string[], records: readonly unknown[]): readonly CandidateEntry[] {
  const index = indexAdvisories(records.map(readAdvisory));
  return keys.flatMap((key) => index.get(key) ?? []);
}

type FactChanges = Readonly<Record<string, Partial<GroupFacts>>>;

export const SAME_FACTS: GroupFacts = { severity: 'high', risk: 50, isRelevant: true };

/** By default every vulnerability has severity high and the same risk. */
export function aQuestion(
  purl: string,
  records: readonly unknown[],
  {
    facts = {},
    ...changes
  }: Partial<TargetQuestion> & { readonly facts?: Readonly<Record<string, Partial<GroupFacts>>> } = {},
): TargetQuestion {
  const { package: packageVersion, keys } = identify(purl);
  return {
    package: packageVersion,
    entries: entriesFor(keys, records),
    factsOf: (groupId) => ({ ...SAME_FACTS, ...facts[groupId] }),
    ...changes,
  };
}

/** Returns a package of a plan with all its advisory data. Its id is its purl. */
export function aPlanPackage(
  purl: string,
  records: readonly unknown[],
  { facts = {}, ...changes }: Partial<PlanPackage> & { readonly facts?: FactChanges } = {},
): PlanPackage {
  const question = aQuestion(purl, records, { facts });
  const { identity } = question.package;
  return {
    id: purl,
    key: `${identity.family} ${identity.release} ${identity.name}`,
    name: identity.name,
    package: question.package,
    entries: question.entries,
    ...recommend(question, { name: identity.name, at: PLAN_AT }),
    places: [{ image: null, isBuilt: false, layer: undefined }],
    position: { direct: true, introducedBy: [] },
    ownedBy: [],
    ...changes,
  };
}

const PLAN_AT = '2026-01-01T00:00:00.000000Z';

/** Returns one finding for each vulnerability of each package: `<purl> <group>`. */
export function findingsIn(
  packages: readonly PlanPackage[],
  changes: (finding: PlanFinding) => Partial<PlanFinding> = () => ({}),
): readonly PlanFinding[] {
  return packages.flatMap(({ id, package: packageVersion, entries }) =>
    matchPackage(packageVersion, entries)
      .filter(({ state }) => state === 'affected')
      .map((match): PlanFinding => {
        const finding: PlanFinding = {
          id: `${id} ${match.groupId}`,
          packageId: id,
          groupId: match.groupId,
          class: match.class,
          severity: 'high',
          risk: 50,
          band: 'P2',
          isFiltered: false,
          isExploited: false,
          dueAt: null,
        };
        return { ...finding, ...changes(finding) };
      }),
  );
}

export function aPlanInput(packages: readonly PlanPackage[], changes: Partial<PlanInput> = {}): PlanInput {
  return {
    packages,
    findings: findingsIn(packages),
    images: [],
    factsOf: () => SAME_FACTS,
    at: PLAN_AT,
    urgentUntil: '2026-01-04T00:00:00.000000Z',
    ...changes,
  };
}
