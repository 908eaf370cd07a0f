import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { GRAPH_STATES, SBOM_FORMATS, SBOM_STATUSES, VALIDATION_MODES } from '../../../core/vocabulary/sbom.ts';
import { BySeverity, WireCoverage } from '../findings/finding.ts';
import { Flag, PageQuery, Timestamp, WaitSeconds } from '../page.ts';
import { ServiceParams } from './service.ts';
import { Tag, VersionParams, WireGit } from './version.ts';

const SbomStatus = z.enum(SBOM_STATUSES);
const WireWarning = z.object({ code: z.string(), count: z.int() }).meta({ id: 'Warning' });
const WireUploadWarning = WireWarning.extend({
  message: z
    .string()
    .optional()
    .describe('What happened and what to do about it, where the code alone does not say it.'),
}).meta({ id: 'UploadWarning' });
export const WireWarningWithPaths = z
  .object({ code: z.string(), count: z.int(), paths: z.array(z.string()).describe('JSON pointers of the first few.') })
  .meta({ id: 'WarningWithPaths' });

export const WireReceipt = z
  .object({
    id: z.uuid(),
    status: SbomStatus,
    deduplicated: z.boolean(),
    supersedes: z.uuid().nullable().describe('The SBOM that this one replaced.'),
    serviceId: z.uuid(),
    serviceCreated: z.boolean(),
    versionId: z.uuid(),
    versionName: z.string(),
    versionCreated: z.boolean(),
    slot: z.string().describe('What a later upload to the same version replaces.'),
    image: z.string().nullable(),
    format: z.enum(SBOM_FORMATS),
    specVersion: z.string(),
    sha256: z.string(),
    sizeBytes: z.int(),
    analysisId: z.uuid().nullable(),
    warnings: z.array(WireUploadWarning).describe('With `wait`, those of reading the document as well.'),
    links: z.object({
      self: z.string(),
      analysis: z.string().nullable(),
      version: z.string(),
      findings: z.string(),
      portal: z.string(),
    }),
    waited: z
      .boolean()
      .optional()
      .describe(
        'Only with `wait`. False: the answer did not wait, and the warning `WAIT_REFUSED` says why; read the analysis until it has finished.',
      ),
    summary: z
      .object({
        analysis: z.string(),
        componentCount: z.int(),
        findings: z.object({ total: z.int(), hidden: z.int(), bySeverity: BySeverity }),
        coverage: WireCoverage.nullable(),
      })
      .optional()
      .describe('Only with `wait`, when the analysis has ended in time.'),
  })
  .meta({ id: 'UploadReceipt' });
export type WireReceipt = z.infer<typeof WireReceipt>;

export const WireSbom = z
  .object({
    id: z.uuid(),
    serviceId: z.uuid(),
    versionId: z.uuid(),
    versionName: z.string(),
    slot: z.string(),
    image: z.string().nullable(),
    distro: z.string().nullable(),
    git: WireGit,
    format: z.enum(SBOM_FORMATS),
    specVersion: z.string(),
    sha256: z.string(),
    sizeBytes: z.int(),
    status: SbomStatus,
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    componentCount: z.int().describe('What the document lists, before merging.'),
    fileCount: z.int(),
    edgeCount: z.int(),
    serviceCount: z.int().describe('Services that a CycloneDX document lists.'),
    claimCount: z
      .int()
      .describe('What the document itself says about vulnerabilities: kept, never believed by default.'),
    tool: z.string().nullable().describe('What wrote the document, as it says; null until it was read.'),
    graph: z
      .enum(GRAPH_STATES)
      .nullable()
      .describe('How much the document says about dependencies; null until it was read.'),
    warnings: z.array(WireWarning),
    analysisId: z.uuid().nullable(),
    createdAt: Timestamp,
    createdBy: z.string(),
    supersedes: z.uuid().nullable().describe('The SBOM that this one replaced.'),
    similar: z
      .array(z.uuid())
      .describe('Other SBOMs of the version that count and are of the same image repository or subject, newest first.'),
    superseded: z.boolean(),
    supersededBy: z.uuid().nullable(),
    supersededAt: Timestamp.nullable(),
    deleted: z.boolean(),
    deletedAt: Timestamp.nullable(),
    rawRemovedAt: Timestamp.nullable().describe('When retention has removed its bytes and components.'),
    links: z.object({ self: z.string(), raw: z.string(), components: z.string() }),
  })
  .meta({ id: 'Sbom' });
export type WireSbom = z.infer<typeof WireSbom>;

export const WireSbomDetails = WireSbom.extend({
  warnings: z.array(WireWarningWithPaths),
  coverage: WireCoverage.nullable().describe('Null until the document was read, and after its content was removed.'),
}).meta({ id: 'SbomDetails' });
export type WireSbomDetails = z.infer<typeof WireSbomDetails>;

const GitParameter = z.string().max(LIMITS.gitParameterCharactersMax).optional();

const UploadOptions = z.object({
  image: z.string().optional().describe('`[registry[:port]/]path[:tag][@algorithm:hex]`'),
  slot: z
    .string()
    .optional()
    .describe(
      'What a later upload to the same version replaces. Default: the image with its tag, else the subject of the document with its tools and package types, else the content.',
    ),
  distro: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._+-]{0,127}$/, 'must look like "debian-12"')
    .optional()
    .describe('Distribution and release, when the document does not say it or says it wrong.'),
  git_branch: GitParameter.describe('Branch that was built.'),
  git_commit_sha: GitParameter.describe('Commit that was built.'),
  git_origin: GitParameter.describe('Remote address as git prints it; user names and passwords in it are not kept.'),
  tag: z
    .preprocess((tag) => (typeof tag === 'string' ? [tag] : tag), z.array(Tag).max(LIMITS.tagsPerVersionMax))
    .optional()
    .describe('May be repeated; tags for a version that the upload creates.'),
  wait: WaitSeconds.optional().describe('Seconds to hold the answer until the analysis has ended.'),
  validate: z
    .enum(VALIDATION_MODES)
    .default('lenient')
    .describe('`strict` refuses a document that its official schema does not allow.'),
});

export const UploadParams = VersionParams;
export const UploadQuery = UploadOptions;
export type UploadQuery = z.output<typeof UploadQuery>;

export const UploadByQueryParams = ServiceParams;
export const UploadByQueryQuery = UploadOptions.extend({
  version: z.string().optional().describe('Version name, alias or id; `version` or `image` is required.'),
});

/** All parameters of an upload; any other becomes a warning. */
export const UPLOAD_PARAMETERS: ReadonlySet<string> = new Set(Object.keys(UploadByQueryQuery.shape));

export const SbomParams = z.object({ id: z.string() });
export const SbomListQuery = PageQuery.extend({
  all: Flag.default(false).describe('Superseded and deleted ones too.'),
});
