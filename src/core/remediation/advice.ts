/**
 * What to do, by where a package stands: a direct dependency is upgraded; one that others bring in is reached through them, or by
 * an override. That a release of a parent helps is claimed only where somebody has seen it.
 */
import type { Breaking } from './targets/compatibility-line.ts';

export type AdviceKind = 'upgrade' | 'bump_parent' | 'override';

/** A version of a parent that was seen with a child at or above the target. */
export interface ParentEvidence {
  readonly parent: string;
  readonly parentVersion: string;
  /** Where it was seen: a service of the organization, or the catalog. */
  readonly seenIn: string;
}

export interface Position {
  /** Undefined: the document does not say. */
  readonly direct: boolean | undefined;
  /** Names of the direct dependencies that bring it in; empty where it is direct or nobody knows. */
  readonly introducedBy: readonly string[];
  readonly evidence?: readonly ParentEvidence[];
}

export interface AdvisedTarget {
  readonly name: string;
  readonly version: string;
  readonly breaking: Breaking;
}

export interface Advice {
  readonly kind: AdviceKind;
  readonly parents: readonly string[];
  /** Whether it is known to end the problem, or only worth a look. */
  readonly claim: 'known' | 'unknown';
  readonly breaking: Breaking;
  /** For people; names are data in it and no part of a command. */
  readonly text: string;
  readonly evidence: readonly ParentEvidence[];
}

export interface PositionAdvice {
  readonly main: Advice;
  readonly alternatives: readonly Advice[];
}

export function adviseByPosition(target: AdvisedTarget, position: Position): PositionAdvice {
  const isBroughtIn = position.direct === false && position.introducedBy.length > 0;
  if (!isBroughtIn) return { main: toUpgrade(target, position.direct), alternatives: [] };
  const bumps = position.introducedBy.map((parent) => toBump(target, parent, position.evidence ?? []));
  const override = toOverride(target);
  const [only] = bumps;
  // One override takes less than a release of each of several parents.
  if (only === undefined || bumps.length > 1) return { main: override, alternatives: bumps.slice(0, BUMPS_SHOWN_MAX) };
  return { main: only, alternatives: [override] };
}

const BUMPS_SHOWN_MAX = 5;

function toUpgrade({ name, version, breaking }: AdvisedTarget, direct: boolean | undefined): Advice {
  const text =
    direct === undefined
      ? `Upgrade ${name} to ${version}. The document does not say whether it is a direct dependency.`
      : `Upgrade ${name} to ${version}.`;
  return { kind: 'upgrade', parents: [], claim: 'known', breaking, text, evidence: [] };
}

function toBump({ name, version }: AdvisedTarget, parent: string, all: readonly ParentEvidence[]): Advice {
  const evidence = all.filter((each) => each.parent === parent).toSorted(byPlace);
  const [seen] = evidence;
  const text =
    seen === undefined
      ? `Look for a release of ${parent} that allows ${name} >= ${version}.`
      : `Upgrade ${parent} to ${seen.parentVersion}, which was seen with ${name} >= ${version} in ${seen.seenIn}.`;
  const claim = seen === undefined ? 'unknown' : 'known';
  return { kind: 'bump_parent', parents: [parent], claim, breaking: 'unknown', text, evidence };
}

function toOverride({ name, version, breaking }: AdvisedTarget): Advice {
  return {
    kind: 'override',
    parents: [],
    claim: 'known',
    breaking: breaking === 'none' ? 'none' : 'unknown',
    text: `Override ${name} with ${version}. It may be outside of the range that its parents ask for.`,
    evidence: [],
  };
}

function byPlace(a: ParentEvidence, b: ParentEvidence): number {
  return `${a.parentVersion} ${a.seenIn}` < `${b.parentVersion} ${b.seenIn}` ? -1 : 1;
}
