/** Builders for records in OSV format: `record('CVE-2021-23337', entry('npm', 'lodash', fixedIn('4.17.21')))`. */
import type { Json, PublishedRecord } from './labeled-case.ts';

/** An entry, or raw members of the record: `{ aliases: [..] }`. */
type Part = Entry | Json;

interface Entry {
  readonly package: { readonly ecosystem: string; readonly name: string };
  readonly [member: string]: unknown;
}

export function record(id: string, ...parts: readonly Part[]): PublishedRecord {
  const entries = parts.filter(isEntry);
  const members = parts.filter((part) => !isEntry(part));
  return {
    osv: Object.assign({ id, modified: '2025-01-01T00:00:00Z', affected: entries }, ...members) as Json,
  };
}

/** The copy of a record in one directory of the export. */
export function inDirectory(directory: string, { osv }: PublishedRecord): PublishedRecord {
  return { osv, directory };
}

function isEntry(part: Part): part is Entry {
  return 'package' in part;
}

type Event = Readonly<Record<string, string>>;

/** A list of events is one range; a list of such lists is several ranges; members of the entry come last. */
export function entry(
  ecosystem: string,
  name: string,
  events: readonly Event[] | readonly (readonly Event[])[] = [],
  members: Json = {},
): Entry {
  const ranges = isNested(events) ? events : [events];
  const type = SEMVER_FEEDS.has(ecosystem.split(':')[0] ?? '') ? 'SEMVER' : 'ECOSYSTEM';
  return {
    package: { ecosystem, name },
    ...(events.length > 0 && { ranges: ranges.map((each) => ({ type, events: each })) }),
    ...members,
  };
}

// Feeds that write SEMVER ranges; all others write ECOSYSTEM.
const SEMVER_FEEDS: ReadonlySet<string> = new Set([
  'npm',
  'Go',
  'crates.io',
  'Hex',
  'SwiftURL',
  'Bitnami',
  'Julia',
  'GitHub Actions',
  'VSCode',
  'ConanCenter',
]);

function isNested(events: readonly Event[] | readonly (readonly Event[])[]): events is readonly (readonly Event[])[] {
  return Array.isArray(events[0]);
}

/** Every version, past and future. */
export const ALWAYS: readonly Event[] = [{ introduced: '0' }];
/** How distributions write "never affected". */
export const NEVER: readonly Event[] = [{ introduced: '0' }, { fixed: '0' }];

export function fixedIn(fixed: string): readonly Event[] {
  return [{ introduced: '0' }, { fixed }];
}

export function between(introduced: string, fixed: string): readonly Event[] {
  return [{ introduced }, { fixed }];
}

export function upTo(lastAffected: string): readonly Event[] {
  return [{ introduced: '0' }, { last_affected: lastAffected }];
}

export function since(introduced: string): readonly Event[] {
  return [{ introduced }];
}
