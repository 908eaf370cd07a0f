/**
 * Listens to the tokenizer and collects `DocumentFacts`. It knows only the watched places of the formats and does not evaluate
 * them (see `inspect-sbom.ts`), except that counting stops at the limits.
 */
import { LIMITS } from '../../limits.ts';
import { SBOM_TOO_MANY_COMPONENTS, SBOM_TOO_MANY_EDGES } from '../errors.ts';
import { capture, type CapturedText } from '../json/captured-text.ts';
import type { JsonKind, JsonListener } from '../json/json-tokenizer.ts';
import {
  type DocumentCounts,
  CollectedFacts,
  WrapperFacts,
  type WrappedDocument,
  type WrappedPath,
} from './scan-facts.ts';
import type { ScanLimits } from '../json/json-errors.ts';
import { findElementTerm, isCollectionTerm, isPackageTerm, type ElementTerm } from './element-term.ts';
import { byPlace, elementPlace, MemberPlaces, Place, watchedMember } from './place.ts';

const LISTED = byPlace<keyof DocumentCounts>({
  [Place.component]: 'components',
  [Place.subjectPart]: 'subjectParts',
  [Place.package]: 'packages',
  [Place.file]: 'files',
});
const EDGES = byPlace<keyof DocumentCounts>({
  [Place.dependencyTarget]: 'dependencyEdges',
  [Place.relationship]: 'relationships',
  [Place.elementTarget]: 'graphEdges',
});
const WITH_TEXT: ReadonlySet<Place> = new Set<Place>([
  Place.bomFormat,
  Place.specVersion,
  Place.spdxVersion,
  Place.context,
  Place.contextEntry,
  Place.packageId,
  Place.relationshipType,
  Place.elementType,
  Place.elementId,
  Place.elementRelationshipType,
  Place.creationVersion,
  Place.ownType,
  Place.ownVersion,
  Place.purl,
  Place.payloadType,
  Place.payload,
  Place.predicateType,
  Place.predicate,
  Place.predicateData,
]);

/** Objects that may be the SBOM although they are not the top-level one. */
const WRAPPED = {
  [Place.wrapper]: '/sbom',
  [Place.predicate]: '/predicate',
  [Place.predicateData]: '/predicate/Data',
} as const satisfies Partial<Record<Place, WrappedPath>>;

/** Compared one by one, because every recorded value passes here. */
function isWrapped(place: Place | undefined): place is keyof typeof WRAPPED {
  return place === Place.wrapper || place === Place.predicate || place === Place.predicateData;
}
// Trivy wrote DESCRIBE for some time.
const DESCRIBING: ReadonlyMap<number, number> = new Map(
  ['DESCRIBES', 'DESCRIBE', 'DESCRIBED_BY'].map((type) => [capture(type).hash, type.length]),
);

export class DocumentOutline implements JsonListener {
  wantsText = false;
  readonly top = new CollectedFacts();
  readonly wrapped: WrappedDocument[] = [];
  readonly wrapper = new WrapperFacts();
  private readonly limits: ScanLimits;
  private readonly memberPlaces = new MemberPlaces();
  private readonly places: Place[];
  private readonly starts: Float64Array;
  private notes: CollectedFacts = this.top;
  /** Facts of the objects around the current one. */
  private readonly outerNotes: CollectedFacts[] = [];
  private textStart = 0;
  private next: Place = Place.document;
  private depth = 0;
  private listed = 0;
  private edges = 0;
  // State of the current package, relationship or SPDX 3 element. They do not nest.
  private id: { readonly hash: number; readonly length: number } | undefined;
  private term: ElementTerm | undefined;
  private isDescribing = false;

  constructor(limits: ScanLimits) {
    this.limits = limits;
    this.places = Array.from({ length: limits.jsonDepthMax + 1 }, () => Place.elsewhere);
    this.starts = new Float64Array(limits.jsonDepthMax + 1);
  }

  get rejectsDuplicates(): boolean {
    const place = this.places[this.depth];
    return place === Place.document || place === Place.envelope || isWrapped(place);
  }

  /** Only an encoded document may be longer than the other strings. */
  get textBytesMax(): number {
    const { next, limits } = this;
    const isDocument = next === Place.payload || next === Place.predicate || next === Place.predicateData;
    return isDocument ? LIMITS.envelopeBytesMax : limits.jsonStringBytesMax;
  }

  name(name: CapturedText): void {
    const place = this.places[this.depth] ?? Place.elsewhere;
    this.expect(place === Place.elsewhere ? Place.elsewhere : this.memberPlaces.find(place, name));
  }

  begins(kind: JsonKind, offset: number): void {
    const place = this.next;
    if (place !== Place.elsewhere) this.recordValue(place, kind, offset);
    if (kind !== 'object' && kind !== 'array') return;

    this.depth += 1;
    this.places[this.depth] = place;
    this.starts[this.depth] = offset;
    this.expect(elementPlace(place));
  }

  ends(offset: number): void {
    const place = this.places[this.depth] ?? Place.elsewhere;
    if (place !== Place.elsewhere) this.recordEnd(place, this.starts[this.depth] ?? 0, offset);
    this.depth -= 1;
    // In an object, the next name replaces this.
    this.expect(elementPlace(this.places[this.depth] ?? Place.elsewhere));
  }

