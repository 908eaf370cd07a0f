import { describe, expect, it } from 'vitest';
import { aPlace, aSubject } from '../../../../test/support/subjects.ts';
import type { Scope } from '../../sbom/inventory.ts';
import { scopeOptional } from './scope-optional.ts';

const judge = (scopes: readonly Scope[]) =>
  scopeOptional.judge(aSubject({ places: scopes.map((scope) => aPlace({ scope })) }));

describe('R10', () => {
  it.each<{ readonly scopes: readonly Scope[] }>([{ scopes: ['optional'] }, { scopes: ['development', 'optional'] }])(
    'deprioritizes the scopes $scopes',
    ({ scopes }) => {
      expect(judge(scopes)).toMatchObject({ code: 'scope-optional', effect: 'deprioritize', state: 'in_triage' });
    },
  );

  it.each<{ readonly scopes: readonly Scope[] }>([
    { scopes: ['optional', 'required'] },
    { scopes: ['optional', 'unknown'] },
    { scopes: ['development'] },
    { scopes: ['build'] },
  ])('does not apply to the scopes $scopes', ({ scopes }) => {
    expect(judge(scopes)).toBeUndefined();
  });
});
