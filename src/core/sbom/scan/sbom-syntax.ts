/**
 * The supported formats: their markers, their version, the types of their members, and the scanner counts of their components. A
 * document must match exactly one of them.
 */
import { quote } from '../../errors.ts';
import { SBOM_FORMAT_AMBIGUOUS, SBOM_FORMAT_UNKNOWN, SBOM_VERSION_UNSUPPORTED } from '../errors.ts';
import type { JsonKind } from '../json/json-tokenizer.ts';
import type { WatchedMember } from './place.ts';
import type { DocumentCounts, DocumentFacts, ScanFacts, WrappedPath } from './scan-facts.ts';
import type { SbomFormat } from '../../vocabulary/sbom.ts';

// Supported versions of the formats. A newer CycloneDX 1.x is accepted with a warning, because minor versions only add members.
// Any other version is rejected by name instead of being misinterpreted.
interface SpecVersion {
  /** Without the prefix `SPDX-`. */
  readonly text: string;
  readonly isNewer: boolean;
}

const CYCLONEDX = /^1\.([1-9][0-9]{0,2})$/;
const CYCLONEDX_MINOR_MIN = 2;
const CYCLONEDX_MINOR_MAX = 7;
const SPDX2 = /^SPDX-(2\.[23])$/;
const SPDX3 = /^3\.0(?:\.[0-9]{1,3})?$/;
const SUPPORTED = 'CycloneDX 1.2 to 1.7, or SPDX 2.2, 2.3 or 3.0';

/** Each takes the text of the member, `undefined` if it is missing or not a string. */
function parseCycloneDxVersion(specVersion: string | undefined): SpecVersion {
  const minor = Number(CYCLONEDX.exec(specVersion ?? '')?.[1] ?? 0);
  if (specVersion === undefined || minor < CYCLONEDX_MINOR_MIN) throw unsupportedVersion('specVersion', specVersion);
  return { text: specVersion, isNewer: minor > CYCLONEDX_MINOR_MAX };
}

function parseSpdx2Version(spdxVersion: string | undefined): SpecVersion {
  const text = SPDX2.exec(spdxVersion ?? '')?.[1];
  if (text === undefined) throw unsupportedVersion('spdxVersion', spdxVersion);
  return { text, isNewer: false };
}

function parseSpdx3Version(specVersion: string | undefined): SpecVersion {
  if (specVersion === undefined || !SPDX3.test(specVersion)) throw unsupportedVersion('SPDX 3 version', specVersion);
  return { text: specVersion, isNewer: false };
}

function unsupportedVersion(member: string, version: string | undefined) {
  const found = version === undefined ? `${member} is missing or not a string` : `${member} is ${quote(version)}`;
  return SBOM_VERSION_UNSUPPORTED({ found, supported: SUPPORTED });
}

export interface SbomSyntax {
  readonly id: 'cyclonedx' | 'spdx2' | 'spdx3';
  readonly format: SbomFormat;
  /** The marker of the format, for messages. */
  readonly marker: string;
  readonly matches: (document: DocumentFacts) => boolean;
  readonly parseVersion: (document: DocumentFacts) => SpecVersion;
  /** Required types of these members, if they are present and not null. */
  readonly kinds: readonly (readonly [WatchedMember, JsonKind])[];
  readonly count: (counts: DocumentCounts) => SbomCounts;
}

export interface SbomCounts {
  readonly componentCount: number;
  readonly fileCount: number;
  readonly edgeCount: number;
}

export interface ChosenDocument {
  readonly document: DocumentFacts;
  readonly syntax: SbomSyntax;
  /** JSON pointer of the document in the scanned text. */
  readonly path: WrappedPath | '';
}

