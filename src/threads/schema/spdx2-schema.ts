/**
 * The JSON schema of SPDX 2.2 and 2.3, written here because no package publishes the official one. A test compares both, member
 * by member and on real documents. Clauses: https://spdx.github.io/spdx-spec/v2.3/
 *
 * As in the official schemas, ids and dates are plain texts: the prefix `SPDXRef-` is a rule of the specification, not of the
 * schema.
 */
import { FLAG, listOf, oneOfTexts, record, TEXT, TEXTS, WHOLE_NUMBER, type Schema } from './schema-parts.ts';

/**
 * The enumerations of SPDX 2.2 and 2.3, with additions of 2.3 marked.
 * https://spdx.github.io/spdx-spec/v2.3/relationships-between-SPDX-elements/ and .../package-information/
 */
const HASH_ALGORITHMS_2_2 = ['MD2', 'MD4', 'MD5', 'MD6', 'SHA1', 'SHA224', 'SHA256', 'SHA384', 'SHA512'];

const HASH_ALGORITHMS = {
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
const REFERENCE_CATEGORIES = [
  'SECURITY',
  'OTHER',
  'PACKAGE-MANAGER',
  'PACKAGE_MANAGER',
  'PERSISTENT-ID',
  'PERSISTENT_ID',
] as const;

const FILE_TYPES = [
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
const PACKAGE_PURPOSES = [
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

const RELATIONSHIP_TYPES = {
  '2.2': RELATIONSHIP_TYPES_2_2,
  '2.3': [...RELATIONSHIP_TYPES_2_2, 'REQUIREMENT_DESCRIPTION_FOR', 'SPECIFICATION_FOR'],
} as const;

export type Spdx2Version = '2.2' | '2.3';

export function spdx2Schema(version: Spdx2Version): Schema {
  const required = {
    spdxVersion: TEXT,
    SPDXID: TEXT,
    name: TEXT,
    dataLicense: TEXT,
    creationInfo: record({ created: TEXT, creators: listOf(TEXT, 1) }, { comment: TEXT, licenseListVersion: TEXT }),
  };
  const optional = {
    comment: TEXT,
    documentDescribes: TEXTS,
    externalDocumentRefs: listOf(externalDocument(version)),
    hasExtractedLicensingInfos: listOf(EXTRACTED_LICENSE),
    annotations: listOf(ANNOTATION),
    revieweds: listOf(record({ reviewDate: TEXT }, { reviewer: TEXT, comment: TEXT })),
    packages: listOf(packageOf(version)),
    files: listOf(fileOf(version)),
    snippets: listOf(snippetOf(version)),
    relationships: listOf(relationshipOf(version)),
  };
  if (version === '2.2') return record(required, { ...optional, documentNamespace: TEXT });
  return record({ ...required, documentNamespace: TEXT }, { ...optional, $schema: TEXT });
}

const ANNOTATION = record({
  annotationDate: TEXT,
  annotationType: oneOfTexts('OTHER', 'REVIEW'),
  annotator: TEXT,
  comment: TEXT,
});

const CROSS_REFERENCE = record(
  { url: TEXT },
  { isLive: FLAG, isValid: FLAG, isWayBackLink: FLAG, match: TEXT, order: WHOLE_NUMBER, timestamp: TEXT },
);

const EXTRACTED_LICENSE = record(
  { licenseId: TEXT, extractedText: TEXT },
  { name: TEXT, comment: TEXT, seeAlsos: TEXTS, crossRefs: listOf(CROSS_REFERENCE) },
);

const EXTERNAL_REFERENCE = record(
  { referenceCategory: oneOfTexts(...REFERENCE_CATEGORIES), referenceType: TEXT, referenceLocator: TEXT },
  { comment: TEXT },
);

function checksumOf(version: Spdx2Version): Schema {
  return record({ algorithm: oneOfTexts(...HASH_ALGORITHMS[version]), checksumValue: TEXT });
}

function externalDocument(version: Spdx2Version): Schema {
  return record({ externalDocumentId: TEXT, spdxDocument: TEXT, checksum: checksumOf(version) });
}

/** In 2.2, unknown values had to be stated (`NOASSERTION`); since 2.3 they can be omitted. */
function sinceOptional(
  version: Spdx2Version,
  required: Readonly<Record<string, Schema>>,
  stated: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>>,
): Schema {
  return version === '2.2'
    ? record({ ...required, ...stated }, optional)
    : record(required, { ...stated, ...optional });
}

function packageOf(version: Spdx2Version): Schema {
  const stated = { copyrightText: TEXT, licenseConcluded: TEXT, licenseDeclared: TEXT };
  const dated = {
    primaryPackagePurpose: oneOfTexts(...PACKAGE_PURPOSES),
    builtDate: TEXT,
    releaseDate: TEXT,
    validUntilDate: TEXT,
  };
  return sinceOptional(version, { SPDXID: TEXT, name: TEXT, downloadLocation: TEXT }, stated, {
    annotations: listOf(ANNOTATION),
    attributionTexts: TEXTS,
    checksums: listOf(checksumOf(version)),
    comment: TEXT,
    description: TEXT,
    externalRefs: listOf(EXTERNAL_REFERENCE),
    filesAnalyzed: FLAG,
    hasFiles: TEXTS,
    homepage: TEXT,
    licenseComments: TEXT,
    licenseInfoFromFiles: TEXTS,
    originator: TEXT,
    packageFileName: TEXT,
    packageVerificationCode: record(
      { packageVerificationCodeValue: TEXT },
      { packageVerificationCodeExcludedFiles: TEXTS },
    ),
    sourceInfo: TEXT,
    summary: TEXT,
    supplier: TEXT,
    versionInfo: TEXT,
    ...(version === '2.3' ? dated : {}),
  });
}

function fileOf(version: Spdx2Version): Schema {
  const stated = {
    copyrightText: TEXT,
    licenseConcluded: TEXT,
    licenseInfoInFiles: listOf(TEXT, version === '2.2' ? 1 : 0),
  };
  return sinceOptional(version, { SPDXID: TEXT, fileName: TEXT, checksums: listOf(checksumOf(version), 1) }, stated, {
    annotations: listOf(ANNOTATION),
    artifactOfs: listOf({ type: 'object' }),
    attributionTexts: TEXTS,
    comment: TEXT,
    fileContributors: TEXTS,
    fileDependencies: TEXTS,
    fileTypes: listOf(oneOfTexts(...FILE_TYPES)),
    licenseComments: TEXT,
    noticeText: TEXT,
  });
}

function snippetOf(version: Spdx2Version): Schema {
  const pointer = record({ reference: TEXT }, { offset: WHOLE_NUMBER, lineNumber: WHOLE_NUMBER });
  const ranges = listOf(record({ startPointer: pointer, endPointer: pointer }), 1);
  return sinceOptional(
    version,
    { SPDXID: TEXT, name: TEXT, snippetFromFile: TEXT, ranges },
    { copyrightText: TEXT, licenseConcluded: TEXT },
    {
      annotations: listOf(ANNOTATION),
      attributionTexts: TEXTS,
      comment: TEXT,
      licenseComments: TEXT,
      licenseInfoInSnippets: TEXTS,
    },
  );
}

function relationshipOf(version: Spdx2Version): Schema {
  return record(
    {
      spdxElementId: TEXT,
      relatedSpdxElement: TEXT,
      relationshipType: oneOfTexts(...RELATIONSHIP_TYPES[version]),
    },
    { comment: TEXT },
  );
}
