/** The documents about relevance are complete: they cover every rule, every action and every profile field. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROFILE_PATHS } from '../../src/core/profile/profile-fields.ts';
import { ALL_RULES } from '../../src/core/relevance/rules/all-rules.ts';
import { DECISION_ACTIONS } from '../../src/core/vocabulary/decision.ts';

const RULES_PAGE = 'docs/reference/relevance-rules.md';
const TRIAGE_PAGE = 'docs/guides/triage-findings.md';
const PROFILES_PAGE = 'docs/guides/security-profiles.md';

describe('docs/reference/relevance-rules.md', () => {
  it('has a row for every rule, and no other', () => {
    const rows = [...read(RULES_PAGE).matchAll(/^\| (R[0-9]{2}) \| `([a-z-]+)`/gm)].map(
      ([, id, code]) => `${id} ${code}`,
    );

    expect(rows).toEqual(ALL_RULES.map(({ id, code }) => `${id} ${code}`));
  });
});

describe('docs/guides/triage-findings.md', () => {
  it.each(DECISION_ACTIONS)('documents the requirements of the action %s', (action) => {
    expect(sectionOf(TRIAGE_PAGE, 'Actions')).toContain(`\`${action}\``);
  });
});

describe('docs/guides/security-profiles.md', () => {
  it('names every profile field, and no other', () => {
    const cells = [...sectionOf(PROFILES_PAGE, 'Fields').matchAll(/^\| [a-z]+ \| ([^|]+) \|/gm)].map(
      ([, cell]) => cell ?? '',
    );
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([a-zA-Z.]+)`/g)].map(([, path]) => path ?? ''));

    expect(named.toSorted()).toEqual(PROFILE_PATHS.toSorted());
  });
});

function sectionOf(page: string, heading: string): string {
  const text = read(page);
  const start = text.indexOf(`\n## ${heading}\n`);
  if (start === -1) throw new Error(`${page} has no section "${heading}".`);
  const end = text.indexOf('\n## ', start + 1);
  return text.slice(start, end === -1 ? undefined : end);
}

function read(page: string): string {
  return readFileSync(join(import.meta.dirname, '../..', page), 'utf8');
}
