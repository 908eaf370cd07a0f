import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { WireAnalysis } from './analysis.ts';
import { BySeverity, WireCoverage, WireSeverity } from '../findings/finding.ts';
import { Flag, listOf, PageQuery, SearchText, Timestamp, wholeNumber, Cursor } from '../page.ts';

export const WireService = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: Timestamp,
    versionCount: z.int(),
    aiOptOut: z
      .boolean()
      .describe('True: no data of the service is sent to a model, regardless of the settings of the organization.'),
  })
  .meta({ id: 'Service' });
export type WireService = z.infer<typeof WireService>;

export const WireServiceListItem = WireService.extend({
  latestVersion: z
    .object({
      id: z.uuid(),
      name: z.string(),
      createdAt: Timestamp,
      analysis: z
        .object({ id: z.uuid(), status: WireAnalysis.shape.status })
        .nullable()
        .describe('Newest analysis. While it is running, the counts are those of the previous one.'),
      coverage: WireCoverage.pick({ components: true, checked: true, fixedIssuesOnly: true })
        .nullable()
        .describe('Null until the first analysis is finished; the counts are not meaningful until then.'),
      findings: z.object({
        total: z.int(),
        hidden: z.int().describe('Findings filtered as not relevant. Not included in the other counts.'),
        bySeverity: BySeverity,
      }),
    })
    .nullable(),
  previousVersion: z
    .object({
      id: z.uuid(),
      name: z.string(),
      findings: z.object({ total: z.int() }).nullable().describe('Null: never analyzed.'),
    })
    .nullable()
    .describe(
      'Version that the newest one is compared with: the previous version of the same branch, else the previous version.',
    ),
}).meta({ id: 'ServiceListItem' });
export type WireServiceListItem = z.infer<typeof WireServiceListItem>;

export const ServiceParams = z.object({
  service: z.string().meta({ description: 'Name or id of the service, percent-encoded.', example: 'team/api' }),
});
export const ServiceListQuery = PageQuery.extend({
  q: SearchText.optional().meta({
    description: 'Return only services whose name contains this text.',
    example: 'shop',
  }),
  tag: z
    .string()
    .min(1)
    .max(LIMITS.tagCharactersMax)
    .optional()
    .meta({ description: 'Return only services whose newest version has this tag.', example: 'production' }),
  state: listOf(WireAnalysis.shape.status)
    .optional()
    .describe('Return only services whose newest analysis has one of these statuses. Separate several with commas.'),
  severity: listOf(WireSeverity)
    .optional()
    .describe(
      'Return only services that have an open finding with one of these severities. Separate several with commas.',
    ),
  inactiveDays: wholeNumber(1, LIMITS.quietDaysMax)
    .optional()
    .meta({ description: 'Return only services without an upload for at least this many days.', example: 30 }),
});
/** Validated by `toName`; the schema describes only the length. */
const NewName = z.string().meta({ minLength: 1, maxLength: LIMITS.nameCharactersMax });
export const NewService = z
  .object({ name: NewName })
  .meta({ id: 'NewService', description: 'The service to create.', example: { name: 'team/api' } });
export const ServiceChange = z
  .object({ name: NewName.optional(), aiOptOut: z.boolean().optional() })
  .refine(({ name, aiOptOut }) => name !== undefined || aiOptOut !== undefined, 'must contain "name" or "aiOptOut"')
  .meta({
    id: 'ServiceChange',
    description: 'The properties to change.',
    minProperties: 1,
    example: { name: 'team/checkout', aiOptOut: true },
  });

export const WireVersion = z
  .object({
    id: z.uuid(),
    name: z.string(),
    tags: z.array(z.string()),
    serviceId: z.uuid(),
    createdAt: Timestamp,
    aliases: z.array(z.string()),
  })
  .meta({ id: 'Version' });
export type WireVersion = z.infer<typeof WireVersion>;

export const WireGit = z
  .object({ branch: z.string().nullable(), commitSha: z.string().nullable(), origin: z.string().nullable() })
  .meta({ id: 'Git' });

export const WireVersionDetails = WireVersion.extend({
  git: WireGit,
  frozenAt: Timestamp.nullable().describe(
    'When retention deleted the SBOMs of the version. Findings are kept as they were, and new advisories are not matched.',
  ),
  watched: z
    .boolean()
    .describe(
      'Whether new advisories are matched. True for the newest 50 versions of a service and versions with an alias.',
    ),
  data: z
    .object({
      snapshot: z.int().describe('Number of the advisory snapshot.'),
      asOf: Timestamp.nullable().describe('When Assay imported the snapshot.'),
    })
    .nullable()
    .describe('Advisory data that the findings are based on. Null until the first analysis is finished.'),
}).meta({ id: 'VersionDetails' });
export type WireVersionDetails = z.infer<typeof WireVersionDetails>;

export const VersionParams = ServiceParams.extend({
  version: z.string().meta({ description: 'Name, alias or id of the version, percent-encoded.', example: '1.4.2' }),
});
export const VersionListQuery = PageQuery.extend({
  aliased: Flag.default(false).describe('Return only versions with an alias, for example the deployed ones.'),
  cursor: Cursor,
});
export const AliasParams = VersionParams.extend({
  alias: z.string().meta({ description: 'The alias, percent-encoded.', example: 'latest' }),
});

export const Tag = z
  .string()
  .min(1)
  .max(LIMITS.tagCharactersMax)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+$/u, 'must not contain control or invisible characters');
const Tags = z.array(Tag).max(LIMITS.tagsPerVersionMax);

export const VersionChange = z
  .object({ name: NewName.optional(), tags: Tags.optional() })
  .refine((change) => change.name !== undefined || change.tags !== undefined, 'must contain "name" or "tags"')
  .meta({
    id: 'VersionChange',
    description: 'The properties to change. `tags` replaces all tags.',
    minProperties: 1,
    example: { tags: ['production', 'keep'] },
  });
