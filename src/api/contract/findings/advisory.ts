import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { FINDING_CLASSES } from '../../../core/vocabulary/finding.ts';
import { RELEVANCES } from '../../../core/vocabulary/relevance.ts';
import { DIRECTORY_STATES, SOURCE_STATES } from '../../../core/vocabulary/source.ts';
import { WireEpss, WireKev, WireSeverity, WireSsvc } from './finding.ts';
import { CursorPageQuery, Flag, SearchText, Timestamp } from '../page.ts';

const Age = z.int().nonnegative().nullable().describe('Since the last good run; null before it.');

export const WireAdvisorySource = z
  .object({
    name: z
      .string()
      .describe(
        '`osv`, `kev`, `epss`, `ssvc`, `packages` (package indexes of distributions); and `starter` while the set that comes with Assay is in use.',
      ),
    url: z.string().nullable().describe('Without credentials. Null: switched off, and never read.'),
    enabled: z.boolean().describe('A source that is switched off keeps what it brought.'),
    state: z.enum(SOURCE_STATES),
    records: z.int(),
    newestRecordAt: Timestamp.nullable(),
    lastGoodAt: Timestamp.nullable(),
    ageSeconds: Age,
    stale: z.boolean().describe('No good run for 24 hours.'),
    lastError: z.string().nullable(),
    progress: z
      .object({
        directory: z.string(),
        records: z.int(),
        recordsTotal: z.int(),
        bytes: z.int(),
        startedAt: Timestamp,
        ratePerSecond: z.int(),
        estimateSeconds: z.int().nullable(),
      })
      .nullable()
      .describe('Of the directory that is being read, while one is.'),
    directories: z.array(
      z.object({
        directory: z.string(),
        state: z.enum(DIRECTORY_STATES),
        records: z.int(),
        newest: z.string().nullable().describe('The newest change that was taken over.'),
        checkedAt: Timestamp.nullable().describe('When everything was last compared, not only what is new.'),
        lastGoodAt: Timestamp.nullable(),
        lastError: z.string().nullable(),
        refused: z.int().nonnegative().describe('Number of records that could not be used.'),
        refusedRecords: z
          .array(z.object({ id: z.string(), problem: z.string() }))
          .max(LIMITS.feedRefusedRecordsNamedMax)
          .describe('The first of the refused records, each with the reason.'),
      }),
    ),
  })
  .meta({ id: 'AdvisorySource' });
export type WireAdvisorySource = z.infer<typeof WireAdvisorySource>;

export const AdvisorySourceParams = z.object({ name: z.string() });

export const RefreshQuery = z.object({
  complete: Flag.default(false).describe('Compare everything, not only what is new.'),
  acceptShrink: Flag.default(false).describe('Take over the source also if much of it is gone.'),
});

const VulnerabilityHead = z.object({
  id: z.string().describe('The id that people know it by: the CVE where there is one.'),
  aliases: z.array(z.string()),
  class: z.enum(FINDING_CLASSES),
  title: z.string(),
  severity: WireSeverity,
  publishedAt: z.string().nullable(),
  modifiedAt: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
});

export const WireVulnerabilityHead = VulnerabilityHead.meta({ id: 'VulnerabilityHead' });
export type WireVulnerabilityHead = z.infer<typeof WireVulnerabilityHead>;

export const WireVulnerability = VulnerabilityHead.extend({
  details: z.string().describe('What its best known record says at length; often Markdown.'),
  cvss: z.array(z.object({ version: z.string(), vector: z.string(), score: z.number() })),
  cwes: z.array(z.string()),
  references: z.array(z.string()),
  covers: z.array(z.string()).describe('For a notice about several vulnerabilities: which. Else empty.'),
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
  kev: z.object(WireKev.shape).nullable().describe('In the catalog of exploited vulnerabilities of CISA.'),
  epss: z
    .object({ ...WireEpss.shape, asOf: z.string().nullable() })
    .nullable()
    .describe('Chance of an exploitation in the next 30 days, 0 to 1.'),
  ssvc: z.object(WireSsvc.shape).nullable().describe('How CISA judged it.'),
  affected: z
    .array(
      z.object({
        ecosystem: z.string(),
        release: z.string().nullable(),
        name: z.string(),
        ranges: z.array(z.string()).describe('For people: `>= 1.2.0, < 1.2.6`.'),
        fixed: z.array(z.string()),
        versions: z.array(z.string()).describe('Named one by one, the first few of `versionCount`.'),
        versionCount: z.int(),
      }),
    )
    .describe('The first 1,000 packages of `affectedCount`.'),
  affectedCount: z.int(),
  affectedServices: z
    .array(
      z.object({
        serviceId: z.uuid(),
        serviceName: z.string(),
        versionId: z.uuid().describe('The newest version that is affected.'),
        versionName: z.string(),
        versionCount: z.int().describe('How many versions are affected.'),
        isNewest: z.boolean().describe('Whether that is the newest version of the service.'),
        package: z.string(),
        packageVersion: z.string().nullable(),
        relevance: z.enum(RELEVANCES),
        firstSeenAt: Timestamp.describe('When the service was first known to have it.'),
      }),
    )
    .describe("Who is affected now: services of the caller's organization, the first 1,000 of `affectedServiceCount`."),
  affectedServiceCount: z.int(),
}).meta({ id: 'Vulnerability' });
export type WireVulnerability = z.infer<typeof WireVulnerability>;

export const VulnerabilityParams = z.object({ id: z.string().describe('Any of its ids, letter case aside.') });

export const VulnerabilityQuery = CursorPageQuery.extend({
  q: SearchText.optional().describe('How one of its ids begins, or words of its title, letter case aside.'),
  package: z
    .string()
    .min(1)
    .max(LIMITS.componentNameCharactersMax)
    .optional()
    .describe('The name of a package, for Maven `group:artifact`; letter case aside.'),
  ecosystem: z.string().min(1).max(64).optional().describe('Only of this ecosystem, for example `npm` or `Debian`.'),
});
