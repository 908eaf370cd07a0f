/**
 * The watched places of a document as a table: which member of which object leads where, and what the elements of an array are.
 * Everything else is `elsewhere` and is skipped. To watch another member, add a line here and handle it in `document-outline.ts`.
 */
import { capture, type CapturedText } from '../json/captured-text.ts';

export const Place = {
  elsewhere: 0,
  // The top-level object, or the one inside GitHub's {"sbom": ...}, and the markers of the format.
  document: 1,
  wrapper: 2,
  bomFormat: 3,
  specVersion: 4,
  spdxVersion: 5,
  context: 6,
  contextEntry: 7,
  // CycloneDX
  metadata: 8,
  metadataComponent: 9,
  components: 10,
  component: 11,
  dependencies: 12,
  dependency: 13,
  dependencyTargets: 14,
  dependencyTarget: 15,
  // SPDX 2
  packages: 16,
  package: 17,
  packageId: 18,
  files: 19,
  file: 20,
  relationships: 21,
  relationship: 22,
  relationshipType: 23,
  documentDescribes: 24,
  // SPDX 3
  graph: 25,
  element: 26,
  elementType: 27,
  elementId: 28,
  elementRelationshipType: 29,
  elementTargets: 30,
  elementTarget: 31,
  creationInfo: 32,
  creationVersion: 33,
  // SPDX 3 without a graph: the document is a single element.
  ownType: 34,
  ownCreation: 35,
  ownVersion: 36,
  // CycloneDX: parts of metadata.component.
  subjectParts: 37,
  subjectPart: 38,
  // Facts for the slot of a document: the tools that created it, and the purls of its components.
  tools: 39,
  purl: 40,
  identifiers: 41,
  // Signed documents: a DSSE envelope, alone or in a Sigstore bundle, and the in-toto statement inside it.
  envelope: 42,
  payloadType: 43,
  payload: 44,
  signatures: 45,
  predicate: 46,
  predicateType: 47,
  predicateData: 48,
  statementSubject: 49,
} as const;

export type Place = (typeof Place)[keyof typeof Place];
type PlaceName = keyof typeof Place;

const DOCUMENT_MEMBERS = {
  bomFormat: 'bomFormat',
  specVersion: 'specVersion',
  spdxVersion: 'spdxVersion',
  '@context': 'context',
  '@graph': 'graph',
  metadata: 'metadata',
  components: 'components',
  dependencies: 'dependencies',
  packages: 'packages',
  files: 'files',
  relationships: 'relationships',
  documentDescribes: 'documentDescribes',
} as const satisfies Readonly<Record<string, PlaceName>>;

/** Members of a document whose kind is recorded. */
export type WatchedMember = keyof typeof DOCUMENT_MEMBERS;

const OWN_MEMBERS = {
  type: 'ownType',
  '@type': 'ownType',
  creationInfo: 'ownCreation',
  to: 'elementTargets',
} as const satisfies Readonly<Record<string, PlaceName>>;

const ENVELOPE_MEMBERS = {
  payloadType: 'payloadType',
  payload: 'payload',
  signatures: 'signatures',
} as const satisfies Readonly<Record<string, PlaceName>>;

const STATEMENT_MEMBERS = {
  predicateType: 'predicateType',
  predicate: 'predicate',
  subject: 'statementSubject',
} as const satisfies Readonly<Record<string, PlaceName>>;

