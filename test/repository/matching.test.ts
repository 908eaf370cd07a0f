/** The documents about matching are complete: they have a row for every ecosystem, reason and assumption. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeAssumption } from '../../portal/pages/finding/explanation-text.ts';
import { ECOSYSTEMS } from '../../src/core/identity/ecosystems/ecosystem.ts';
import { matcherFor } from '../../src/core/match/matchers.ts';
import { ASSUMPTIONS } from '../../src/core/vocabulary/assumption.ts';
import { CANNOT_ASSESS_REASONS } from '../../src/core/vocabulary/package.ts';

const ROOT = join(import.meta.dirname, '../..');
const ECOSYSTEM_PAGE = 'docs/reference/ecosystems.md';
const COVERAGE_PAGE = 'docs/concepts/coverage.md';

describe('docs/reference/ecosystems.md', () => {
  it('has a row for every ecosystem, and no other', () => {
    expect(codesUnder(ECOSYSTEM_PAGE, 'Ecosystems')).toEqual(ECOSYSTEMS.map(({ family }) => family).toSorted());
  });

  it.each(ECOSYSTEMS)('documents how versions of $family are ordered, and whether they are checked', (rules) => {
    const [, , , order, checked] = rowOf(rules.family);

    expect(order).toContain(`\`${rules.scheme}\``);
    expect(checked).toBe(matcherFor(rules.family) === undefined ? 'never' : 'yes');
  });
});

describe('docs/concepts/coverage.md', () => {
  it('has a row for every reason why a component cannot be assessed, and no other', () => {
    expect(codesUnder(COVERAGE_PAGE, 'Unchecked components')).toEqual(CANNOT_ASSESS_REASONS.toSorted());
  });

  it('has a row for every assumption, and no other', () => {
    expect(codesUnder(COVERAGE_PAGE, 'Confidence')).toEqual(ASSUMPTIONS.toSorted());
    expect(ASSUMPTIONS.filter((code) => describeAssumption(code) === code)).toEqual([]);
  });
});

/** Returns the codes in the first column of the tables under a heading. */
function codesUnder(page: string, heading: string): string[] {
  const section = read(page).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const cells = [...section.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, cell]) => cell ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')).toSorted();
}

/** Returns the cells of the row whose first cell contains the code. */
function rowOf(code: string): string[] {
  const rows = read(ECOSYSTEM_PAGE).split('\n');
  const row = rows.find((line) => line.startsWith('| `') && line.split(' | ')[0]?.includes(`\`${code}\``)) ?? '';
  return row.slice(2).split(' | ');
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
