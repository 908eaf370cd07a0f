/** Prints the progress of a long command: a line now and then, which also suits the log of a nightly job. */
import type { ImportProgress, ReadingDeps } from '../../pipeline/advisories/with-lease.ts';
import type { TransferProgress } from '../../store/backup/backup-session.ts';

const BETWEEN_LINES_MS = 1_000;

export function createProgress(verb: string): (progress: TransferProgress) => void {
  let printedAt = -Infinity;
  return ({ organization, table, bytes }) => {
    const now = performance.now();
    if (now - printedAt < BETWEEN_LINES_MS) return;
    printedAt = now;
    const place =
      organization === undefined ? 'all organizations' : `organization ${organization.number} of ${organization.count}`;
    process.stdout.write(`${verb}: ${place}, ${table}, ${toSize(bytes)}\n`);
  };
}

/** For imports of advisories; the last line of each directory is always printed. */
export function createImportProgress(): ReadingDeps['onProgress'] {
  let place: { readonly directory: string; readonly startedAt: number } | undefined;
  let printedAt = -Infinity;
  return (_source, progress) => {
    const { directory, records, recordsTotal } = progress;
    const now = performance.now();
    if (directory !== place?.directory) place = { directory, startedAt: now };
    if (now - printedAt < BETWEEN_LINES_MS && records < recordsTotal) return;
    printedAt = now;
    process.stdout.write(describeProgress(progress, now - place.startedAt));
  };
}

/** Returns, for example, `npm (2 of 22): 500 of 1500 records, 2.1 MB, 50/s, about 20 s left`. */
export function describeProgress(progress: Omit<ImportProgress, 'skipped'>, elapsedMs: number): string {
  const { directory, directoryNumber, directoryCount, records, recordsTotal, bytes } = progress;
  const position = directoryCount > 1 ? ` (${directoryNumber} of ${directoryCount})` : '';
  const place = `${directory}${position}: ${records} of ${recordsTotal} records, ${toSize(bytes)}`;
  if (records === 0 || elapsedMs <= 0) return `${place}\n`;
  const rate = `${Math.round((records * 1_000) / elapsedMs)}/s`;
  if (records >= recordsTotal) return `${place}, ${rate}, ${toSeconds(elapsedMs)}\n`;
  return `${place}, ${rate}, about ${toSeconds(((recordsTotal - records) * elapsedMs) / records)} left\n`;
}

export function toSeconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1_000)} s`;
}

export function toSize(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
