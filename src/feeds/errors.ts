import { defineError, quote } from '../core/errors.ts';

export const FEED_REJECTED = defineError<{ source: string; problem: string }>(
  'FEED_REJECTED',
  ({ source, problem }) =>
    `The data of ${quote(source)} was rejected: ${problem}. The previously loaded data stays in use.`,
);

/** The source may be reachable later. `problem` is a sentence. */
export const FEED_UNREACHABLE = defineError<{ source: string; problem: string; setting: string }>(
  'FEED_UNREACHABLE',
  ({ source, problem, setting }) =>
    `Cannot sync ${quote(source)}. ${problem} Allow access to the host, or name a mirror in ${setting}.`,
);

/** Some mirrors have only the archives. */
export const FEED_WITHOUT_RECORDS = defineError<{ source: string; directory: string }>(
  'FEED_WITHOUT_RECORDS',
  ({ source, directory }) =>
    `The mirror of ${quote(source)} has no individual records for ${quote(directory)}; using its archive instead.`,
);

export const BUNDLE_UNWRITABLE = defineError<{ path: string; problem: string }>(
  'BUNDLE_UNWRITABLE',
  ({ path, problem }) => `Cannot write the bundle ${quote(path)}: ${problem}.`,
);
