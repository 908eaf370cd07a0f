import { describe, expect, it } from 'vitest';
import { aPlace, aSubject, type SubjectChanges } from '../../../../test/support/subjects.ts';
import { devDependency } from './dev-dependency.ts';

const DEVELOPMENT = aPlace({ scope: 'development' });

describe('R09', () => {
  it.each<[string, SubjectChanges]>([
    ['for development', {}],
    ['for development and tests', { places: [DEVELOPMENT, aPlace({ scope: 'test' })] }],
    ['with any other weakness', { vulnerability: { cwes: ['CWE-79'] } }],
  ])('dismisses, as a heuristic, a component %s', (_, changes) => {
    expect(devDependency.judge(aSubject({ places: [DEVELOPMENT], ...changes }))).toMatchObject({
      code: 'dev-dependency',
      effect: 'dismiss',
      class: 'heuristic',
      state: 'not_affected',
    });
  });

  it.each<[string, SubjectChanges]>([
    ['is malicious', { match: { class: 'malicious' } }],
    ['contains malicious code', { vulnerability: { cwes: ['CWE-20', 'CWE-506'] } }],
    ['loads code from anywhere', { vulnerability: { cwes: ['CWE-829'] } }],
    ['is needed elsewhere', { places: [DEVELOPMENT, aPlace()] }],
    ['is in an image', { places: [DEVELOPMENT, aPlace({ scope: 'development', document: { isContainer: true } })] }],
    ['is for tests alone', { places: [aPlace({ scope: 'test' })] }],
  ])('does not apply to a component that %s', (_, changes) => {
    expect(devDependency.judge(aSubject({ places: [DEVELOPMENT], ...changes }))).toBeUndefined();
  });
});
