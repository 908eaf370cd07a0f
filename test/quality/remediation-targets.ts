/**
 * Compares recommendations for all affected versions named by advisories with brute force, and with the results of simpler rules.
 */
import type { Advisory } from '../../src/core/advisory/advisory.ts';
import { toPackageKey } from '../../src/core/identity/package-key.ts';
import type { CandidateEntry, PackageMatch, PackageVersion } from '../../src/core/match/match.ts';
import { matchPackage } from '../../src/core/match/match-package.ts';
import { matcherFor } from '../../src/core/match/matchers.ts';
import { findVersionAxis } from '../../src/core/remediation/targets/at-version.ts';
import { findCandidates } from '../../src/core/remediation/targets/candidates.ts';
import { chooseTarget } from '../../src/core/remediation/targets/choose-target.ts';
import { listAffectingGroups } from '../../src/core/remediation/targets/judge-candidates.ts';
import type { Target } from '../../src/core/remediation/targets/target.ts';
import { schemeFor } from '../../src/core/versions/schemes/scheme-for.ts';
import type { Family } from '../../src/core/vocabulary/package.ts';
import { indexAdvisories } from '../support/advisories.ts';
import { SAME_FACTS } from '../support/remediation.ts';

export interface TargetShares {
  readonly packages: number;
  /** Pairs of a package and an affected version. */
  readonly versions: number;
  /** In addition: versions of malware, which are removed and not upgraded. */
  readonly malicious: number;
  readonly withSeveral: number;
  /** Pairs that stay vulnerable after upgrading to the fix of one of the advisories, and the same for the highest of them. */
  readonly leftBySingleFix: number;
  readonly leftByHighestFix: number;
  readonly withClean: number;
  readonly withoutClean: number;
  readonly reduced: number;
  /** Of pairs with a clean version. */
  readonly onLine: number;
  /** Findings: pairs of a package version and a vulnerability; those whose own nearest fix is still vulnerable. */
  readonly findings: number;
  readonly findingsLeft: number;
  readonly problems: readonly string[];
}

/** `versionsMax`: per package, spread evenly over all named versions; some packages have more than a thousand. */
export function measureTargets(family: Family, advisories: readonly Advisory[], versionsMax: number): TargetShares {
  const index = indexAdvisories(advisories);
  const counts = {
    packages: 0,
    versions: 0,
    malicious: 0,
    withSeveral: 0,
    leftBySingleFix: 0,
    leftByHighestFix: 0,
    withClean: 0,
    withoutClean: 0,
    reduced: 0,
    onLine: 0,
    findings: 0,
    findingsLeft: 0,
  };
  const problems: string[] = [];
  for (const [name, versions] of namedVersions(family, advisories)) {
    const entries = index.get(toPackageKey(family, '', name) ?? '') ?? [];
    const look = createLook(
      { identity: { family, release: '', name, source: undefined }, version: '', assumptions: [] },
      entries,
    );
    let isAffected = false;
    for (const version of spread([...versions], versionsMax)) {
      const packageVersion: PackageVersion = {
        identity: { family, release: '', name, source: undefined },
        version,
        assumptions: [],
      };
      if (!look(version).isAffected) continue;
      const own = matchPackage(packageVersion, entries).filter(({ state }) => state === 'affected');
      const { best, outcome } = chooseTarget({ package: packageVersion, entries, factsOf: () => SAME_FACTS });
      const problem = findProblem(packageVersion, entries, best, look);
      if (problem !== undefined) problems.push(`${name} ${version}: ${problem}`);
      if (own.some((match) => match.class === 'malicious')) {
        counts.malicious += 1;
        continue;
      }
      isAffected = true;
      counts.versions += 1;
      counts.findings += own.length;
      if (own.length > 1) counts.withSeveral += 1;
      const left = own.filter((match) => isLeftBy(look, match.fixedVersions[0])).length;
      counts.findingsLeft += left;
      if (left > 0) counts.leftBySingleFix += 1;
      if (isLeftBy(look, highestOf(own, entries))) counts.leftByHighestFix += 1;
      if (outcome === 'clean') counts.withClean += 1;
      else counts.withoutClean += 1;
      if (outcome === 'reduces') counts.reduced += 1;
      if (outcome === 'clean' && best?.isOnLine === true) counts.onLine += 1;
    }
    if (isAffected) counts.packages += 1;
  }
  return { ...counts, problems };
}

