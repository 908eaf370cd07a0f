import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { FIELD_BASES, FIELD_SOURCES, RUNTIME_KINDS } from '../../../core/vocabulary/profile.ts';
import { RELEVANCES } from '../../../core/vocabulary/relevance.ts';
import { SBOM_KINDS } from '../../../core/vocabulary/sbom.ts';
import { Flag, PageQuery, Timestamp } from '../page.ts';
import { ServiceParams } from './service.ts';

export const ProfileParams = ServiceParams.extend({
  profile: z.string().describe('Name of the security profile, percent-encoded.'),
});

export const WireFieldSource = z.enum(FIELD_SOURCES);

export const WireProfileField = z
  .object({
    value: z.unknown().describe('As the table of fields says, or `unknown`.'),
    complete: z.boolean().describe('Of a list: what is not in it is not there.'),
    source: WireFieldSource,
    basis: z
      .enum(FIELD_BASES)
      .nullable()
      .describe('Why it counts: a document shows it, or somebody stands for it. Null: it does not count.'),
    confirmedBy: z.string().nullable(),
    confirmedAt: Timestamp.nullable(),
    evidence: z.string().nullable(),
  })
  .meta({ id: 'ProfileField' });
export type WireProfileField = z.infer<typeof WireProfileField>;

const Fields = z.record(z.string(), WireProfileField);

export const WireRuntimeKind = z.enum(RUNTIME_KINDS);

const WireRuntimeWarning = z
  .object({ code: z.string(), message: z.string(), line: z.int(), text: z.string() })
  .meta({ id: 'RuntimeWarning' });

const RuntimeReference = z.object({
  kind: WireRuntimeKind,
  sha256: z.string(),
  inForce: z.boolean().describe('Somebody says that it is enforced where the service runs.'),
});

export const WireRuntimeDocument = RuntimeReference.extend({
  sizeBytes: z.int(),
  createdAt: Timestamp,
  createdBy: z.string(),
  warnings: z.array(WireRuntimeWarning).describe('What of it is odd or was not read.'),
  facts: z
    .array(z.object({ text: z.string(), line: z.int().nullable() }))
    .describe('What was read of it, the first of each kind.'),
}).meta({ id: 'RuntimeDocument' });
export type WireRuntimeDocument = z.infer<typeof WireRuntimeDocument>;

export const WireSbomKind = z.enum(SBOM_KINDS);

const WireAppliesTo = z
  .object({
    environments: z.array(z.string()),
    images: z.array(z.string()).describe('Patterns: `*` stays between two slashes, `**` does not.'),
    sbomKinds: z.array(WireSbomKind),
  })
  .describe('Whom it speaks of; an empty list is no limit.')
  .meta({ id: 'AppliesTo' });

const Completeness = z.object({
  share: z.number().describe('0 to 1: of the core fields those that count.'),
  missing: z.array(z.string()),
});

export const WireProfileSummary = z
  .object({
    id: z.uuid(),
    name: z.string(),
    isDefault: z.boolean().describe('It speaks where no other one applies.'),
    version: z.int(),
    hash: z.string().describe('SHA-256 of what it says.'),
    appliesTo: WireAppliesTo,
    completeness: Completeness,
    runtimeDocumentCount: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    updatedBy: z.string(),
  })
  .meta({ id: 'ProfileSummary' });
export type WireProfileSummary = z.infer<typeof WireProfileSummary>;

export const WireProfile = WireProfileSummary.omit({ runtimeDocumentCount: true })
  .extend({
    fields: Fields.describe(
      'What counts or could count: what people say, with what the SBOMs of the newest version show.',
    ),
    stated: Fields.describe('What people and documents say alone; this is what is sent back to change it.'),
    conflicts: z
      .array(z.object({ path: z.string(), used: WireProfileField, other: WireProfileField }))
      .describe('Where people and SBOMs differ: one of them is wrong.'),
    suggestions: Fields.describe(
      'From observed documents, where nothing is stated. They count once somebody states them.',
    ),
    runtimeDocuments: z.array(WireRuntimeDocument),
  })
  .meta({ id: 'Profile' });
export type WireProfile = z.infer<typeof WireProfile>;

