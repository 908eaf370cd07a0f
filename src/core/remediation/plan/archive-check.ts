/**
 * Checks whether the archive of a distribution already offers the fixed versions, by the package indexes that are loaded. Advisories
 * may name a version before the archive has it, and a rebuild brings only what the archive has.
 */
import { uniqueSorted } from '../../collections/text-lists.ts';
import { rulesOf } from '../../identity/ecosystems/ecosystem.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import { toPackageKey } from '../../identity/package-key.ts';
import { compareText } from '../../text/compare-text.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import type { VerifiedExists } from '../targets/candidates.ts';
import type { ArchivedVersion, PlanPackage } from './plan-input.ts';

/** The newest version that the archives of the release have of a package. */
export interface ArchiveSighting {
  readonly packageId: string;
  /** Name of the source package. */
  readonly package: string;
  /** The version that fixes it. */
  readonly target: string;
  readonly newest: ArchivedVersion;
  /** Whether the newest version is the target or later. */
  readonly isThere: boolean;
}

export interface ArchiveCheck {
  /** How a fix in the archive is installed: images are rebuilt. */
  readonly by: 'rebuild' | 'update';
  /** Source packages that the action fixes, including those that no index lists. */
  readonly total: number;
  /** Sorted by package. */
  readonly sightings: readonly ArchiveSighting[];
}

/** The key of the source package, under which archived versions are stored. */
export function archivedKeyOf(
  identity: Pick<PackageIdentity, 'family' | 'release' | 'name' | 'source'>,
): string | undefined {
  return toPackageKey(identity.family, identity.release, sourceNameOf(identity));
}

function sourceNameOf({ name, source }: Pick<PackageIdentity, 'name' | 'source'>): string {
  return source?.name ?? name;
}

/** `fixed` are the packages that the action updates. Returns undefined if no index lists any of them. */
export function checkArchive(fixed: readonly PlanPackage[], by: ArchiveCheck['by']): ArchiveCheck | undefined {
  const sightings = fixed
    .flatMap((each) => findSighting(each) ?? [])
    .toSorted((a, b) => compareText(a.package, b.package) || compareText(a.packageId, b.packageId));
  if (sightings.length === 0) return undefined;
  return { by, total: countSources(fixed), sightings };
}

function countSources(fixed: readonly PlanPackage[]): number {
  return new Set(fixed.map(({ package: { identity } }) => sourceNameOf(identity))).size;
}

/** Compares by the rules of the distribution. An index that is older than the installed package says nothing about the fix. */
function findSighting({ id, package: found, answer, archived = [] }: PlanPackage): ArchiveSighting | undefined {
  const { identity, version } = found;
  const rules = rulesOf(identity.family);
  const target = answer.best?.version;
  // Archived versions are those of the source; a target in terms of the package cannot be compared with them.
  const isOfSource = answer.replaced === (identity.source?.version ?? version);
  if (rules === undefined || target === undefined || !isOfSource) return undefined;
  const scheme = schemeFor(rules.scheme);
  const [wanted, installed] = [scheme.parse(target), scheme.parse(answer.replaced ?? '')];
  let newest: { readonly of: ArchivedVersion; readonly parsed: object } | undefined;
  for (const each of archived) {
    const parsed = scheme.parse(each.version);
    if (parsed === undefined) continue;
    if (newest === undefined || scheme.compare(parsed, newest.parsed) > 0) newest = { of: each, parsed };
  }
  if (newest === undefined || wanted === undefined || installed === undefined) return undefined;
  if (scheme.compare(newest.parsed, installed) < 0) return undefined;
  return {
    packageId: id,
    package: sourceNameOf(identity),
    target,
    newest: newest.of,
    isThere: scheme.compare(newest.parsed, wanted) >= 0,
  };
}

/** One missing package is enough for false; true needs all of them. */
export function existsInArchive(check: ArchiveCheck | undefined): VerifiedExists {
  if (check === undefined) return 'unknown';
  const sources = mergeBinaries(check.sightings);
  if (sources.some(({ isThere }) => !isThere)) return false;
  return sources.length === check.total ? true : 'unknown';
}

/** Returns one sighting per source package; if its binaries differ, that of a missing one. */
export function mergeBinaries(sightings: readonly ArchiveSighting[]): readonly ArchiveSighting[] {
  return [...Map.groupBy(sightings, (each) => each.package).values()].flatMap(
    (binaries) => binaries.find(({ isThere }) => !isThere) ?? binaries[0] ?? [],
  );
}

const BRINGS: Readonly<Record<ArchiveCheck['by'], string>> = {
  rebuild: 'A rebuild brings',
  update: 'An update brings',
};
const NAMED_MAX = 3;

/** `A rebuild brings it: bookworm-security/main has 3.0.17-1 (index of 2026-11-10).` */
export function describeArchive({ by, total, sightings }: ArchiveCheck): string {
  const sources = mergeBinaries(sightings);
  const [first] = sources;
  if (first === undefined) return '';
  if (total > 1) return describeSources(sources, total, BRINGS[by]);
  const { version, archive, asOf } = first.newest;
  return first.isThere
    ? `${BRINGS[by]} it: ${archive} has ${version} (index of ${toDay(asOf)}).`
    : `The archive does not have it yet: newest is ${version} in ${archive} (index of ${toDay(asOf)}).`;
}

function describeSources(sources: readonly ArchiveSighting[], total: number, brings: string): string {
  const archives = uniqueSorted(sources.map(({ newest }) => newest.archive)).join(', ');
  const [oldest = ''] = uniqueSorted(sources.map(({ newest }) => toDay(newest.asOf)));
  const seen = `(${archives}, index of ${oldest})`;
  const missing = sources.filter(({ isThere }) => !isThere);
  if (missing.length > 0) {
    const named = missing
      .slice(0, NAMED_MAX)
      .map((each) => `${each.package} (newest is ${each.newest.version}, needs ${each.target})`)
      .join(', ');
    const more = missing.length > NAMED_MAX ? ` and ${missing.length - NAMED_MAX} more` : '';
    return `The archive does not have ${missing.length} of ${total} fixed packages yet: ${named}${more} ${seen}.`;
  }
  const unlisted = total - sources.length;
  if (unlisted === 0) return `${brings} all ${total} fixed packages ${seen}.`;
  return `${brings} ${sources.length} of ${total} fixed packages ${seen}. No index lists the others.`;
}

function toDay(time: string): string {
  return time.slice(0, '2026-11-10'.length);
}
