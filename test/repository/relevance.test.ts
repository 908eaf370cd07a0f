/** docs/relevance.md is complete: it covers every rule, every action and every profile field. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROFILE_PATHS } from '../../src/core/profile/profile-fields.ts';
import { DECISION_ACTIONS } from '../../src/core/relevance/decisions/decision-action.ts';
import { ALL_RULES } from '../../src/core/relevance/rules/all-rules.ts';

const TEXT = readFileSync(join(import.meta.dirname, '../../docs/relevance.md'), 'utf8');

describe('docs/relevance.md', () => {
  it('has a row for every rule, and no other', () => {
    const rows = [...TEXT.matchAll(/^\| (R[0-9]{2}) \| `([a-z-]+)`/gm)].map(([, id, code]) => `${id} ${code}`);

    expect(rows).toEqual(ALL_RULES.map(({ id, code }) => `${id} ${code}`));
  });

  it.each(DECISION_ACTIONS)('documents the requirements of the action %s', (action) => {
    expect(sectionOf('Decisions of people')).toContain(`\`${action}\``);
  });

  it('names every profile field, and no other', () => {
    const cells = [...sectionOf('Security profiles').matchAll(/^\| [a-z]+ \| ([^|]+) \|/gm)].map(
      ([, cell]) => cell ?? '',
    );
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([a-zA-Z.]+)`/g)].map(([, path]) => path ?? ''));

    expect(named.toSorted()).toEqual(PROFILE_PATHS.toSorted());
  });
});

function sectionOf(heading: string): string {
  const start = TEXT.indexOf(`\n## ${heading}\n`);
  const end = TEXT.indexOf('\n## ', start + 1);
  return TEXT.slice(start, end === -1 ? undefined : end);
}
