/**
 * What the scanner knows about a document that it has read once and kept nothing of: enough to accept or refuse it, to count
 * what it lists, and to find the few bytes that say what the document is about.
 */
import type { ByteRange } from './byte-range.ts';
import type { JsonKind } from './json/json-listener.ts';
import type { PackageIndex } from './outline/package-index.ts';
import type { PackageTypes } from './outline/package-types.ts';
import type { WatchedMember } from './outline/place.ts';

/** The first few of many: `total` says how many there were. */
export interface FewRanges {
  readonly total: number;
  readonly ranges: readonly ByteRange[];
}

/** Everything is counted wherever it occurs; which of the counts mean something depends on the format. */
export interface DocumentCounts {
  /** CycloneDX components at every depth. */
  readonly components: number;
  /** What metadata.component is made of, at every depth. */
  readonly subjectParts: number;
  /** CycloneDX `dependsOn` and `provides` entries. */
  readonly dependencyEdges: number;
  readonly packages: number;
  readonly files: number;
  readonly relationships: number;
  /** The same three for the elements of an SPDX 3 graph. */
  readonly graphPackages: number;
  /** AI models and data sets, which are read like packages. */
  readonly graphModels: number;
  readonly graphFiles: number;
  readonly graphEdges: number;
}

/** About one object that may be an SBOM: the top-level one, or the one inside GitHub's `{"sbom": {...}}`. */
export interface DocumentFacts {
  /** Kinds of the watched members that are present. */
  readonly kinds: Readonly<Partial<Record<WatchedMember, JsonKind>>>;
  /** The first 128 bytes of these members, where they are strings. */
  readonly bomFormat: string | undefined;
  readonly specVersion: string | undefined;
  readonly spdxVersion: string | undefined;
  /** The first entry of `@context` that is an address of SPDX 3. */
  readonly spdxContext: string | undefined;
  /** `specVersion` of the first CreationInfo in an SPDX 3 graph. */
  readonly creationVersion: string | undefined;
  /** The same of an SPDX 3 document that is a single element without a graph. */
  readonly ownVersion: string | undefined;
  readonly counts: DocumentCounts;
  /** Where to look for the subject of the document: see `find-subject.ts`. */
  readonly metadataComponent: ByteRange | undefined;
  readonly documentDescribes: ByteRange | undefined;
  /** Relationships that say what describes what. */
  readonly describing: FewRanges;
  /** SPDX 3 elements of the types SpdxDocument, Sbom and Bom. */
  readonly collections: FewRanges;
  /** What names the tools: `metadata.tools`, `creationInfo.creators`, or the Tool elements of SPDX 3. */
  readonly tools: FewRanges;
  /** Of the purls of all components and packages. */
  readonly packageTypes: PackageTypes;
  readonly packageIndex: PackageIndex;
}

export interface ScanFacts {
  readonly bytes: number;
  /** Members that repeat a name of their object; at the top level they would have been refused. */
  readonly duplicateNames: number;
  readonly top: DocumentFacts;
  /** What the top-level member `sbom` holds, when it is an object. */
  readonly wrapped: DocumentFacts | undefined;
}
