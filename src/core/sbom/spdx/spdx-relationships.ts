/**
 * SPDX relationships that mean that a package needs, contains or was made from another, with their direction and scope. The
 * others (patches, copies, lineage, documentation) say nothing about the content of the software. One table for SPDX 2 and 3,
 * which differ only in spelling: some tools write terms of 2 into documents of 3.
 * https://spdx.github.io/spdx-spec/v2.3/relationships-between-SPDX-elements/
 * https://spdx.github.io/spdx-spec/v3.0.1/model/Core/Vocabularies/RelationshipType/
 */
import { toLocalName } from './spdx-notation.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

/** `describes`: the first element is the document, the second its subject. `scope` is that of the edge. */
export interface RelationshipMeaning {
  readonly kind: 'needs' | 'describes';
  readonly isReversed: boolean;
  readonly scope: ComponentScope;
  /** One contains the other, which is more than a dependency. */
  readonly isInside: boolean;
}

/** Syft finds language packages inside system packages. SPDX has no relationship for that, so its type is `OTHER`. */
const OWNERSHIP = 'ownership-by-file-overlap';

/** Whether the first element is a system package that owns the second. */
export function isOwnership(relationshipType: unknown, comment: string | undefined): boolean {
  if (typeof relationshipType !== 'string' || comment?.startsWith(OWNERSHIP) !== true) return false;
  return normalize(relationshipType) === 'other';
}

const FROM_FIRST_TO_SECOND: Readonly<Partial<Record<ComponentScope, readonly string[]>>> = {
  required: [
    'DEPENDS_ON',
    'CONTAINS',
    'HAS_PREREQUISITE',
    'DYNAMIC_LINK',
    'STATIC_LINK',
    'hasDynamicLink',
    'hasStaticLink',
    // A defect of the source is also a defect of the result.
    'GENERATED_FROM',
  ],
  // A provided dependency is present at runtime, but supplied by the environment.
  optional: ['hasOptionalDependency', 'hasOptionalComponent', 'hasProvidedDependency'],
  build: ['usesTool', 'trainedOn'],
  test: ['testedOn', 'hasTest', 'hasTestCase'],
};
const FROM_SECOND_TO_FIRST: Readonly<Partial<Record<ComponentScope, readonly string[]>>> = {
  required: [
    'DEPENDENCY_OF',
    'RUNTIME_DEPENDENCY_OF',
    'PREREQUISITE_FOR',
    'CONTAINED_BY',
    'PACKAGE_OF',
    'GENERATES',
    // Red Hat and the Kubernetes tool: the image of one architecture is a variant of the index that lists it.
    'VARIANT_OF',
  ],
  optional: ['OPTIONAL_DEPENDENCY_OF', 'OPTIONAL_COMPONENT_OF', 'PROVIDED_DEPENDENCY_OF'],
  build: ['BUILD_DEPENDENCY_OF', 'BUILD_TOOL_OF'],
  development: ['DEV_DEPENDENCY_OF', 'DEV_TOOL_OF'],
  test: ['TEST_DEPENDENCY_OF', 'TEST_TOOL_OF', 'TEST_OF', 'TEST_CASE_OF'],
};

/** Undefined: not relevant. Accepts lower case, dashes, IRIs and the terms of the other SPDX version. */
export function findRelationshipMeaning(relationshipType: unknown): RelationshipMeaning | undefined {
  return typeof relationshipType === 'string' ? MEANINGS.get(normalize(relationshipType)) : undefined;
}

function normalize(type: string): string {
  return toLocalName(type).replaceAll('_', '').replaceAll('-', '').toLowerCase();
}

const MEANINGS: ReadonlyMap<string, RelationshipMeaning> = new Map([
  ...meaningsOf(FROM_FIRST_TO_SECOND, false),
  ...meaningsOf(FROM_SECOND_TO_FIRST, true),
  // Trivy wrote DESCRIBE for some time.
  ...['DESCRIBES', 'DESCRIBE', 'DESCRIBED_BY'].map((word): [string, RelationshipMeaning] => [
    normalize(word),
    { kind: 'describes', isReversed: word === 'DESCRIBED_BY', scope: 'required', isInside: false },
  ]),
]);

function* meaningsOf(
  types: Readonly<Partial<Record<ComponentScope, readonly string[]>>>,
  isReversed: boolean,
): Iterable<readonly [string, RelationshipMeaning]> {
  for (const [scope, words] of Object.entries(types)) {
    for (const word of words) {
      const isInside = word === 'CONTAINS' || word === 'CONTAINED_BY';
      yield [normalize(word), { kind: 'needs', isReversed, scope: scope as ComponentScope, isInside }];
    }
  }
}
