/**
 * Which record counts if records of one vulnerability disagree about a package. A distribution knows what it has patched; among
 * the other sources, the curators of an ecosystem come before collections of all ecosystems.
 */
import { isNoticeId, kindOfId } from '../../identity/vulnerability-id.ts';
import type { CandidateEntry } from '../match.ts';
import { matcherFor } from '../matchers.ts';

/** Strongest first. */
export type Authority = 'distribution' | 'distribution-bundle' | 'curated' | 'ghsa' | 'other';

const ORDER: readonly Authority[] = ['distribution', 'distribution-bundle', 'curated', 'ghsa', 'other'];

// Collections generated from many sources, although their ids look like those of an ecosystem.
const COLLECTED = /^(?:BIT|GSD|OSV)-/;

export function authorityOf({ recordId, entry }: Pick<CandidateEntry, 'recordId' | 'entry'>): Authority {
  if (matcherFor(entry.family)?.id === 'distro') return isNoticeId(recordId) ? 'distribution-bundle' : 'distribution';
  const kind = kindOfId(recordId);
  if (kind === 'ecosystem') return COLLECTED.test(recordId) ? 'other' : 'curated';
  return kind === 'ghsa' ? 'ghsa' : 'other';
}

/** Negative if `a` is the stronger authority. */
export function compareAuthority(a: Authority, b: Authority): number {
  return ORDER.indexOf(a) - ORDER.indexOf(b);
}
