import { describe, expect, it } from 'vitest';
import { aPlace, aSubject } from '../../../../test/support/subjects.ts';
import type { Scope } from '../../sbom/inventory.ts';
import { scopeExcluded } from './scope-excluded.ts';

const subjectOf = (scopes: readonly Scope[], isContainer = false) =>
  aSubject({ places: scopes.map((scope) => aPlace({ scope, document: { isContainer } })) });

describe('R08', () => {
  it.each<{ readonly scopes: readonly Scope[] }>([{ scopes: ['excluded'] }, { scopes: ['test', 'excluded'] }])(
    'dismisses as a heuristic the scopes $scopes',
    ({ scopes }) => {
      expect(scopeExcluded.judge(subjectOf(scopes))).toMatchObject({
        ...{ code: 'scope-excluded', effect: 'dismiss', class: 'heuristic', justification: 'code_not_reachable' },
      });
    },
  );

  it.each<{ readonly scopes: readonly Scope[]; readonly isContainer?: boolean }>([
    { scopes: ['required'] },
    { scopes: ['excluded', 'required'] },
    { scopes: ['test', 'development'] },
    { scopes: ['excluded'], isContainer: true },
  ])('does not apply to the scopes $scopes', ({ scopes, isContainer }) => {
    expect(scopeExcluded.judge(subjectOf(scopes, isContainer))).toBeUndefined();
  });
});
