/** Extracts the facts of one SPDX 2 package. */
import { memberIn } from '../../json/members.ts';
import { listIn, textIn } from '../untrusted-value.ts';
import type { RawComponent, LocatedValue } from '../draft/to-component.ts';
import type { RawDetails } from '../draft/to-details.ts';
import { parseSourceInfo, type SourceInfo } from './spdx2-source-info.ts';
import { toAgentName, omitNoAssertion, toKebabCase, toLocalName } from './spdx-notation.ts';

// External references of an SPDX 2 package: identities, advisories and plain links. The category has several spellings and is
// sometimes wrong, so the type decides, and a locator that is a purl counts as one.
// https://spdx.github.io/spdx-spec/v2.3/external-repository-identifiers/
interface PackageReferences {
  readonly purls: readonly LocatedValue[];
  readonly cpes: readonly LocatedValue[];
  readonly links: NonNullable<RawDetails['references']>;
  /** Ids of vulnerabilities in advisory references. */
  readonly vulnerabilities: readonly string[];
  /** Id and version of an operating system, as written by Clair. */
  readonly systemId: string | undefined;
  readonly systemVersion: string | undefined;
}

const CPE_TYPES: ReadonlySet<string> = new Set(['cpe23type', 'cpe22type', 'cpe23', 'cpe22', 'cpe']);
const CVE = /CVE-[0-9]{4}-[0-9]{4,19}/i;

function parseReferences(spdxPackage: unknown): PackageReferences {
  const purls: LocatedValue[] = [];
  const cpes: LocatedValue[] = [];
  const links: { type: unknown; url: unknown }[] = [];
  const vulnerabilities: string[] = [];
  const system = new Map<string, string>();
  for (const [i, reference] of listIn(spdxPackage, 'externalRefs').entries()) {
    const type = toLocalName(textIn(reference, 'referenceType') ?? '').toLowerCase();
    const locator = memberIn(reference, 'referenceLocator');
    const claim = { value: locator, at: `/externalRefs/${i}/referenceLocator` };
    if (type === 'purl' || (typeof locator === 'string' && locator.startsWith('pkg:'))) {
      purls.push(claim);
    } else if (CPE_TYPES.has(type)) {
      cpes.push(claim);
    } else if (typeof locator === 'string') {
      links.push({ type: textIn(reference, 'referenceType'), url: locator });
      system.set(type, locator);
      const id = type === 'advisory' ? CVE.exec(locator)?.[0] : undefined;
      if (id !== undefined) vulnerabilities.push(id.toUpperCase());
    }
  }
  return { purls, cpes, links, vulnerabilities, systemId: system.get('did'), systemVersion: system.get('version_id') };
}

interface Spdx2Package {
  readonly raw: RawComponent;
  /** Ids of vulnerabilities that the document refers to. */
  readonly vulnerabilities: readonly string[];
}

export function parseSpdx2Package(spdxPackage: unknown, name: string): Spdx2Package {
  const references = parseReferences(spdxPackage);
  const info = parseSourceInfo(textIn(spdxPackage, 'sourceInfo'));
  const notes = parseAnnotations(spdxPackage);
  const ref = textIn(spdxPackage, 'SPDXID');
  const type = typeOf(spdxPackage, ref ?? '');
  const { systemId, systemVersion } = references;
  const raw = {
    ref,
    type,
    name,
    version: { value: omitNoAssertion(memberIn(spdxPackage, 'versionInfo')), at: '/versionInfo' },
    purls: references.purls,
    cpes: references.cpes,
    // Stated by the relationships, not by the package.
    scope: 'unknown',
    source: info.source,
    packageType: info.packageType ?? notes.get('PkgType') ?? packageTypeInFile(spdxPackage),
    system: systemId === undefined || systemVersion === undefined ? undefined : `${systemId}-${systemVersion}`,
    details: {
      description: memberIn(spdxPackage, 'description') ?? memberIn(spdxPackage, 'summary'),
      supplier: toAgentName(memberIn(spdxPackage, 'supplier')) ?? toAgentName(memberIn(spdxPackage, 'originator')),
      licenses: licensesOf(spdxPackage),
      hashes: listIn(spdxPackage, 'checksums').map((checksum) => ({
        algorithm: memberIn(checksum, 'algorithm'),
        value: memberIn(checksum, 'checksumValue'),
      })),
      references: referencesOf(spdxPackage, references),
      locations: locationsOf(spdxPackage, { type, info, layer: notes.get('LayerDiffID') }),
    },
  } as const satisfies RawComponent;
  return { raw, vulnerabilities: references.vulnerabilities };
}

