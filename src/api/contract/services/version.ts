import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { NewName, ServiceParams } from './service.ts';
import { Cursor, PageQuery, Timestamp } from '../page.ts';

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
