/**
 * ENTRY. Turns findings into a short list of actions, the most urgent first, with the findings that each one fixes and those that
 * remain. Equal input results in an equal plan, whatever its order is.
 */
import { isEndOfLife } from '../../identity/distro/end-of-life.ts';
import { rulesOf } from '../../identity/ecosystems/ecosystem.ts';
import type { Steps } from '../../steps.ts';
import { draftOsActions } from './draft-os-actions.ts';
import { draftUpgrades, type FindingsOf } from './draft-upgrades.ts';
import type { Situation } from '../recommend.ts';
import { orderActions, type OrderedActions } from './order-actions.ts';
import { EFFORT_MODEL, isVerified, type PlanAction } from './plan-action.ts';
import type { PlanFinding, PlanInput, PlanPackage } from './plan-input.ts';
import { sumTenths, type AlternativeKind } from '../targets/target.ts';

/**
 * In addition to the situations without a clean version: the target is affected as well, the only action is unverified, the fix
 * has to come from a system package that owns it or probably owns it, or unknown.
 */
export type ResidualReason =
  | Situation
  | 'remains_at_target'
  | 'unverified'
  | 'os_package'
  | 'probably_of_the_system'
  | 'unknown';

export interface Plan extends Pick<OrderedActions, 'covered'> {
  readonly effortModel: string;
  readonly actions: readonly PlanAction[];
  readonly residual: readonly { readonly finding: string; readonly reason: ResidualReason }[];
  readonly filtered: { readonly wouldAlsoFix: number };
  /**
   * Open findings without filtered ones. `predict` counts the remaining ones, because it knows which packages become the same
   * version.
   */
  readonly before: { readonly findings: number; readonly risk: number };
}

export function* makePlan(input: PlanInput): Steps<Plan> {
  const byPackage = Map.groupBy(input.findings, ({ packageId }) => packageId);
  const findingsOf: FindingsOf = (packageId) => byPackage.get(packageId) ?? [];
  const isOfSystem = ({ package: { identity } }: PlanPackage): boolean =>
    rulesOf(identity.family)?.distribution !== undefined;
  const owned = input.packages.filter((each) => !isOfSystem(each) && each.ownedBy.length > 0);
  const ofSystem = input.packages.filter(isOfSystem);
  const languages = input.packages.filter((each) => !isOfSystem(each) && each.ownedBy.length === 0);
  const drafts = [
    ...(yield* draftUpgrades(languages, findingsOf, input)),
    ...draftOsActions(ofSystem, withOwnedFindings(findingsOf, owned), input),
  ];
  const { actions, covered, open, wouldAlsoFix } = yield* orderActions(drafts, input);
  const packages = new Map(input.packages.map((each) => [each.id, each]));
  const counted = input.findings.filter(({ isFiltered }) => !isFiltered);
  const unverified = new Set(actions.flatMap((action) => (isVerified(action) ? [] : action.fixes)));
  return {
    effortModel: EFFORT_MODEL,
    actions,
    covered,
    residual: open
      .map((finding) => ({
        finding: finding.id,
        reason: unverified.has(finding.id)
          ? 'unverified'
          : findResidualReason(finding, packages.get(finding.packageId), input.at),
      }))
      .toSorted((a, b) => (a.finding < b.finding ? -1 : 1)),
    filtered: { wouldAlsoFix },
    before: { findings: counted.length, risk: sumTenths(counted) / 10 },
  };
}

/**
 * Adds the findings of owned packages to their system package, which fixes them if the distribution lists the same vulnerability.
 */
function withOwnedFindings(findingsOf: FindingsOf, owned: readonly PlanPackage[]): FindingsOf {
  const byOwner = new Map<string, PlanFinding[]>();
  for (const { id, ownedBy } of owned) {
    for (const owner of ownedBy) byOwner.set(owner, [...(byOwner.get(owner) ?? []), ...findingsOf(id)]);
  }
  return (packageId) => [...findingsOf(packageId), ...(byOwner.get(packageId) ?? [])];
}

function findResidualReason({ groupId }: PlanFinding, found: PlanPackage | undefined, at: string): ResidualReason {
  if (found === undefined) return 'unknown';
  if (found.ownedBy.length > 0) return found.isProbablyOwned === true ? 'probably_of_the_system' : 'os_package';
  // Applies even if there is a fix: an update of a release that has ended is not recommended.
  if (isEndOfLife(found.package.identity, at)) return 'eol';
  if (found.answer.best?.remaining.includes(groupId) === true) return 'remains_at_target';
  return found.withoutClean?.situation ?? 'unknown';
}

export function describeResidual(reason: ResidualReason): string {
  return RESIDUAL[reason];
}

const RESIDUAL: Readonly<Record<ResidualReason, string>> = {
  malicious: 'Malicious, and no clean version is known.',
  cannot_assess: 'The version cannot be compared with other versions.',
  eol: 'The distribution release has reached end of life.',
  wont_fix: 'The distribution will not fix it.',
  paid_channel: 'The fix is available only in a paid channel of the distribution.',
  reduces: 'No version fixes it. The recommended version only reduces the risk.',
  replaced: 'Fixed only in another package.',
  only_last_affected: 'The last affected version is known, but no advisory names a fixed version.',
  unmaintained: 'The package is no longer maintained.',
  workaround: 'No fix is known. The advisory describes a workaround.',
  not_affected_before: 'No fix is known. Older versions are not affected.',
  no_fix: 'No fix is known.',
  remains_at_target: 'The recommended version of the package is also affected.',
  unverified: 'The only available action is unverified.',
  os_package: 'It belongs to an operating system package that has no fix.',
  probably_of_the_system: 'It probably belongs to an operating system package. Update that package to get the fix.',
  unknown: 'No action that fixes it is known.',
};

export function describeAlternative(kind: AlternativeKind, name: string, version: string): string {
  return `${ALTERNATIVES[kind]}: ${name} ${version}.`;
}

const ALTERNATIVES: Readonly<Record<AlternativeKind, string>> = {
  reduces_on_line: 'Reduces the risk within the installed release line',
  clears_high: 'Smaller upgrade without critical and high findings',
  clean_relevant: 'Smaller upgrade without relevant findings',
  highest_clean: 'Highest clean version',
};
