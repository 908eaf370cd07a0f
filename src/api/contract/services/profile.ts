import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { DOCUMENT_KINDS, FIELD_BASES, FIELD_SOURCES } from '../../../core/vocabulary/profile.ts';
import { RELEVANCES } from '../../../core/vocabulary/relevance.ts';
import { SBOM_KINDS } from '../../../core/vocabulary/sbom.ts';
import { Flag, PageQuery, Timestamp } from '../page.ts';
import { ServiceParams } from './service.ts';

export const ProfileParams = ServiceParams.extend({
  profile: z.string().meta({ description: 'Name of the security profile, percent-encoded.', example: 'default' }),
});

export const WireFieldSource = z.enum(FIELD_SOURCES);

export const WireProfileField = z
  .object({
    value: z.unknown().describe('Value of the field, or `unknown`. docs/guides/security-profiles.md lists the fields.'),
    complete: z.boolean().describe('For lists: true if the list is complete.'),
    source: WireFieldSource,
    basis: z
      .enum(FIELD_BASES)
      .nullable()
      .describe(
        'Why the value takes effect: detected in a document (`fact`), or confirmed by a user. Null: no effect.',
      ),
    confirmedBy: z.string().nullable(),
    confirmedAt: Timestamp.nullable(),
    evidence: z.string().nullable(),
  })
  .meta({ id: 'ProfileField' });
export type WireProfileField = z.infer<typeof WireProfileField>;

const Fields = z.record(z.string(), WireProfileField);

export const WireDocumentKind = z.enum(DOCUMENT_KINDS);

const WireDocumentWarning = z
  .object({ code: z.string(), message: z.string(), line: z.int(), text: z.string() })
  .meta({ id: 'DocumentWarning' });

const IN_FORCE =
  'Whether the document is enforced where the service runs or, for deployment documents, the service is deployed as it says.';

const DocumentReference = z.object({
  kind: WireDocumentKind,
  name: z.string().nullable().describe('A later document of the same name replaces this one.'),
  sha256: z.string(),
  inForce: z.boolean().describe(IN_FORCE),
  confirmedBy: z.string().nullable(),
  confirmedAt: Timestamp.nullable(),
});

export const WireProfileDocument = DocumentReference.extend({
  sizeBytes: z.int(),
  createdAt: Timestamp,
  createdBy: z.string(),
  warnings: z.array(WireDocumentWarning).describe('Unusual or ignored parts of the document.'),
  facts: z
    .array(z.object({ text: z.string(), line: z.int().nullable() }))
    .describe('What the document shows, the first of each kind.'),
}).meta({ id: 'ProfileDocument' });
export type WireProfileDocument = z.infer<typeof WireProfileDocument>;

export const WireSbomKind = z.enum(SBOM_KINDS);

const WireAppliesTo = z
  .object({
    environments: z.array(z.string()),
    images: z.array(z.string()).describe('Image patterns. `*` matches within a path segment, `**` across segments.'),
    sbomKinds: z.array(WireSbomKind),
  })
  .describe('Environments, images and SBOM kinds that the profile applies to. An empty list matches all.')
  .meta({ id: 'AppliesTo' });

export const WireProfileSummary = z
  .object({
    id: z.uuid(),
    name: z.string(),
    isDefault: z.boolean().describe('Used where no other profile applies.'),
    version: z.int(),
    hash: z.string().describe('SHA-256 of the content.'),
    appliesTo: WireAppliesTo,
    fieldsSet: z.int().describe('Number of fields that are confirmed or detected. Only these change findings.'),
    documentCount: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    updatedBy: z.string(),
  })
  .meta({ id: 'ProfileSummary' });
export type WireProfileSummary = z.infer<typeof WireProfileSummary>;

export const WireProfile = WireProfileSummary.omit({ documentCount: true })
  .extend({
    fields: Fields.describe(
      'Stated fields combined with values detected in deployment documents and in the SBOMs of the newest version.',
    ),
    stated: Fields.describe('Stated fields only. Send these to change the profile.'),
    conflicts: z
      .array(z.object({ path: z.string(), used: WireProfileField, other: WireProfileField }))
      .describe('Fields where the stated and the detected value differ.'),
    suggestions: Fields.describe(
      'Values shown by observed behavior, or by deployment documents that are not confirmed, for fields without a value. They take effect when stated or confirmed.',
    ),
    documents: z.array(WireProfileDocument),
  })
  .meta({ id: 'Profile' });
export type WireProfile = z.infer<typeof WireProfile>;

export const WireProfileVersion = z
  .object({
    version: z.int(),
    hash: z.string(),
    appliesTo: WireAppliesTo,
    fields: Fields.describe('Fields as stated in this version.'),
    documents: z.array(DocumentReference),
    createdAt: Timestamp,
    createdBy: z.string(),
  })
  .meta({ id: 'ProfileVersion' });