/** Every version named by records: listed versions, and the bounds of their ranges. */
function namedVersions(family: Family, advisories: readonly Advisory[]): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  for (const { affected } of advisories) {
    for (const entry of affected) {
      if (entry.family !== family) continue;
      const versions = named.get(entry.name) ?? new Set();
      for (const version of entry.versions) versions.add(version);
      for (const { introduced, fixed, lastAffected } of entry.windows) {
        for (const bound of [introduced, fixed, lastAffected]) if (bound !== undefined) versions.add(bound);
      }
      named.set(entry.name, versions);
    }
  }
  return named;
}

function spread<Item>(items: readonly Item[], max: number): readonly Item[] {
  if (items.length <= max) return items;
  return items.filter((_, at) => Math.floor((at * max) / items.length) !== Math.floor(((at - 1) * max) / items.length));
}

/** Result of the matcher for a version of a language package, which depends on nothing else; computed once per version. */
type Look = (version: string) => { readonly isClean: boolean; readonly isAffected: boolean };

function createLook(packageVersion: PackageVersion, entries: readonly CandidateEntry[]): Look {
  const seen = new Map<string, ReturnType<Look>>();
  return (version) => {
    let found = seen.get(version);
    if (found === undefined) {
      const matches = matchPackage({ ...packageVersion, version }, entries);
      found = {
        isClean: listAffectingGroups(matches).length === 0,
        isAffected: matches.some(({ state }) => state === 'affected'),
      };
      seen.set(version, found);
    }
    return found;
  };
}

/** Brute force: runs the matcher on every candidate, nearest first. */
function findProblem(
  packageVersion: PackageVersion,
  entries: readonly CandidateEntry[],
  best: Target | undefined,
  look: Look,
): string | undefined {
  const tested = matcherFor(packageVersion.identity.family)?.match(packageVersion, entries) ?? [];
  const axis = findVersionAxis(tested);
  if (axis === undefined) return 'no entry speaks of it';
  const { candidates } = findCandidates(packageVersion, axis, tested);
  const first = candidates.find(({ version }) => look(version).isClean);
  const clean = best?.isClean === true ? best.version : undefined;
  return first?.version === clean
    ? undefined
    : `sent to ${clean ?? 'nothing'}, and ${first?.version ?? 'nothing'} is clean`;
}

/** Only advisories that name a fix can be followed. */
function isLeftBy(look: Look, fix: string | undefined): boolean {
  return fix !== undefined && look(fix).isAffected;
}

function highestOf(matches: readonly PackageMatch[], entries: readonly CandidateEntry[]): string | undefined {
  const scheme = schemeFor(entries[0]?.entry.scheme ?? 'semver');
  let highest: { readonly text: string; readonly version: object } | undefined;
  for (const { fixedVersions } of matches) {
    const [text] = fixedVersions;
    const version = text === undefined ? undefined : scheme.parse(text);
    if (text === undefined || version === undefined) continue;
    if (highest === undefined || scheme.compare(version, highest.version) > 0) highest = { text, version };
  }
  return highest?.text;
}

type Column = readonly [heading: string, value: (shares: TargetShares) => string];

const share = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);

const COLUMNS: readonly Column[] = [
  ['Packages', ({ packages }) => String(packages)],
  ['Affected versions', ({ versions }) => String(versions)],
  ['and of malware', ({ malicious }) => String(malicious)],
  ['with several vulnerabilities', ({ withSeveral, versions }) => share(withSeveral, versions)],
  ["left vulnerable by one advisory's own fix", ({ leftBySingleFix, versions }) => share(leftBySingleFix, versions)],
  [
    'left vulnerable by the highest of these fixes',
    ({ leftByHighestFix, versions }) => share(leftByHighestFix, versions),
  ],
  ['a clean version is known', ({ withClean, versions }) => share(withClean, versions)],
  ['of these on the same line', ({ onLine, withClean }) => share(onLine, withClean)],
  ['less risk only', ({ reduced, versions }) => share(reduced, versions)],
  ['findings whose own fix is vulnerable', ({ findingsLeft, findings }) => share(findingsLeft, findings)],
];

/** As Markdown. */
export function describeTargets(shares: ReadonlyMap<string, TargetShares>): string {
  const rows = [...shares].map(([ecosystem, measured]) => [ecosystem, ...COLUMNS.map(([, value]) => value(measured))]);
  const lines = [['', ...COLUMNS.map(([heading]) => heading)], ['---', ...COLUMNS.map(() => '---')], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
