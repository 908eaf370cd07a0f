/** Start of the period for changes: when the user last marked them as seen, or a week ago. */
import { useState } from 'react';
import type { WireMe } from '../../../src/api/contract/person.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

export interface Since {
  readonly since: string;
  /** The period starts at the last visit. */
  readonly isVisit: boolean;
}

export function useSince(me: Pick<WireMe, 'lastVisitAt'> | undefined): Since {
  // Fixed while the page is open; a moving start would cause new requests again and again.
  const [weekAgo] = useState(() => new Date(Date.now() - WEEK_MS).toISOString());
  const lastVisitAt = me?.lastVisitAt ?? null;
  return { since: lastVisitAt ?? weekAgo, isVisit: lastVisitAt !== null };
}
