/**
 * Whether a finding matters here, from facts alone: what a distribution says about its own package, and what is known to be
 * exploited. Every reason is kept, also one that changed nothing. A vulnerability that all its records have withdrawn is no
 * match, and one with several ids is one finding, so neither comes here.
 */
import type { KevFacts, SsvcFacts } from '../advisory/enrichment.ts';
import type { SettledMatch } from '../match/ownership/settle-ownership.ts';
import { whyDismissed, type Reason } from './why-dismissed.ts';

export type RelevanceStatus = 'relevant' | 'deprioritized' | 'not_relevant';

export interface Judgment {
  readonly relevance: RelevanceStatus;
  readonly reasons: readonly Reason[];
}

export type JudgedMatch = Pick<SettledMatch, 'class' | 'assumptions' | 'urgency' | 'dismissal'>;

/** What is exploited or malicious is never put last, but a fact of the distribution still dismisses what is exploited. */
export function judgeFinding(
  match: JudgedMatch,
  { kev, ssvc }: { readonly kev: KevFacts | null; readonly ssvc: SsvcFacts | null },
): Judgment {
  const isExploited = kev !== null || ssvc?.exploitation === 'active';
  const minor = match.urgency === undefined ? undefined : MINOR.get(match.urgency);
  const annotations = [
    ...(match.class === 'malicious' ? [MALICIOUS] : []),
    ...(isExploited ? [EXPLOITED] : []),
    ...(match.assumptions.includes('disputed') ? [DISPUTED] : []),
  ];
  if (match.dismissal !== undefined && match.class !== 'malicious')
    return { relevance: 'not_relevant', reasons: [whyDismissed(match.dismissal), ...annotations] };
  if (minor === undefined) return { relevance: 'relevant', reasons: annotations };
  const isEscalated = isExploited || match.class === 'malicious';
  return { relevance: isEscalated ? 'relevant' : 'deprioritized', reasons: [...annotations, minor] };
}

const MALICIOUS: Reason = { code: 'malicious', text: 'The package was made to do harm: remove it now.' };
const EXPLOITED: Reason = { code: 'exploited', text: 'It is known to be exploited.' };
const DISPUTED: Reason = { code: 'disputed', text: 'Advisories contradict each other about the affected versions.' };

/** By the word of the distribution about its own package. */
const MINOR: ReadonlyMap<string, Reason> = new Map([
  ['unimportant', { code: 'distro-minor', text: 'The distribution considers this unimportant.' }],
  [
    'end-of-life',
    { code: 'distro-minor', text: 'The distribution no longer supports the package and will not fix it.' },
  ],
]);
