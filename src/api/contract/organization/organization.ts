import { z } from 'zod';
import { LIMITS, QUOTA_NAMES } from '../../../core/limits.ts';
import { Instant, listOf, PageQuery, SearchText, Timestamp } from '../page.ts';
import { VexAuthor } from '../findings/vex.ts';
import { ACTOR_KINDS } from '../../../core/vocabulary/access.ts';
import { AUDIT_KINDS } from '../../../core/vocabulary/audit.ts';

const Retention = z.object({
  enabled: z.boolean().describe('Whether SBOMs of old versions are deleted. Off by default.'),
  versionsPerService: z
    .int()
    .min(1)
    .max(LIMITS.retentionVersionsMax)
    .describe('Number of newest versions of each service to keep, regardless of age.'),
  days: z
    .int()
    .min(1)
    .max(LIMITS.retentionDaysMax)
    .describe('Number of days to keep all versions, regardless of their number.'),
  auditDays: z
    .int()
    .min(LIMITS.auditDaysMin)
    .max(LIMITS.retentionDaysMax)
    .nullable()
    .describe('Number of days to keep audit entries, whether or not `enabled` is true. Null, the default: forever.'),
});

const Signatures = z
  .object({
    keys: z
      .array(
        z.object({
          name: z.string().trim().min(1).max(100).describe('Shown with the SBOMs that the key verifies.'),
          pem: z
            .string()
            .max(LIMITS.signatureKeyCharactersMax)
            .describe('Public key in PEM: ECDSA P-256 or P-384, Ed25519, or RSA.'),
        }),
      )
      .max(LIMITS.signatureKeysMax)
      .refine((keys) => new Set(keys.map(({ name }) => name)).size === keys.length, 'must contain each name only once'),
    required: z.boolean().describe('Whether uploads without a verified signature are rejected.'),
  })
  .meta({ id: 'Signatures' });

export const OrganizationName = z.string().trim().min(1).max(200);

export const WireOrganization = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: Timestamp,
    autoCreateServices: z.boolean().describe('Whether uploads create unknown services.'),
    retention: Retention.meta({ id: 'Retention' }).describe(
      'When SBOMs of old versions and audit entries are deleted. Versions with an alias or the tag `keep` are excluded. Findings and history are kept.',
    ),
    vexAuthors: z
      .array(VexAuthor)
      .describe(
        'Trusted VEX authors, as named in their documents. Statements of other authors are shown as annotations only.',
      ),
    signatures: Signatures.describe('How signed SBOMs are checked.'),
  })
  .meta({ id: 'Organization' });
export type WireOrganization = z.infer<typeof WireOrganization>;

export const OrganizationChange = z
  .object({
    name: OrganizationName.optional(),
    autoCreateServices: z.boolean().optional(),
    retention: Retention.partial().optional().describe('Settings that are left out stay unchanged.'),
    vexAuthors: z
      .array(VexAuthor)
      .max(LIMITS.vexAuthorsMax)
      .refine(
        (list) => new Set(list.map(({ author }) => author)).size === list.length,
        'must contain each author only once',
      )
      .optional()
      .describe('Replaces all trusted authors.'),
    signatures: Signatures.optional().describe('Replaces all keys. SBOMs are checked when they are uploaded.'),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'must contain "name", "autoCreateServices", "retention", "vexAuthors" or "signatures"',
  )
  .meta({
    id: 'OrganizationChange',
    description: 'The settings to change.',
    example: { autoCreateServices: false, retention: { enabled: true, days: 365 } },
  });

const WireQuota = z
  .object({
    quota: z.enum(QUOTA_NAMES),
    used: z.int().describe('Current usage.'),
    limit: z.int().nullable().describe('Limit. Null: unlimited.'),
  })
  .meta({ id: 'Quota' });

export const WireUsage = z
  .object({ quotas: z.array(WireQuota).describe('All quotas, in a fixed order.') })
  .meta({ id: 'Usage' });
export type WireUsage = z.infer<typeof WireUsage>;

export const WireAuditEntry = z
  .object({
    id: z.uuid(),
    at: Timestamp,
    actor: z.object({ kind: z.enum(ACTOR_KINDS), id: z.string(), name: z.string() }),
    action: z.string(),
    subject: z.object({
      kind: z.string(),
      id: z.string(),
      name: z.string().nullable().describe('Current name. Null: deleted, or without a name.'),
      service: z.string().nullable().describe('Service that it belongs to.'),
      version: z.string().nullable().describe('Version that it belongs to.'),
    }),
    before: z.unknown(),
    after: z.unknown(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type WireAuditEntry = z.infer<typeof WireAuditEntry>;

export const AuditListQuery = PageQuery.extend({
  q: SearchText.optional().meta({
    description:
      'Return only entries whose actor or action contains this text, or whose subject or request has this id.',
    example: 'token.create',
  }),
  actor: SearchText.optional().meta({
    description: 'Return only entries whose actor has this text in the name.',
    example: 'alice@example.com',
  }),
  kind: listOf(z.enum(AUDIT_KINDS))
    .optional()
    .describe('Return only actions of these kinds, the first part of their name. Separate several with commas.'),
  since: Instant.optional().describe('Return only entries from this time on, in ISO 8601.'),
});

export const AUDIT_TYPES = ['application/json', 'text/csv'] as const;

export const WireDemo = z
  .object({
    loading: z.boolean().describe('Whether the demo is being loaded. Its versions appear one after another.'),
    services: z
      .array(
        z.object({
          name: z.string(),
          id: z.uuid().nullable().describe('Null: not loaded, or deleted.'),
          versions: z.int().describe('Number of versions loaded.'),
          versionsTotal: z.int().describe('Number of versions in the demo.'),
        }),
      )
      .describe('Demo services. Delete them like any other service.'),
  })
  .meta({ id: 'Demo' });
export type WireDemo = z.infer<typeof WireDemo>;
