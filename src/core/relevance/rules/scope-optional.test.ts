import { describe, expect, it } from 'vitest';
import { aPlace, aSubject } from '../../../../test/support/subjects.ts';
import { scopeOptional } from './scope-optional.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

const judge = (scopes: readonly ComponentScope[]) =>
  scopeOptional.judge(aSubject({ places: scopes.map((scope) => aPlace({ scope })) }));

describe('R10', () => {
  it.each<{ readonly scopes: readonly ComponentScope[] }>([
    { scopes: ['optional'] },
    { scopes: ['development', 'optional'] },
  ])('deprioritizes the scopes $scopes', ({ scopes }) => {
    expect(judge(scopes)).toMatchObject({ code: 'scope-optional', effect: 'deprioritize', state: 'in_triage' });
  });

  it.each<{ readonly scopes: readonly ComponentScope[] }>([
    { scopes: ['optional', 'required'] },
    { scopes: ['optional', 'unknown'] },
    { scopes: ['development'] },
    { scopes: ['build'] },
  ])('does not apply to the scopes $scopes', ({ scopes }) => {
    expect(judge(scopes)).toBeUndefined();
  });
});
