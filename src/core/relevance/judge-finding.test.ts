import { describe, expect, it } from 'vitest';
import type { KevFacts, SsvcFacts } from '../advisory/enrichment.ts';
import { judgeFinding, type JudgedMatch } from './judge-finding.ts';

const MATCH: JudgedMatch = { class: 'vulnerability', assumptions: [], urgency: undefined };
const DISMISSAL = { code: 'distro-not-affected', owner: { name: 'python3-rpm', version: '4.18.0-3' } } as const;
const KEV: KevFacts = { dateAdded: '2024-01-31', dueDate: null, ransomware: false, name: null, action: null };
const ACTIVE: SsvcFacts = { exploitation: 'active', automatable: null, technicalImpact: null, at: null };

describe('a finding', () => {
  it.each<[string, Partial<JudgedMatch>, string, readonly string[]]>([
    ['nobody objects to', {}, 'relevant', []],
    ['its distribution calls unimportant', { urgency: 'unimportant' }, 'deprioritized', ['distro-minor']],
    ['its distribution will not fix any more', { urgency: 'end-of-life' }, 'deprioritized', ['distro-minor']],
    ['its distribution calls urgent', { urgency: 'high' }, 'relevant', []],
    ['a distribution denies', { dismissal: DISMISSAL }, 'not_relevant', ['distro-not-affected']],
    [
      'a distribution denies, whatever else it says',
      { dismissal: DISMISSAL, urgency: 'unimportant' },
      'not_relevant',
      ['distro-not-affected'],
    ],
    ['advisories contradict each other about', { assumptions: ['disputed'] }, 'relevant', ['disputed']],
    [
      'is both disputed and unimportant',
      { assumptions: ['disputed'], urgency: 'unimportant' },
      'deprioritized',
      ['disputed', 'distro-minor'],
    ],
    ['is malicious', { class: 'malicious' }, 'relevant', ['malicious']],
    [
      'is malicious, whatever a distribution says',
      { class: 'malicious', urgency: 'unimportant', dismissal: DISMISSAL },
      'relevant',
      ['malicious', 'distro-minor'],
    ],
    ['is a warning', { class: 'informational' }, 'relevant', []],
  ])('that %s', (_, changes, relevance, codes) => {
    const judgment = judgeFinding({ ...MATCH, ...changes }, { kev: null, ssvc: null });

    expect(judgment.relevance).toBe(relevance);
    expect(judgment.reasons.map(({ code }) => code)).toEqual(codes);
  });

  it.each([
    ['the catalog', { kev: KEV, ssvc: null }],
    ['SSVC', { kev: null, ssvc: ACTIVE }],
  ])('that is exploited, says %s, is relevant unless the package is not affected', (_, facts) => {
    const minor = judgeFinding({ ...MATCH, urgency: 'unimportant' }, facts);
    const denied = judgeFinding({ ...MATCH, dismissal: DISMISSAL }, facts);

    expect([minor.relevance, denied.relevance]).toEqual(['relevant', 'not_relevant']);
    expect(minor.reasons.map(({ code }) => code)).toEqual(['exploited', 'distro-minor']);
    expect(denied.reasons.map(({ code }) => code)).toEqual(['distro-not-affected', 'exploited']);
  });
});
