import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../core/limits.ts';
import { toDecision } from './to-decision.ts';

const NOW = '2026-01-01T00:00:00.000Z';

describe('toDecision', () => {
  it.each([
    ['EXPLOITABLE', 'confirm'],
    ['IN_TRIAGE', 'in_triage'],
    ['FALSE_POSITIVE', 'false_positive'],
    ['RESOLVED', 'patched'],
  ])('maps %s to %s of the version', (analysisState, action) => {
    expect(toDecision({ analysisState, isSuppressed: false }, NOW)).toEqual({
      decision: { action, detail: 'Imported from Dependency-Track.', scope: 'version' },
    });
  });

  it('keeps the justification, the response and the comments', () => {
    const mapped = toDecision(
      {
        analysisState: 'NOT_AFFECTED',
        analysisJustification: 'PROTECTED_AT_PERIMETER',
        analysisResponse: 'WILL_NOT_FIX',
        analysisDetails: 'Behind a proxy.',
        analysisComments: [
          { timestamp: '2025-12-24T10:00:00Z', comment: 'Checked.', commenter: 'ada' },
          { timestamp: null, comment: 'Again.', commenter: null },
        ],
      },
      NOW,
    );

    expect(mapped).toEqual({
      decision: {
        action: 'not_affected',
        justification: 'protected_at_perimeter',
        scope: 'version',
        expiresAt: '2026-12-31T00:00:00.000Z',
        detail:
          'Imported from Dependency-Track.\nBehind a proxy.\nResponse: WILL_NOT_FIX.\n2025-12-24 ada: Checked.\nunknown: Again.',
      },
    });
  });

  it.each([
    [{ analysisState: 'NOT_AFFECTED', analysisJustification: 'NOT_SET' }, 'NOT_AFFECTED without a justification'],
    [{ analysisState: 'NOT_SET', isSuppressed: true }, 'suppressed without a state'],
    [{ analysisState: 'constructor' }, 'unknown state constructor'],
    [{}, 'unknown state NOT_SET'],
  ])('does not guess a decision for %j', (analysis, problem) => {
    expect(toDecision(analysis, NOW)).toEqual({ problem });
  });

  it('shortens a text that is too long', () => {
    const mapped = toDecision({ analysisState: 'EXPLOITABLE', analysisDetails: 'x'.repeat(10_000) }, NOW);

    expect('decision' in mapped && mapped.decision.detail).toHaveLength(LIMITS.decisionDetailCharactersMax);
  });
});
