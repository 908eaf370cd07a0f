import { z } from 'zod';
import { DECISION_SCOPES } from '../../../core/vocabulary/decision.ts';
import { GRANTED_TRUST_LEVELS, TRUST_LEVELS, VEX_FORMATS } from '../../../core/vocabulary/vex.ts';
import { Flag, PageQuery, Timestamp } from '../page.ts';

export const VexParams = z.object({ id: z.string() });

const WireTrust = z.enum(TRUST_LEVELS).describe('How far the organization trusts the author; `none` only annotates.');

const Named = z.object({ id: z.uuid(), name: z.string() });

export const WireVexDocument = z
  .object({
    id: z.uuid(),
    scope: z.enum(DECISION_SCOPES.toReversed()).describe('What it was sent for.'),
    service: Named.nullable(),
    version: Named.nullable(),
    format: z.enum(VEX_FORMATS),
    author: z.string().describe('As the document says; empty: it does not.'),
    trust: WireTrust,
    documentId: z.string().nullable().describe('The same for all versions of a document.'),
    documentVersion: z.int().nullable(),
    issuedAt: Timestamp,
    sha256: z.string(),
    sizeBytes: z.int(),
    statementCount: z.int(),
    warnings: z.array(z.object({ code: z.string(), text: z.string(), count: z.int(), paths: z.array(z.string()) })),
    supersededBy: z.uuid().nullable().describe('A newer version of the document; its statements count instead.'),
    createdAt: Timestamp,
    createdBy: z.string(),
  })
  .meta({ id: 'VexDocument' });
export type WireVexDocument = z.infer<typeof WireVexDocument>;

export const WireVexReceipt = WireVexDocument.extend({
  deduplicated: z.boolean().describe('These bytes were here already, for the same scope; nothing was changed.'),
  supersedes: z.array(z.uuid()).describe('Older versions of the document that no longer count.'),
  reanalyzed: z.int().describe('Versions that are published again because of it.'),
}).meta({ id: 'VexReceipt' });
export type WireVexReceipt = z.infer<typeof WireVexReceipt>;

export const VexListQuery = PageQuery.extend({
  all: Flag.default(false).describe('Also those that a newer version has taken the place of.'),
});

export const VersionVexQuery = VexListQuery.extend({
  format: z
    .enum(VEX_FORMATS)
    .optional()
    .describe('What Assay itself says about the findings of the version, as a VEX document. Left out: the list.'),
});

/** Part of the settings of an organization. */
export const VexAuthor = z
  .object({ author: z.string().trim().min(1).max(512), trust: z.enum(GRANTED_TRUST_LEVELS) })
  .meta({ id: 'VexAuthor' });
export type VexAuthor = z.infer<typeof VexAuthor>;