export const WireProfileVersion = z
  .object({
    version: z.int(),
    hash: z.string(),
    appliesTo: WireAppliesTo,
    fields: Fields.describe('As they were stated.'),
    runtimeDocuments: z.array(RuntimeReference),
    createdAt: Timestamp,
    createdBy: z.string(),
  })
  .meta({ id: 'ProfileVersion' });
export type WireProfileVersion = z.infer<typeof WireProfileVersion>;

const Texts = z.array(z.string().min(1).max(LIMITS.imageCharactersMax)).max(LIMITS.profilePatternsMax);

const AppliesToChange = z
  .strictObject({
    environments: Texts.optional(),
    images: Texts.optional().describe('Patterns: `*` stays between two slashes, `**` does not.'),
    sbomKinds: z.array(WireSbomKind).max(LIMITS.profilePatternsMax).optional(),
  })
  .describe(
    'The environments, images and SBOMs that the profile is for. A list that is empty or left out is no limit.',
  );

/** Fields set by Assay may be sent back as they were read; they are ignored. */
const SentBack = z.unknown().optional();

const StatedField = z.strictObject({
  value: z.unknown().describe('Or `unknown`.'),
  complete: z.boolean().optional(),
  evidence: z.string().nullable().optional(),
  confirmed: z
    .boolean()
    .optional()
    .describe('The caller stands for it. Left out: as it was while the value is the same, else not confirmed.'),
  source: SentBack,
  basis: SentBack,
  confirmedBy: SentBack,
  confirmedAt: SentBack,
});

export const ProfileChange = z
  .strictObject({
    isDefault: z.boolean().optional().describe('Left out: as it was; the first profile of a service is the default.'),
    appliesTo: AppliesToChange.optional(),
    fields: z.record(z.string(), StatedField).describe('All that is stated: what is left out is not stated any more.'),
    runtimeDocuments: z
      .array(z.looseObject({ sha256: z.string(), inForce: z.boolean() }))
      .max(LIMITS.runtimeDocumentsPerProfileMax)
      .optional()
      .describe('Of those that the profile has: what is left out is taken away. Left out as a whole: as it was.'),
  })
  .meta({ id: 'ProfileChange' });
export type ProfileChange = z.infer<typeof ProfileChange>;

export const RuntimeQuery = z.object({
  kind: WireRuntimeKind.optional().describe('Left out: found out.'),
  inForce: Flag.default(false).describe('The caller says that it is enforced where the service runs.'),
});

export const ProfileVersionQuery = PageQuery;

export const ImpactQuery = z.object({
  version: z.string().optional().describe('Id, name or alias. Left out: the newest version of the service.'),
});

const Named = z.object({ id: z.uuid(), name: z.string() });

const ImpactCounts = z.object({
  lowered: z.int().describe('Findings that would become `deprioritized`.'),
  filtered: z.int().describe('Findings that would become `not_relevant`.'),
  raised: z.int().describe('Findings that would become more relevant than they are.'),
  rebanded: z.int().describe('Findings of which only the band would change.'),
  total: z.int().describe('Findings whose status or band would change.'),
});

export const WireImpact = z
  .object({
    version: Named.nullable().describe('Null: the service has no version, so nothing would change.'),
    findings: z.int().describe('How many were looked at.'),
    more: z.boolean().describe('There are more findings than were looked at; these are the most urgent ones.'),
    assumptions: z
      .array(
        z.object({
          path: z.string().nullable().describe('A field; null: a runtime document.'),
          document: z.string().nullable().describe('SHA-256 of a runtime document that nobody says is in force.'),
          isCore: z.boolean(),
          values: z.array(ImpactCounts.extend({ value: z.unknown(), complete: z.boolean() })),
          most: z.int().describe('Of all values the largest `total`.'),
        }),
      )
      .describe('What somebody could confirm, that which would change the most first.'),
  })
  .meta({ id: 'ProfileImpact' });
export type WireImpact = z.infer<typeof WireImpact>;

const Standing = z.object({ status: z.enum(RELEVANCES), band: z.string() });

export const WireImpactPreview = z
  .object({
    version: Named.nullable(),
    findings: z.int(),
    more: z.boolean(),
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
      .describe('Every finding that would change, up to 1,000.'),
  })
  .meta({ id: 'ProfileImpactPreview' });
export type WireImpactPreview = z.infer<typeof WireImpactPreview>;
