/** Sources of advisories for the terminal: what an import did, and how each of them is. */
import type { RefreshReport } from '../pipeline/refresh-source.ts';
import type { AdvisorySource } from '../store/advisories/sources.ts';
import { toSeconds } from './progress.ts';

export function describeImport({ records, changed, bad }: RefreshReport, elapsedMs: number): string {
  const unread = bad === 0 ? '' : `, ${bad} could not be read`;
  const line = `Read ${records} records in ${toSeconds(elapsedMs)}: ${changed} changed${unread}.\n`;
  if (changed === 0) return line;
  return `${line}Stored versions are brought up to date by Assay: now if it runs, or else after its next start.\n`;
}

/** One line each. */
export function describeSources(sources: readonly AdvisorySource[]): string {
  if (sources.length === 0) return 'No source of advisories was read yet. "assay advisories sync" reads it.\n';
  return sources.map((source) => `${describeSource(source)}\n`).join('');
}

function describeSource({ name, state, records, newestRecordAt, lastGoodAt, lastError }: AdvisorySource): string {
  return [
    `${name}  ${state}`,
    `${records} records`,
    `newest record ${newestRecordAt ?? 'none'}`,
    `last good ${lastGoodAt ?? 'never'}`,
    // The message may quote a source, and a line break in it would look like a source of its own.
    `last error ${lastError?.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ') ?? 'none'}`,
  ].join(', ');
}
