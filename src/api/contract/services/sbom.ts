import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import {
  DISTRO_NAME,
  GRAPH_STATES,
  QUALITY_ELEMENTS,
  SBOM_FORMATS,
  SBOM_STATUSES,
  SIGNATURE_STATES,
  VALIDATION_MODES,
} from '../../../core/vocabulary/sbom.ts';
import { BySeverity, WireCoverage, WireFinding } from '../findings/finding.ts';
import { Flag, PageQuery, pathId, Timestamp, WaitSeconds } from '../page.ts';
import { ServiceParams, Tag, VersionParams, WireGit } from './service.ts';
import { DATA_STATES } from '../../../core/vocabulary/source.ts';

const SbomStatus = z.enum(SBOM_STATUSES);
const WireWarning = z.object({ code: z.string(), count: z.int() }).meta({ id: 'Warning' });
const WireUploadWarning = WireWarning.extend({
  message: z.string().optional().describe('What happened and what to do about it, where the code is not sufficient.'),
}).meta({ id: 'UploadWarning' });
const WireWarningWithPaths = z
  .object({
    code: z.string(),
    count: z.int(),
    paths: z.array(z.string()).describe('JSON pointers to the first few places.'),
  })
  .meta({ id: 'WarningWithPaths' });

const WireSignature = z
  .object({
    state: z
      .enum(SIGNATURE_STATES)
      .describe(
        'Result of the check at the last upload of the document. `not_checked`: the organization has no keys. `invalid`: the signature is wrong, or its key is unknown.',
      ),
    keyName: z.string().nullable().describe('Key that verified the signature.'),
  })
  .meta({ id: 'Signature' });

const WireSbomQuality = z
  .object({
    score: z.int().describe('0 to 100. How much of what matching and remediation need the document states.'),
    elements: z.array(
      z.object({
        element: z
          .enum(QUALITY_ELEMENTS)
          .describe('`tool` and `time` are about the document, the others about its packages.'),
        present: z.int().describe('Packages that have it.'),
        total: z.int(),
        advice: z.string().nullable().describe('What to change. Null: nothing is missing.'),
      }),
    ),
  })
  .meta({ id: 'SbomQuality' });

export const WireReceipt = z
  .object({
    id: z.uuid(),
    status: SbomStatus,
    deduplicated: z.boolean(),
    supersedes: z.uuid().nullable().describe('SBOM that this one replaced.'),
    serviceId: z.uuid(),
    serviceCreated: z.boolean(),
    versionId: z.uuid(),
    versionName: z.string(),
    versionCreated: z.boolean(),
    slot: z.string().describe('Slot of the SBOM. A later upload to the same slot of the version replaces it.'),
    image: z.string().nullable(),
    format: z.enum(SBOM_FORMATS),
    specVersion: z.string(),
    sha256: z.string(),
    sizeBytes: z.int(),
    signature: WireSignature,
    analysisId: z.uuid().nullable(),
    warnings: z.array(WireUploadWarning).describe('With `wait`, includes warnings from the analysis of the document.'),
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
        'Only with `wait`. False: the response did not wait, and the warning `WAIT_REFUSED` explains why. Poll the analysis until it is finished.',
      ),
    summary: z
      .object({
        analysis: z.string(),
        componentCount: z.int(),
        findings: z.object({ total: z.int(), hidden: z.int(), bySeverity: BySeverity }),
        coverage: WireCoverage.nullable(),
      })
      .optional()
      .describe('Only with `wait`, if the analysis finished in time.'),
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
    componentCount: z.int().describe('Number of components listed in the document, before merging.'),
    fileCount: z.int(),
    edgeCount: z.int(),
    serviceCount: z.int().describe('Number of services listed in a CycloneDX document.'),
    claimCount: z
      .int()
      .describe('Number of vulnerability statements in the document. They are stored but have no effect by default.'),
    tool: z.string().nullable().describe('Tool that created the document. Null until the document is parsed.'),
    graph: z
      .enum(GRAPH_STATES)
      .nullable()
      .describe('Completeness of the dependency graph. Null until the document is parsed.'),
    quality: WireSbomQuality.nullable().describe('Null until the document is parsed.'),
    warnings: z.array(WireWarning),
    signature: WireSignature,
    statement: z
      .object({
        predicateType: z.string(),
        subjects: z
          .array(z.object({ name: z.string(), digest: z.record(z.string(), z.string()) }))
          .describe('The first subjects, for example an image with its digest.'),
        subjectCount: z.int(),
      })
      .nullable()
      .describe('In-toto statement around the document. Null: none.'),
    analysisId: z.uuid().nullable(),
    createdAt: Timestamp,
    createdBy: z.string(),
    supersedes: z.uuid().nullable().describe('SBOM that this one replaced.'),
    similar: z
      .array(z.uuid())
      .describe('Other active SBOMs of the version with the same image repository or subject, newest first.'),
    superseded: z.boolean(),
    supersededBy: z.uuid().nullable(),
    supersededAt: Timestamp.nullable(),
    deleted: z.boolean(),
    deletedAt: Timestamp.nullable(),
    rawRemovedAt: Timestamp.nullable().describe('When retention deleted the document and its components.'),
    links: z.object({ self: z.string(), raw: z.string(), components: z.string() }),
  })
  .meta({ id: 'Sbom' });
