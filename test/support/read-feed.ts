/** Reads everything that a feed returns, with its progress reports. */
import type { Feed, FeedProgress, RawRecord } from '../../src/feeds/feed.ts';

export interface FeedReading {
  readonly batches: readonly (readonly RawRecord[])[];
  readonly progress: readonly FeedProgress[];
  /** `directory/id` in the order in which they were read. */
  readonly keys: readonly string[];
}

/** Ignores the lists: reads every record of every directory. */
export async function readFeed(feed: Feed, signal = new AbortController().signal): Promise<FeedReading> {
  const { present } = await feed.listDirectories({ signal });
  const batches: (readonly RawRecord[])[] = [];
  const progress: FeedProgress[] = [];
  const onProgress = (step: FeedProgress): void => void progress.push(step);
  for (const directory of present) {
    for await (const batch of feed.readAll(directory, { signal, onProgress })) batches.push(batch);
  }
  return { batches, progress, keys: toKeys(batches) };
}

export async function readSome(
  feed: Feed,
  directory: string,
  ids: readonly string[],
  signal = new AbortController().signal,
): Promise<FeedReading> {
  const batches: (readonly RawRecord[])[] = [];
  const progress: FeedProgress[] = [];
  const onProgress = (step: FeedProgress): void => void progress.push(step);
  for await (const batch of feed.readSome(directory, ids, { signal, onProgress })) batches.push(batch);
  return { batches, progress, keys: toKeys(batches) };
}

function toKeys(batches: readonly (readonly RawRecord[])[]): string[] {
  return batches.flat().map(({ directory, id }) => `${directory}/${id}`);
}
