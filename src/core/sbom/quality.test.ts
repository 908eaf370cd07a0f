import { describe, expect, it } from 'vitest';
import { parseSbom } from './parse-sbom.ts';
import { adviseOnElement, rateSbom } from './quality.ts';

const FORM = { format: 'cyclonedx', specVersion: '1.6', path: '' } as const;
const PACKAGE = { type: 'library', name: 'a', version: '1.0.0', purl: 'pkg:npm/a@1.0.0', 'bom-ref': 'a' };
const WHOLE = {
  metadata: {
    timestamp: '2026-11-01T00:00:00Z',
    tools: [{ name: 'syft', version: '1.2.3' }],
    component: { type: 'application', name: 'shop', 'bom-ref': 'root' },
  },
  components: [
    {
      ...PACKAGE,
      supplier: { name: 'Acme' },
      hashes: [{ alg: 'SHA-1', content: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' }],
    },
    { type: 'operating-system', name: 'debian', version: '12' },
  ],
  dependencies: [{ ref: 'root', dependsOn: ['a'] }],
};

const rate = (document: object): ReturnType<typeof rateSbom> => rateSbom(parseSbom(document, FORM));
const lacking = (document: object): string[] =>
  rate(document).elements.flatMap(({ element, present, total }) => (present < total ? element : []));

describe('the quality of an SBOM', () => {
  it('is 100 if nothing is missing; a system needs no package identity', () => {
    expect(rate(WHOLE).score).toBe(100);
  });

  it.each([
    ['identifier', 35, { components: [{ ...WHOLE.components[0], purl: undefined }] }],
    ['version', 20, { components: [{ ...WHOLE.components[0], version: '' }] }],
    ['relationships', 20, { dependencies: [] }],
    ['supplier', 5, { components: [{ ...WHOLE.components[0], supplier: undefined }] }],
    ['hash', 10, { components: [{ ...WHOLE.components[0], hashes: [] }] }],
    ['tool', 5, { metadata: { ...WHOLE.metadata, tools: [] } }],
    ['time', 5, { metadata: { ...WHOLE.metadata, timestamp: 'yesterday' } }],
  ])('lacks the %s', (element, points, change) => {
    expect(lacking({ ...WHOLE, ...change })).toEqual([element]);
    expect(rate({ ...WHOLE, ...change }).score).toBe(100 - points);
  });

  it('counts components, and never rounds up to complete', () => {
    const components = Array.from({ length: 1_000 }, (_, n) => ({ ...WHOLE.components[0], 'bom-ref': `a${n}` }));
    const dependencies = [{ ref: 'root', dependsOn: components.map((each) => each['bom-ref']) }];
    components[7] = { ...components[7], name: 'b', 'bom-ref': 'a7', hashes: [] } as never;

    const { score, elements } = rate({ ...WHOLE, components, dependencies });

    expect(score).toBe(99);
    expect(elements.find(({ element }) => element === 'hash')).toEqual({ element: 'hash', present: 999, total: 1_000 });
  });

  it('is 0 without components', () => {
    expect(rate({ ...WHOLE, components: [], dependencies: [] }).score).toBe(0);
  });
});

describe('adviseOnElement', () => {
  const missing = { element: 'relationships', present: 1, total: 2 } as const;

  it('names the generator if it is known for it', () => {
    expect(adviseOnElement(missing, 'syft 1.2.3')).toMatch(/^Syft writes few dependencies/);
    expect(adviseOnElement(missing, 'other 1')).toMatch(/^Without dependencies/);
    expect(adviseOnElement(missing, null)).toMatch(/^Without dependencies/);
  });

  it('says nothing about a complete element', () => {
    expect(adviseOnElement({ ...missing, present: 2 }, 'syft 1')).toBeNull();
  });
});
