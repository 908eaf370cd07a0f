import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseImageReference } from '../../naming/image-reference.ts';
import { isName } from '../../naming/name.ts';
import { slotOf } from './slot.ts';
import type { SbomSubject } from './document-reader.ts';

const SHA256 = 'ab'.repeat(32);
const BY_HASH = `sha256:${SHA256}`;

const ORIGIN = { tools: ['syft'], packageTypes: ['npm'] };

/** Without the tool and the package types, which are the same for all. */
function slotOfSubject(subject: SbomSubject | undefined): string {
  const { name } = slotOf({ slot: undefined, image: undefined, subject, origin: ORIGIN, sha256: SHA256 });
  return name.replace(' [syft: npm]', '');
}

describe('slotOf', () => {
  it('prefers the given values to derived ones', () => {
    const subject = { purl: 'pkg:npm/app@1', type: 'application', name: 'app' };
    const image = parseImageReference('registry/app:1.0@sha256:ab');
    const sources = { slot: 'mine', image, subject, origin: ORIGIN, sha256: SHA256 };

    expect(slotOf(sources)).toEqual({ by: 'parameter', name: 'mine' });
    expect(slotOf({ ...sources, slot: undefined })).toEqual({ by: 'image', name: 'registry/app:1.0', image });
    expect(slotOf({ ...sources, slot: undefined, image: undefined })).toEqual({
      by: 'subject',
      name: 'pkg:npm/app [syft: npm]',
      subject: 'pkg:npm/app',
      origin: ORIGIN,
    });
    expect(slotOfSubject({ type: 'application', name: 'app' })).toBe('application:app');
    expect(slotOfSubject(undefined)).toBe(BY_HASH);
  });

  it.each([
    ['pkg:npm/app@1.0.0', 'pkg:npm/app'],
    ['pkg:npm/app', 'pkg:npm/app'],
    ['PKG:NPM/App@1', 'pkg:npm/App'],
    ['pkg:npm/%40scope/name@1.0', 'pkg:npm/%40scope/name'],
    ['pkg:npm/@scope/name@1', 'pkg:npm/@scope/name'],
    ['pkg:npm/@scope/name', 'pkg:npm/@scope/name'],
    ['pkg:npm/@scope', 'pkg:npm/@scope'],
    ['pkg:golang/github.com/a/b@v1.2.3+incompatible', 'pkg:golang/github.com/a/b'],
    ['pkg:github/o/r@feature/branch', 'pkg:github/o/r'],
    ['pkg:maven/g/a@1.0?type=jar', 'pkg:maven/g/a?type=jar'],
    ['pkg:oci/app@sha256%3Aab?tag=1.0', 'pkg:oci/app'],
    ['pkg:oci/app@sha256:ab?repository_url=reg/x&tag=1&arch=arm64', 'pkg:oci/app?arch=arm64&repository_url=reg/x'],
    ['pkg:oci/app@sha256:ab?arch=arm64&repository_url=reg/x', 'pkg:oci/app?arch=arm64&repository_url=reg/x'],
    ['pkg:oci/image@sha256:ab?repository_url=reg/x', 'pkg:oci/image?repository_url=reg/x'],
    ['pkg:golang/g/a@v1#cmd/tool', 'pkg:golang/g/a#cmd/tool'],
    ['pkg:generic/a@1?checksum=sha256:ab#x@y', 'pkg:generic/a#x@y'],
    ['pkg:swid/Acme/example.com/App@1.0?tag_id=75b8c285', 'pkg:swid/Acme/example.com/App'],
  ])('removes the version of %s: %s', (purl, slot) => {
    expect(slotOfSubject({ purl })).toBe(slot);
  });

  it.each([
    '',
    'pkg:',
    'pkg:npm',
    'pkg:npm/',
    'pkg:npm/a/',
    'pkg:/npm/a',
    'pkg://npm/a',
    'npm/a@1',
    'pkg:1npm/a',
    'pkg:n pm/a',
    ' pkg:npm/a',
    'pkg:npm/?x=y',
    'pkg:npm/#x',
    'pkg:npm/../../x@1',
    'pkg:npm/x/..',
    'pkg:oci/image@sha256:ab?mediaType=x',
    'pkg:oci/index',
    'pkg:npm/a\u0000b',
    'pkg:npm/a\nb',
    'pkg:npm/a\u202eb',
    'pkg:npm/a  b',
    `pkg:npm/${'a'.repeat(505)}`,
    `pkg:npm/a@${'1'.repeat(2_039)}`,
    `pkg:npm/a@${'é'.repeat(1_020)}`,
  ])('ignores the purl %j', (purl) => {
    expect(slotOfSubject({ purl })).toBe(BY_HASH);
    expect(slotOfSubject({ purl, type: 'application', name: 'shop' })).toBe('application:shop');
  });

  it('accepts a purl of 2,048 bytes and a slot of 512 characters', () => {
    const longest = 'a'.repeat(504 - ' [syft: npm]'.length);

    expect(slotOfSubject({ purl: `pkg:npm/a@${'1'.repeat(2_038)}` })).toBe('pkg:npm/a');
    expect(slotOfSubject({ purl: `pkg:npm/${longest}` })).toBe(`pkg:npm/${longest}`);
    expect(slotOfSubject({ purl: `pkg:npm/${longest}a` })).toBe(BY_HASH);
  });

  it.each<[SbomSubject, string]>([
    [{ type: 'application', group: 'com.example', name: 'shop' }, 'application:com.example/shop'],
    [{ type: 'application', group: '', name: 'shop' }, 'application:shop'],
    [{ type: 'container', name: 'docker.io/library/alpine:3' }, 'container:docker.io/library/alpine:3'],
    [{ type: 'machine-learning-model', name: 'x' }, 'machine-learning-model:x'],
    [{ type: 'OPERATING_SYSTEM', name: 'Debian 12' }, 'OPERATING_SYSTEM:Debian 12'],
    [{ type: 'application', name: 'a.jar' }, 'application:a.jar'],
    [{ type: 'application', name: 'cafe\u0301' }, 'application:caf\u00e9'],
  ])('uses a specific name: %j', (subject, slot) => {
    expect(slotOfSubject(subject)).toBe(slot);
  });

  it.each<[SbomSubject]>([
    [{ type: 'application' }],
    [{ name: 'shop' }],
    [{ type: '', name: 'shop' }],
    [{ type: 'a:b', name: 'shop' }],
    [{ type: 'pkg', name: 'npm/x' }],
    [{ type: 'sha256', name: SHA256 }],
    [{ type: 'file', name: 'shop' }],
    ...[
      '',
      ' ',
      '.',
      '..',
      '/',
      '\\',
      './x',
      '../x',
      '.\\x',
      '/x/y',
      '\\\\host\\share',
      'C:\\x',
      'c:/x',
      '~/x',
      'file:///x',
      'a/../b',
      'go.mod',
      'images/app.tar',
      'app.tar.gz',
      `sha256:${SHA256}`,
      'package-lock.json',
      'unknown',
      'NOASSERTION',
      'sh\u0007op',
      'x'.repeat(501),
    ].map((name): [SbomSubject] => [{ type: 'application', name }]),
  ])('does not use a generic name: %j', (subject) => {
    expect(slotOfSubject(subject)).toBe(BY_HASH);
  });

  it('continues with the next rule if a slot would not be a valid name', () => {
    const subject = { purl: 'pkg:npm/app' };
    const sources = { slot: 'a\u0000', image: undefined, subject, origin: ORIGIN, sha256: SHA256 };

    expect(slotOf(sources).name).toBe('pkg:npm/app [syft: npm]');
  });

  it.each([
    ['app:1.0', 'app:1.0'],
    ['app:1.0-arm64@sha256:ab', 'app:1.0-arm64'],
    ['app@sha256:ab', 'app@sha256:ab'],
    ['registry:5000/app', 'registry:5000/app'],
  ])('names the image %j with its tag: %j', (image, name) => {
    const sources = { slot: undefined, subject: undefined, origin: undefined, sha256: SHA256 };

    expect(slotOf({ ...sources, image: parseImageReference(image) }).name).toBe(name);
  });

  it('separates documents of one subject by tool and by package types', () => {
    const nameOf = (tools: string[], packageTypes: string[]): string =>
      slotOf({
        slot: undefined,
        image: undefined,
        sha256: SHA256,
        subject: { purl: 'pkg:npm/app@1' },
        origin: { tools, packageTypes },
      }).name;

    expect([
      nameOf(['syft'], ['npm']),
      nameOf(['syft'], ['pypi']),
      nameOf(['trivy'], ['npm']),
      nameOf([], ['npm']),
      nameOf(['syft'], []),
      nameOf([], []),
    ]).toEqual([
      'pkg:npm/app [syft: npm]',
      'pkg:npm/app [syft: pypi]',
      'pkg:npm/app [trivy: npm]',
      'pkg:npm/app [?: npm]',
      'pkg:npm/app [syft]',
      'pkg:npm/app [?]',
    ]);
  });

  it('uses the content hash if tools or package types are unreadable', () => {
    const sources = { slot: undefined, image: undefined, subject: { purl: 'pkg:npm/app' }, sha256: SHA256 };

    expect(slotOf({ ...sources, origin: undefined })).toEqual({ by: 'content', name: BY_HASH });
  });

  it('gives a valid name for any document, and different slots for different names', () => {
    const character = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
    const text = fc.oneof(fc.string(), character, fc.constantFrom('a', 'A', 'pkg:npm/a@1', 'pkg:npm/A@1', '.'));
    const subject = fc.record({ purl: text, type: text, group: text, name: text }, { requiredKeys: [] });
    fc.assert(
      fc.property(subject, (each) => {
        expect(isName(slotOfSubject(each))).toBe(true);
      }),
    );
    expect(slotOfSubject({ purl: 'pkg:npm/a@1' })).not.toBe(slotOfSubject({ purl: 'pkg:npm/A@1' }));
    expect(slotOfSubject({ type: 'application', name: 'a' })).not.toBe(
      slotOfSubject({ type: 'application', name: 'A' }),
    );
  });
});
