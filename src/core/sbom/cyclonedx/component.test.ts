import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import type { ComponentDetails } from '../inventory.ts';
import { toRawComponent } from './component.ts';
import { toDetails } from '../draft/to-details.ts';
import { WarningList } from '../draft/warning-list.ts';

function read(component: Record<string, unknown>): {
  details: ComponentDetails | undefined;
  warnings: readonly object[];
} {
  const warnings = new WarningList();
  const details = toDetails(toRawComponent(component, 'a').details, '/components/0', warnings);
  return { details, warnings: warnings.toWarnings() };
}

describe('details of a CycloneDX component', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['an id', [{ license: { id: 'MIT' } }], ['MIT']],
    ['a name', [{ license: { name: 'The Acme License' } }], ['The Acme License']],
    ['an expression', [{ expression: 'MIT OR Apache-2.0', acknowledgement: 'declared' }], ['MIT OR Apache-2.0']],
    ['an address alone', [{ license: { url: 'https://example.com/license' } }], ['https://example.com/license']],
    ['an id without the object around it', [{ id: 'MIT' }], ['MIT']],
    ['a text', ['MIT'], ['MIT']],
    ['a text in the object', [{ license: 'MIT' }], ['MIT']],
    ['no list', { license: { id: 'MIT' } }, ['MIT']],
    ['the same twice', [{ license: { id: 'MIT' } }, { license: { id: 'MIT' } }], ['MIT']],
  ])('have licenses from %s', (_, licenses, expected) => {
    expect(read({ licenses }).details).toEqual({ licenses: expected });
  });

  it('have the detected licenses if none is declared', () => {
    const evidence = { licenses: [{ license: { id: 'Zlib' } }] };

    expect(read({ evidence }).details?.licenses).toEqual(['Zlib']);
    expect(read({ evidence, licenses: [] }).details?.licenses).toEqual(['Zlib']);
    expect(read({ evidence, licenses: [{ license: { id: 'MIT' } }] }).details?.licenses).toEqual(['MIT']);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ supplier: { name: 'S' }, manufacturer: { name: 'M' }, publisher: 'P', author: 'A' }, 'S'],
    [{ supplier: { url: ['x'] }, manufacturer: { name: 'M' }, publisher: 'P', author: 'A' }, 'M'],
    [{ publisher: 'P', author: 'A' }, 'P'],
    [{ author: 'A', authors: [{ name: 'B' }] }, 'A'],
    [{ authors: [{ name: 'B' }, { name: 'C' }] }, 'B'],
    [{ supplier: 'S' }, 'S'],
  ])('%j have the supplier %s', (component, supplier) => {
    expect(read(component).details).toEqual({ supplier });
  });

  it('have hashes, links and a description on one line', () => {
    const { details, warnings } = read({
      description: 'Pads\r\nstrings.\tLeft.',
      hashes: [{ alg: 'SHA-1', content: 'aa' }, { alg: 'SHA-256', content: 'bb' }, { alg: 'MD5' }, null],
      externalReferences: [
        { type: 'vcs', url: 'https://example.com/a.git' },
        { url: 'https://example.com' },
        { type: 'x' },
      ],
    });

    expect(details).toEqual({
      description: 'Pads  strings. Left.',
      hashes: [
        { algorithm: 'SHA-1', value: 'aa' },
        { algorithm: 'SHA-256', value: 'bb' },
      ],
      references: [
        { type: 'vcs', url: 'https://example.com/a.git' },
        { type: 'other', url: 'https://example.com' },
      ],
    });
    expect(warnings).toEqual([]);
  });

  it('have the locations reported by tools', () => {
    const { details } = read({
      properties: [
        { name: 'syft:location:0:path', value: '/lib/apk/db/installed' },
        { name: 'syft:location:0:layerID', value: 'sha256:1' },
        { name: 'cdx:npm:package:path', value: 'node_modules/a' },
        { name: 'cdx:npm:package:path', value: '' },
        { name: 'aquasecurity:trivy:FilePath', value: 'app/a.jar' },
        { name: 'aquasecurity:trivy:LayerDigest', value: 'sha256:2' },
        { name: 'aquasecurity:trivy:LayerDiffID', value: 'sha256:3' },
      ],
      evidence: { occurrences: [{ location: '/src/a.py', line: 7 }, { 'bom-ref': 'x' }, { location: '/src/a.py' }] },
    });

    expect(details?.locations).toEqual([
      { path: 'node_modules/a' },
      { path: '/lib/apk/db/installed', layer: 'sha256:1' },
      { path: 'app/a.jar', layer: 'sha256:3' },
      { path: '/src/a.py' },
    ]);
  });

  it.each<Record<string, unknown>>([
    {},
    { licenses: null, hashes: {}, externalReferences: 'x', evidence: 7, supplier: [], authors: [null] },
    { licenses: [null, 7, {}, { license: {} }, ''], hashes: [7], externalReferences: [null], evidence: [] },
    { description: 7, publisher: null, author: {}, evidence: { licenses: 'x'.slice(1), occurrences: [null, 'x'] } },
  ])('are absent for %j', (component) => {
    expect(read(component)).toEqual({ details: undefined, warnings: [] });
  });

  it('are limited', () => {
    const { details, warnings } = read({
      description: 'a'.repeat(LIMITS.detailTextCharactersMax + 1),
      author: 'a\u0000b',
      hashes: Array.from({ length: 100 }, (_, n) => ({ alg: 'SHA-1', content: `${n}` })),
    });

    expect(details?.description).toHaveLength(LIMITS.detailTextCharactersMax + 1);
    expect(details?.description?.endsWith('…')).toBe(true);
    expect(details?.supplier).toBe('a\uFFFDb');
    expect(details?.hashes).toHaveLength(LIMITS.detailsPerListMax);
    expect(warnings).toEqual([{ code: 'TEXT_REPLACED', count: 1, paths: ['/components/0'] }]);
  });
});
