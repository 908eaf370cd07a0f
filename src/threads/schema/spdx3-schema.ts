/**
 * The required skeleton of SPDX 3.0 documents, written here because no package publishes the schema, and an analysis reads only a
 * few of the 80 classes of the model. Checks the parts that everything else depends on: context, graph, ids, types, creation
 * information, the ends of relationships, the names of packages. https://spdx.github.io/spdx-spec/v3.0.1/
 */
import { listOf, TEXT, type Schema } from './schema-parts.ts';

/** The URL of the context, alone or in a list with prefixes of the document. */
const CONTEXT_ADDRESS: Schema = {
  type: 'string',
  pattern: '^https://spdx\\.org/rdf/3\\.0(\\.[0-9]{1,4})?/spdx-context\\.jsonld$',
};
const CONTEXT: Schema = {
  type: ['string', 'array'],
  if: { type: 'array' },
  then: { contains: CONTEXT_ADDRESS },
  else: CONTEXT_ADDRESS,
};

/** Another element, by its id or inline. */
const REFERENCE: Schema = { type: ['string', 'object'] };

const CREATION_INFO: Schema = {
  required: ['specVersion', 'created', 'createdBy'],
  properties: {
    specVersion: { type: 'string', pattern: '^3\\.0(\\.[0-9]{1,4})?$' },
    created: { type: 'string', format: 'date-time' },
    createdBy: listOf(REFERENCE, 1),
  },
};

const RELATIONSHIP: Schema = {
  required: ['from', 'to', 'relationshipType'],
  properties: {
    from: REFERENCE,
    to: { type: ['string', 'object', 'array'], minItems: 1, items: REFERENCE },
    relationshipType: TEXT,
  },
};

/** Values that may appear in a graph next to the elements. They describe an element, so they have no creation information. */
const CLASSES_WITHOUT_CREATION = [
  'CreationInfo',
  'DictionaryEntry',
  'ExternalIdentifier',
  'ExternalMap',
  'ExternalRef',
  'Hash',
  'NamespaceMap',
  'PackageVerificationCode',
  'PositiveIntegerRange',
  'ai_EnergyConsumption',
  'ai_EnergyConsumptionDescription',
  'extension_CdxPropertiesExtension',
  'extension_CdxPropertyEntry',
  'software_ContentIdentifier',
];

const ELEMENT: Schema = {
  type: 'object',
  required: ['type'],
  properties: { type: { type: 'string', minLength: 1 }, spdxId: TEXT, '@id': TEXT },
  anyOf: [{ required: ['spdxId'] }, { required: ['@id'] }],
  allOf: [
    whenType(
      { not: { enum: CLASSES_WITHOUT_CREATION } },
      {
        required: ['creationInfo'],
        properties: { creationInfo: { ...REFERENCE, if: { type: 'object' }, then: CREATION_INFO } },
      },
    ),
    whenType({ const: 'CreationInfo' }, CREATION_INFO),
    // Relationship and its kinds: LifecycleScopedRelationship, security_CvssV3VulnAssessmentRelationship, ...
    whenType({ pattern: 'Relationship$' }, RELATIONSHIP),
    // software_Package, ai_AIPackage, dataset_DatasetPackage
    whenType({ pattern: 'Package$' }, { required: ['name'], properties: { name: { type: 'string', minLength: 1 } } }),
  ],
};

/** A document is a graph of elements, or a single element. */
export const SPDX3_SCHEMA: Schema = {
  type: 'object',
  required: ['@context'],
  properties: { '@context': CONTEXT },
  if: { required: ['@graph'] },
  then: { properties: { '@graph': listOf(ELEMENT) } },
  else: ELEMENT,
};

function whenType(type: Schema, then: Schema): Schema {
  return { if: { required: ['type'], properties: { type: { type: 'string', ...type } } }, then };
}
