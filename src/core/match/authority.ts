/**
 * Whose word counts when records of one vulnerability disagree about a package. A distribution knows what it has patched; among
 * the rest, whoever curates an ecosystem comes before those who collect from all of them.
 */
import { kindOfId } from '../identity/vulnerability-id.ts';
import type { CandidateEntry } from './match.ts';
import { matcherFor } from './matchers.ts';

/** From the strongest word to the weakest. */
export type Authority = 'distribution' | 'distribution-bundle' | 'curated' | 'ghsa' | 'other';

const ORDER: readonly Authority[] = ['distribution', 'distribution-bundle', 'curated', 'ghsa', 'other'];

// Collections that are made by machine from many sources, although their ids have the shape of an ecosystem's.
const COLLECTED = /^(?:BIT|GSD|OSV)-/;
// One notice about many vulnerabilities; what has been found out about a single one is in the record of that one.
const BUNDLE =
  /^(?:DSA|DLA|DTSA|USN|LSN|RH[SBE]A|AL[SBE]A|RLSA|RXSA|SUSE-[A-Z]{2}|openSUSE-[A-Z]{2}|MGASA|OESA|PHSA|ELSA)-/;

export function authorityOf({ recordId, entry }: Pick<CandidateEntry, 'recordId' | 'entry'>): Authority {
  if (matcherFor(entry.family)?.id === 'distro') return BUNDLE.test(recordId) ? 'distribution-bundle' : 'distribution';
  const kind = kindOfId(recordId);
  if (kind === 'ecosystem') return COLLECTED.test(recordId) ? 'other' : 'curated';
  return kind === 'ghsa' ? 'ghsa' : 'other';
}

/** Negative: `a` is the stronger word. */
export function compareAuthority(a: Authority, b: Authority): number {
  return ORDER.indexOf(a) - ORDER.indexOf(b);
}
