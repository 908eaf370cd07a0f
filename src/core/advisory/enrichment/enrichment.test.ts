import { describe, expect, it } from 'vitest';
import { type SsvcFacts, mergeExploitFacts, type ExploitFacts } from './enrichment.ts';

const NOTHING: ExploitFacts = { kev: null, epss: null, ssvc: null };

function aListing(dateAdded: string): ExploitFacts {
  return { ...NOTHING, kev: { dateAdded, dueDate: null, ransomware: false, name: null, action: null } };
}

function aJudgment(exploitation: SsvcFacts['exploitation']): ExploitFacts {
  return { ...NOTHING, ssvc: { exploitation, automatable: null, technicalImpact: null, at: null } };
}

describe('mergeExploitFacts', () => {
  it('returns the highest score, the first listing and the worst exploitation, in any order', () => {
    const facts: ExploitFacts[] = [
      { ...NOTHING, epss: { score: 0.1, percentile: 0.9 } },
      { ...NOTHING, epss: { score: 0.2, percentile: 0.95 } },
      aListing('2024-02-01'),
      aListing('2023-02-01'),
      aJudgment('none'),
      aJudgment('active'),
      aJudgment(null),
      aJudgment('poc'),
    ];

    for (const each of [facts, facts.toReversed()])
      expect(mergeExploitFacts(each)).toMatchObject({
        epss: { score: 0.2 },
        kev: { dateAdded: '2023-02-01' },
        ssvc: { exploitation: 'active' },
      });
  });

  it('returns null for every kind without facts', () => {
    expect(mergeExploitFacts([])).toEqual(NOTHING);
    expect(mergeExploitFacts([NOTHING])).toEqual(NOTHING);
  });
});
