import { defineError, quote } from '../core/errors.ts';

export const FEED_REFUSED = defineError<{ source: string; problem: string }>(
  'FEED_REFUSED',
  ({ source, problem }) => `The data of ${quote(source)} was refused: ${problem}. What was loaded before stays in use.`,
);

/** Some mirrors have only the archives. */
export const FEED_WITHOUT_RECORDS = defineError<{ source: string; directory: string }>(
  'FEED_WITHOUT_RECORDS',
  ({ source, directory }) =>
    `The mirror of ${quote(source)} has no single records of ${quote(directory)}: its archive is read instead.`,
);

export const BUNDLE_UNWRITABLE = defineError<{ path: string; problem: string }>(
  'BUNDLE_UNWRITABLE',
  ({ path, problem }) => `The bundle ${quote(path)} cannot be written: ${problem}.`,
);