/** Returns the object that is the SBOM, and its format; throws if there is none, or more than one. */
export function chooseDocument({ top, wrapped, wrapper }: ScanFacts): ChosenDocument {
  const outer = listMatchingSyntaxes(top).map((syntax): ChosenDocument => ({ document: top, syntax, path: '' }));
  const inner = wrapped.flatMap(({ path, facts }) =>
    listMatchingSyntaxes(facts).map((syntax): ChosenDocument => ({ document: facts, syntax, path })),
  );
  const [chosen, ...others] = [...inner, ...outer];
  if (chosen === undefined) throw SBOM_FORMAT_UNKNOWN({ missing: describeMissing(top, wrapper.predicateType) });
  const second = others.find(({ path }) => path !== chosen.path);
  if (second !== undefined) {
    throw SBOM_FORMAT_AMBIGUOUS({ found: `a second SBOM in "${chosen.path.slice(1)}"` });
  }
  if (others.length > 0) {
    throw SBOM_FORMAT_AMBIGUOUS({ found: [chosen, ...others].map(({ syntax }) => syntax.marker).join(' and ') });
  }
  return chosen;
}

/** Whether the scanned text has an SBOM, regardless of whether it is acceptable. */
export function hasSbom({ top, wrapped }: ScanFacts): boolean {
  return [top, ...wrapped.map(({ facts }) => facts)].some((facts) => listMatchingSyntaxes(facts).length > 0);
}

const SYNTAXES: readonly SbomSyntax[] = [
  {
    id: 'cyclonedx',
    format: 'cyclonedx',
    marker: '"bomFormat"',
    matches: ({ bomFormat }) => bomFormat === 'CycloneDX',
    parseVersion: ({ specVersion }) => parseCycloneDxVersion(specVersion),
    kinds: [
      ['components', 'array'],
      ['dependencies', 'array'],
      ['metadata', 'object'],
    ],
    count: (counts) => ({ componentCount: counts.components, fileCount: 0, edgeCount: counts.dependencyEdges }),
  },
  {
    id: 'spdx2',
    format: 'spdx',
    marker: '"spdxVersion"',
    matches: ({ kinds: { spdxVersion } }) => spdxVersion !== undefined && spdxVersion !== 'null',
    parseVersion: ({ spdxVersion }) => parseSpdx2Version(spdxVersion),
    kinds: [
      ['packages', 'array'],
      ['files', 'array'],
      ['relationships', 'array'],
    ],
    count: (counts) => ({
      componentCount: counts.packages,
      fileCount: counts.files,
      edgeCount: counts.relationships,
    }),
  },
  {
    id: 'spdx3',
    format: 'spdx',
    marker: '"@context" or "@graph"',
    // A graph alone may be any JSON-LD document: it is SPDX only with an SPDX context or a CreationInfo.
    matches: ({ spdxContext, creationVersion }) => spdxContext !== undefined || creationVersion !== undefined,
    parseVersion: ({ creationVersion, ownVersion, spdxContext }) =>
      parseSpdx3Version(creationVersion ?? ownVersion ?? versionIn(spdxContext)),
    kinds: [['@graph', 'array']],
    count: (counts) => ({
      componentCount: counts.graphPackages,
      fileCount: counts.graphFiles,
      edgeCount: counts.graphEdges,
    }),
  },
];

function listMatchingSyntaxes(document: DocumentFacts): SbomSyntax[] {
  return SYNTAXES.filter((syntax) => syntax.matches(document));
}

// https://spdx.org/rdf/3.0.1/spdx-context.jsonld
const VERSION_IN_CONTEXT = /spdx\.org\/rdf\/v?([0-9][0-9.]{0,15})\//;

function versionIn(context: string | undefined): string | undefined {
  return VERSION_IN_CONTEXT.exec(context ?? '')?.[1];
}

function describeMissing({ bomFormat, kinds }: DocumentFacts, predicateType: string | undefined): string {
  if (predicateType !== undefined) {
    return `The predicate of the in-toto statement, of type ${quote(predicateType)}, is not an SBOM. Send the attestation with the SBOM.`;
  }
  if (bomFormat !== undefined) return `"bomFormat" is ${quote(bomFormat)} and must be exactly "CycloneDX".`;
  if (kinds.bomFormat !== undefined) return '"bomFormat" must be the string "CycloneDX".';
  if (kinds['@graph'] !== undefined || kinds['@context'] !== undefined) {
    return 'The document is JSON-LD, but neither "@context" nor a CreationInfo in "@graph" refers to SPDX 3.';
  }
  return 'The document has neither "bomFormat" (CycloneDX) nor "spdxVersion" (SPDX 2) nor an SPDX "@context" (SPDX 3) at the top level.';
}
