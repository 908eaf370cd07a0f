import { describe, expect, it } from 'vitest';
import { toJudgedComponent, toPlaces, toSubject, type JudgedComponent } from './to-subject.ts';

const COMPONENT: JudgedComponent = {
  purl: null,
  name: 'rpm',
  version: '4.18.0',
  scope: 'required',
  occurrences: [],
};
const MATCH = { class: 'vulnerability', assumptions: [], urgency: undefined, fixState: 'unknown' } as const;
const VULNERABILITY = {
  id: 'CVE-2024-1000',
  severity: 'high',
  publishedAt: null,
  cvss: [],
  cwes: [],
  kev: null,
  epss: null,
  ssvc: null,
} as const;

describe('toSubject', () => {
  it('uses defaults for missing facts', () => {
    const where = { places: toPlaces(COMPONENT), profiles: [] };

    expect(toSubject(toJudgedComponent(COMPONENT), MATCH, VULNERABILITY, where)).toMatchObject({
      vulnerability: { mentions: [], isWithdrawn: false, isDisputed: false },
      match: { platforms: [] },
      component: { ecosystem: null, arch: null, type: 'library' },
      places: [{ sbomId: null, image: null, scope: 'required', inGraph: null, files: [] }],
    });
  });

  it('copies the known facts', () => {
    const platforms = [{ os: ['windows'], arch: [] }];
    const dismissal = { code: 'distro-not-affected', owner: { name: 'a', version: null } } as const;
    const known = { ...VULNERABILITY, mentions: ['only:windows'], isWithdrawn: true, isDisputed: true };
    const subject = toSubject(toJudgedComponent(COMPONENT), { ...MATCH, platforms, dismissal }, known, {
      places: toPlaces(COMPONENT),
      profiles: [],
    });

    expect(subject.match).toMatchObject({ platforms, dismissal });
    expect(subject.vulnerability).toMatchObject({ mentions: ['only:windows'], isWithdrawn: true, isDisputed: true });
  });

  it.each([
    ['pkg:rpm/redhat/bash@5.1?arch=x86_64&distro=rhel-9', 'x86_64'],
    ['pkg:deb/debian/bash@5.1?distro=debian-12', null],
    ['not a purl?arch=', null],
    [null, null],
  ])('reads the architecture of %s', (purl, arch) => {
    expect(toJudgedComponent({ ...COMPONENT, purl }).arch).toBe(arch);
  });
});

describe('toPlaces', () => {
  const occurrences = [
    { sbomId: 'a', image: null },
    { sbomId: 'a', image: null },
    { sbomId: 'b', image: 'app:1' },
  ];

  it('returns one place per document and treats an image as a container', () => {
    const places = toPlaces({ ...COMPONENT, occurrences });

    expect(places.map(({ sbomId, document }) => [sbomId, document.isContainer])).toEqual([
      ['a', false],
      ['b', true],
    ]);
  });

  it('uses the context of the documents', () => {
    const context = { kind: 'source', isContainer: false, platform: { os: ['linux'], arch: [] } } as const;
    const [a, b] = toPlaces({ ...COMPONENT, occurrences }, (sbomId) => (sbomId === 'a' ? context : undefined));

    expect([a?.document, b?.document.kind]).toEqual([context, 'unknown']);
  });

  it.each([
    ['development', 'development'],
    ['whatever', 'unknown'],
  ])('maps the scope %s to %s', (scope, expected) => {
    expect(toPlaces({ ...COMPONENT, scope })[0]?.scope).toBe(expected);
  });
});
