/** A version that was chosen for another place, judged for this one. */
import type { CandidateEntry, PackageVersion } from '../../match/match.ts';
import { matchPackage } from '../../match/match-package.ts';
import { matcherFor } from '../../match/matchers.ts';
import { findAxis } from './at-version.ts';
import type { FactsOf, Target } from './target.ts';
import { toTarget, type TargetVersion } from './to-target.ts';

interface Judgeable {
  readonly package: PackageVersion;
  readonly entries: readonly CandidateEntry[];
}

/** Undefined: nothing is known of the package, or the version is not newer than what is installed. */
export function judgeVersion(
  { package: packageVersion, entries }: Judgeable,
  version: TargetVersion,
  factsOf: FactsOf,
): Target | undefined {
  const axis = findAxis(matcherFor(packageVersion.identity.family)?.match(packageVersion, entries) ?? []);
  if (axis === undefined) return undefined;
  const [installed, wanted] = [axis.scheme.parse(axis.installed), axis.scheme.parse(version.version)];
  if (installed === undefined || wanted === undefined || axis.scheme.compare(wanted, installed) <= 0) return undefined;
  return toTarget({ package: packageVersion, axis, entries }, version, matchPackage(packageVersion, entries), factsOf);
}
