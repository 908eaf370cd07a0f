/**
 * Facts about a document after one scan that keeps no text: enough to accept or reject it, to count its content, and to find the
 * few bytes that name its subject.
 */
import { capture, decodeKept, type CapturedText } from '../json/captured-text.ts';
import type { JsonKind } from '../json/json-tokenizer.ts';
import type { ElementTerm } from './element-term.ts';
import type { WatchedMember } from './place.ts';

export interface ScanFacts {
  readonly bytes: number;
  /** Number of members that repeat a name of their object; at the top level they are rejected. */
  readonly duplicateNames: number;
  readonly top: DocumentFacts;
  /** Objects inside the top-level one that may be the SBOM. */
  readonly wrapped: readonly WrappedDocument[];
  readonly wrapper: Readonly<WrapperFacts>;
}

/** Members that may hold an SBOM: of a GitHub export, and of an in-toto statement. */
export type WrappedPath = '/sbom' | '/predicate' | '/predicate/Data';

export interface WrappedDocument {
  readonly path: WrappedPath;
  readonly facts: DocumentFacts;
}

export type PayloadPath = '/payload' | '/dsseEnvelope/payload';

/** Facts about a DSSE envelope or an in-toto statement around a document. */
export class WrapperFacts {
  /** Payloads that are strings, with their quotes. More than one is an error. */
  readonly payloads: (ByteRange & { readonly path: PayloadPath })[] = [];
  /** The first 128 bytes of these members, if they are strings. */
  payloadType: string | undefined;
  predicateType: string | undefined;
  signatures: ByteRange | undefined;
  /** The subjects of the statement. */
  subjects: ByteRange | undefined;
  /** A predicate, or its member `Data`, that is a string, with its quotes. */
  predicateText: (ByteRange & { readonly path: WrappedPath }) | undefined;
}

export type DocumentFacts = Readonly<CollectedFacts>;

export type DocumentCounts = Readonly<CollectedFacts['counts']>;

/** A range of bytes in the uploaded document, counting a byte order mark; `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

// More than a few describing relationships or collections mean that the document has no single subject, and no pipeline uses more
// than a few tools.
const RANGES_KEPT_MAX = 8;

/** The first few of many; `total` is the number of all. */
class Ranges {
  total = 0;
  readonly ranges: ByteRange[] = [];

  add(range: ByteRange): void {
    this.total += 1;
    if (this.ranges.length < RANGES_KEPT_MAX) this.ranges.push(range);
  }
}

const CAPACITY_AT_START = 64;

/**
 * Positions of SPDX packages, so that the described package can be read again without keeping the others. Half a million packages
 * take about 10 MB: numbers only, no text.
 */
export class PackageIndex {
  size = 0;
  private hashes = new Int32Array(CAPACITY_AT_START);
  private idLengths = new Uint32Array(CAPACITY_AT_START);
  private starts = new Float64Array(CAPACITY_AT_START);
  private ends = new Float64Array(CAPACITY_AT_START);

  add(idHash: number, idLength: number, range: ByteRange): void {
    if (this.size === this.hashes.length) this.grow();
    this.hashes[this.size] = idHash;
    this.idLengths[this.size] = idLength;
    this.starts[this.size] = range.start;
    this.ends[this.size] = range.end;
    this.size += 1;
  }

  /** Packages that may have this id, at most `max`. Equal hashes are no proof, so the reader has to compare. */
  find(id: string, max: number): readonly ByteRange[] {
    const wanted = capture(id);
    const found: ByteRange[] = [];
    for (let i = 0; i < this.size && found.length < max; i += 1) {
      if (this.hashes[i] !== wanted.hash || this.idLengths[i] !== wanted.length) continue;
      found.push({ start: this.starts[i] ?? 0, end: this.ends[i] ?? 0 });
    }
    return found;
  }

  private grow(): void {
    const capacity = this.hashes.length * 2;
    this.hashes = copyInto(new Int32Array(capacity), this.hashes);
    this.idLengths = copyInto(new Uint32Array(capacity), this.idLengths);
    this.starts = copyInto(new Float64Array(capacity), this.starts);
    this.ends = copyInto(new Float64Array(capacity), this.ends);
  }
}

