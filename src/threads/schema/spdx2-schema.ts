/**
 * The JSON schema of SPDX 2.2 and 2.3, written here because no package publishes the official one. A test compares both, member
 * by member and on real documents. Clauses: https://spdx.github.io/spdx-spec/v2.3/
 *
 * As in the official schemas, ids and dates are plain texts: the prefix `SPDXRef-` is a rule of the specification, not of the
 * schema.
 */
import { FLAG, listOf, oneOfTexts, record, TEXT, TEXTS, WHOLE_NUMBER, type Schema } from './schema-parts.ts';
import {
  FILE_TYPES,
  HASH_ALGORITHMS,
  PACKAGE_PURPOSES,
  REFERENCE_CATEGORIES,
  RELATIONSHIP_TYPES,
} from './spdx2-choices.ts';

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
