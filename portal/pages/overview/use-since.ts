/** Since when changes are counted: the last time that somebody said that they have seen them, else the last week. */
import { useState } from 'react';
import type { WireMe } from '../../../src/api/contract/person.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

export interface Since {
  readonly since: string;
  /** It was the last visit. */
  readonly isVisit: boolean;
}

export function useSince(me: Pick<WireMe, 'lastVisitAt'> | undefined): Since {
  // Fixed while the page is open: a moving beginning would ask the server again and again.
  const [weekAgo] = useState(() => new Date(Date.now() - WEEK_MS).toISOString());
  const lastVisitAt = me?.lastVisitAt ?? null;
  return { since: lastVisitAt ?? weekAgo, isVisit: lastVisitAt !== null };
}
