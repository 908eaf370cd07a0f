/**
 * The parts of an advisory that decide what happens when a record changes, each as one canonical text to be hashed. A record
 * whose match projection is unchanged is not matched again, whatever else was edited. Equal content gives equal text in any
 * order.
 */
import type { VersionWindow } from '../../versions/version-window.ts';
import type { Advisory, AffectedEntry } from '../advisory.ts';

/** Everything that grouping and matching use. */
export function matchProjection(advisory: Advisory): string {
  return JSON.stringify([
    advisory.id,
    advisory.class,
    advisory.withdrawn ?? null,
    advisory.aliases.toSorted(),
    advisory.upstream.toSorted(),
    advisory.affected.map(entryProjection).toSorted(),
  ]);
}

/** Everything that decides where and whether a finding is listed. */
export function severityProjection({ severity, cvss, mentions }: Advisory): string {
  const vectors = cvss.map(({ vector }) => vector).toSorted();
  // Most records have no mentions; leaving them out keeps the text, and so the stored hash, unchanged.
  return JSON.stringify(mentions.length === 0 ? [severity, vectors] : [severity, vectors, mentions]);
}

/** Everything that matching uses of one package. */
export function entryProjection(entry: AffectedEntry): string {
  return JSON.stringify([
    entry.family,
    entry.release,
    entry.name,
    entry.scheme,
    // Already sorted.
    entry.windows.map(toBounds),
    entry.versions.toSorted(),
    entry.problems.toSorted(),
    entry.lastKnownAffected ?? null,
    entry.urgency ?? null,
    ...restOf(entry),
  ]);
}

// Most entries have none of these fields, which keeps their text short.
function restOf({
  channel,
  modules,
  binaries,
  customWindows,
  hasImports,
  importPaths,
  platforms,
}: AffectedEntry): readonly unknown[] {
  const rest = {
    channel,
    modules: modules?.toSorted(),
    binaries: binaries?.map(({ name, fixed }) => [name, fixed]).toSorted(),
    customWindows: customWindows?.map(toBounds),
    hasImports,
    importPaths,
    // Already sorted.
    platforms: platforms?.map(({ os, arch }) => [os, arch]),
  };
  return Object.values(rest).every((fact) => fact === undefined) ? [] : [rest];
}

function toBounds({ introduced, fixed, lastAffected }: VersionWindow): readonly (string | null)[] {
  return [introduced ?? null, fixed ?? null, lastAffected ?? null];
}
