/**
 * Which relationships of SPDX 2 mean that one package needs or holds another, and in which direction they are written. The
 * others (patches, variants, copies, documentation) say nothing about what is in the software.
 * https://spdx.github.io/spdx-spec/v2.3/relationships-between-SPDX-elements/
 */

const FROM_FIRST_TO_SECOND = ['DEPENDS_ON', 'CONTAINS', 'HAS_PREREQUISITE', 'DYNAMIC_LINK', 'STATIC_LINK'];
const FROM_SECOND_TO_FIRST = [
  ...['DEPENDENCY_OF', 'RUNTIME_DEPENDENCY_OF', 'BUILD_DEPENDENCY_OF', 'DEV_DEPENDENCY_OF', 'TEST_DEPENDENCY_OF'],
  ...['OPTIONAL_DEPENDENCY_OF', 'PROVIDED_DEPENDENCY_OF', 'PREREQUISITE_FOR'],
  ...['CONTAINED_BY', 'PACKAGE_OF', 'OPTIONAL_COMPONENT_OF'],
];

/** `describes`: the first element is the document, the second what it is about. */
export interface RelationshipMeaning {
  readonly kind: 'needs' | 'describes';
  readonly isReversed: boolean;
}

const MEANINGS: ReadonlyMap<string, RelationshipMeaning> = new Map<string, RelationshipMeaning>([
  ...FROM_FIRST_TO_SECOND.map((type) => [type, { kind: 'needs', isReversed: false }] as const),
  ...FROM_SECOND_TO_FIRST.map((type) => [type, { kind: 'needs', isReversed: true }] as const),
  ['DESCRIBES', { kind: 'describes', isReversed: false }],
  // Trivy wrote this for a while.
  ['DESCRIBE', { kind: 'describes', isReversed: false }],
  ['DESCRIBED_BY', { kind: 'describes', isReversed: true }],
]);

/** Undefined: not of interest. Lower case and dashes are old spellings. */
export function findMeaning(relationshipType: unknown): RelationshipMeaning | undefined {
  if (typeof relationshipType !== 'string') return undefined;
  return MEANINGS.get(relationshipType) ?? MEANINGS.get(relationshipType.toUpperCase().replaceAll('-', '_'));
}
