/**
 * ENTRY. Identifies the packages of a component for matching. All of its purls are used; without one, the package type of its
 * tool. A name alone never selects an ecosystem. Assumptions are reported, because they lower the confidence.
 */
import { findPackage, type FindPackagesOptions, type FoundPackage, type PackageClaims } from './find-package.ts';
import { parsePurl } from '../purl/purl.ts';
import { purlFromTool } from '../purl/purl-from-tool.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

export interface FoundPackages {
  /** Without duplicates; the order does not depend on that of the purls. */
  readonly packages: readonly FoundPackage[];
  /** Why no package was found. */
  readonly reason: CannotAssessReason | undefined;
}

export function findPackages(claims: PackageClaims, options: FindPackagesOptions = {}): FoundPackages {
  const outcomes = outcomesOf(claims, options);
  const [only] = outcomes;
  if (outcomes.length === 1 && only !== undefined) {
    return typeof only === 'string' ? { packages: [], reason: only } : { packages: [only], reason: undefined };
  }
  const found = new Map<string, FoundPackage>();
  const reasons = new Set<CannotAssessReason>();
  for (const outcome of outcomes) {
    if (typeof outcome === 'string') reasons.add(outcome);
    else keepMoreCertain(found, outcome);
  }
  const packages = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  if (packages.length > 0) return { packages, reason: undefined };
  return { packages, reason: REASONS.find((reason) => reasons.has(reason)) ?? 'no-identity' };
}

/** If no purl leads to a package, the reason of the purl that got furthest is used. */
const REASONS: readonly CannotAssessReason[] = [
  'no-feed-for-release',
  'unknown-release',
  'devel-build',
  'floating-ref',
  'unresolved-placeholder',
  'unparsable-version',
  'no-version',
  'incomplete-name',
  'no-identity',
  'unsupported-type',
  'invalid-purl',
];

function outcomesOf(claims: PackageClaims, options: FindPackagesOptions): (FoundPackage | CannotAssessReason)[] {
  if (claims.purls.length > 0) return claims.purls.map((text) => outcomeOf(text, claims, options));
  const purl = purlFromTool({ packageType: undefined, name: '', ...claims });
  const outcome = purl && findPackage(purl, claims, options);
  if (outcome === undefined || typeof outcome === 'string') return [outcome ?? 'no-identity'];
  return [{ ...outcome, assumptions: [...outcome.assumptions, 'identity-from-tool'] }];
}

const GO_PURL = /^\s*pkg:\/*golang\//i;

function outcomeOf(
  text: string,
  claims: PackageClaims,
  options: FindPackagesOptions,
): FoundPackage | CannotAssessReason {
  const { purl, problems } = parsePurl(text);
  if (purl !== undefined) return findPackage(purl, claims, options);
  // `pkg:golang/./staging/src`: a module in a local folder, which no advisory covers.
  return GO_PURL.test(text) && problems.includes('dot-segment') ? 'no-identity' : 'invalid-purl';
}

// Several purls may identify the same package with different assumptions; the one with the fewest counts. Ties are broken by
// text.
function keepMoreCertain(found: Map<string, FoundPackage>, each: FoundPackage): void {
  const key = JSON.stringify([each.identity, each.version]);
  const other = found.get(key);
  if (other === undefined || compareAssumptions(each, other) < 0) found.set(key, each);
}

function compareAssumptions({ assumptions: a }: FoundPackage, { assumptions: b }: FoundPackage): number {
  return a.length - b.length || (a.join() < b.join() ? -1 : Number(a.join() > b.join()));
}
