import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { FINDING_CLASSES } from '../../../core/vocabulary/finding.ts';
import { RELEVANCES } from '../../../core/vocabulary/relevance.ts';
import { DIRECTORY_STATES, SOURCE_STATES, STALE_REASONS } from '../../../core/vocabulary/source.ts';
import { WireEpss, WireKev, WireSeverity, WireSsvc } from './finding.ts';
import { CursorPageQuery, Flag, SearchText, Timestamp } from '../page.ts';

const Age = z.int().nonnegative().nullable().describe('Seconds since the last successful sync. Null: never synced.');

export const WireAdvisorySource = z
  .object({
    name: z
      .string()
      .describe(
        '`osv`, `kev`, `epss`, `ssvc` or `packages` (package indexes of distributions), or `starter` while the built-in starter set is in use.',
      ),
    url: z.string().nullable().describe('URL without credentials. Null: disabled and never synced.'),
    enabled: z.boolean().describe('The records of a disabled source are kept.'),
    state: z.enum(SOURCE_STATES),
    records: z.int(),
    newestRecordAt: Timestamp.nullable(),
    lastSuccessAt: Timestamp.nullable(),
    ageSeconds: Age,
    stale: z.boolean().describe('Whether the data is outdated, by the rhythm of the source.'),
    staleReason: z
      .enum(STALE_REASONS)
      .nullable()
      .describe('`sync`: not synced or imported in time. `content`: synced, but the newest record is too old.'),
    staleText: z.string().nullable().describe('What is outdated, and what to do.'),
    lastError: z.string().nullable(),
    progress: z
      .object({
        directory: z.string(),
        records: z.int(),
        recordsTotal: z.int(),
        bytes: z.int(),
        startedAt: Timestamp,
        ratePerSecond: z.int(),
        estimateSeconds: z.int().nullable().describe('Time until the directory is read. Null: not known yet.'),
        directoryNumber: z.int().describe('Position of the directory in this sync, from 1.'),
        directoryCount: z.int().describe('Number of directories in this sync.'),
      })
      .nullable()
      .describe('Progress of the directory that is being synced. Null: none.'),
    directories: z.array(
      z.object({
        directory: z.string(),
        state: z.enum(DIRECTORY_STATES),
        stale: z.boolean().describe('Whether a large ecosystem has no new record for 90 days.'),
        records: z.int(),
        newest: z.string().nullable().describe('Newest record that was imported.'),
        lastFullSyncAt: Timestamp.nullable().describe('Time of the last full sync.'),
        lastSuccessAt: Timestamp.nullable(),
        lastError: z.string().nullable(),
        rejected: z.int().nonnegative().describe('Number of rejected records.'),
        rejectedRecords: z
          .array(z.object({ id: z.string(), problem: z.string() }))
          .max(LIMITS.feedRefusedRecordsNamedMax)
          .describe('First rejected records, with the reason.'),
      }),
    ),
  })
  .meta({ id: 'AdvisorySource' });
export type WireAdvisorySource = z.infer<typeof WireAdvisorySource>;

export const AdvisorySourceParams = z.object({
  name: z.string().meta({ description: 'Name of the source.', example: 'osv' }),
});

export const RefreshQuery = z.object({
  complete: Flag.default(false).describe('Whether to run a full sync instead of importing only new records.'),
  acceptShrink: Flag.default(false).describe('Whether to accept the data even if many records are missing.'),
});

const VulnerabilitySummary = z.object({
  id: z.string().describe('Primary id: the CVE id if there is one.'),
  aliases: z.array(z.string()),
  class: z.enum(FINDING_CLASSES),
  title: z.string(),
  severity: WireSeverity,
  publishedAt: z.string().nullable(),
  modifiedAt: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
});

export const WireVulnerabilitySummary = VulnerabilitySummary.meta({ id: 'VulnerabilitySummary' });
export type WireVulnerabilitySummary = z.infer<typeof WireVulnerabilitySummary>;

export const WireVulnerability = VulnerabilitySummary.extend({
  details: z.string().describe('Details from the most authoritative record, often in Markdown.'),
  cvss: z.array(z.object({ version: z.string(), vector: z.string(), score: z.number() })),
  cwes: z.array(z.string()),
  references: z.array(z.string()),
  covers: z.array(z.string()).describe('Vulnerabilities covered by a notice about several of them. Otherwise empty.'),
  records: z.array(
    z.object({
      source: z.string(),
      directory: z.string(),
      id: z.string(),
      severity: WireSeverity,
      modifiedAt: z.string(),
      withdrawnAt: z.string().nullable(),
      url: z.string(),
    }),
  ),
  kev: z
    .object(WireKev.shape)
    .nullable()
    .describe('Entry in the CISA catalog of known exploited vulnerabilities (KEV).'),
  epss: z
    .object({ ...WireEpss.shape, asOf: z.string().nullable() })
    .nullable()
    .describe('EPSS: probability of exploitation in the next 30 days, from 0 to 1.'),
  ssvc: z.object(WireSsvc.shape).nullable().describe('SSVC assessment by CISA.'),
  affected: z
    .array(
      z.object({
        ecosystem: z.string(),
        release: z.string().nullable(),
        name: z.string(),
        ranges: z.array(z.string()).describe('Readable ranges, for example `>= 1.2.0, < 1.2.6`.'),
        fixed: z.array(z.string()),
        versions: z
          .array(z.string())
          .describe('Affected versions that are listed individually, the first few of `versionCount`.'),
        versionCount: z.int(),
      }),
    )
    .describe('Affected packages, at most 1,000 of `affectedCount`.'),
  affectedCount: z.int(),
  affectedServices: z
    .array(
      z.object({
        serviceId: z.uuid(),
        serviceName: z.string(),
        versionId: z.uuid().describe('Newest affected version.'),
        versionName: z.string(),
        versionCount: z.int().describe('Number of affected versions.'),
        isNewest: z.boolean().describe('Whether this is the newest version of the service.'),
        package: z.string(),
        packageVersion: z.string().nullable(),
        relevance: z.enum(RELEVANCES),
        firstSeenAt: Timestamp.describe('When the service was first known to be affected.'),
      }),
    )
    .describe('Services of your organization that are currently affected, at most 1,000 of `affectedServiceCount`.'),
  affectedServiceCount: z.int(),
}).meta({ id: 'Vulnerability' });
export type WireVulnerability = z.infer<typeof WireVulnerability>;

export const VulnerabilityParams = z.object({
  id: z.string().meta({
    description: 'Any id of the vulnerability. Not case-sensitive.',
    example: 'CVE-2021-44228',
  }),
});

export const VulnerabilityQuery = CursorPageQuery.extend({
  q: SearchText.optional().meta({
    description: 'Prefix of an id, or words of the title. Not case-sensitive.',
    example: 'cve-2021-4422',
  }),
  package: z.string().min(1).max(LIMITS.componentNameCharactersMax).optional().meta({
    description: 'Name of a package, for Maven `group:artifact`. Not case-sensitive.',
    example: 'lodash',
  }),
  ecosystem: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Return only vulnerabilities of this ecosystem.', example: 'npm' }),
});