function copyInto<Numbers extends Int32Array | Uint32Array | Float64Array>(target: Numbers, source: Numbers): Numbers {
  target.set(source);
  return target;
}

const TYPES_MAX = 32;
const TYPE_BYTES_MAX = 32;
const SCHEME = Array.from('pkg:', (character) => character.charCodeAt(0));
const SLASH = 0x2f;
const LETTER_CASE = 0x20;
const TYPE = /^[a-z][a-z0-9.+-]*$/;

/** Collects the purl types of a document: `npm` for `pkg:npm/app@1.0`. Their number is limited. */
class PackageTypes {
  private readonly found = new Set<string>();
  /** The start of the latest purl, up to the slash after its type, because most have the same type. */
  private latest = new Uint8Array();

  /** Accepts any text; a text that is not a purl is ignored. */
  add({ bytes, length }: CapturedText): void {
    if (this.found.size > TYPES_MAX || length <= SCHEME.length || this.isLatest(bytes, length)) return;
    if (!SCHEME.every((byte, i) => byte === bytes[i] || byte === ((bytes[i] ?? 0) | LETTER_CASE))) return;
    const kept = Math.min(length, bytes.length);
    let start = SCHEME.length;
    while (start < kept && bytes[start] === SLASH) start += 1;
    let end = start;
    while (end < kept && bytes[end] !== SLASH && end - start < TYPE_BYTES_MAX) end += 1;
    if (end === kept || bytes[end] !== SLASH) return;
    const type = decodeKept(bytes, start, end).toLowerCase();
    if (TYPE.test(type)) this.found.add(type);
    this.latest = bytes.slice(0, end + 1);
  }

  private isLatest(bytes: Uint8Array, length: number): boolean {
    const { latest } = this;
    if (latest.length === 0 || length < latest.length) return false;
    for (let i = 0; i < latest.length; i += 1) {
      if (bytes[i] !== latest[i]) return false;
    }
    return true;
  }

  /** Sorted; undefined if there are too many types. */
  list(): readonly string[] | undefined {
    return this.found.size > TYPES_MAX ? undefined : [...this.found].toSorted();
  }
}

/** Facts about one object that may be an SBOM: the top-level one, or the one inside GitHub's `{"sbom": {...}}`. */
export class CollectedFacts {
  /** Kinds of the watched members that are present. */
  readonly kinds: Partial<Record<WatchedMember, JsonKind>> = {};
  /** The first 128 bytes of these members, if they are strings. */
  bomFormat: string | undefined;
  specVersion: string | undefined;
  spdxVersion: string | undefined;
  /** The first entry of `@context` that is an SPDX 3 URL. */
  spdxContext: string | undefined;
  /** `specVersion` of the first CreationInfo in an SPDX 3 graph. */
  creationVersion: string | undefined;
  /** The same for an SPDX 3 document that is a single element without a graph, and the type of that element. */
  ownVersion: string | undefined;
  ownTerm: ElementTerm | undefined;
  /** Everything is counted wherever it occurs; the format decides which counts are used. */
  readonly counts = {
    /** CycloneDX components at any depth. */
    components: 0,
    /** Parts of metadata.component, at any depth. */
    subjectParts: 0,
    /** CycloneDX `dependsOn` and `provides` entries. */
    dependencyEdges: 0,
    packages: 0,
    files: 0,
    relationships: 0,
    /** The same three for the elements of an SPDX 3 graph. */
    graphPackages: 0,
    graphFiles: 0,
    graphEdges: 0,
    /** AI models and data sets, which are parsed like packages. */
    graphModels: 0,
  };
  /** Location of the subject: see `find-subject.ts`. */
  metadataComponent: ByteRange | undefined;
  documentDescribes: ByteRange | undefined;
  /** Describing relationships. */
  readonly describing = new Ranges();
  /** SPDX 3 elements of type SpdxDocument, Sbom and Bom. */
  readonly collections = new Ranges();
  /** Location of the tools: `metadata.tools`, `creationInfo.creators`, or the Tool elements of SPDX 3. */
  readonly tools = new Ranges();
  /** Purl types of all components and packages. */
  readonly packageTypes = new PackageTypes();
  readonly packageIndex = new PackageIndex();
}
