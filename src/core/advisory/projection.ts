/**
 * The parts of an advisory that decide what happens when a record changes, each as one canonical text to be hashed. A record
 * whose first text is unchanged is not matched again, whatever else was edited; equal content gives equal text in any order.
 */
import type { VersionWindow } from '../versions/version-window.ts';
import type { Advisory, AffectedEntry } from './advisory.ts';

/** All that grouping and matching read. */
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

/** What a finding's place in a list depends on, and whether it is shown there at all. */
export function severityProjection({ severity, cvss, mentions }: Advisory): string {
  const vectors = cvss.map(({ vector }) => vector).toSorted();
  // Most records mention nothing, and their text stays what it was.
  return JSON.stringify(mentions.length === 0 ? [severity, vectors] : [severity, vectors, mentions]);
}

/** What matching reads of one package. */
export function entryProjection(entry: AffectedEntry): string {
  return JSON.stringify([
    entry.family,
    entry.release,
    entry.name,
    entry.scheme,
    // Sorted where they are made.
    entry.windows.map(toBounds),
    entry.versions.toSorted(),
    entry.problems.toSorted(),
    entry.lastKnownAffected ?? null,
    entry.urgency ?? null,
    ...restOf(entry),
  ]);
}

// Most entries have nothing of it, and their text stays as short as it is.
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
    // In order where they are made.
    platforms: platforms?.map(({ os, arch }) => [os, arch]),
  };
  return Object.values(rest).every((fact) => fact === undefined) ? [] : [rest];
}

function toBounds({ introduced, fixed, lastAffected }: VersionWindow): readonly (string | null)[] {
  return [introduced ?? null, fixed ?? null, lastAffected ?? null];
}
