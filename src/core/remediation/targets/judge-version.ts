/** Judges a version that was chosen for another member of the same line. */
import type { CandidateEntry, PackageVersion } from '../../match/match.ts';
import { matchTestedEntries, testEntries } from '../../match/match-package.ts';
import { findVersionAxis } from './at-version.ts';
import type { FactsOf, Target } from './target.ts';
import { toTarget, type TargetVersion } from './to-target.ts';

interface Judgeable {
  readonly package: PackageVersion;
  readonly entries: readonly CandidateEntry[];
}

/** Undefined: nothing is known about the package, or the version is not newer than the installed one. */
export function judgeVersion(
  { package: packageVersion, entries }: Judgeable,
  version: TargetVersion,
  factsOf: FactsOf,
): Target | undefined {
  const tested = testEntries(packageVersion, entries);
  const axis = findVersionAxis(tested);
  if (axis === undefined) return undefined;
  const [installed, wanted] = [axis.parsed, axis.scheme.parse(version.version)];
  if (installed === undefined || wanted === undefined || axis.scheme.compare(wanted, installed) <= 0) return undefined;
  return toTarget(
    { package: packageVersion, axis, entries },
    version,
    matchTestedEntries(packageVersion, tested),
    factsOf,
  );
}
