import { describe, expect, it } from 'vitest';
import { aPlace, aProfile, aSubject, type SubjectChanges } from '../../../../test/support/subjects.ts';
import { listConditions } from './conditions.ts';

function askedBy(changes: SubjectChanges): readonly string[] {
  return listConditions(aSubject(changes)).flatMap(({ alternatives, effect }) =>
    alternatives.map(({ kind, subject }) => `${kind} ${subject} ${effect}`),
  );
}

function aRating(vector: string) {
  return { version: '3.1', vector, score: 5 } as const;
}

const WINDOWS = [{ os: ['windows'], arch: [] }];
const LOCAL = 'CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N';
const LINUX_PLACE = aPlace({ document: { platform: { os: ['linux'], arch: ['amd64'] } } });

describe('listConditions', () => {
  it.each<[string, SubjectChanges, readonly string[]]>([
    ['a platform of a record', { match: { platforms: WINDOWS } }, ['os windows dismiss']],
    ['a platform of a text', { vulnerability: { mentions: ['only:macos'] } }, ['os darwin dismiss']],
    ['32-bit systems', { vulnerability: { mentions: ['only:32-bit'] } }, ['arch 32-bit dismiss']],
    ['an architecture of a record', { match: { platforms: [{ os: [], arch: ['s390x'] }] } }, ['arch s390x dismiss']],
    [
      'several systems',
      { vulnerability: { mentions: ['only:macos', 'only:windows'] } },
      ['os darwin dismiss', 'os windows dismiss'],
    ],
    [
      'a program of a distribution, by its source package',
      { component: { ecosystem: 'Debian', name: 'xxd' }, match: { foundAs: ['vim'] } },
      ['program Vim dismiss'],
    ],
    [
      'a program with a version in its name',
      { component: { ecosystem: 'Ubuntu', name: 'python3.8' } },
      ['program Python dismiss'],
    ],
    ['a format', { component: { ecosystem: 'Maven', name: 'org.yaml:snakeyaml' } }, ['input yaml dismiss']],
    [
      'a feature, for its weakness',
      {
        component: { ecosystem: 'Maven', name: 'com.fasterxml.jackson.core:jackson-databind' },
        vulnerability: { cwes: ['CWE-502'] },
      },
      ['feature polymorphic type handling of Jackson (default typing, or @JsonTypeInfo with class names) dismiss'],
    ],
    ['external entities', { vulnerability: { cwes: ['CWE-611', 'CWE-918'] } }, ['input xml dismiss']],
    [
      'a Go package',
      {
        component: { ecosystem: 'Go', name: 'golang.org/x/net' },
        match: { code: { packages: ['golang.org/x/net/html'], functions: [] } },
      },
      ['package golang.org/x/net/html dismiss'],
    ],
    [
      'a Rust function',
      {
        component: { ecosystem: 'crates.io', name: 'time' },
        match: { code: { packages: [], functions: ['time::at'] } },
      },
      ['function time::at dismiss'],
    ],
    ['an account on the system', { vulnerability: { cvss: [aRating(LOCAL)] } }, ['local_user local deprioritize']],
  ])('asks about %s', (_, changes, asked) => {
    expect(askedBy(changes)).toEqual(asked);
  });

  it.each<[string, SubjectChanges]>([
    ['Linux', { match: { platforms: [{ os: ['linux'], arch: [] }] } }],
    ['a platform that the SBOM states', { match: { platforms: WINDOWS }, places: [LINUX_PLACE] }],
    [
      'a platform that one of two SBOMs states',
      { vulnerability: { mentions: ['only:windows'] }, places: [aPlace(), LINUX_PLACE] },
    ],
    [
      'a platform that the profile states',
      { match: { platforms: WINDOWS }, profiles: [aProfile({ fields: { 'runtime.os': 'linux' } })] },
    ],
    [
      'inputs when the profile lists all of them',
      {
        component: { ecosystem: 'PyPI', name: 'pillow' },
        profiles: [aProfile({ fields: { 'input.acceptsUntrusted': ['xml'] } })],
      },
    ],
    [
      'local users when the profile states them',
      {
        vulnerability: { cvss: [aRating(LOCAL)] },
        profiles: [aProfile({ fields: { 'privilege.localUsers': 'yes' } })],
      },
    ],
    [
      'local users when a file has to be opened',
      { vulnerability: { cvss: [aRating('CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:H/I:N/A:N')] } },
    ],
    [
      'local users when one rating is about the network',
      { vulnerability: { cvss: [aRating(LOCAL), aRating('CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N')] } },
    ],
    ['XML when the weakness is also another one', { vulnerability: { cwes: ['CWE-611', 'CWE-502'] } }],
    [
      'a feature of Jackson for another weakness',
      {
        component: { ecosystem: 'Maven', name: 'com.fasterxml.jackson.core:jackson-databind' },
        vulnerability: { cwes: ['CWE-400'] },
      },
    ],
    [
      'the package of the module itself',
      {
        component: { ecosystem: 'Go', name: 'example.com/m' },
        match: { code: { packages: ['example.com/m', 'example.com/m/sub'], functions: [] } },
      },
    ],
    [
      'packages that every service imports',
      {
        component: { ecosystem: 'Go', name: 'stdlib' },
        match: { code: { packages: ['net/http'], functions: [] } },
      },
    ],
    ['a library that others use silently', { component: { ecosystem: 'Debian', name: 'zlib1g' } }],
    ['a malicious package', { component: { ecosystem: 'npm', name: 'npm' }, match: { class: 'malicious' } }],
  ])('does not ask about %s', (_, changes) => {
    expect(askedBy(changes)).toEqual([]);
  });
});
