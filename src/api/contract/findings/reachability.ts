import { z } from 'zod';
import { REACHABILITY_KINDS, REACHABILITY_STATES } from '../../../core/vocabulary/reachability.ts';
import { pathId, Timestamp } from '../page.ts';
import { VersionParams } from '../services/service.ts';

export const ReachabilityParams = VersionParams.extend({ id: pathId('reachability document') });

export const ReachabilityQuery = z.object({
  image: z.string().optional().meta({
    description:
      'Image that was analyzed, as it was named when its SBOM was uploaded. Default: the sources, which covers SBOMs without an image.',
    example: 'ghcr.io/acme/shop:1.4.2',
  }),
  git_commit_sha: z
    .string()
    .regex(/^[0-9A-Fa-f]{7,64}$/, 'must be 7 to 64 hexadecimal digits')
    .optional()
    .meta({
      description:
        'Commit that was analyzed. If it differs from the commit of the version, the document is shown on findings but dismisses none.',
      example: '9fceb02d0ae598e95dc970b74767f19372d61af8',
    }),
});

export const WireReachability = z
  .object({
    id: z.uuid(),
    kind: z.enum(REACHABILITY_KINDS),
    tool: z.string().describe('Tool and version, as named in the document.'),
    image: z.string().nullable().describe('Analyzed image. Null: the sources.'),
    commitSha: z.string().nullable().describe('Analyzed commit. Null: not named.'),
    otherBuild: z
      .boolean()
      .describe('True: the analyzed commit is not the commit of the version, so the document dismisses nothing.'),
    sha256: z.string(),
    sizeBytes: z.int(),
    statements: z
      .object({ called: z.int(), imported: z.int(), not_called: z.int(), not_imported: z.int() })
      .describe('Number of statements by state.'),
    unmatchedCount: z.int().describe('Number of statements about vulnerabilities that the version has no finding for.'),
    unmatched: z
      .array(
        z.object({
          id: z.string().describe('Id of the vulnerability.'),
          package: z.string(),
          version: z.string().nullable(),
          state: z.enum(REACHABILITY_STATES),
        }),
      )
      .describe('The first of these statements, at most 100.'),
    createdAt: Timestamp,
    createdBy: z.string(),
  })
  .meta({ id: 'Reachability' });
export type WireReachability = z.infer<typeof WireReachability>;

export const WireReachabilityReceipt = WireReachability.extend({
  deduplicated: z.boolean().describe('True: the same bytes were already sent for the same build. Nothing changed.'),
  replaces: z.uuid().nullable().describe('Earlier document of the same tool and image that this one replaced.'),
}).meta({ id: 'ReachabilityReceipt' });
export type WireReachabilityReceipt = z.infer<typeof WireReachabilityReceipt>;
