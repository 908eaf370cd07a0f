/** All that a feed hands out, with what it says about its progress. */
import type { Feed, FeedProgress, RawRecord } from '../../src/feeds/feed.ts';

export interface FeedReading {
  readonly batches: readonly (readonly RawRecord[])[];
  readonly progress: readonly FeedProgress[];
  /** `directory/id` in the order in which they came. */
  readonly keys: readonly string[];
}

export async function readFeed(feed: Feed): Promise<FeedReading> {
  const batches: (readonly RawRecord[])[] = [];
  const progress: FeedProgress[] = [];
  for await (const batch of feed.read((step) => progress.push(step))) batches.push(batch);
  return { batches, progress, keys: batches.flat().map(({ directory, id }) => `${directory}/${id}`) };
}
