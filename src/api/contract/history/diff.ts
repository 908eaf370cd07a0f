import { z } from 'zod';
import { CAUSES, RECORD_CHANGES } from '../../../core/vocabulary/change.ts';
import { WireFinding } from '../findings/finding.ts';
import { Timestamp } from '../page.ts';

/** The cause of a change of a finding. */
export const WireCause = z.enum(CAUSES);

export const WireEvidence = z
  .object({
    component: z
      .object({ name: z.string(), from: z.array(z.string()), to: z.array(z.string()) })
      .nullable()
      .describe(
        'For the cause `code`: versions of the package before and after. If they are equal, another part of the component changed.',
      ),
    records: z
      .array(
        z.object({
          source: z.string(),
          id: z.string(),
          change: z.enum(RECORD_CHANGES),
          modified: Timestamp,
          snapshot: z.int(),
        }),
      )
      .describe('For the cause `advisory`: known changes of the advisory data between both analyses.'),
    engine: z
      .object({ from: z.string(), to: z.string() })
      .nullable()
      .describe('For the cause `engine`: engine versions before and after.'),
    hiddenBy: z
      .object({ by: z.string(), code: z.string(), text: z.string() })
      .optional()
      .describe(
        'For the causes `decision`, `profile` and `reachability`: why the finding is hidden in one of the versions.',
      ),
  })
  .meta({ id: 'Evidence' });
export type WireEvidence = z.infer<typeof WireEvidence>;

const WireComparedVersion = z.object({
  id: z.uuid(),
  name: z.string(),
  analysisId: z.uuid().nullable().describe('Null: not analyzed yet, so the version appears empty.'),
  analyzedAt: Timestamp.nullable(),
});
const WireComponentReference = z.object({
  name: z.string(),
  version: z.string().nullable(),
  purl: z.string().nullable(),
});
const ExplainedFinding = WireFinding.extend({ cause: WireCause, evidence: WireEvidence });

export const WireDiff = z
  .object({
    base: WireComparedVersion,
    head: WireComparedVersion,
    components: z.object({
      added: z.array(WireComponentReference),
      removed: z.array(WireComponentReference),
      changed: z.array(z.object({ name: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
      counts: z.object({ added: z.int(), removed: z.int(), changed: z.int() }),
    }),
    findings: z.object({
      introduced: z.array(ExplainedFinding),
      resolved: z.array(ExplainedFinding),
      changed: z.array(ExplainedFinding),
      notUploaded: z
        .array(WireFinding)
        .describe(
          'Findings of the base version in SBOMs that were not uploaded for the head version. Unknown whether they are fixed.',
        ),
      unchanged: z.int(),
      counts: z.object({ introduced: z.int(), resolved: z.int(), changed: z.int(), notUploaded: z.int() }),
    }),
    notUploaded: z
      .array(z.object({ slot: z.string(), image: z.string().nullable() }))
      .describe('Images and other slots of the base version without an SBOM in the head version.'),
  })
  .meta({ id: 'Diff' });
export type WireDiff = z.infer<typeof WireDiff>;

export const DiffQuery = z.object({
  base: z
    .string()
    .default('previous')
    .meta({ description: 'Name, alias or id of the older version, or `previous`.', example: '1.4.1' }),
  head: z.string().meta({ description: 'Name, alias or id of the newer version.', example: '1.4.2' }),
});

export const DIFF_TYPES = ['application/json', 'text/markdown'] as const;
