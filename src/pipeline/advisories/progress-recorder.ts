/**
 * Writes the progress of an import to the row of its source, so that other processes can show it; at most once a second per
 * directory.
 */
import type { FeedProgress } from '../../feeds/feed.ts';
import { recordProgress } from '../../store/advisories/sources/sources.ts';
import type { PipelineDeps } from '../deps.ts';

const RECORD_INTERVAL_MS = 1_000;

export function createProgressRecorder(deps: PipelineDeps, source: string): (progress: FeedProgress) => void {
  let current: { readonly directory: string; readonly startedAt: string } | undefined;
  let notedAt = -Infinity;
  let isWriting = false;
  return ({ directory, records, recordsTotal, bytes }) => {
    if (directory !== current?.directory) current = { directory, startedAt: new Date(deps.now()).toISOString() };
    const { startedAt } = current;
    if (isWriting || performance.now() - notedAt < RECORD_INTERVAL_MS) return;
    isWriting = true;
    notedAt = performance.now();
    const progress = { directory, records, recordsTotal, bytes, startedAt };
    deps.database
      .reference(async (tx) => await recordProgress(tx, source, progress))
      // Progress is not critical, and the next note follows soon.
      .catch(() => {})
      .finally(() => {
        isWriting = false;
      });
  };
}
