/**
 * Whose word counts when records of one vulnerability disagree about a package. A distribution knows what it has patched; among
 * the rest, whoever curates an ecosystem comes before those who collect from all of them.
 */
import { isNoticeId, kindOfId } from '../identity/vulnerability-id.ts';
import type { CandidateEntry } from './match.ts';
import { matcherFor } from './matchers.ts';

/** From the strongest word to the weakest. */
export type Authority = 'distribution' | 'distribution-bundle' | 'curated' | 'ghsa' | 'other';

const ORDER: readonly Authority[] = ['distribution', 'distribution-bundle', 'curated', 'ghsa', 'other'];

// Collections that are made by machine from many sources, although their ids have the shape of an ecosystem's.
const COLLECTED = /^(?:BIT|GSD|OSV)-/;

export function authorityOf({ recordId, entry }: Pick<CandidateEntry, 'recordId' | 'entry'>): Authority {
  if (matcherFor(entry.family)?.id === 'distro') return isNoticeId(recordId) ? 'distribution-bundle' : 'distribution';
  const kind = kindOfId(recordId);
  if (kind === 'ecosystem') return COLLECTED.test(recordId) ? 'other' : 'curated';
  return kind === 'ghsa' ? 'ghsa' : 'other';
}

/** Negative: `a` is the stronger word. */
export function compareAuthority(a: Authority, b: Authority): number {
  return ORDER.indexOf(a) - ORDER.indexOf(b);
}
