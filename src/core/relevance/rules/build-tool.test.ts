import { describe, expect, it } from 'vitest';
import { aPlace, aSubject } from '../../../../test/support/subjects.ts';
import { buildTool } from './build-tool.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

const judge = (scopes: readonly ComponentScope[]) =>
  buildTool.judge(aSubject({ places: scopes.map((scope) => aPlace({ scope })) }));

describe('R11', () => {
  it.each<{ readonly scopes: readonly ComponentScope[] }>([
    { scopes: ['build'] },
    { scopes: ['development', 'build'] },
  ])('deprioritizes the scopes $scopes', ({ scopes }) => {
    expect(judge(scopes)).toMatchObject({ code: 'build-tool', effect: 'deprioritize', state: 'in_triage' });
  });

  it.each<{ readonly scopes: readonly ComponentScope[] }>([
    { scopes: ['build', 'required'] },
    { scopes: ['build', 'optional'] },
    { scopes: ['development'] },
    { scopes: ['excluded'] },
  ])('does not apply to the scopes $scopes', ({ scopes }) => {
    expect(judge(scopes)).toBeUndefined();
  });
});
