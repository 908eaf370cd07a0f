/** Lists the versions that fix the findings of a package in several services, and joins packages that are upgraded together. */
import { findLanguageRules } from '../../identity/ecosystems/ecosystem.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';
import { compareText } from '../../text/compare-text.ts';

export interface FixedComponent {
  readonly componentId: string;
  /** Null: not stated in the document. */
  readonly purl: string | null;
  /** Nearest version that fixes one finding; null: unknown. */
  readonly version: string | null;
}

/** A component needs the highest of the versions that fix its findings. Versions that most components need come first. */
export function listTargets(fixed: readonly FixedComponent[]): string[] {
  const highest = new Map<string, string>();
  for (const { componentId, purl, version } of fixed) {
    if (version === null) continue;
    const known = highest.get(componentId);
    if (known === undefined || isHigher(schemeOf(purl), version, known)) highest.set(componentId, version);
  }
  const counts = new Map<string, number>();
  for (const version of highest.values()) counts.set(version, (counts.get(version) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || compareText(a, b)).map(([version]) => version);
}

function isHigher(scheme: VersionScheme, version: string, other: string): boolean {
  const [a, b] = [scheme.parse(version), scheme.parse(other)];
  // A fixed order, whatever the order of the findings.
  if (a === undefined || b === undefined) return compareText(version, other) > 0;
  return (scheme.compare(a, b) || compareText(version, other)) > 0;
}

const SYSTEM_SCHEMES: ReadonlyMap<string, VersionScheme> = new Map([
  ['deb', schemeFor('debian')],
  ['rpm', schemeFor('rpm')],
  ['apk', schemeFor('apk')],
]);

function typeOf(purl: string | null): string {
  return purl?.slice('pkg:'.length).split('/', 1)[0] ?? '';
}

function schemeOf(purl: string | null): VersionScheme {
  const type = typeOf(purl);
  return SYSTEM_SCHEMES.get(type) ?? schemeFor(findLanguageRules(type)?.scheme ?? 'semver');
}

export interface PackageFix {
  readonly package: string;
  /** The most needed first. */
  readonly versions: readonly string[];
  /** Whether an operating system installs it. */
  readonly isSystem: boolean;
}

/**
 * Joins packages of an operating system with the same fixed version: they are built from one source and upgraded together, for
 * example `libc6` and `libc-bin`. Keeps the order of the first package of each.
 */
export function joinFixes<Fix extends PackageFix>(fixes: readonly Fix[]): (readonly [Fix, ...Fix[]])[] {
  const joined = new Map<string, [Fix, ...Fix[]]>();
  for (const fix of fixes) {
    const key = fix.isSystem && fix.versions[0] !== undefined ? `version ${fix.versions[0]}` : `package ${fix.package}`;
    const known = joined.get(key);
    if (known === undefined) joined.set(key, [fix]);
    else known.push(fix);
  }
  return [...joined.values()];
}

export function isSystemPackage(purl: string | null): boolean {
  return SYSTEM_SCHEMES.has(typeOf(purl));
}
