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

/** What a finding's place in a list depends on. */
export function severityProjection(advisory: Advisory): string {
  return JSON.stringify([advisory.severity, advisory.cvss.map(({ vector }) => vector).toSorted()]);
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
function restOf({ channel, modules, binaries, customWindows, hasImports }: AffectedEntry): readonly unknown[] {
  const rest = {
    channel,
    modules: modules?.toSorted(),
    binaries: binaries?.map(({ name, fixed }) => [name, fixed]).toSorted(),
    customWindows: customWindows?.map(toBounds),
    hasImports,
  };
  return Object.values(rest).every((fact) => fact === undefined) ? [] : [rest];
}

function toBounds({ introduced, fixed, lastAffected }: VersionWindow): readonly (string | null)[] {
  return [introduced ?? null, fixed ?? null, lastAffected ?? null];
}