// Trivy writes the type into the id; SPDX 2.2 has no purpose yet.
const TYPES_IN_IDS: readonly (readonly [prefix: string, type: string])[] = [
  ['SPDXRef-OperatingSystem-', 'operating-system'],
  ['SPDXRef-ContainerImage-', 'container'],
  ['SPDXRef-Application-', 'application'],
];

function typeOf(spdxPackage: unknown, ref: string): string {
  const purpose = omitNoAssertion(textIn(spdxPackage, 'primaryPackagePurpose'));
  if (typeof purpose === 'string') return toKebabCase(purpose);
  return TYPES_IN_IDS.find(([prefix]) => ref.startsWith(prefix))?.[1] ?? 'package';
}

// Clair writes where it found a package: in a database (`sqlite:var/lib/rpm`) or in a file (`maven:app/x.jar`).
const CLAIR_KINDS: ReadonlyMap<string, string> = new Map([
  ...['bdb', 'sqlite', 'ndb'].map((kind): [string, string] => [kind, 'rpm']),
  ['maven', 'maven'],
  ['jar', 'jar'],
  ['python', 'python'],
  ['nodejs', 'npm'],
  ['ruby', 'gem'],
  ['go', 'go-module'],
]);
const RPM_DATABASE = /(?:^|\/)(?:var\/lib|usr\/lib\/sysimage|usr\/share)\/rpm$/;

function packageTypeInFile(spdxPackage: unknown): string | undefined {
  const file = textIn(spdxPackage, 'packageFileName') ?? '';
  const colon = file.indexOf(':');
  const type = CLAIR_KINDS.get(file.slice(0, Math.max(colon, 0)));
  return type === 'rpm' && !RPM_DATABASE.test(file.slice(colon + 1)) ? undefined : type;
}

/** Trivy-specific facts as `name: value`: attribution texts at first, annotations now. Of equal names the first counts. */
function parseAnnotations(spdxPackage: unknown): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  const annotations = listIn(spdxPackage, 'annotations').map((annotation) => memberIn(annotation, 'comment'));
  for (const text of [...listIn(spdxPackage, 'attributionTexts'), ...annotations]) {
    const colon = typeof text === 'string' ? text.indexOf(': ') : -1;
    if (typeof text !== 'string' || colon === -1 || notes.has(text.slice(0, colon))) continue;
    notes.set(text.slice(0, colon), text.slice(colon + 2));
  }
  return notes;
}

// The concluded license takes precedence over the declared one.
function licensesOf(spdxPackage: unknown): readonly unknown[] {
  const licenses = ['licenseConcluded', 'licenseDeclared'].map((name) => omitNoAssertion(textIn(spdxPackage, name)));
  return licenses.filter((license) => license !== undefined).slice(0, 1);
}

function referencesOf(spdxPackage: unknown, { links }: PackageReferences): NonNullable<RawDetails['references']> {
  return [
    { type: 'website', url: omitNoAssertion(memberIn(spdxPackage, 'homepage')) },
    { type: 'distribution', url: omitNoAssertion(memberIn(spdxPackage, 'downloadLocation')) },
    ...links,
  ];
}

interface Found {
  readonly type: string;
  readonly info: SourceInfo;
  readonly layer: string | undefined;
}

function locationsOf(spdxPackage: unknown, { type, info, layer }: Found): NonNullable<RawDetails['locations']> {
  const file = omitNoAssertion(memberIn(spdxPackage, 'packageFileName'));
  const text = memberIn(spdxPackage, 'sourceInfo');
  // Trivy writes the path of a lock file or a binary here, and only the name of a language if it found many.
  const path = type === 'application' && typeof text === 'string' && text.includes('/') ? text : undefined;
  return [file, ...(info.paths ?? [path])].map((each) => ({ path: each, layer }));
}
