/** Builds the demo SBOMs in the two common formats from the packages of a version. The same packages give the same bytes. */
import type { DemoDocument, DemoPackage, DemoPackages } from './demo-service.ts';

const MADE_BY = 'assay-demo';
/** SPDX requires a creation time; a fixed day keeps the bytes the same. */
const MADE_AT = '2026-01-01T00:00:00Z';
const ROOT = 'root';
/** The wording of Syft, which parsers look for. */
const OWNERSHIP = 'ownership-by-file-overlap: the parent package claims the files of the child package';

export function buildDocument(document: DemoDocument, version: string, packages: DemoPackages): string {
  const build = document.format === 'spdx' ? buildSpdx : buildCycloneDx;
  return `${JSON.stringify(build(document, version, packages), null, 2)}\n`;
}

function buildCycloneDx(document: DemoDocument, version: string, packages: DemoPackages): object {
  const type = document.image === undefined ? 'application' : 'container';
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      tools: { components: [{ type: 'application', name: MADE_BY }] },
      component: { type, 'bom-ref': ROOT, name: document.subject, version },
    },
    components: [...packages.values()].map((each) => ({
      type: 'library',
      'bom-ref': each.name,
      ...namesOf(each, document),
      ...(each.version !== '' && { version: each.version }),
      ...(each.scope !== undefined && { scope: each.scope }),
      ...(purlOf(each, document) !== undefined && { purl: purlOf(each, document) }),
    })),
    dependencies: [
      { ref: ROOT, dependsOn: directOf(packages) },
      ...[...packages.values()].map((each) => ({ ref: each.name, dependsOn: needsOf(each, packages) })),
    ],
  };
}

function namesOf({ name }: DemoPackage, { type }: DemoDocument): { readonly group?: string; readonly name: string } {
  const separator = type === 'maven' ? ':' : '/';
  const cut = type === 'maven' || name.startsWith('@') ? name.indexOf(separator) : -1;
  return cut === -1 ? { name } : { group: name.slice(0, cut), name: name.slice(cut + 1) };
}

function buildSpdx(document: DemoDocument, version: string, packages: DemoPackages): object {
  const ids = new Map([...packages.keys()].map((name, index) => [name, `SPDXRef-Package-${index + 1}`]));
  const idOf = (name: string): string => ids.get(name) ?? '';
  const relate = (from: string, relationshipType: string, to: string): object => ({
    spdxElementId: from,
    relationshipType,
    relatedSpdxElement: to,
  });
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: document.subject,
    documentNamespace: `https://example.com/spdx/${encodeURIComponent(document.subject)}-${version}`,
    creationInfo: { created: MADE_AT, creators: [`Tool: ${MADE_BY}`] },
    packages: [
      {
        SPDXID: 'SPDXRef-Root',
        name: document.subject,
        versionInfo: version,
        downloadLocation: 'NOASSERTION',
        primaryPackagePurpose: document.image === undefined ? 'APPLICATION' : 'CONTAINER',
        ...toExternalRefs(document.image === undefined ? rootPurlOf(document, version) : undefined),
      },
      ...[...packages.values()].map((each) => toSpdxPackage(each, document, idOf(each.name))),
    ],
    relationships: [
      relate('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-Root'),
      ...directOf(packages).map((name) => relate('SPDXRef-Root', 'DEPENDS_ON', idOf(name))),
      ...[...packages.values()].flatMap((each) =>
        needsOf(each, packages).map((need) => relate(idOf(each.name), 'DEPENDS_ON', idOf(need))),
      ),
      ...[...packages.values()].flatMap(({ name, owner }) =>
        owner === undefined ? [] : [{ ...relate(idOf(owner), 'OTHER', idOf(name)), comment: OWNERSHIP }],
      ),
    ],
  };
}

function toSpdxPackage(each: DemoPackage, document: DemoDocument, id: string): object {
  const purl = purlOf(each, document);
  return {
    SPDXID: id,
    name: each.name,
    ...(each.version !== '' && { versionInfo: each.version }),
    downloadLocation: 'NOASSERTION',
    ...toExternalRefs(purl),
  };
}

function toExternalRefs(purl: string | undefined): object {
  if (purl === undefined) return {};
  return { externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }] };
}

function rootPurlOf({ type, subject }: DemoDocument, version: string): string {
  return `pkg:${type}/${type === 'maven' ? 'com.example/' : ''}${subject}@${encodeURIComponent(version)}`;
}

/** Returns undefined if the type of the package is unknown. */
function purlOf({ name, type, version, source }: DemoPackage, document: DemoDocument): string | undefined {
  const kind = type ?? document.type;
  if (kind === 'none') return undefined;
  const path = (kind === 'maven' ? name.replace(':', '/') : name).split('/').map(encodeURIComponent).join('/');
  const isOfSystem = kind === 'deb' || kind === 'apk';
  const place = isOfSystem ? `${SYSTEMS[kind]}/${path}` : path;
  const qualifiers = [
    ...(isOfSystem && document.qualifiers !== undefined ? [document.qualifiers] : []),
    ...(source === undefined ? [] : [`upstream=${encodeURIComponent(source)}`]),
  ].join('&');
  const at = version === '' ? '' : `@${encodeURIComponent(version)}`;
  return `pkg:${kind}/${place}${at}${qualifiers === '' ? '' : `?${qualifiers}`}`;
}

const SYSTEMS = { deb: 'debian', apk: 'alpine' } as const;

function directOf(packages: DemoPackages): readonly string[] {
  return [...packages.values()].filter(({ isDirect }) => isDirect).map(({ name }) => name);
}

/** Leaves out packages that the version no longer has. */
function needsOf({ needs }: DemoPackage, packages: DemoPackages): readonly string[] {
  return needs.filter((need) => packages.has(need));
}
