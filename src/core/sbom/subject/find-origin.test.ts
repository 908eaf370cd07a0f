import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scan, toBytes } from '../../../../test/support/scan-bytes.ts';
import type { DocumentOrigin } from '../../naming/slot-name.ts';
import type { ByteRange } from '../scan/scan-facts.ts';
import { findOrigin } from './find-subject.ts';

async function originOf(document: object | string): Promise<DocumentOrigin | undefined> {
  const bytes = toBytes(typeof document === 'string' ? document : JSON.stringify(document));
  const readText = async ({ start, end }: ByteRange): Promise<string> =>
    new TextDecoder().decode(bytes.subarray(start, end));
  return await findOrigin(scan(bytes), readText);
}

async function toolsOf(document: object | string): Promise<readonly string[] | undefined> {
  return (await originOf(document))?.tools;
}

function aCycloneDx(tools: unknown, components: readonly unknown[] = []): object {
  return { bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { tools }, components };
}

function anSpdx(creators: unknown, packages: readonly unknown[] = []): object {
  return { spdxVersion: 'SPDX-2.3', creationInfo: { creators }, packages };
}

const CONTEXT = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';

function anSpdx3(...elements: readonly object[]): object {
  return { '@context': CONTEXT, '@graph': [{ type: 'CreationInfo', specVersion: '3.0.1' }, ...elements] };
}

describe('tools of a document', () => {
  it.each<[string, unknown, string[]]>([
    ['the list of older versions', [{ vendor: 'anchore', name: 'syft', version: '0.57.0' }], ['syft']],
    [
      'components and services',
      { components: [{ name: 'Trivy' }], services: [{ name: 'Signer' }] },
      ['signer', 'trivy'],
    ],
    ['several, in one order', [{ name: 'b' }, { name: 'a' }, { name: 'b' }], ['a', 'b']],
    ['tools without a name', [{ version: '1' }, null, 'x', 1, {}], []],
    ['something else', 'syft', []],
    ['nothing', null, []],
  ])('are parsed from %s of CycloneDX', async (_, tools, names) => {
    expect(await toolsOf(aCycloneDx(tools))).toEqual(names);
  });

  it('are parsed from the creators of SPDX 2, without organizations and persons', async () => {
    const creators = ['Organization: Anchore, Inc', 'Tool: syft-0.98.0', 'Person: A', 'tool: trivy', 7];

    expect(await toolsOf(anSpdx(creators))).toEqual(['syft', 'trivy']);
  });

  it("are parsed from SPDX inside GitHub's wrapper", async () => {
    const creators = ['Tool: GitHub.com-Dependency-Graph'];

    expect(await toolsOf({ sbom: anSpdx(creators) })).toEqual(['github.com-dependency-graph']);
  });

  it('are parsed from the Tool elements of SPDX 3', async () => {
    const document = anSpdx3({ type: 'Tool', spdxId: 'a', name: 'syft-1.2.3' }, { type: 'Agent', name: 'someone' });

    expect(await toolsOf(document)).toEqual(['syft']);
  });

  it('are named without their versions', async () => {
    const [older, newer] = [
      await toolsOf(aCycloneDx([{ name: 'syft', version: '0.57.0' }])),
      await toolsOf(aCycloneDx({ components: [{ name: 'syft', version: '1.27.1' }] })),
    ];

    expect(older).toEqual(newer);
  });

  it.each<[string, object]>([
    ['more than a megabyte', aCycloneDx([{ name: 'x', description: 'y'.repeat(1_100_000) }])],
    ['a very long name', aCycloneDx([{ name: 'x'.repeat(513) }])],
    ['a thousand tools', aCycloneDx(Array.from({ length: 1_000 }, (_, n) => ({ name: `t${n}x` })))],
    ['many Tool elements', anSpdx3(...Array.from({ length: 9 }, (_, n) => ({ type: 'Tool', name: `t${n}` })))],
  ])('are unknown with %s', async (_, document) => {
    expect(await originOf(document)).toBeUndefined();
  });
});

describe('package types of a document', () => {
  it.each<[string, object]>([
    [
      'CycloneDX components at every depth',
      aCycloneDx(
        [],
        [
          { purl: 'pkg:npm/a@1', components: [{ purl: 'PKG:PyPI/b' }] },
          { purl: 'pkg:npm/c' },
          { name: 'd' },
          { purl: 7 },
        ],
      ),
    ],
    [
      'references of SPDX 2 packages',
      anSpdx(
        [],
        [
          { externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:pypi/b@1' }] },
          { externalRefs: [{ referenceType: 'cpe23Type', referenceLocator: 'cpe:2.3:a:x:y:1' }] },
          { externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:npm/a@1' }] },
        ],
      ),
    ],
    [
      'packages of SPDX 3',
      anSpdx3(
        { type: 'software_Package', software_packageUrl: 'pkg:npm/a@1' },
        { type: 'software_Package', externalIdentifier: [{ identifier: 'pkg:pypi/b@1' }] },
      ),
    ],
  ])('are the sorted purl types of %s', async (_, document) => {
    expect((await originOf(document))?.packageTypes).toEqual(['npm', 'pypi']);
  });

  it('do not include the subject and its parts', async () => {
    const component = { purl: 'pkg:oci/app', components: [{ purl: 'pkg:generic/x' }] };
    const document = { bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component }, components: [] };

    expect((await originOf(document))?.packageTypes).toEqual([]);
  });

  it.each([
    '',
    'pkg',
    'pkg:',
    'pkg:npm',
    'npm/a',
    'pkg:1npm/a',
    'pkg:n m/a',
    'pkg:/',
    `pkg:${'a'.repeat(33)}/b`,
    'cpe:/a',
  ])('are not derived from %j', async (purl) => {
    const before = { purl: 'pkg:npm/the-text-before-must-not-matter' };

    expect((await originOf(aCycloneDx([], [before, { purl }])))?.packageTypes).toEqual(['npm']);
  });

  it('are unknown when there are more than 32', async () => {
    const components = Array.from({ length: 33 }, (_, n) => ({ purl: `pkg:t${n}/a` }));

    expect((await originOf(aCycloneDx([], components.slice(1))))?.packageTypes).toHaveLength(32);
    expect(await originOf(aCycloneDx([], components))).toBeUndefined();
  });

  it('do not depend on the order of the components', async () => {
    const type = fc.constantFrom('npm', 'pypi', 'deb', 'golang', 'maven');
    await fc.assert(
      fc.asyncProperty(fc.array(type, { maxLength: 8 }), async (types) => {
        const components = types.map((each) => ({ purl: `pkg:${each}/x@1` }));

        expect(await originOf(aCycloneDx([], components))).toEqual(
          await originOf(aCycloneDx([], components.toReversed())),
        );
      }),
    );
  });
});
