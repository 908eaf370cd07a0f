import { describe, expect, it } from 'vitest';
import { describeAmounts, describeStageNote } from './stage-text.ts';

describe('texts for a stage', () => {
  it.each([
    ['parse', { read: 0, failed: 0, documents: 1 }, '1 SBOM'],
    ['parse', { read: 2, failed: 1, documents: 3 }, '3 SBOMs, 2 newly parsed, 1 failed'],
    ['identify', { checked: 811, components: 1_870 }, '1,870 components, 811 checkable'],
    ['match', { known: 870, evaluated: 0 }, '0 newly matched, 870 reused'],
    [
      'relevance',
      { relevant: 220, suggested: 0, notRelevant: 1, 'distro-minor': 69, deprioritized: 69 },
      '220 relevant, 69 lower priority, 1 not relevant, Minor per distribution: 69',
    ],
    ['remediation', { fixes: 72, actions: 68, residual: 217 }, '68 steps, 72 fixed, 217 remaining'],
    [
      'history',
      { changed: 0, findings: 290, resolved: 0, unchanged: 279, introduced: 11 },
      '290 findings, 11 introduced, 279 unchanged',
    ],
    ['history', {}, ''],
    ['match', { evaluated: 1, guessed: 4 }, '1 newly matched, guessed: 4'],
    ['ai', { candidates: 12, kept: 3 }, '12 to assess, 3 unchanged'],
  ] as const)('describes %s with %j', (name, counts, expected) => {
    expect(describeAmounts({ name, counts })).toBe(expected);
  });

  it('shows the reason unless the counts already say it', () => {
    const skipped = { status: 'skipped', reason: 'ai_disabled', counts: {} } as const;

    expect(describeStageNote(skipped)).toBe(': AI is disabled for the organization');
    expect(describeStageNote({ status: 'done', reason: '290 findings', counts: { findings: 290 } })).toBe('');
    expect(describeStageNote({ ...skipped, reason: null })).toBe('');
  });
});
