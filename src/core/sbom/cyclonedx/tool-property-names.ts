/**
 * Property names that tools write for a component, by fact. Of several names for one fact, the first counts. Other properties are
 * ignored.
 *
 * Registered names: https://github.com/CycloneDX/cyclonedx-property-taxonomy. The others are written by syft, Trivy, cdxgen,
 * sbomer, jbom, Hermeto and GitLab.
 */
import { LIMITS } from '../../limits.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

// Tool-specific marks for components that are not needed at runtime. Most are a flag; some are groups, which count only if none
// of the groups of a component is a runtime group.

/** `unsaid`: the property does not state it. `run`: the component is in a group that may run, whatever its other groups are. */
export type Purpose = Extract<ComponentScope, 'build' | 'development' | 'test'> | 'run' | 'unsaid';

type ParsePurpose = (value: string) => Purpose;

function flag(purpose: Purpose): ParsePurpose {
  return (value) => (value === 'true' ? purpose : 'unsaid');
}

const GROUPS: ReadonlyMap<string, Purpose> = new Map([
  ...['dev', 'develop', 'development'].map((name) => [name, 'development'] as const),
  ...['test', 'tests', 'testing', 'testCompileClasspath', 'testRuntimeClasspath'].map(
    (name) => [name, 'test'] as const,
  ),
]);

// A group with any other name may run: wrongly lowering its scope would hide a vulnerability.
function parseGroup(value: string): Purpose {
  return GROUPS.get(value) ?? 'run';
}

export const PURPOSES: ReadonlyMap<string, ParsePurpose> = new Map([
  ['cdx:npm:package:development', flag('development')],
  ['cdx:composer:package:isDevRequirement', flag('development')],
  ['cdx:maven:package:test', flag('test')],
  ['cdx:pip:package:build-dependency', flag('build')],
  ['hermeto:pip:package:build-dependency', flag('build')],
  ['cachi2:pip:package:build-dependency', flag('build')],
  ['cdx:pipenv:category', parseGroup],
  ['cdx:poetry:group', parseGroup],
  ['cdx:pyproject:group', parseGroup],
  ['cdx:maven:component_scope', parseGroup],
  ['hermeto:maven:scope', parseGroup],
  ['GradleProfileName', parseGroup],
  ['gitlab:dependency_scanning:category', parseGroup],
]);

/** From the closest to running. */
const STRONGEST_FIRST = ['build', 'development', 'test'] as const;

/** Undefined if the component may run, or if nothing is stated. */
export function combinePurposes(purposes: ReadonlySet<Purpose>): ComponentScope | undefined {
  if (purposes.has('run')) return undefined;
  return STRONGEST_FIRST.find((purpose) => purposes.has(purpose));
}

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
