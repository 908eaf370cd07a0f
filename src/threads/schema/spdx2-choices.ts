/**
 * The enumerations of SPDX 2.2 and 2.3, with additions of 2.3 marked.
 * https://spdx.github.io/spdx-spec/v2.3/relationships-between-SPDX-elements/ and .../package-information/
 */
const HASH_ALGORITHMS_2_2 = ['MD2', 'MD4', 'MD5', 'MD6', 'SHA1', 'SHA224', 'SHA256', 'SHA384', 'SHA512'];

export const HASH_ALGORITHMS = {
  '2.2': HASH_ALGORITHMS_2_2,
  '2.3': [
    ...HASH_ALGORITHMS_2_2,
    'SHA3-256',
    'SHA3-384',
    'SHA3-512',
    'BLAKE2b-256',
    'BLAKE2b-384',
    'BLAKE2b-512',
    'BLAKE3',
    'ADLER32',
  ],
} as const;

/** Both spellings are allowed: the specification uses a hyphen, the first schema used an underscore. */
export const REFERENCE_CATEGORIES = [
  'SECURITY',
  'OTHER',
  'PACKAGE-MANAGER',
  'PACKAGE_MANAGER',
  'PERSISTENT-ID',
  'PERSISTENT_ID',
] as const;

export const FILE_TYPES = [
  'SOURCE',
  'BINARY',
  'ARCHIVE',
  'APPLICATION',
  'AUDIO',
  'IMAGE',
  'TEXT',
  'VIDEO',
  'DOCUMENTATION',
  'SPDX',
  'OTHER',
] as const;

/** Only 2.3. */
export const PACKAGE_PURPOSES = [
  'APPLICATION',
  'FRAMEWORK',
  'LIBRARY',
  'CONTAINER',
  'OPERATING_SYSTEM',
  'DEVICE',
  'FIRMWARE',
  'SOURCE',
  'ARCHIVE',
  'FILE',
  'INSTALL',
  'OTHER',
] as const;

const RELATIONSHIP_TYPES_2_2 = [
  'DESCRIBES',
  'DESCRIBED_BY',
  'CONTAINS',
  'CONTAINED_BY',
  'AMENDS',
  'OTHER',
  'DEPENDS_ON',
  'DEPENDENCY_OF',
  'DEPENDENCY_MANIFEST_OF',
  'BUILD_DEPENDENCY_OF',
  'DEV_DEPENDENCY_OF',
  'OPTIONAL_DEPENDENCY_OF',
  'PROVIDED_DEPENDENCY_OF',
  'RUNTIME_DEPENDENCY_OF',
  'TEST_DEPENDENCY_OF',
  'PREREQUISITE_FOR',
  'HAS_PREREQUISITE',
  'DYNAMIC_LINK',
  'STATIC_LINK',
  'OPTIONAL_COMPONENT_OF',
  'PACKAGE_OF',
  'GENERATES',
  'GENERATED_FROM',
  'ANCESTOR_OF',
  'DESCENDANT_OF',
  'VARIANT_OF',
  'COPY_OF',
  'EXPANDED_FROM_ARCHIVE',
  'DISTRIBUTION_ARTIFACT',
  'PATCH_FOR',
  'PATCH_APPLIED',
  'FILE_ADDED',
  'FILE_DELETED',
  'FILE_MODIFIED',
  'DATA_FILE_OF',
  'DOCUMENTATION_OF',
  'EXAMPLE_OF',
  'METAFILE_OF',
  'BUILD_TOOL_OF',
  'DEV_TOOL_OF',
  'TEST_TOOL_OF',
  'TEST_OF',
  'TEST_CASE_OF',
];

export const RELATIONSHIP_TYPES = {
  '2.2': RELATIONSHIP_TYPES_2_2,
  '2.3': [...RELATIONSHIP_TYPES_2_2, 'REQUIREMENT_DESCRIPTION_FOR', 'SPECIFICATION_FOR'],
} as const;
