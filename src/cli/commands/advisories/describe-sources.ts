/** Formats advisory sources for the terminal: the result of an import, and the status of each source. */
import { pluralize } from '../../../core/text/pluralize.ts';
import type { EnrichmentReport } from '../../../pipeline/advisories/refresh-enrichment.ts';
import type { RefreshReport } from '../../../pipeline/advisories/refresh-source.ts';
import type { SourceOverview } from '../../../pipeline/advisories/data-state.ts';
import type { DirectoryState } from '../../../store/advisories/directories.ts';
import { describeProgress, toSeconds } from '../../terminal/progress.ts';
import { toColumns } from '../../terminal/columns.ts';

const LATER = 'A running Assay now reanalyzes the affected versions; otherwise it does so at its next start.\n';

export function describeImport({ records, changed, bad, directories }: RefreshReport, elapsedMs: number): string {
  const refused = bad === 0 ? '' : `, ${bad} rejected`;
  const named = directories.flatMap(({ directory, problems }) =>
    problems.map(({ id, problem }) => `  ${directory} ${id}: ${problem}\n`),
  );
  const line = `Imported ${records} records in ${toSeconds(elapsedMs)}: ${changed} changed${refused}.\n${named.join('')}`;
  return changed === 0 ? line : `${line}${LATER}`;
}

export function describeEnrichment(report: EnrichmentReport): string {
  if (report.kind === 'unchanged') return 'No changes since the last sync.\n';
  return `Imported ${report.rows} records: ${report.changed} changed, ${report.removed} removed.\n`;
}

/** Prints one line per source, one per directory below it, and problems below that. */
export function describeSources(sources: readonly SourceOverview[], nowMs: number): string {
  const rows = sources.flatMap((source) => [
    [
      source.name,
      stateOf(source),
      String(source.records),
      toDay(source.newestRecordAt),
      toAge(source.lastSuccessAt, nowMs),
    ],
    ...source.directories.map(({ directory, state, records, highWater, lastSuccessAt }) => [
      `  ${directory}`,
      state,
      String(records),
      toDay(highWater),
      toAge(lastSuccessAt, nowMs),
    ]),
  ]);
  const table = toColumns([['SOURCE', 'STATE', 'RECORDS', 'NEWEST', 'LAST SYNC'], ...rows]);
  return `${table}${sources.map((source) => describeProblems(source, nowMs)).join('')}`;
}

function stateOf({ state, enabled, staleness }: SourceOverview): string {
  if (!enabled) return 'disabled';
  return staleness !== null && state !== 'syncing' ? `${state}, stale` : state;
}

function describeProblems(
  { name, lastError, directories, progress, staleness }: SourceOverview,
  nowMs: number,
): string {
  const lines = [];
  if (progress !== null) {
    lines.push(describeProgress(progress, nowMs - Date.parse(progress.startedAt)).trimEnd());
  }
  if (staleness !== null) lines.push(staleness.text);
  if (lastError !== null) lines.push(`last error: ${lastError}`);
  for (const each of directories) {
    if (each.lastError !== null && each.lastError !== lastError) lines.push(`${each.directory}: ${each.lastError}`);
    if (each.refused > 0) lines.push(`${each.directory}: ${pluralize(each.refused, 'record')} rejected`);
    for (const { id, problem } of each.refusedRecords) lines.push(`  ${id}: ${problem}`);
    if (each.pending.length > 0) lines.push(describePending(each));
  }
  // A message may quote a source, and a line break in it would look like a separate line.
  return lines.map((line) => `${name}: ${line.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')}\n`).join('');
}

const PENDING_NAMED_MAX = 5;

function describePending({ directory, pending }: Pick<DirectoryState, 'directory' | 'pending'>): string {
  const named = pending.slice(0, PENDING_NAMED_MAX).join(', ');
  const others = pending.length > PENDING_NAMED_MAX ? ', ...' : '';
  const records = pluralize(pending.length, 'listed record');
  return `${directory}: ${records} missing, too large or older than listed, requested again by the next sync: ${named}${others}`;
}

function toDay(time: string | null): string {
  return time === null ? '-' : time.slice(0, 10);
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

function toAge(time: string | null, nowMs: number): string {
  if (time === null) return 'never';
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(time)) / 1_000));
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ['s', 1];
  return `${Math.floor(seconds / length)} ${unit} ago`;
}
