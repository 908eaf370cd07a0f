import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { NewName, ServiceParams } from './service.ts';
import { PageQuery, Timestamp } from '../page.ts';

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
    'Since then retention has removed its documents; findings stay as they were, and new advisories are not looked at.',
  ),
  watched: z
    .boolean()
    .describe('New advisories are looked at: for the newest 50 versions of a service and those with an alias.'),
  data: z
    .object({
      snapshot: z.int().describe('Number of the advisory data.'),
      asOf: Timestamp.nullable().describe('When Assay took it in.'),
    })
    .nullable()
    .describe('What the findings stand on. A version that is not watched keeps its own. Null before the first result.'),
}).meta({ id: 'VersionDetails' });
export type WireVersionDetails = z.infer<typeof WireVersionDetails>;

export const VersionParams = ServiceParams.extend({
  version: z.string().describe('Id, name or alias, percent-encoded.'),
});
export const VersionListQuery = PageQuery.extend({
  cursor: z
    .string()
    .max(LIMITS.cursorCharactersMax)
    .optional()
    .describe('From the `next` link: goes on exactly where that page ended, whatever was added meanwhile.'),
});
export const AliasParams = VersionParams.extend({ alias: z.string() });

export const Tag = z
  .string()
  .min(1)
  .max(LIMITS.tagCharactersMax)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+$/u, 'must not contain control or invisible characters');
const Tags = z.array(Tag).max(LIMITS.tagsPerVersionMax);

export const VersionChange = z
  .object({ name: NewName.optional(), tags: Tags.optional() })
  .refine((change) => change.name !== undefined || change.tags !== undefined, 'must have "name" or "tags"')
  .meta({ id: 'VersionChange', minProperties: 1 });
