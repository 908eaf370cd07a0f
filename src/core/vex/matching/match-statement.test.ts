import { describe, expect, it } from 'vitest';
import { aStatement, aTarget, aVexSubject } from '../../../../test/support/vex.ts';
import { matchStatement, matchVersions } from './match-statement.ts';
import type { VexTarget } from '../vex-statement.ts';
import type { VexSubject } from './vex-subject.ts';

const SERIAL = '3e671687-395b-41f5-a30f-a58921a69b79';
const DIGEST = `sha256:${'ab'.repeat(32)}`;

function matches(target: Partial<VexTarget>, subject: Partial<VexSubject> = {}): boolean {
  return matchStatement(aStatement({ target: aTarget(target) }), aVexSubject(subject));
}

describe('matchStatement', () => {
  it('matches a finding with one of its ids and its component', () => {
    expect(matchStatement(aStatement({ ids: ['GHSA-AAAA-BBBB-CCCC'] }), aVexSubject())).toBe(true);
    expect(matchStatement(aStatement({ ids: ['CVE-2026-9999'] }), aVexSubject())).toBe(false);
  });

  it('does not match by the vulnerability alone', () => {
    expect(matches({})).toBe(false);
  });

  it.each([
    ['pkg:npm/left-pad@1.2.3', true],
    ['pkg:npm/left-pad', true],
    ['pkg:npm/left-pad@1.2.4', false],
    ['pkg:npm/right-pad@1.2.3', false],
    ['pkg:npm/%40acme/left-pad@1.2.3', false],
    ['pkg:pypi/left-pad@1.2.3', false],
    ['pkg:npm/left-pad@1.2.3?arch=amd64', false],
    ['pkg:npm/left-pad@1.2.3?package-id=5f39f8a11642bede', true],
    ['pkg:npm/left-pad@1.2.3#lib', false],
    ['left-pad', false],
  ])('matches component %s with pkg:npm/left-pad@1.2.3: %s', (component, isSame) => {
    expect(matches({ component })).toBe(isSame);
  });

  it.each([
    ['pkg:deb/debian/openssl@3.0.1-1', true],
    ['pkg:deb/debian/openssl?arch=amd64', true],
    ['pkg:deb/debian/openssl?arch=arm64', false],
    ['pkg:deb/debian/openssl?distro=debian-12', false],
    ['pkg:deb/ubuntu/openssl', false],
  ])('compares the qualifiers in %s: %s', (component, isSame) => {
    const purls = ['pkg:deb/debian/openssl@3.0.1-1?arch=amd64&epoch=1'];

    expect(matches({ component }, { component: { purls, version: '1:3.0.1-1' } })).toBe(isSame);
  });

  it('compares names as normalized by their ecosystem', () => {
    const component = { purls: ['pkg:pypi/zope.interface@5.0'], version: '5.0' };

    expect(matches({ component: 'pkg:pypi/Zope_Interface@5.0' }, { component })).toBe(true);
  });

  it('matches a version that is stated only beside the purl of the component', () => {
    const component = { purls: ['pkg:npm/left-pad'], version: '1.2.3' };

    expect(matches({ component: 'pkg:npm/left-pad@1.2.3' }, { component })).toBe(true);
    expect(matches({ component: 'pkg:npm/left-pad@2.0.0' }, { component })).toBe(false);
  });

  it.each([
    ['shop', true],
    ['other', false],
    ['ghcr.io/acme/shop', true],
    ['ghcr.io/acme/shop:1.4', true],
    ['ghcr.io/acme/shop:1.5', false],
    ['docker.io/acme/shop:1.4', false],
    [`ghcr.io/acme/shop@${DIGEST}`, true],
    [DIGEST, true],
    [`sha256:${'cd'.repeat(32)}`, false],
    ['pkg:oci/shop', true],
    ['pkg:oci/shop?repository_url=ghcr.io/acme/shop', true],
    ['pkg:oci/shop?repository_url=ghcr.io/acme', true],
    ['pkg:oci/shop?repository_url=quay.io/acme/shop', false],
    ['pkg:oci/shop?tag=1.4', true],
    ['pkg:oci/shop?tag=1.5', false],
    ['pkg:oci/shop?arch=amd64', false],
    [`pkg:oci/other-name@${DIGEST}?arch=amd64`, true],
    [`pkg:oci/shop@sha256:${'cd'.repeat(32)}`, false],
    ['pkg:oci/web', false],
    ['pkg:docker/acme/shop@1.4', false],
    ['pkg:generic/shop@1.4.0', true],
    ['pkg:generic/shop@1.5.0', false],
    ['pkg:npm/left-pad@1.2.3', true],
    ['pkg:npm/right-pad@1.2.3', false],
    ['pkg:maven/acme/shop-root@7', true],
    ['pkg:maven/acme/shop-root@8', false],
    ['shop-root', true],
  ])('matches product %s with the location of the finding: %s', (product, isHere) => {
    const subject: Partial<VexSubject> = {
      images: [{ reference: 'ghcr.io/acme/shop:1.4', digest: DIGEST, purls: [] }],
      documents: [
        {
          serialNumber: null,
          version: null,
          refs: [],
          root: { ref: null, name: 'shop-root', version: '7', purl: 'pkg:maven/acme/shop-root@7' },
        },
      ],
    };

    expect(matches({ product }, subject)).toBe(isHere);
  });

  it('compares all qualifiers of an image purl when a document states them', () => {
    const images = [{ reference: 'ghcr.io/acme/shop', digest: null, purls: ['pkg:oci/shop?arch=amd64&os=linux'] }];

    expect(matches({ product: 'pkg:oci/shop?arch=amd64' }, { images })).toBe(true);
    expect(matches({ product: 'pkg:oci/shop?arch=arm64' }, { images })).toBe(false);
  });

  it.each([
    ['ghcr.io/acme/shop', 'pkg:npm/left-pad', true],
    ['ghcr.io/acme/shop', 'pkg:npm/right-pad', false],
    ['ghcr.io/acme/web', 'pkg:npm/left-pad', false],
    ['pkg:npm/left-pad', 'pkg:npm/left-pad', false],
  ])('requires both product %s and component %s to match: %s', (product, component, isMeant) => {
    expect(matches({ product, component })).toBe(isMeant);
  });

  it.each([
    [SERIAL, 2, 'ref-1', true],
    [SERIAL, null, 'ref-1', true],
    [SERIAL, 1, 'ref-1', false],
    [SERIAL, 2, 'ref-2', false],
    [SERIAL, 2, 'root', true],
    ['f08a6ccd-4dce-4759-bd84-c626675d60a7', 2, 'ref-1', false],
  ])('resolves a BOM-Link to %s/%s#%s: %s', (serialNumber, version, ref, isFound) => {
    const root = { ref: 'root', name: 'shop', version: null, purl: null };
    const documents = [{ serialNumber: `urn:uuid:${SERIAL.toUpperCase()}`, version: 2, refs: ['ref-1'], root }];

    expect(matches({ bomLink: { serialNumber, version, ref } }, { documents })).toBe(isFound);
  });

  it.each([
    ['pkg:npm/left-pad', [{ range: 'vers:npm/<2.0.0', status: 'unaffected' }], true],
    ['pkg:npm/left-pad', [{ range: 'vers:npm/<1.0.0', status: 'unaffected' }], false],
    ['pkg:npm/left-pad', [{ version: '1.2.3', status: 'unknown' }], false],
    [
      'pkg:npm/left-pad@1.2.3',
      [
        { version: '1.2.3', status: 'affected' },
        { version: '2.0.0', status: 'unaffected' },
      ],
      true,
    ],
    [
      'pkg:npm/left-pad',
      [
        { version: '1.2.3', status: 'affected' },
        { version: '2.0.0', status: 'unaffected' },
      ],
      false,
    ],
  ] as const)('applies the version limits of %s: %j', (component, versions, isMeant) => {
    expect(matches({ component, versions })).toBe(isMeant);
  });

  it('compares the version of the product when the statement limits the product', () => {
    expect(matches({ product: 'shop', versions: [{ version: '1.4.0', status: 'affected' }] })).toBe(true);
    expect(matches({ product: 'shop', versions: [{ version: '1.2.3', status: 'affected' }] })).toBe(false);
  });
});

