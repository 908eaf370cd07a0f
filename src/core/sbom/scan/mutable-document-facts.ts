/** Collects `DocumentFacts`. */
import type { ByteRange } from './byte-range.ts';
import type { JsonKind } from '../json/json-listener.ts';
import type { DocumentFacts, FewRanges } from './scan-facts.ts';
import type { ElementTerm } from './element-term.ts';
import { PackageIndex } from './package-index.ts';
import { PackageTypes } from './package-types.ts';
import type { WatchedMember } from './place.ts';

// More than a few describing relationships or collections mean that the document has no single subject, and no pipeline uses more
// than a few tools.
const RANGES_KEPT_MAX = 8;

class Ranges implements FewRanges {
  total = 0;
  readonly ranges: ByteRange[] = [];

  add(range: ByteRange): void {
    this.total += 1;
    if (this.ranges.length < RANGES_KEPT_MAX) this.ranges.push(range);
  }
}

export class MutableDocumentFacts implements DocumentFacts {
  readonly kinds: Partial<Record<WatchedMember, JsonKind>> = {};
  bomFormat: string | undefined;
  specVersion: string | undefined;
  spdxVersion: string | undefined;
  spdxContext: string | undefined;
  creationVersion: string | undefined;
  ownVersion: string | undefined;
  ownTerm: ElementTerm | undefined;
  readonly counts = {
    components: 0,
    dependencyEdges: 0,
    packages: 0,
    files: 0,
    relationships: 0,
    subjectParts: 0,
    graphPackages: 0,
    graphModels: 0,
    graphFiles: 0,
    graphEdges: 0,
  };
  metadataComponent: ByteRange | undefined;
  documentDescribes: ByteRange | undefined;
  readonly describing = new Ranges();
  readonly collections = new Ranges();
  readonly tools = new Ranges();
  readonly packageTypes = new PackageTypes();
  readonly packageIndex = new PackageIndex();
}
