import { z } from 'zod';
import { DECISION_SCOPES } from '../../../core/vocabulary/decision.ts';
import { GRANTED_TRUST_LEVELS, TRUST_LEVELS, EXPORTED_VEX_FORMATS, VEX_FORMATS } from '../../../core/vocabulary/vex.ts';
import { Flag, PageQuery, pathId, Timestamp } from '../page.ts';

export const VexParams = z.object({ id: pathId('VEX document') });

const WireTrust = z
  .enum(TRUST_LEVELS)
  .describe('Trust of the organization in the author. With `none`, statements are shown as annotations only.');

const Named = z.object({ id: z.uuid(), name: z.string() });

export const WireVexDocument = z
  .object({
    id: z.uuid(),
    scope: z.enum(DECISION_SCOPES.toReversed()).describe('Scope that the document was uploaded for.'),
    service: Named.nullable(),
    version: Named.nullable(),
    format: z.enum(VEX_FORMATS),
    author: z.string().describe('Author named in the document. Empty: none.'),
    trust: WireTrust,
    documentId: z.string().nullable().describe('Document id, the same for all versions of a document.'),
    documentVersion: z.int().nullable(),
    issuedAt: Timestamp,
    sha256: z.string(),
    sizeBytes: z.int(),
    statementCount: z.int(),
    warnings: z.array(z.object({ code: z.string(), text: z.string(), count: z.int(), paths: z.array(z.string()) })),
    supersededBy: z.uuid().nullable().describe('Newer version of the document that replaced this one.'),
    createdAt: Timestamp,
    createdBy: z.string(),
  })
  .meta({ id: 'VexDocument' });
export type WireVexDocument = z.infer<typeof WireVexDocument>;

export const WireVexReceipt = WireVexDocument.extend({
  deduplicated: z.boolean().describe('True: the same bytes were already uploaded for the same scope. Nothing changed.'),
  supersedes: z.array(z.uuid()).describe('Older versions of the document that this one replaced.'),
  reanalyzed: z.int().describe('Number of service versions that are analyzed again.'),
}).meta({ id: 'VexReceipt' });
export type WireVexReceipt = z.infer<typeof WireVexReceipt>;

export const VexListQuery = PageQuery.extend({
  all: Flag.default(false).describe('Whether to include documents that were replaced by a newer version.'),
});

export const VersionVexQuery = VexListQuery.extend({
  format: z.enum(EXPORTED_VEX_FORMATS).optional().meta({
    description:
      'Return the findings of the version as a VEX document in this format. Default: list the uploaded documents.',
    example: 'openvex',
  }),
});

/** Part of the settings of an organization. */
export const VexAuthor = z
  .object({ author: z.string().trim().min(1).max(512), trust: z.enum(GRANTED_TRUST_LEVELS) })
  .meta({ id: 'VexAuthor' });
export type VexAuthor = z.infer<typeof VexAuthor>;
