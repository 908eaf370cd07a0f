import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aPlace, aSubject, KEV } from '../../../../test/support/subjects.ts';
import { ALL_RULES, evaluateRules } from './all-rules.ts';

describe('the rules', () => {
  it('are sorted by id, except for R03 and R14', () => {
    const ids = Array.from({ length: 27 }, (_, index) => `R${String(index + 1).padStart(2, '0')}`);
    const absent = ['R03', 'R14'];

    expect(ALL_RULES.map(({ id }) => id)).toEqual(ids.filter((id) => !absent.includes(id)));
  });

  it.each(ALL_RULES)('have a version, a hyphenated code and a test file: $id', ({ version, code }) => {
    expect(version).toBeGreaterThan(0);
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(existsSync(join(import.meta.dirname, `${code}.test.ts`))).toBe(true);
  });

  it('return no opinions for a subject without facts', () => {
    expect(evaluateRules(aSubject())).toEqual([]);
  });

  it('return opinions independently of each other', () => {
    const subject = aSubject({ vulnerability: { kev: KEV }, places: [aPlace({ scope: 'development' })] });

    expect(evaluateRules(subject).map(({ actor }) => actor)).toEqual(['R09 v1', 'R16 v1']);
  });
});
