import { describe, expect, it } from 'vitest';
import type { VexOpinion } from '../vex/to-opinion.ts';
import { toStatementOpinion } from './statement-opinion.ts';

const SAID: VexOpinion = {
  ...{ state: 'not_affected', justification: 'code_not_present', response: [], detail: null, effect: 'dismiss' },
  ...{ trust: 'supplier', author: 'Vendor', at: '2026-01-01T00:00:00.000Z', statementId: 'v1' },
};

describe('a VEX statement', () => {
  it('is an opinion of its author', () => {
    expect(toStatementOpinion(SAID)).toMatchObject({
      ...{ kind: 'vex', code: 'vex', actor: 'Vendor', effect: 'dismiss', trust: 'supplier', sourceId: 'v1' },
      text: 'Vendor says: not affected.',
    });
  });

  it('is told in its own words where it has any', () => {
    expect(toStatementOpinion({ ...SAID, detail: 'Not compiled in.' }).text).toBe('Not compiled in.');
    expect(toStatementOpinion({ ...SAID, author: 'x'.repeat(500) }).text.length).toBeLessThan(120);
  });
});
