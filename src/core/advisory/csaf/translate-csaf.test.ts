import { describe, expect, it } from 'vitest';
import { aCsafVex, type CsafComponent } from '../../../../test/support/csaf.ts';
import { findMatches, indexAdvisories, readAdvisory } from '../../../../test/support/advisories.ts';
import type { Advisory } from '../advisory.ts';
import type { PackageMatch } from '../../match/match.ts';
import { isCsafDocument, translateCsafVex } from './translate-csaf.ts';

const RELEASE_8 = 'cpe:/a:redhat:enterprise_linux:8::appstream';

function translate(...components: readonly CsafComponent[]): Advisory {
  return readAdvisory(translateCsafVex(aCsafVex(components)).record);
}

function find(purl: string, advisories: readonly Advisory[]): readonly PackageMatch[] {
  return findMatches(purl, indexAdvisories(advisories), { rpmEpochsStated: true });
}

describe('translateCsafVex', () => {
  it('keeps the texts, ratings and times of the document', () => {
    expect(isCsafDocument(aCsafVex([]))).toBe(true);
    expect(translate()).toMatchObject({
      id: 'CVE-2024-1000',
      modified: '2025-01-01T00:00:00.000000Z',
      title: 'libexample: overflow in the parser',
      details: 'A crafted file overflows a buffer.',
      severity: 'high',
      cwes: ['CWE-120'],
      references: ['https://vendor.example/CVE-2024-1000'],
      affected: [],
    });
  });

  it('gives fixed packages a range up to the fix, once for all architectures and repositories', () => {
    const purl = (arch: string): string => `pkg:rpm/redhat/curl@7.76.1-26.el9_3.2?arch=${arch}&epoch=1`;
    const cpe = 'cpe:/o:redhat:enterprise_linux:9::baseos';
    const { affected } = translate(
      { name: 'curl', purl: purl('x86_64'), status: 'fixed' },
      { name: 'curl', purl: purl('src'), status: 'fixed', cpe },
    );

    expect(affected).toHaveLength(1);
    expect(affected).toMatchObject([{ family: 'Red Hat', release: '9', name: 'curl' }]);
    expect(affected[0]?.windows).toEqual([{ fixed: '1:7.76.1-26.el9_3.2' }]);
  });

  it.each<[string, readonly [string, string], Partial<PackageMatch>]>([
    ['Affected', ['none_available', 'Affected'], { fixState: 'not_fixed' }],
    ['Will not fix', ['no_fix_planned', 'Will not fix'], { fixState: 'wont_fix', urgency: 'will-not-fix' }],
    ['Out of support scope', ['no_fix_planned', 'Out of support scope'], { fixState: 'wont_fix' }],
    ['Fix deferred', ['none_available', 'Fix deferred'], { fixState: 'not_fixed', urgency: 'deferred' }],
    ['a workaround', ['workaround', 'Will not fix'], { fixState: 'not_fixed' }],
  ])('reports a package without a fix: %s', (_, remediation, expected) => {
    const record = translate({
      name: 'curl.src',
      purl: 'pkg:rpm/redhat/curl?arch=src',
      status: 'known_affected',
      remediation,
    });

    const [match] = find('pkg:rpm/redhat/libcurl@7.76.1-26.el9?distro=rhel-9.3&upstream=curl-7.76.1-26.el9.src.rpm', [
      record,
    ]);

    expect(match).toMatchObject({ state: 'affected', confidence: 'high', fixedVersions: [], ...expected });
  });

  it('reports a package under investigation with low confidence', () => {
    const record = translate({ name: 'curl', status: 'under_investigation' });

    expect(find('pkg:rpm/redhat/curl@7.76.1-26.el9?distro=rhel-9.3', [record])).toMatchObject([
      { state: 'affected', fixState: 'unknown', confidence: 'low', assumptions: ['under-investigation'] },
    ]);
  });

  it('closes a match if the vendor says that the package is not affected', () => {
    const notice = readAdvisory({
      id: 'RHSA-2024:0001',
      modified: '2024-06-01T00:00:00Z',
      related: ['CVE-2024-1000'],
      affected: [
        {
          package: { ecosystem: 'Red Hat:enterprise_linux:9::baseos', name: 'curl' },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '0:8.0-1.el9' }] }],
        },
      ],
    });
    const vex = translate({ name: 'curl', status: 'known_not_affected' });
    const purl = 'pkg:rpm/redhat/curl@7.76.1-26.el9?distro=rhel-9.3';

    expect(find(purl, [notice])).toMatchObject([{ state: 'affected' }]);
    expect(find(purl, [notice, vex])).toMatchObject([
      { state: 'not_affected', evidence: [{ recordId: 'CVE-2024-1000' }, { recordId: 'RHSA-2024:0001' }] },
    ]);
  });

  it('makes one finding of a notice and the document, with both as evidence', () => {
    const fixed = 'pkg:rpm/redhat/curl@8.0-1.el9?arch=x86_64';
    const vex = translate({ name: 'curl', purl: fixed, status: 'fixed' });
    const notice = readAdvisory({ ...toRecord(vex), id: 'RHSA-2024:0001', related: ['CVE-2024-1000'] });

    expect(find('pkg:rpm/redhat/curl@7.0-1.el9?distro=rhel-9.3', [vex, notice])).toMatchObject([
      {
        canonicalId: 'CVE-2024-1000',
        state: 'affected',
        fixedVersions: ['0:8.0-1.el9'],
        evidence: [{ recordId: 'CVE-2024-1000' }, { recordId: 'RHSA-2024:0001' }],
      },
    ]);
  });

  it('prefers the fix if a package is also listed as affected or not affected', () => {
    const { affected } = translate(
      { name: 'curl', status: 'known_affected' },
      { name: 'curl', status: 'known_not_affected', purl: 'pkg:rpm/redhat/curl@8.0-1.el9?arch=s390x' },
      { name: 'curl', purl: 'pkg:rpm/redhat/curl@8.0-1.el9?arch=x86_64', status: 'fixed' },
    );

    expect(affected.map(({ windows }) => windows)).toEqual([[{ fixed: '0:8.0-1.el9' }]]);
  });

  it.each([
    ['another product', { cpe: 'cpe:/a:redhat:hummingbird:1' }],
    ['a product with a similar name', { cpe: 'cpe:/a:redhat:enterprise_linux_ai:1' }],
    ['a product without a CPE', { cpe: 'hummingbird' }],
    ['a container', { purl: 'pkg:oci/curl?repository_url=registry.example/curl' }],
    ['a container without a purl', { name: 'rhel9/curl' }],
    ['a Flatpak', { purl: 'pkg:rpm/redhat/curl?rpmmod=gimp:flatpak' }],
    ['debug symbols', { purl: 'pkg:rpm/redhat/curl-debuginfo' }],
  ])('ignores components of %s', (_, changes) => {
    expect(translate({ name: 'curl', status: 'known_affected', ...changes }).affected).toEqual([]);
  });

  it.each([
    ['cpe:/o:redhat:enterprise_linux:10.0', '10', undefined],
    ['cpe:/a:redhat:rhel_eus:9.2::appstream', '9', 'eus:9.2'],
    ['cpe:/o:redhat:enterprise_linux_eus:10.0', '10', 'eus:10.0'],
    ['cpe:/o:redhat:rhel_els:7', '7', 'els:7'],
  ])('reads the release and channel of %s', (cpe, release, channel) => {
    const [entry] = translate({ name: 'curl', status: 'known_affected', cpe }).affected;

    expect({ release: entry?.release, channel: entry?.channel }).toEqual({ release, channel });
  });

  it.each([
    ['nodejs:18/nodejs', undefined, ['nodejs:18']],
    ['nodejs', 'pkg:rpm/redhat/nodejs?arch=src&rpmmod=nodejs:18', ['nodejs:18']],
    ['nodejs', 'pkg:rpm/redhat/nodejs?rpmmod=nodejs:18:8100020240826142629:d47b87a4', ['nodejs:18']],
    ['nodejs', 'pkg:rpm/redhat/nodejs?rpmmod=broken', []],
    ['nodejs', 'pkg:rpm/redhat/nodejs', undefined],
  ])('reads the module stream of %s %s', (name, purl, modules) => {
    const [entry] = translate({
      name,
      ...(purl !== undefined && { purl }),
      status: 'known_affected',
      cpe: RELEASE_8,
    }).affected;

    expect(entry?.name).toBe('nodejs');
    expect(entry?.modules).toEqual(modules);
  });

  it('reports a module package without a fix only in its stream', () => {
    const record = translate({ name: 'nodejs:18/nodejs', status: 'known_affected', cpe: RELEASE_8 });
    const purl = (stream: string): string =>
      `pkg:rpm/redhat/nodejs@18.20.4-1.module%2Bel8.10.0?distro=rhel-8.10&modularitylabel=nodejs:${stream}:1:2`;

    expect(find(purl('18'), [record])).toMatchObject([{ state: 'affected', fixState: 'not_fixed' }]);
    expect(find(purl('20'), [record])).toEqual([]);
    expect(find('pkg:rpm/redhat/nodejs@18.20.4-1.el8?distro=rhel-8.10', [record])).toEqual([]);
  });

  it('does not conclude from a paid channel that is not affected', () => {
    const record = translate({ name: 'curl', status: 'known_not_affected', cpe: 'cpe:/a:redhat:rhel_eus:9.2' });

    expect(find('pkg:rpm/redhat/curl@7.76.1-26.el9?distro=rhel-9.3', [record])).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['an advisory', { document: { csaf_version: '2.0', category: 'csaf_security_advisory' } }],
    ['no vulnerability', { vulnerabilities: [] }],
    ['two vulnerabilities', { vulnerabilities: [{ cve: 'CVE-2024-1000' }, { cve: 'CVE-2024-1001' }] }],
    ['another CVE', { vulnerabilities: [{ cve: 'CVE-2024-1001' }] }],
    ['a list instead of a vulnerability', { vulnerabilities: [[]] }],
  ])('rejects a document with %s', (_, changes) => {
    expect(translateCsafVex(aCsafVex([], changes)).problem).toBeDefined();
  });

  it.each<[string, Record<string, unknown>]>([
    ['no product tree', { product_tree: null }],
    ['a product tree of wrong types', { product_tree: { branches: { product: 1 }, relationships: ['x', 1, null] } }],
    [
      'wrong types in the vulnerability',
      { vulnerabilities: [{ cve: 'CVE-2024-1000', product_status: [1], notes: 'x', scores: {} }] },
    ],
  ])('ignores %s', (_, changes) => {
    expect(
      readAdvisory(translateCsafVex(aCsafVex([{ name: 'curl', status: 'fixed' }], changes)).record).affected,
    ).toEqual([]);
  });
});

function toRecord({ id: _id, affected }: Advisory): Record<string, unknown> {
  return {
    modified: '2024-06-01T00:00:00Z',
    affected: affected.map(({ release, name, windows }) => ({
      package: { ecosystem: `Red Hat:enterprise_linux:${release}`, name },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: windows[0]?.fixed }] }],
    })),
  };
}
