/** The sources of advisories of an installation, the same for the server that reads them on schedule and for a command. */
import type { Feed } from './feed.ts';
import { createOsvFeed, type OsvFeedOptions } from './osv.ts';

export interface FeedSettings extends Omit<OsvFeedOptions, 'url'> {
  /** Undefined: switched off. */
  readonly url: string | undefined;
}

export function createConfiguredFeeds({ url, ...settings }: FeedSettings): Feed[] {
  return url === undefined ? [] : [createOsvFeed({ url, ...settings })];
}
