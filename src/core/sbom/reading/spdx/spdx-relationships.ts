/**
 * Which relationships of SPDX mean that one package needs, holds or was made of another, in which direction they are written,
 * and what for it is needed. The others (patches, copies, lineage, documentation) say nothing about what is in the software.
 * One table for SPDX 2 and 3, which differ in the spelling only: some tools write the words of 2 into documents of 3.
 * https://spdx.github.io/spdx-spec/v2.3/relationships-between-SPDX-elements/
 * https://spdx.github.io/spdx-spec/v3.0.1/model/Core/Vocabularies/RelationshipType/
 */
import type { Scope } from '../../inventory.ts';
import { lastWordOf } from './spdx-words.ts';

/** `describes`: the first element is the document, the second what it is about. `scope` is that of the step. */
export interface RelationshipMeaning {
  readonly kind: 'needs' | 'describes';
  readonly isReversed: boolean;
  readonly scope: Scope;
  /** One is inside of the other, which is more than being needed. */
  readonly isInside: boolean;
}

/** Syft finds packages of languages inside those of the system, and SPDX has no word for that. The relationship is `OTHER`. */
const OWNERSHIP = 'ownership-by-file-overlap';

/** Whether the first element is a package of the system that has the second among its files. */
export function isOwnership(relationshipType: unknown, comment: string | undefined): boolean {
  if (typeof relationshipType !== 'string' || comment?.startsWith(OWNERSHIP) !== true) return false;
  return normalize(relationshipType) === 'other';
}

const FROM_FIRST_TO_SECOND: Readonly<Partial<Record<Scope, readonly string[]>>> = {
  required: [
    ...['DEPENDS_ON', 'CONTAINS', 'HAS_PREREQUISITE', 'DYNAMIC_LINK', 'STATIC_LINK', 'hasDynamicLink', 'hasStaticLink'],
    // A defect of the source is one of what was built from it.
    'GENERATED_FROM',
  ],
  // What is provided is there when the software runs, but somebody else brings it.
  optional: ['hasOptionalDependency', 'hasOptionalComponent', 'hasProvidedDependency'],
  build: ['usesTool', 'trainedOn'],
  test: ['testedOn', 'hasTest', 'hasTestCase'],
};
const FROM_SECOND_TO_FIRST: Readonly<Partial<Record<Scope, readonly string[]>>> = {
  required: [
    ...['DEPENDENCY_OF', 'RUNTIME_DEPENDENCY_OF', 'PREREQUISITE_FOR', 'CONTAINED_BY', 'PACKAGE_OF', 'GENERATES'],
    // Red Hat and the Kubernetes tool: the image of one architecture is a variant of the index that lists it.
    'VARIANT_OF',
  ],
  optional: ['OPTIONAL_DEPENDENCY_OF', 'OPTIONAL_COMPONENT_OF', 'PROVIDED_DEPENDENCY_OF'],
  build: ['BUILD_DEPENDENCY_OF', 'BUILD_TOOL_OF'],
  development: ['DEV_DEPENDENCY_OF', 'DEV_TOOL_OF'],
  test: ['TEST_DEPENDENCY_OF', 'TEST_TOOL_OF', 'TEST_OF', 'TEST_CASE_OF'],
};

/** Undefined: not of interest. Lower case, dashes, addresses and the words of the other version are other spellings. */
export function findMeaning(relationshipType: unknown): RelationshipMeaning | undefined {
  return typeof relationshipType === 'string' ? MEANINGS.get(normalize(relationshipType)) : undefined;
}

function normalize(type: string): string {
  return lastWordOf(type).replaceAll('_', '').replaceAll('-', '').toLowerCase();
}

const MEANINGS: ReadonlyMap<string, RelationshipMeaning> = new Map([
  ...meaningsOf(FROM_FIRST_TO_SECOND, false),
  ...meaningsOf(FROM_SECOND_TO_FIRST, true),
  [normalize('DESCRIBES'), { kind: 'describes', isReversed: false, scope: 'required', isInside: false }] as const,
  // Trivy wrote this for a while.
  [normalize('DESCRIBE'), { kind: 'describes', isReversed: false, scope: 'required', isInside: false }] as const,
  [normalize('DESCRIBED_BY'), { kind: 'describes', isReversed: true, scope: 'required', isInside: false }] as const,
]);

function* meaningsOf(
  types: Readonly<Partial<Record<Scope, readonly string[]>>>,
  isReversed: boolean,
): Iterable<readonly [string, RelationshipMeaning]> {
  for (const [scope, words] of Object.entries(types)) {
    for (const word of words) {
      const isInside = word === 'CONTAINS' || word === 'CONTAINED_BY';
      yield [normalize(word), { kind: 'needs', isReversed, scope: scope as Scope, isInside }];
    }
  }
}
