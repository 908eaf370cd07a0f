/** How far a long command is: a line now and then, which also reads well in the log of a nightly job. */
import type { FeedProgress } from '../feeds/feed.ts';
import type { TransferProgress } from '../store/backup/transfer.ts';

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

/** Of an import of advisories; the last line of each ecosystem is always printed. */
export function createImportProgress(): (source: string, progress: FeedProgress) => void {
  const startedAt = performance.now();
  let printedAt = -Infinity;
  return (_source, { directory, records, recordsTotal }) => {
    const now = performance.now();
    if (now - printedAt < BETWEEN_LINES_MS && records < recordsTotal) return;
    printedAt = now;
    process.stdout.write(`${directory}: ${records} of ${recordsTotal} records, ${toSeconds(now - startedAt)}\n`);
  };
}

export function toSeconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1_000)} s`;
}

export function toSize(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
