/**
 * Facts about a document after one scan that keeps no text: enough to accept or reject it, to count its content, and to find the
 * few bytes that name its subject.
 */
import type { ByteRange } from './byte-range.ts';
import type { JsonKind } from '../json/json-listener.ts';
import type { PackageIndex } from './package-index.ts';
import type { PackageTypes } from './package-types.ts';
import type { WatchedMember } from './place.ts';

/** The first few of many; `total` is the number of all. */
export interface FewRanges {
  readonly total: number;
  readonly ranges: readonly ByteRange[];
}

/** Everything is counted wherever it occurs; the format decides which counts are used. */
export interface DocumentCounts {
  /** CycloneDX components at any depth. */
  readonly components: number;
  /** Parts of metadata.component, at any depth. */
  readonly subjectParts: number;
  /** CycloneDX `dependsOn` and `provides` entries. */
  readonly dependencyEdges: number;
  readonly packages: number;
  readonly files: number;
  readonly relationships: number;
  /** The same three for the elements of an SPDX 3 graph. */
  readonly graphPackages: number;
  /** AI models and data sets, which are parsed like packages. */
  readonly graphModels: number;
  readonly graphFiles: number;
  readonly graphEdges: number;
}

/** Facts about one object that may be an SBOM: the top-level one, or the one inside GitHub's `{"sbom": {...}}`. */
export interface DocumentFacts {
  /** Kinds of the watched members that are present. */
  readonly kinds: Readonly<Partial<Record<WatchedMember, JsonKind>>>;
  /** The first 128 bytes of these members, if they are strings. */
  readonly bomFormat: string | undefined;
  readonly specVersion: string | undefined;
  readonly spdxVersion: string | undefined;
  /** The first entry of `@context` that is an SPDX 3 URL. */
  readonly spdxContext: string | undefined;
  /** `specVersion` of the first CreationInfo in an SPDX 3 graph. */
  readonly creationVersion: string | undefined;
  /** The same for an SPDX 3 document that is a single element without a graph. */
  readonly ownVersion: string | undefined;
  readonly counts: DocumentCounts;
  /** Location of the subject: see `find-subject.ts`. */
  readonly metadataComponent: ByteRange | undefined;
  readonly documentDescribes: ByteRange | undefined;
  /** Describing relationships. */
  readonly describing: FewRanges;
  /** SPDX 3 elements of type SpdxDocument, Sbom and Bom. */
  readonly collections: FewRanges;
  /** Location of the tools: `metadata.tools`, `creationInfo.creators`, or the Tool elements of SPDX 3. */
  readonly tools: FewRanges;
  /** Purl types of all components and packages. */
  readonly packageTypes: PackageTypes;
  readonly packageIndex: PackageIndex;
}

export interface ScanFacts {
  readonly bytes: number;
  /** Number of members that repeat a name of their object; at the top level they are rejected. */
  readonly duplicateNames: number;
  readonly top: DocumentFacts;
  /** Facts about the top-level member `sbom`, if it is an object. */
  readonly wrapped: DocumentFacts | undefined;
}
