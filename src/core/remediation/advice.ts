/**
 * Recommends an action by the position of a package: a direct dependency is upgraded; a transitive one is fixed through its
 * parents or by an override. A parent release is claimed to help only if it was seen to do so.
 */
import type { ActionKind, Breaking, Claim } from '../vocabulary/remediation.ts';

/**
 * Evidence beyond advisories: a release that a service of the organization uses, either of a parent together with a child at or
 * above the target, or of the package itself. Texts name no service, because not every reader of a plan may see all services.
 */
export interface Sighting {
  readonly package: string;
  readonly version: string;
  /** Name of a service. */
  readonly seenIn: string;
}

export interface Position {
  /** Undefined: the document does not say. */
  readonly direct: boolean | undefined;
  /** Names of the direct dependencies that pull it in; empty if it is direct or unknown. */
  readonly introducedBy: readonly string[];
  readonly evidence?: readonly Sighting[];
}

interface AdvisedTarget {
  readonly name: string;
  readonly version: string;
  readonly breaking: Breaking;
}

export interface Advice {
  readonly kind: Extract<ActionKind, 'upgrade' | 'bump_parent' | 'override'>;
  readonly parents: readonly string[];
  /** Whether it is known to fix the problem, or only worth checking. */
  readonly claim: Claim;
  readonly breaking: Breaking;
  /** For display; names in it are data and not part of a command. */
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
  // One override takes less effort than upgrading several parents.
  if (only === undefined || bumps.length > 1) return { main: override, alternatives: bumps.slice(0, BUMPS_SHOWN_MAX) };
  return { main: only, alternatives: [override] };
}

const BUMPS_SHOWN_MAX = 5;

function toUpgrade({ name, version, breaking }: AdvisedTarget, direct: boolean | undefined): Advice {
  const text =
    direct === undefined
      ? `Upgrade ${name} to ${version}. The SBOM does not say whether it is a direct dependency.`
      : `Upgrade ${name} to ${version}.`;
  return { kind: 'upgrade', parents: [], claim: 'known', breaking, text, evidence: [] };
}

function toBump({ name, version }: AdvisedTarget, parent: string, all: readonly Sighting[]): Advice {
  const evidence = all.filter((each) => each.package === parent).toSorted(compareSightings);
  const [seen] = evidence;
  const text =
    seen === undefined
      ? `Look for a release of ${parent} that allows ${name} >= ${version}.`
      : `Upgrade ${parent} to ${seen.version}, which is used with ${name} >= ${version} in this organization.`;
  const claim = seen === undefined ? 'unknown' : 'known';
  return { kind: 'bump_parent', parents: [parent], claim, breaking: 'unknown', text, evidence };
}

function toOverride({ name, version, breaking }: AdvisedTarget): Advice {
  return {
    kind: 'override',
    parents: [],
    claim: 'known',
    breaking: breaking === 'none' ? 'none' : 'unknown',
    text: `Override ${name} with ${version}. This version may be outside the range that its parents require.`,
    evidence: [],
  };
}

function compareSightings(a: Sighting, b: Sighting): number {
  return `${a.version} ${a.seenIn}` < `${b.version} ${b.seenIn}` ? -1 : 1;
}
