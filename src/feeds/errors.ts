import { defineError, quote } from '../core/errors.ts';

export const FEED_REFUSED = defineError<{ source: string; problem: string }>(
  'FEED_REFUSED',
  ({ source, problem }) => `The data of ${quote(source)} was refused: ${problem}. What was loaded before stays in use.`,
);
