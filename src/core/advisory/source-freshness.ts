/**
 * Decides whether the data of a source is outdated, by the rhythm of the source: when it was last synced, and how old its newest
 * record is. A mirror or a file that is no longer updated syncs without errors, so only its records show its age.
 */
import { DAY_MS, HOUR_MS, toMilliseconds } from '../calendar.ts';
import { pluralize } from '../text/pluralize.ts';
import { DISTRIBUTIONS, type StaleReason } from '../vocabulary/source.ts';

interface Rhythm {
  /** Two syncs or more can fail before it. */
  readonly syncMsMax: number;
  /** Null: the source has no date of its records, or may be unchanged for months. */
  readonly contentMsMax: number | null;
}

const RHYTHMS: Readonly<Record<string, Rhythm>> = {
  // Changes every day. `isOsvOld` judges its records, by their number.
  osv: { syncMsMax: DAY_MS, contentMsMax: null },
  // Changes every day.
  redhat: { syncMsMax: DAY_MS, contentMsMax: 14 * DAY_MS },
  // Each distribution has its own rhythm, and the files of ended releases stay as they are.
  [DISTRIBUTIONS]: { syncMsMax: DAY_MS, contentMsMax: null },
  nvd: { syncMsMax: 2 * DAY_MS, contentMsMax: 14 * DAY_MS },
  // Changes several times a week. The longest pause was 26 days (2021), since then 18 (2024).
  kev: { syncMsMax: 2 * DAY_MS, contentMsMax: 30 * DAY_MS },
  // Published every day.
  epss: { syncMsMax: 2 * DAY_MS, contentMsMax: 4 * DAY_MS },
  ssvc: { syncMsMax: 2 * DAY_MS, contentMsMax: null },
  packages: { syncMsMax: 7 * DAY_MS, contentMsMax: null },
  // The coordinates of a published jar never change.
  jars: { syncMsMax: 30 * DAY_MS, contentMsMax: null },
};
const OTHER: Rhythm = { syncMsMax: DAY_MS, contentMsMax: null };

/** Bundles are carried to installations without a network, usually every week. */
const IMPORT_MS_MAX = 7 * DAY_MS;

/**
 * Only several large ecosystems together have this many records, and some of them change every day: no pause of npm, PyPI, Debian
 * or Wolfi was longer than 8 days in a year.
 */
const OSV_RECORDS_MIN = 20_000;
const OSV_MS_MAX = 14 * DAY_MS;

/**
 * Smaller ecosystems are not judged: CRAN, Hex, Pub, SwiftURL and Hackage had pauses of 71 to 198 days. Of those with 1,000
 * records, Alpine had the longest pause with 79 days.
 */
export const DIRECTORY_RECORDS_MIN = 1_000;
const DIRECTORY_MS_MAX = 90 * DAY_MS;

export interface DatedSource {
  readonly name: string;
  readonly url: string | null;
  /** A source that is not enabled may have data from an imported bundle. */
  readonly enabled: boolean;
  readonly records: number;
  readonly lastSuccessAt: string | null;
  readonly newestRecordAt: string | null;
  /** Oldest of the newest records of each directory with at least `DIRECTORY_RECORDS_MIN` records. */
  readonly oldestDirectoryAt: string | null;
}

export interface Staleness {
  readonly reason: StaleReason;
  /** Time of the last sync or import, or of the newest record. */
  readonly since: string;
  /** What is old, and what to do. */
  readonly text: string;
}

/** Returns undefined for current data, for a source without data, and for the starter set, which is part of Assay. */
export function findStaleness(source: DatedSource, nowMs: number): Staleness | undefined {
  const { name, enabled, lastSuccessAt } = source;
  if (name === 'starter' || lastSuccessAt === null) return undefined;
  const { syncMsMax } = rhythmOf(name);
  const syncAge = nowMs - toMilliseconds(lastSuccessAt);
  if (syncAge >= (enabled ? syncMsMax : IMPORT_MS_MAX)) {
    const text = enabled
      ? `No successful sync for ${toAge(syncAge)}. Check the last error and the access to the URL, then sync again.`
      : `The data was exported ${toAge(syncAge)} ago. Import a newer bundle.`;
    return { reason: 'sync', since: lastSuccessAt, text };
  }
  const old = findOldContent(source, nowMs);
  return old && { reason: 'content', since: old.since, text: `${old.text} ${toAdvice(source)}` };
}

function findOldContent(source: DatedSource, nowMs: number): Pick<Staleness, 'since' | 'text'> | undefined {
  const { newestRecordAt, oldestDirectoryAt } = source;
  if (newestRecordAt !== null && isOld(source, newestRecordAt, nowMs)) {
    const text = `The newest record is ${toAge(nowMs - toMilliseconds(newestRecordAt))} old.`;
    return { since: newestRecordAt, text };
  }
  if (
    oldestDirectoryAt === null ||
    source.name === DISTRIBUTIONS ||
    !isDirectoryOld({ records: DIRECTORY_RECORDS_MIN, newest: oldestDirectoryAt }, nowMs)
  )
    return undefined;
  const text = `At least one large ecosystem has no new record for ${toAge(nowMs - toMilliseconds(oldestDirectoryAt))}.`;
  return { since: oldestDirectoryAt, text };
}

function isOld({ name, records }: DatedSource, newestRecordAt: string, nowMs: number): boolean {
  const ageMs = nowMs - toMilliseconds(newestRecordAt);
  if (name === 'osv') return records >= OSV_RECORDS_MIN && ageMs >= OSV_MS_MAX;
  const { contentMsMax } = rhythmOf(name);
  return contentMsMax !== null && ageMs >= contentMsMax;
}

/** Whether an ecosystem of OSV is outdated although it syncs. */
export function isDirectoryOld(
  { records, newest }: { readonly records: number; readonly newest: string | null },
  nowMs: number,
): boolean {
  return records >= DIRECTORY_RECORDS_MIN && newest !== null && nowMs - toMilliseconds(newest) >= DIRECTORY_MS_MAX;
}

function rhythmOf(name: string): Rhythm {
  return (Object.hasOwn(RHYTHMS, name) ? RHYTHMS[name] : undefined) ?? OTHER;
}

function toAdvice({ enabled, url }: DatedSource): string {
  if (!enabled) return 'Import a newer bundle.';
  if (url?.startsWith('file:') === true) return 'Replace the files at the URL of the source.';
  return 'Check that the URL is the current address, or update the mirror.';
}

/** `36 hours`, `447 days`. */
function toAge(ageMs: number): string {
  return ageMs < 3 * DAY_MS
    ? pluralize(Math.floor(ageMs / HOUR_MS), 'hour')
    : pluralize(Math.floor(ageMs / DAY_MS), 'day');
}
