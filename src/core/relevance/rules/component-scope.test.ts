import { describe, expect, it } from 'vitest';
import { aPlace, aSubject, type PlaceChanges } from '../../../../test/support/subjects.ts';
import { findReducedScope, isDevelopmentOnly } from './component-scope.ts';
import { scopeExcluded } from './scope-excluded.ts';

const DEVELOPMENT: PlaceChanges = { scope: 'development' };

describe('isDevelopmentOnly: a component is not needed', () => {
  it.each<[string, readonly PlaceChanges[], boolean]>([
    ['if every document says so', [DEVELOPMENT, { scope: 'test' }, { scope: 'excluded' }], true],
    ['unless one document requires it', [DEVELOPMENT, { scope: 'required' }], false],
    ['unless one document does not say', [DEVELOPMENT, { scope: 'unknown' }], false],
    ['unless it is optional in one document', [DEVELOPMENT, { scope: 'optional' }], false],
    ['unless one document builds with it', [DEVELOPMENT, { scope: 'build' }], false],
    ['unless an image contains it', [DEVELOPMENT, { ...DEVELOPMENT, document: { isContainer: true } }], false],
    ['unless it is deployed', [{ ...DEVELOPMENT, document: { kind: 'deployed' } }], false],
    ['in a document about sources', [{ ...DEVELOPMENT, document: { kind: 'source' } }], true],
    ['nowhere', [], false],
  ])('%s', (_, places, expected) => {
    expect(isDevelopmentOnly({ places: places.map(aPlace) })).toBe(expected);
  });

  it('returns the scope of every document once as evidence', () => {
    const places = [aPlace({ sbomId: 'b', scope: 'test' }), aPlace({ sbomId: 'a', scope: 'test' })];

    expect(scopeExcluded.judge(aSubject({ places: [...places, ...places] }))?.evidence).toEqual([
      { type: 'sbom', path: 'a: scope', value: 'test' },
      { type: 'sbom', path: 'b: scope', value: 'test' },
    ]);
  });
});

describe('findReducedScope: a component is needed less', () => {
  const inImage = { document: { isContainer: true } };

  it.each<[string, readonly PlaceChanges[], string | undefined]>([
    ['as an option', [{ scope: 'optional' }, { scope: 'build' }, DEVELOPMENT], 'optional'],
    ['to build with it', [{ scope: 'build' }, DEVELOPMENT], 'build'],
    ['as an option in an image', [{ scope: 'optional', ...inImage }], 'optional'],
    ['not if one document requires it', [{ scope: 'optional' }, { scope: 'required' }], undefined],
    [
      'not if an image contains a development dependency',
      [{ scope: 'optional' }, { ...DEVELOPMENT, ...inImage }],
      undefined,
    ],
    ['not if it is for development only', [DEVELOPMENT], undefined],
  ])('%s', (_, places, expected) => {
    expect(findReducedScope(aSubject({ places: places.map(aPlace) }))).toBe(expected);
  });

  it('returns undefined when the vulnerability does harm during development', () => {
    const places = [aPlace({ scope: 'optional' }), aPlace(DEVELOPMENT)];

    expect(findReducedScope(aSubject({ places, vulnerability: { cwes: ['CWE-506'] } }))).toBeUndefined();
    expect(findReducedScope(aSubject({ places, match: { class: 'malicious' } }))).toBeUndefined();
  });
});
