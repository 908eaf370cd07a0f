/**
 * The requests and responses of Dependency-Track that its published clients use. A project of Dependency-Track is a version of a
 * service, so the UUID of a project is the id of a version. Members that Assay has no use for are accepted and ignored.
 */
import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { isUuid } from '../../core/naming/uuid.ts';
import { wholeNumber } from '../contract/page.ts';
import { Tag } from '../contract/services/service.ts';

export const ProjectParams = z.object({ uuid: z.string() });

/** Dependency-Track has this alias as a flag of a project. */
export const LATEST = 'latest';

/** Form fields are text, and an empty one counts as absent. */
const Text = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || undefined);
const Flag = z
  .union([z.boolean(), z.string()])
  .nullish()
  .transform((flag) =>
    flag === null || flag === undefined ? undefined : String(flag).trim().toLowerCase() === 'true',
  );
const Uuid = Text.refine((text) => text === undefined || isUuid(text), 'must be a UUID').transform((text) =>
  text?.toLowerCase(),
);

/** A list of objects, a list of texts, or a text with commas. */
const Tags = z
  .union([z.string(), z.array(z.union([z.string(), z.object({ name: z.string() })]))])
  .nullish()
  .transform((tags) => {
    if (tags === null || tags === undefined) return undefined;
    const names = (typeof tags === 'string' ? tags.split(',') : tags).map((tag) =>
      (typeof tag === 'string' ? tag : tag.name).trim(),
    );
    return [...new Set(names.filter((name) => name !== ''))];
  })
  .pipe(z.array(Tag).max(LIMITS.tagsPerVersionMax).optional());

/** Names a project. */
export const VexFields = z.object({ project: Uuid, projectName: Text, projectVersion: Text });
export type Target = z.output<typeof VexFields>;

export const BomFields = VexFields.extend({
  autoCreate: Flag,
  projectTags: Tags,
  isLatest: Flag,
  /** The name of the same flag in older clients. */
  isLatestProjectVersion: Flag,
});

export const ProjectChange = z.object({ tags: Tags, isLatest: Flag });

const Page = z.object({
  pageNumber: wholeNumber(1, 1_000_000).default(1),
  pageSize: wholeNumber(1, LIMITS.pageLimitMax).default(100),
});
export const ProjectListQuery = Page.extend({ name: z.string().optional() });
export const FindingListQuery = Page.extend({
  // Without a page, clients expect all findings.
  pageSize: wholeNumber(1, LIMITS.pageLimitMax).optional(),
  suppressed: z.enum(['true', 'false']).default('false'),
});
export const LookupQuery = z.object({ name: z.string(), version: z.string().optional() });

export const UploadToken = z.object({
  token: z.uuid(),
  projectUuid: z.uuid(),
  /** Dependency-Track has no warnings; its clients ignore them. */
  warnings: z.array(z.object({ code: z.string(), message: z.string() })).optional(),
});
export type UploadToken = z.infer<typeof UploadToken>;

export const Processing = z.object({ processing: z.boolean() });

export const Project = z.object({
  uuid: z.uuid(),
  name: z.string(),
  version: z.string(),
  classifier: z.literal('APPLICATION'),
  active: z.boolean(),
  isLatest: z.boolean(),
  tags: z.array(z.object({ name: z.string() })),
});
export type Project = z.infer<typeof Project>;

export const Severity = z.enum(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'UNASSIGNED']);
export type Severity = z.infer<typeof Severity>;

export const AnalysisState = z.enum([
  'EXPLOITABLE',
  'IN_TRIAGE',
  'FALSE_POSITIVE',
  'NOT_AFFECTED',
  'RESOLVED',
  'NOT_SET',
]);
export type AnalysisState = z.infer<typeof AnalysisState>;

export const Vulnerability = z.object({
  uuid: z.uuid(),
  source: z.string(),
  vulnId: z.string(),
  title: z.string(),
  description: z.string(),
  severity: Severity,
  severityRank: z.int(),
  cvssV2BaseScore: z.number().optional(),
  cvssV2Vector: z.string().optional(),
  cvssV3BaseScore: z.number().optional(),
  cvssV3Vector: z.string().optional(),
  cvssV4Score: z.number().optional(),
  cvssV4Vector: z.string().optional(),
  epssScore: z.number().optional(),
  epssPercentile: z.number().optional(),
  isKev: z.boolean(),
  cwes: z.array(z.object({ cweId: z.int(), name: z.string() })),
  aliases: z.array(z.record(z.string(), z.string())),
  references: z.string().optional(),
  recommendation: z.string().optional(),
  published: z.union([z.int(), z.string()]).optional(),
});
export type Vulnerability = z.infer<typeof Vulnerability>;

export const Finding = z.object({
  component: z.object({
    uuid: z.uuid(),
    name: z.string(),
    group: z.string().optional(),
    version: z.string(),
    purl: z.string().optional(),
    project: z.uuid(),
    projectName: z.string(),
    projectVersion: z.string(),
    hasOccurrences: z.boolean(),
  }),
  vulnerability: Vulnerability,
  analysis: z.object({ state: AnalysisState, isSuppressed: z.boolean(), detail: z.string().optional() }),
  attribution: z.object({
    analyzerIdentity: z.string(),
    attributedOn: z.union([z.int(), z.string()]),
    alternateIdentifier: z.string(),
  }),
  matrix: z.string(),
});
export type Finding = z.infer<typeof Finding>;

export const Metrics = z.object({
  critical: z.int(),
  high: z.int(),
  medium: z.int(),
  low: z.int(),
  unassigned: z.int(),
  vulnerabilities: z.int(),
  vulnerableComponents: z.int(),
  components: z.int(),
  suppressed: z.int(),
  findingsTotal: z.int(),
  findingsAudited: z.int(),
  findingsUnaudited: z.int(),
  inheritedRiskScore: z.number(),
  policyViolationsFail: z.int(),
  policyViolationsWarn: z.int(),
  policyViolationsInfo: z.int(),
  policyViolationsTotal: z.int(),
  firstOccurrence: z.int(),
  lastOccurrence: z.int(),
});
export type Metrics = z.infer<typeof Metrics>;
