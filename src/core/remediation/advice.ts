/**
 * What to do, by where a package stands: a direct dependency is upgraded; one that others bring in is reached through them, or by
 * an override. That a release of a parent helps is claimed only where somebody has seen it.
 */
import type { Breaking } from './targets/compatibility-line.ts';

export type AdviceKind = 'upgrade' | 'bump_parent' | 'override';

/**
 * What advice rests on that no advisory says: a release that a service of the organization was seen to use, of a parent together
 * with a child at or above the target, or of the package itself. Texts name no service: not everybody who reads a plan may know
 * of all of them.
 */
export interface Sighting {
  readonly package: string;
  readonly version: string;
  /** The name of a service. */
  readonly seenIn: string;
}

export interface Position {
  /** Undefined: the document does not say. */
  readonly direct: boolean | undefined;
  /** Names of the direct dependencies that bring it in; empty where it is direct or nobody knows. */
  readonly introducedBy: readonly string[];
  readonly evidence?: readonly Sighting[];
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
  readonly evidence: readonly Sighting[];
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

function toBump({ name, version }: AdvisedTarget, parent: string, all: readonly Sighting[]): Advice {
  const evidence = all.filter((each) => each.package === parent).toSorted(byPlace);
  const [seen] = evidence;
  const text =
    seen === undefined
      ? `Look for a release of ${parent} that allows ${name} >= ${version}.`
      : `Upgrade ${parent} to ${seen.version}, which was seen with ${name} >= ${version} in this organization.`;
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

function byPlace(a: Sighting, b: Sighting): number {
  return `${a.version} ${a.seenIn}` < `${b.version} ${b.seenIn}` ? -1 : 1;
}