export type WireProfileVersion = z.infer<typeof WireProfileVersion>;

const Texts = z.array(z.string().min(1).max(LIMITS.imageCharactersMax)).max(LIMITS.profilePatternsMax);

const AppliesToChange = z
  .strictObject({
    environments: Texts.optional(),
    images: Texts.optional().describe('Image patterns. `*` matches within a path segment, `**` across segments.'),
    sbomKinds: z.array(WireSbomKind).max(LIMITS.profilePatternsMax).optional(),
  })
  .describe('Environments, images and SBOM kinds that the profile applies to. An empty or missing list matches all.');

/** Fields set by Assay may be sent back as they were read; they are ignored. */
const SentBack = z.unknown().optional();

const StatedField = z.strictObject({
  value: z.unknown().describe('Value of the field, or `unknown`.'),
  complete: z.boolean().optional(),
  evidence: z.string().nullable().optional(),
  confirmed: z
    .boolean()
    .optional()
    .describe('Whether you confirm the value. Default: unchanged if the value is the same, else not confirmed.'),
  source: SentBack,
  basis: SentBack,
  confirmedBy: SentBack,
  confirmedAt: SentBack,
});

export const ProfileChange = z
  .strictObject({
    isDefault: z
      .boolean()
      .optional()
      .describe('Default: unchanged. The first profile of a service becomes the default profile.'),
    appliesTo: AppliesToChange.optional(),
    fields: z.record(z.string(), StatedField).describe('All stated fields. Fields that are left out are removed.'),
    documents: z
      .array(z.looseObject({ sha256: z.string(), inForce: z.boolean() }))
      .max(LIMITS.documentsPerProfileMax)
      .optional()
      .describe(
        'Documents to keep, and whether you confirm each. Documents that are left out are removed. Default: unchanged.',
      ),
  })
  .meta({
    id: 'ProfileChange',
    description:
      'The complete profile. Properties that Assay sets may be sent back as they were read; they are ignored.',
    example: {
      appliesTo: { environments: ['production'] },
      fields: { 'exposure.reach': { value: 'internal', confirmed: true, evidence: 'Private subnet only' } },
    },
  });
export type ProfileChange = z.infer<typeof ProfileChange>;

export const DocumentQuery = z.object({
  name: z.string().min(1).max(LIMITS.documentNameCharactersMax).optional().meta({
    description: 'Name of the document, for example its file name. It replaces the document of the same name.',
    example: 'deployment.yaml',
  }),
  kind: WireDocumentKind.optional().meta({
    description: 'Kind of document. Default: detected from the content.',
    example: 'kubernetes',
  }),
  inForce: Flag.default(false).describe(`${IN_FORCE} Values of a deployment document take effect while it is.`),
});

export const ProfileVersionQuery = PageQuery;

export const ImpactQuery = z.object({
  version: z.string().optional().meta({
    description: 'Name, alias or id of the version to evaluate. Default: the newest version of the service.',
    example: '1.4.2',
  }),
});

const Named = z.object({ id: z.uuid(), name: z.string() });

const ImpactCounts = z.object({
  lowered: z.int().describe('Findings that would become `deprioritized`.'),
  filtered: z.int().describe('Findings that would become `not_relevant`.'),
  raised: z.int().describe('Findings that would become more relevant than they are.'),
  bandChanged: z.int().describe('Findings for which only the priority band would change.'),
  total: z.int().describe('Findings whose status or priority band would change.'),
});

export const WireImpact = z
  .object({
    version: Named.nullable().describe('Version that was evaluated. Null: the service has none.'),
    findings: z.int().describe('Number of findings evaluated.'),
    truncated: z.boolean().describe('True: only the most urgent findings were evaluated.'),
    assumptions: z
      .array(
        z.object({
          path: z.string().nullable().describe('Path of the field. Null: a document.'),
          document: z.string().nullable().describe('SHA-256 of a document that is not confirmed (`inForce`).'),
          values: z.array(ImpactCounts.extend({ value: z.unknown(), complete: z.boolean() })),
          largestTotal: z.int().describe('Largest `total` of all values.'),
        }),
      )
      .describe('Fields and documents that could be confirmed, largest effect first.'),
  })
  .meta({ id: 'ProfileImpact' });
export type WireImpact = z.infer<typeof WireImpact>;

const Standing = z.object({ status: z.enum(RELEVANCES), band: z.string() });

export const WireImpactPreview = z
  .object({
    version: Named.nullable(),
    findings: z.int(),
    truncated: z.boolean(),
    counts: ImpactCounts,
    changed: z
      .array(
        z.object({
          vulnerability: z.string(),
          package: z.string(),
          componentId: z.uuid(),
          from: Standing,
          to: Standing,
        }),
      )
      .describe('Findings that would change, at most 1,000.'),
  })
  .meta({ id: 'ProfileImpactPreview' });
export type WireImpactPreview = z.infer<typeof WireImpactPreview>;
