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
      .describe('Of the cause `code`: the versions of the package before and after. Equal ones: something around it.'),
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
      .describe('Of the cause `advisory`: what has changed between the data of both results, where it is known.'),
    engine: z.object({ from: z.string(), to: z.string() }).nullable().describe('Of the cause `engine`.'),
    hiddenBy: z
      .object({ by: z.string(), code: z.string(), text: z.string() })
      .optional()
      .describe('Of the causes `decision` and `profile`: why one of both versions has it and does not show it.'),
  })
  .meta({ id: 'Evidence' });
export type WireEvidence = z.infer<typeof WireEvidence>;

const WireComparedVersion = z.object({
  id: z.uuid(),
  name: z.string(),
  analysisId: z.uuid().nullable().describe('Null: not analyzed yet, so that it seems to hold nothing.'),
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
      notSeen: z
        .array(WireFinding)
        .describe(
          'Of the base, in something that the head has no counterpart of: nobody knows whether they have ended.',
        ),
      unchanged: z.int(),
      counts: z.object({ introduced: z.int(), resolved: z.int(), changed: z.int(), notSeen: z.int() }),
    }),
    notSeen: z
      .array(z.object({ slot: z.string(), image: z.string().nullable() }))
      .describe('Images and other slots of the base that nothing was sent for in the head.'),
  })
  .meta({ id: 'Diff' });
export type WireDiff = z.infer<typeof WireDiff>;

export const DiffQuery = z.object({
  base: z.string().default('previous').describe('A version, or `previous`.'),
  head: z.string().describe('A version.'),
});

export const DIFF_TYPES = ['application/json', 'text/markdown'] as const;