const MEMBERS: Readonly<Partial<Record<PlaceName, Readonly<Record<string, PlaceName>>>>> = {
  document: {
    ...DOCUMENT_MEMBERS,
    ...OWN_MEMBERS,
    ...ENVELOPE_MEMBERS,
    ...STATEMENT_MEMBERS,
    sbom: 'wrapper',
    dsseEnvelope: 'envelope',
  },
  envelope: ENVELOPE_MEMBERS,
  // cosign puts the document of a custom predicate into "Data", as an object or as text.
  predicate: { ...DOCUMENT_MEMBERS, ...OWN_MEMBERS, Data: 'predicateData' },
  predicateData: { ...DOCUMENT_MEMBERS, ...OWN_MEMBERS },
  wrapper: { ...DOCUMENT_MEMBERS, ...OWN_MEMBERS },
  metadata: { component: 'metadataComponent', tools: 'tools' },
  // Parts of metadata.component count towards the limit, but are not components of the document.
  metadataComponent: { components: 'subjectParts' },
  subjectPart: { components: 'subjectParts' },
  component: { components: 'components', purl: 'purl' },
  dependency: { dependsOn: 'dependencyTargets', provides: 'dependencyTargets' },
  package: { SPDXID: 'packageId', externalRefs: 'identifiers' },
  relationship: { relationshipType: 'relationshipType' },
  element: {
    type: 'elementType',
    '@type': 'elementType',
    spdxId: 'elementId',
    '@id': 'elementId',
    relationshipType: 'elementRelationshipType',
    to: 'elementTargets',
    creationInfo: 'creationInfo',
    specVersion: 'creationVersion',
    software_packageUrl: 'purl',
    externalIdentifier: 'identifiers',
  },
  creationInfo: { specVersion: 'creationVersion' },
  ownCreation: { specVersion: 'ownVersion', creators: 'tools' },
  identifiers: { referenceLocator: 'purl', identifier: 'purl' },
};

const ELEMENTS: Readonly<Partial<Record<PlaceName, PlaceName>>> = {
  context: 'contextEntry',
  components: 'component',
  subjectParts: 'subjectPart',
  dependencies: 'dependency',
  dependencyTargets: 'dependencyTarget',
  packages: 'package',
  files: 'file',
  relationships: 'relationship',
  graph: 'element',
  elementTargets: 'elementTarget',
  // JSON-LD allows a single identifier without an array, and a list of types.
  identifiers: 'identifiers',
  elementType: 'elementType',
  ownType: 'ownType',
};

/** A list that has the value of every place, because every recorded value is looked up there. */
export function byPlace<Value>(values: Partial<Record<Place, Value>>): readonly (Value | undefined)[] {
  return Object.values(Place).map((place) => values[place]);
}

/** Remembers the places of members by the numbers of known names, which are those of one document. */
export class MemberPlaces {
  private readonly places: Place[][] = [];

  /** The place of a member value. */
  find(place: Place, name: CapturedText): Place {
    if (name.known === -1) return memberPlace(place, name);
    const places = (this.places[place] ??= []);
    return (places[name.known] ??= memberPlace(place, name));
  }
}

function memberPlace(place: number, name: CapturedText): Place {
  const known = MEMBERS_BY_HASH[place]?.get(name.hash);
  return known !== undefined && isSame(known.name, name) ? known.place : Place.elsewhere;
}

/** The place of array elements. */
export function elementPlace(place: number): Place {
  return ELEMENT_PLACES[place] ?? Place.elsewhere;
}

/** The watched member at a place, if any. */
export function watchedMember(place: number): WatchedMember | undefined {
  return WATCHED_MEMBERS[place];
}

interface KnownMember {
  readonly name: CapturedText;
  readonly place: Place;
}

const PLACE_NAMES: readonly PlaceName[] = Object.keys(Place).filter((name): name is PlaceName => name in Place);

const MEMBERS_BY_HASH: readonly (ReadonlyMap<number, KnownMember> | undefined)[] = PLACE_NAMES.map((placeName) => {
  const members = Object.entries(MEMBERS[placeName] ?? {}).map(([name, to]) => ({
    name: capture(name),
    place: Place[to],
  }));
  return members.length === 0 ? undefined : new Map(members.map((member) => [member.name.hash, member]));
});

const ELEMENT_PLACES: readonly Place[] = PLACE_NAMES.map((name) => Place[ELEMENTS[name] ?? 'elsewhere']);

const WATCHED_MEMBERS: readonly (WatchedMember | undefined)[] = byPlace(
  Object.fromEntries(
    Object.keys(DOCUMENT_MEMBERS)
      .filter((name): name is WatchedMember => name in DOCUMENT_MEMBERS)
      .map((name) => [Place[DOCUMENT_MEMBERS[name]], name]),
  ),
);

function isSame(known: CapturedText, name: CapturedText): boolean {
  if (known.length !== name.length) return false;
  for (let i = 0; i < known.length; i += 1) {
    if (known.bytes[i] !== name.bytes[i]) return false;
  }
  return true;
}
