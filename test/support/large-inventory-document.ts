/**
 * Documents with hundreds of thousands of components that look like those of real tools, for benchmarks and for tests of
 * documents that are too large to be parsed in one piece. The same options produce the same bytes.
 */
import { createHash } from 'node:crypto';

export interface LargeInventory {
  readonly components: number;
  /** About 180, 400 or 1,000 bytes for a component with its edges. */
  readonly richness: 'tiny' | 'lean' | 'rich';
}

/** Returns CycloneDX 1.6 for an application that depends on the first components, each of which depends on three later ones. */
export function aLargeCycloneDxInventory({ components, richness }: LargeInventory): Buffer {
  const subject = { type: 'application', name: 'warehouse', version: '7.0.0', 'bom-ref': 'warehouse' };
  const roots = numbers(Math.min(components, ROOTS)).map(toRef);
  return Buffer.concat([
    Buffer.from('{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"metadata":'),
    Buffer.from(JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', component: subject })),
    toMember('components', components, (n) => toComponent(n, richness)),
    Buffer.from(`,"dependencies":[${JSON.stringify({ ref: 'warehouse', dependsOn: roots })},`),
    toElements(components, (n) => ({ ref: toRef(n), dependsOn: needsOf(n, components, richness).map(toRef) })),
    Buffer.from(']}'),
  ]);
}

/** The same as SPDX 2.3. */
export function aLargeSpdxInventory({ components, richness }: LargeInventory): Buffer {
  const head = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'warehouse',
    documentNamespace: 'https://example.com/warehouse-7.0.0',
    creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: warehouse-1.0'] },
    documentDescribes: numbers(Math.min(components, ROOTS)).map(toSpdxId),
  };
  return Buffer.concat([
    Buffer.from(JSON.stringify(head).slice(0, -1)),
    toMember('packages', components, (n) => toPackage(n, richness)),
    toMember('relationships', components, (n) => ({
      spdxElementId: toSpdxId(n),
      relationshipType: 'DEPENDS_ON',
      relatedSpdxElement: toSpdxId(needsOf(n, components, richness)[0] ?? 0),
    })),
    Buffer.from('}'),
  ]);
}

const ROOTS = 20;
/** Elements per chunk: the text of a whole large document would exceed the maximum length of a string. */
const PIECE = 10_000;

function toMember(name: string, count: number, toElement: (n: number) => object): Buffer {
  return Buffer.concat([Buffer.from(`,"${name}":[`), toElements(count, toElement), Buffer.from(']')]);
}

function toElements(count: number, toElement: (n: number) => object): Buffer {
  const pieces: Buffer[] = [];
  for (let start = 0; start < count; start += PIECE) {
    const elements = numbers(Math.min(PIECE, count - start)).map((n) => JSON.stringify(toElement(start + n)));
    pieces.push(Buffer.from(`${start === 0 ? '' : ','}${elements.join(',')}`));
  }
  return Buffer.concat(pieces);
}

function toComponent(n: number, richness: LargeInventory['richness']): object {
  const { name, version, purl } = toPackageVersion(n);
  const lean = { type: 'library', 'bom-ref': toRef(n), name, version, purl };
  if (richness === 'tiny') return lean;
  const licensed = { ...lean, scope: n % 7 === 0 ? 'optional' : 'required', licenses: [{ license: { id: 'MIT' } }] };
  if (richness === 'lean') return { ...licensed, hashes: [{ alg: 'SHA-1', content: hashOf(n, 'sha1') }] };
  return {
    ...licensed,
    publisher: `The authors of ${name}`,
    description: `The part of the warehouse that puts crate ${n} on shelf ${n % 977}; generated, with text of ordinary length.`,
    hashes: [{ alg: 'SHA-512', content: hashOf(n, 'sha512') }],
    externalReferences: [
      { type: 'vcs', url: `https://example.com/git/${name}.git` },
      { type: 'website', url: `https://example.com/${name}` },
    ],
    properties: [
      { name: 'aquasecurity:trivy:PkgID', value: `${name}@${version}` },
      { name: 'aquasecurity:trivy:PkgType', value: 'node-pkg' },
      { name: 'aquasecurity:trivy:FilePath', value: `srv/warehouse/node_modules/${name}/package.json` },
    ],
  };
}

function toPackage(n: number, richness: LargeInventory['richness']): object {
  const { name, version, purl } = toPackageVersion(n);
  const externalRefs = [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }];
  const tiny = { SPDXID: toSpdxId(n), name, versionInfo: version, downloadLocation: 'NOASSERTION', externalRefs };
  if (richness === 'tiny') return tiny;
  const lean = { ...tiny, licenseConcluded: 'NOASSERTION', licenseDeclared: 'MIT' };
  if (richness === 'lean') return lean;
  return {
    ...lean,
    filesAnalyzed: false,
    copyrightText: `Copyright the authors of ${name}`,
    supplier: `Organization: The authors of ${name}`,
    checksums: [{ algorithm: 'SHA512', checksumValue: hashOf(n, 'sha512') }],
    sourceInfo: `acquired package info from installed node module manifest file: srv/warehouse/node_modules/${name}/package.json`,
  };
}

function toPackageVersion(n: number): { readonly name: string; readonly version: string; readonly purl: string } {
  const name = `crate-${n.toString(36)}`;
  const version = `${n % 4}.${n % 31}.${n % 13}`;
  return { name, version, purl: `pkg:npm/${name}@${version}` };
}

/** A tiny component has no dependencies, so that the document consists of components only. */
function needsOf(n: number, components: number, richness: LargeInventory['richness']): number[] {
  if (richness === 'tiny') return [];
  return [n + 1, n + 17, n + 1_009].filter((other) => other < components);
}

function toRef(n: number): string {
  return toPackageVersion(n).purl;
}

function toSpdxId(n: number): string {
  return `SPDXRef-Package-npm-crate-${n.toString(36)}`;
}

function hashOf(n: number, algorithm: string): string {
  return createHash(algorithm).update(`${n}`).digest('hex');
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}
