import { describe, expect, it } from 'vitest';
import { describeAmounts, describeStageNote } from './stage-text.ts';

describe('words for a stage', () => {
  it.each([
    ['parse', { read: 0, failed: 0, documents: 1 }, '1 document'],
    ['parse', { read: 2, failed: 1, documents: 3 }, '3 documents, 2 read anew, 1 failed'],
    ['identify', { checked: 811, components: 1_870 }, '1,870 components, 811 can be checked'],
    ['match', { known: 870, evaluated: 0 }, '0 matched anew, 870 known from before'],
    [
      'relevance',
      { relevant: 220, suggested: 0, notRelevant: 1, 'distro-minor': 69, deprioritized: 69 },
      '220 open, 69 of lower priority, 1 filtered, Minor, says the distribution: 69',
    ],
    ['remediation', { fixes: 72, actions: 68, residual: 217 }, '68 steps, 72 end, 217 remain'],
    [
      'history',
      { changed: 0, findings: 290, resolved: 0, unchanged: 279, introduced: 11 },
      '290 findings, 11 introduced, 279 as before',
    ],
    ['history', {}, ''],
    ['match', { evaluated: 1, guessed: 4 }, '1 matched anew, guessed: 4'],
    ['ai', { candidates: 12, kept: 3 }, '12 to read, 3 left as they are'],
  ] as const)('describes %s with %j', (name, counts, words) => {
    expect(describeAmounts({ name, counts })).toBe(words);
  });

  it('shows the reason unless the counts already say it', () => {
    const skipped = { status: 'skipped', reason: 'ai_disabled', counts: {} } as const;

    expect(describeStageNote(skipped)).toBe(': AI is off in the settings of the organization');
    expect(describeStageNote({ status: 'done', reason: '290 findings', counts: { findings: 290 } })).toBe('');
    expect(describeStageNote({ ...skipped, reason: null })).toBe('');
  });
});
