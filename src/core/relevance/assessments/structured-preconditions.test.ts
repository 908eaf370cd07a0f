import { describe, expect, it } from 'vitest';
import { aPrecondition } from '../../../../test/support/readings.ts';
import { aSubject, type SubjectChanges } from '../../../../test/support/subjects.ts';
import type { CvssRating } from '../../advisory/advisory.ts';
import { addStructuredPreconditions, isStructured } from './structured-preconditions.ts';

const rated = (...vectors: readonly string[]): readonly CvssRating[] =>
  vectors.map((vector) => ({ version: vector.startsWith('CVSS:4') ? '4.0' : '3.1', vector, score: 5 }));

const V3 = (changes: string) => `CVSS:3.1/${changes}/S:U/C:H/I:H/A:H`;

describe('addStructuredPreconditions', () => {
  it.each<[string, SubjectChanges, readonly string[]]>([
    ['nothing', {}, []],
    ['systems', { match: { platforms: [{ os: ['windows', 'darwin'], arch: [] }] } }, ['os darwin, windows']],
    ['processors', { match: { platforms: [{ os: [], arch: ['386'] }] } }, ['arch 386']],
    [
      'systems of several records',
      {
        match: {
          platforms: [
            { os: ['windows'], arch: [] },
            { os: ['darwin'], arch: ['arm64'] },
          ],
        },
      },
      ['os darwin, windows'],
    ],
    [
      'no system if one record has none',
      {
        match: {
          platforms: [
            { os: ['windows'], arch: [] },
            { os: [], arch: ['arm'] },
          ],
        },
      },
      [],
    ],
    ['an injection of commands', { vulnerability: { cwes: ['CWE-78'] } }, ['command']],
    ['not one that is also of code', { vulnerability: { cwes: ['CWE-78', 'CWE-94'] } }, []],
    ['a local attack', { vulnerability: { cvss: rated(V3('AV:L/AC:L/PR:N/UI:N')) } }, ['local_user']],
    ['a login', { vulnerability: { cvss: rated(V3('AV:N/AC:L/PR:L/UI:R')) } }, ['authenticated']],
    ['a neighbor', { vulnerability: { cvss: rated(V3('AV:A/AC:L/PR:N/UI:N')) } }, ['network_position']],
    [
      'nothing if ratings differ',
      { vulnerability: { cvss: rated(V3('AV:L/AC:L/PR:N/UI:N'), V3('AV:N/AC:L/PR:N/UI:N')) } },
      [],
    ],
    ['nothing of a rating that cannot be read', { vulnerability: { cvss: rated('CVSS:3.1/AV:L') } }, []],
  ])('returns %s', (_, changes, found) => {
    const { preconditions } = addStructuredPreconditions(aSubject(changes), { preconditions: [] });

    expect(preconditions.map(({ type, value }) => (value === null ? type : `${type} ${value}`))).toEqual(found);
    expect(preconditions.every(({ quote, necessary }) => quote === '' && necessary)).toBe(true);
  });

  it('appends structured preconditions once, after those of the model', () => {
    const subject = aSubject({ match: { platforms: [{ os: ['windows'], arch: [] }] } });
    const once = addStructuredPreconditions(subject, { preconditions: [aPrecondition()] });

    expect(once.preconditions).toEqual([aPrecondition(), aPrecondition({ quote: '' })]);
    expect(addStructuredPreconditions(subject, once)).toEqual(once);
  });
});

describe('isStructured', () => {
  it('accepts only preconditions that the structured fields contain', () => {
    const subject = aSubject({ match: { platforms: [{ os: ['windows'], arch: [] }] } });

    expect(isStructured(subject, aPrecondition({ quote: '' }))).toBe(true);
    expect(isStructured(aSubject(), aPrecondition({ quote: '' }))).toBe(false);
    expect(isStructured(subject, aPrecondition({ quote: '', value: 'linux' }))).toBe(false);
  });
});