  text(text: CapturedText, end: number): void {
    switch (this.next) {
      case Place.bomFormat:
        this.notes.bomFormat = text.decode();
        break;
      case Place.specVersion:
        this.notes.specVersion = text.decode();
        break;
      case Place.spdxVersion:
        this.notes.spdxVersion = text.decode();
        break;
      case Place.context:
      case Place.contextEntry:
        this.recordContext(text.decode());
        break;
      case Place.creationVersion:
        this.notes.creationVersion ??= text.decode();
        break;
      case Place.packageId:
      case Place.elementId:
        this.id = { hash: text.hash, length: text.length };
        break;
      case Place.elementType:
        this.term ??= findElementTerm(text);
        break;
      case Place.ownType:
        this.notes.ownTerm ??= findElementTerm(text);
        break;
      case Place.ownVersion:
        this.notes.ownVersion ??= text.decode();
        break;
      case Place.purl:
        this.notes.packageTypes.add(text);
        break;
      case Place.payloadType:
        this.wrapper.payloadType = text.decode();
        break;
      case Place.predicateType:
        this.wrapper.predicateType = text.decode();
        break;
      case Place.payload:
        this.wrapper.payloads.push({
          path: this.depth === 1 ? '/payload' : '/dsseEnvelope/payload',
          start: this.textStart,
          end,
        });
        break;
      case Place.predicate:
      case Place.predicateData:
        this.recordPredicateText(end);
        break;
      case Place.relationshipType:
        this.isDescribing = DESCRIBING.get(text.hash) === text.length;
        break;
      case Place.elementRelationshipType:
        this.isDescribing = findElementTerm(text)?.toLowerCase() === 'describes';
        break;
      default:
        break;
    }
  }

  private expect(place: Place): void {
    this.next = place;
    this.wantsText = place !== Place.elsewhere && WITH_TEXT.has(place);
  }

  private recordValue(place: Place, kind: JsonKind, offset: number): void {
    const listed = LISTED[place];
    if (listed !== undefined) this.countListed(listed);
    const edge = EDGES[place];
    if (edge !== undefined) this.countEdge(edge);
    // JSON-LD allows a single target without an array.
    if (place === Place.elementTargets && (kind === 'string' || kind === 'object')) this.countEdge('graphEdges');

    const member = watchedMember(place);
    if (member !== undefined) this.notes.kinds[member] = kind;
    if (kind === 'string') this.textStart = offset;
    if (kind === 'object' && isWrapped(place)) this.enterWrapped(WRAPPED[place]);
    if (place === Place.package || place === Place.relationship || place === Place.element) {
      this.id = undefined;
      this.term = undefined;
      this.isDescribing = false;
    }
  }

  private recordEnd(place: Place, start: number, end: number): void {
    const { notes } = this;
    if (place === Place.document) this.recordRootElement();
    if (isWrapped(place)) this.leaveWrapped();
    else if (place === Place.metadataComponent) notes.metadataComponent = { start, end };
    else if (place === Place.documentDescribes) notes.documentDescribes = { start, end };
    else if (place === Place.tools) notes.tools.add({ start, end });
    else if (place === Place.package) this.recordId(start, end);
    else if (place === Place.relationship && this.isDescribing) notes.describing.add({ start, end });
    else if (place === Place.element) this.recordElement(start, end);
    else if (place === Place.signatures) this.wrapper.signatures = { start, end };
    else if (place === Place.statementSubject) this.wrapper.subjects = { start, end };
  }

  private enterWrapped(path: WrappedPath): void {
    const facts = new CollectedFacts();
    this.wrapped.push({ path, facts });
    this.outerNotes.push(this.notes);
    this.notes = facts;
  }

  private leaveWrapped(): void {
    this.recordRootElement();
    this.notes = this.outerNotes.pop() ?? this.top;
  }

  private recordPredicateText(end: number): void {
    const path = this.next === Place.predicate ? '/predicate' : '/predicate/Data';
    this.wrapper.predicateText = { path, start: this.textStart, end };
  }

  // The type may be the last member, so an element is counted at its end.
  private recordElement(start: number, end: number): void {
    const { term, notes } = this;
    if (this.isDescribing) notes.describing.add({ start, end });
    if (isCollectionTerm(term)) notes.collections.add({ start, end });
    if (isPackageTerm(term)) this.recordId(start, end);
    if (term === 'Tool') notes.tools.add({ start, end });
    this.countElement(term);
  }

  private recordRootElement(): void {
    const { kinds, ownTerm } = this.notes;
    if (kinds['@graph'] === undefined) this.countElement(ownTerm);
  }

  private countElement(term: ElementTerm | undefined): void {
    if (term === 'Package') this.countListed('graphPackages');
    else if (isPackageTerm(term)) this.countListed('graphModels');
    else if (term === 'File') this.countListed('graphFiles');
  }

  private recordId(start: number, end: number): void {
    if (this.id !== undefined) this.notes.packageIndex.add(this.id.hash, this.id.length, { start, end });
  }

  private recordContext(entry: string): void {
    if (entry.includes('spdx.org/rdf/')) this.notes.spdxContext ??= entry;
  }

  private countListed(count: keyof DocumentCounts): void {
    this.notes.counts[count] += 1;
    this.listed += 1;
    if (this.listed > this.limits.componentsMax) throw SBOM_TOO_MANY_COMPONENTS({ max: this.limits.componentsMax });
  }

  private countEdge(count: keyof DocumentCounts): void {
    this.notes.counts[count] += 1;
    this.edges += 1;
    if (this.edges > this.limits.edgesMax) throw SBOM_TOO_MANY_EDGES({ max: this.limits.edgesMax });
  }
}
