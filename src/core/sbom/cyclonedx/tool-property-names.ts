/**
 * Property names that tools write for a component, by fact. Of several names for one fact, the first counts. Other properties are
 * ignored.
 *
 * Registered names: https://github.com/CycloneDX/cyclonedx-property-taxonomy. The others are written by syft, Trivy, cdxgen,
 * sbomer, jbom, Hermeto and GitLab.
 */
import { LIMITS } from '../../limits.ts';
import { PURPOSES } from './tool-purposes.ts';

const TRIVY = 'aquasecurity:trivy:';

/** Red Hat's sbomer runs syft, and writes its properties under its own prefix. */
function ofSyft(...names: readonly string[]): readonly string[] {
  return ['syft', 'sbomer'].flatMap((tool) => names.map((name) => `${tool}:${name}`));
}

const NAMES = {
  packageType: [...ofSyft('package:type'), 'package:type', `${TRIVY}PkgType`],
  /** Also the type of a lock file or an operating system: only for a package is it the package type. */
  trivyType: [`${TRIVY}Type`],
  epoch: ofSyft('metadata:epoch'),
  module: [
    ...ofSyft('metadata:modularityLabel'),
    `${TRIVY}Modularitylabel`,
    'hermeto:rpm_modularity_label',
    'cachi2:rpm_modularity_label',
  ],
  /** Debian packages have a source, Alpine packages an origin. */
  sourceName: ofSyft('metadata:source', 'metadata:originPackage'),
  sourceVersion: ofSyft('metadata:sourceVersion'),
  sourceRpm: ofSyft('metadata:sourceRpm'),
  trivySourceName: [`${TRIVY}SrcName`],
  trivySourceVersion: [`${TRIVY}SrcVersion`],
  trivySourceRelease: [`${TRIVY}SrcRelease`],
  trivySourceEpoch: [`${TRIVY}SrcEpoch`],
  trivyPath: [`${TRIVY}FilePath`],
  archivePath: ofSyft('metadata:virtualPath'),
  /** The same layer before and after compression; syft writes the former. */
  trivyLayer: [`${TRIVY}LayerDiffID`, `${TRIVY}LayerDigest`],
  systemName: [...ofSyft('distro:id'), 'gitlab:container_scanning:operating_system:name'],
  systemVersion: [...ofSyft('distro:versionID'), 'gitlab:container_scanning:operating_system:version'],
  location: [
    'cdx:npm:package:path',
    'SrcFile',
    'internal:SrcFile',
    'gitlab:dependency_scanning:input_file:path',
    'codesource',
    'location',
  ],
  /** Operating system and processor that the component was built for or requires. */
  os: ['cdx:gomod:build:env:GOOS', ...ofSyft('metadata:goBuildSettings:GOOS'), 'cdx:npm:package:constraint:os'],
  arch: [
    'cdx:gomod:build:env:GOARCH',
    ...ofSyft('metadata:goBuildSettings:GOARCH', 'metadata:architecture'),
    'cdx:npm:package:constraint:cpu',
  ],
  cpe: ['syft:cpe23'],
  purpose: [...PURPOSES.keys()],
} as const satisfies Readonly<Record<string, readonly string[]>>;

// `syft:location:0:path`, `syft:location:0:layerID`. Listing the names in a table avoids patterns; further locations are not
// kept.
const NUMBERS = Array.from({ length: LIMITS.detailsPerListMax }, (_, number) => number);
const NUMBERED = { numberedPath: 'path', numberedLayer: 'layerID' } as const;

export type Fact = keyof typeof NAMES | keyof typeof NUMBERED;

interface KnownName {
  readonly fact: Fact;
  /** Position among the names of the fact, or the number of the location. */
  readonly rank: number;
}

export const FACTS: ReadonlyMap<string, KnownName> = new Map<string, KnownName>([
  ...keysOf(NAMES).flatMap((fact) => NAMES[fact].map((name, rank) => [name, { fact, rank }] as const)),
  ...keysOf(NUMBERED).flatMap((fact) =>
    NUMBERS.flatMap((rank) =>
      ofSyft(`location:${rank}:${NUMBERED[fact]}`).map((name) => [name, { fact, rank }] as const),
    ),
  ),
]);

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(table) as Key[];
}
