/** Queries on an observed document. A file that was observed under another spelling counts as observed. */
import type { Observation } from '../profile-view.ts';
import { normalizePath, spellingsOf } from './file-path.ts';
import type { ObservedDocument } from './observed.ts';

export function toObservation({ image, from, to, paths }: ObservedDocument): Observation {
  const seen = new Set(paths.flatMap(spellingsOf));
  return {
    image,
    from,
    to,
    hasObserved: (path) => {
      const normalized = normalizePath(path);
      return normalized !== undefined && seen.has(normalized);
    },
  };
}
