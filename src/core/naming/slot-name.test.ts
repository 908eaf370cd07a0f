import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { familyOf, toSubjectSlot, toToolName } from './slot-name.ts';

describe('toToolName', () => {
  it.each([
    ['syft', 'syft'],
    ['syft-0.98.0', 'syft'],
    ['Syft v1.27.1', 'syft'],
    ['syft-[not provided]', 'syft'],
    ['trivy-dev', 'trivy'],
    ['Claircore-v1.5.35', 'claircore'],
    ['scanner-v4-matcher-4.7.0', 'scanner-v4-matcher'],
    ['Microsoft.SBOMTool-0.0.0-preview.0', 'microsoft.sbomtool'],
    ['Tool: Microsoft.SBOMTool-2.2.3', 'microsoft.sbomtool'],
    ['apko (v0.8.0-53-gfaa1b37)', 'apko'],
    ['ko 0.12.0', 'ko'],
    ['SecObserve / 1.52.0', 'secobserve'],
    ['GitHub.com-Dependency-Graph', 'github.com-dependency-graph'],
    ['sigs.k8s.io/bom/pkg/spdx', 'sigs.k8s.io/bom/pkg/spdx'],
    ['@cyclonedx/cyclonedx-npm', '@cyclonedx/cyclonedx-npm'],
    ['npm/cli-11.19.1', 'npm/cli'],
    ['CycloneDX module for .NET', 'cyclonedx module for .net'],
    ['log4j-detector', 'log4j-detector'],
    ['tool-2', 'tool'],
    ['2.0', '2.0'],
    ['a: b, [c]', 'a- b'],
    ['', ''],
    [' - ', ''],
    ['ツール 1.0', 'ツール'],
  ])('turns %j into %j', (text, name) => {
    expect(toToolName(text)).toBe(name);
  });

  it('never returns a character that separates the parts of a slot', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = toToolName(text);

        expect(name).not.toMatch(/[[\]:,]/);
      }),
    );
  });
});

describe('familyOf', () => {
  it.each([
    ['r/app:1.0', 'r/app:1.0', { kind: 'image', name: 'r/app', tag: '1.0' }],
    ['r/app:1.0', 'r/app:1.0@sha256:ab', { kind: 'image', name: 'r/app', tag: '1.0' }],
    ['r/app', 'r/app:1.0', { kind: 'image', name: 'r/app', tag: '1.0' }],
    ['r/app@sha256:ab', 'r/app@sha256:ab', { kind: 'image', name: 'r/app', tag: undefined }],
    ['backend', 'r/app:1.0', undefined],
    ['r/app:1.0 (kept 01)', 'r/app:1.0', undefined],
    ['backend', null, undefined],
    [`sha256:${'ab'.repeat(32)}`, null, undefined],
    ['pkg:npm/app', null, { kind: 'subject', name: 'pkg:npm/app', origin: undefined }],
    ['pkg:oci/a?b=1&a=2#c', null, { kind: 'subject', name: 'pkg:oci/a?a=2&b=1#c', origin: undefined }],
    [
      'pkg:npm/app [syft: npm, pypi]',
      null,
      { kind: 'subject', name: 'pkg:npm/app', origin: { tools: ['syft'], packageTypes: ['npm', 'pypi'] } },
    ],
    ['a:b [x] [?]', null, { kind: 'subject', name: 'a:b [x]', origin: { tools: [], packageTypes: [] } }],
    ['pkg:npm/app [syft: npm] (kept 01)', null, { kind: 'subject', name: 'pkg:npm/app [syft: npm] (kept 01)' }],
  ])('derives from the slot %j and the image %j the family %j', (slot, image, family) => {
    if (family === undefined) expect(familyOf({ slot, image })).toBeUndefined();
    else expect(familyOf({ slot, image })).toMatchObject(family);
  });

  it('parses every slot that was made from a subject', () => {
    const name = fc
      .string({ unit: 'binary' })
      .map(toToolName)
      .filter((text) => text !== '');
    const origin = fc.record({
      tools: fc.uniqueArray(name, { maxLength: 3 }),
      packageTypes: fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9.+-]{0,8}$/), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.string(), origin, (subject, made) => {
        expect(familyOf({ slot: toSubjectSlot(subject, made), image: null })).toEqual({
          kind: 'subject',
          name: subject,
          origin: made,
        });
      }),
    );
  });
});