const LISTED: VexTarget['versions'] = [
  { version: '1.0.0', status: 'affected' },
  { range: 'vers:npm/>=2.0.0|<3.0.0', status: 'unaffected' },
  { version: '4.0.0', status: 'unknown' },
];
const ONLY_AFFECTED: VexTarget['versions'] = [{ range: 'vers:npm/<2.0.0', status: 'affected' }];

describe('matchVersions', () => {
  it.each<[string, VexTarget['versions'], string, boolean, boolean]>([
    ['no limit', [], '9.9.9', true, true],
    ['not listed', LISTED, '9.9.9', false, false],
    ['listed as affected next to unaffected ones', LISTED, '1.0.0', false, true],
    ['listed as unaffected', LISTED, '2.5.0', true, false],
    ['listed as unknown', LISTED, '4.0.0', false, true],
    ['in a list that has only affected versions', ONLY_AFFECTED, '1.5.0', true, true],
    ['a range that cannot be read', [{ range: 'vers:generic/>=1', status: 'unaffected' }], '1.5.0', false, false],
  ])('evaluates a version: %s', (_name, versions, version, dismissed, confirmed) => {
    const question = { own: [version], isPinned: false };

    expect(matchVersions(versions, { ...question, isDismissal: true })).toBe(dismissed);
    expect(matchVersions(versions, { ...question, isDismissal: false })).toBe(confirmed);
  });

  it('accepts a dismissal pinned to this version, even if the vulnerability affects the version', () => {
    const question = { own: ['1.0.0'], isPinned: true, isDismissal: true };

    expect(matchVersions(LISTED, question)).toBe(true);
    expect(matchVersions(LISTED, { ...question, own: ['4.0.0'] })).toBe(false);
  });
});
