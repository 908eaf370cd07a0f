import { describe, expect, it } from 'vitest';
import { aPlace, aSubject } from '../../../../test/support/subjects.ts';
import { scopeExcluded } from './scope-excluded.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

const subjectOf = (scopes: readonly ComponentScope[], isContainer = false) =>
  aSubject({ places: scopes.map((scope) => aPlace({ scope, document: { isContainer } })) });

describe('R08', () => {
  it.each<{ readonly scopes: readonly ComponentScope[] }>([{ scopes: ['excluded'] }, { scopes: ['test', 'excluded'] }])(
    'dismisses as a heuristic the scopes $scopes',
    ({ scopes }) => {
      expect(scopeExcluded.judge(subjectOf(scopes))).toMatchObject({
        code: 'scope-excluded',
        effect: 'dismiss',
        class: 'heuristic',
        justification: 'code_not_reachable',
      });
    },
  );

  it.each<{ readonly scopes: readonly ComponentScope[]; readonly isContainer?: boolean }>([
    { scopes: ['required'] },
    { scopes: ['excluded', 'required'] },
    { scopes: ['test', 'development'] },
    { scopes: ['excluded'], isContainer: true },
  ])('does not apply to the scopes $scopes', ({ scopes, isContainer }) => {
    expect(scopeExcluded.judge(subjectOf(scopes, isContainer))).toBeUndefined();
  });
});
