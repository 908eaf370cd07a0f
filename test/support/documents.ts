/** Small handwritten SBOM documents with defaults that a test can change. */
import { createHash } from 'node:crypto';

export function aCycloneDx(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'shop', version: '1.0.0', 'bom-ref': 'shop' } },
    components: [
      { type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0', 'bom-ref': 'left-pad' },
    ],
    dependencies: [{ ref: 'shop', dependsOn: ['left-pad'] }],
    ...changes,
  };
}

export function anSpdx(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'shop',
    documentNamespace: 'https://example.com/shop-1.0.0',
    creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: test'] },
    packages: [{ SPDXID: 'SPDXRef-shop', name: 'shop', versionInfo: '1.0.0', downloadLocation: 'NOASSERTION' }],
    relationships: [
      { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: 'SPDXRef-shop' },
    ],
    ...changes,
  };
}

/** Returns a document of about the given size, with as many components as needed. */
export function aLargeCycloneDx(bytes: number, changes: Record<string, unknown> = {}): Buffer {
  const components = [];
  for (let size = 0, n = 0; size < bytes; n += 1) {
    const component = {
      type: 'library',
      name: `package-${n}`,
      version: `1.${n % 50}.${n % 7}`,
      purl: `pkg:npm/package-${n}@1.${n % 50}.${n % 7}`,
      'bom-ref': `ref-${n}`,
      description: `Component number ${n} of a generated document, with a description of ordinary length.`,
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(String(n)).digest('hex') }],
    };
    components.push(component);
    size += JSON.stringify(component).length + 1;
  }
  return Buffer.from(JSON.stringify(aCycloneDx({ components, dependencies: [], ...changes })));
}
