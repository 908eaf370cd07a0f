import { describe, expect, it } from 'vitest';
import type { VexOpinion } from '../../vex/to-opinion.ts';
import { toStatementOpinion } from './opinion.ts';

const STATEMENT: VexOpinion = {
  state: 'not_affected',
  justification: 'code_not_present',
  response: [],
  detail: null,
  effect: 'dismiss',
  trust: 'supplier',
  author: 'Vendor',
  at: '2026-01-01T00:00:00.000Z',
  statementId: 'v1',
};

describe('toStatementOpinion', () => {
  it('returns an opinion of the author of the statement', () => {
    expect(toStatementOpinion(STATEMENT)).toMatchObject({
      kind: 'vex',
      code: 'vex',
      actor: 'Vendor',
      effect: 'dismiss',
      trust: 'supplier',
      sourceId: 'v1',
      text: 'VEX statement by Vendor: not affected.',
    });
  });

  it('uses the detail of the statement as the text if there is one', () => {
    expect(toStatementOpinion({ ...STATEMENT, detail: 'Not compiled in.' }).text).toBe('Not compiled in.');
    expect(toStatementOpinion({ ...STATEMENT, author: 'x'.repeat(500) }).text.length).toBeLessThan(120);
  });
});