export type WireSbom = z.infer<typeof WireSbom>;

export const WireSbomDetails = WireSbom.extend({
  warnings: z.array(WireWarningWithPaths),
  coverage: WireCoverage.nullable().describe('Null until the document is parsed, and after retention deleted it.'),
}).meta({ id: 'SbomDetails' });
export type WireSbomDetails = z.infer<typeof WireSbomDetails>;

const GitParameter = z.string().max(LIMITS.gitParameterCharactersMax).optional();

const UploadOptions = z.object({
  image: z.string().optional().meta({
    description: 'Image reference that the SBOM describes: `[registry[:port]/]path[:tag][@algorithm:hex]`.',
    example: 'registry.example.com/team/app:1.4.2',
  }),
  slot: z.string().optional().meta({
    description:
      'Slot of the SBOM. An upload replaces the SBOM in the same slot of the version. Default: the image with its tag, else the subject of the document with its tools and package types, else the content hash.',
    example: 'backend',
  }),
  distro: z.string().regex(DISTRO_NAME, 'must look like "debian-12"').optional().meta({
    description: 'Distribution and release of the image, if the document does not contain them or is wrong.',
    example: 'debian-12',
  }),
  git_branch: GitParameter.meta({ description: 'Branch of the build.', example: 'main' }),
  git_commit_sha: GitParameter.meta({
    description: 'Commit of the build.',
    example: '9fceb02d0ae598e95dc970b74767f19372d61af8',
  }),
  git_origin: GitParameter.meta({
    description: 'URL of the git remote. User names and passwords in it are not stored.',
    example: 'https://github.com/team/app.git',
  }),
  tag: z
    .preprocess((tag) => (typeof tag === 'string' ? [tag] : tag), z.array(Tag).max(LIMITS.tagsPerVersionMax))
    .optional()
    .meta({
      description: 'Tag for the version, if the upload creates it. Repeat the parameter for several tags.',
      example: ['production'],
    }),
  wait: WaitSeconds.optional().describe('Maximum number of seconds to wait for the analysis.'),
  validate: z
    .enum(VALIDATION_MODES)
    .default('lenient')
    .meta({ description: '`strict` rejects documents that violate their official schema.', example: 'strict' }),
});

export const UploadParams = VersionParams;
export const UploadQuery = UploadOptions;
export type UploadQuery = z.output<typeof UploadQuery>;

export const UploadByQueryParams = ServiceParams;
export const UploadByQueryQuery = UploadOptions.extend({
  version: z.string().optional().meta({
    description: 'Name, alias or id of the version. Either `version` or `image` is required.',
    example: '1.4.2',
  }),
});

/** All parameters of an upload; any other becomes a warning. */
export const UPLOAD_PARAMETERS: ReadonlySet<string> = new Set(Object.keys(UploadByQueryQuery.shape));

export const SbomParams = z.object({ id: pathId('SBOM') });
export const SbomListQuery = PageQuery.extend({
  all: Flag.default(false).describe('Whether to include superseded and deleted SBOMs.'),
});

const Component = WireFinding.shape.component;
const Place = Component.shape.occurrences.element;

/** Like a finding of a version, without the fields that only stored findings have. */
export const WireScannedFinding = WireFinding.extend({
  id: z.uuid().describe('Derived from the content, so it is the same in every scan.'),
  fingerprint: z.string().describe('Derived from package and vulnerability, so it is the same in every scan.'),
  component: Component.extend({
    occurrences: z.array(Place.extend({ sbomId: z.null() })).describe('Places in the document.'),
  }),
  firstSeen: z.null().describe('Always null, because scans are not stored.'),
  lastSeen: z.null(),
  resolvedAt: z.null(),
}).meta({ id: 'ScannedFinding' });
export type WireScannedFinding = z.infer<typeof WireScannedFinding>;

export const WireScan = z
  .object({
    findings: z.array(WireScannedFinding).describe('Most severe first, including findings that are not relevant.'),
    coverage: WireCoverage,
    warnings: z.array(WireWarningWithPaths),
    snapshot: z
      .object({
        number: z.int(),
        state: z.enum(DATA_STATES),
        newestRecordAt: z.string().nullable(),
      })
      .describe('Advisory data that was used.'),
    summary: z.object({
      componentCount: z.int().describe('Number of components listed in the document, before merging.'),
      total: z.int().describe('Number of findings, without those that are not relevant.'),
      hidden: z.int().describe('Number of findings that are not relevant.'),
      bySeverity: BySeverity.describe('`total` by severity.'),
    }),
  })
  .meta({ id: 'Scan' });
export type WireScan = z.infer<typeof WireScan>;

export const ScanQuery = UploadQuery.pick({ image: true, distro: true, validate: true });

/** All parameters of a scan; any other becomes a warning. */
export const SCAN_PARAMETERS: ReadonlySet<string> = new Set(Object.keys(ScanQuery.shape));

/** The first is the default. */
export const SCAN_TYPES = ['application/json', 'application/sarif+json', 'application/vnd.cyclonedx+json'] as const;
