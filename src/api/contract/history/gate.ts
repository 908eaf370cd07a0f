import { z } from 'zod';
import { GATE_RESULTS } from '../../../core/vocabulary/change.ts';
import { CONFIDENCES, FINDING_CLASSES } from '../../../core/vocabulary/finding.ts';
import { GATE_SEVERITIES } from '../../../core/vocabulary/severity.ts';
import { WireAnalysis } from '../services/analysis.ts';
import { BySeverity, WireCoverage, WireSeverity } from '../findings/finding.ts';
import { Flag, WaitSeconds, wholeNumber } from '../page.ts';

const Confidence = z.enum(CONFIDENCES);

export const GateQuery = z.object({
  severity: z
    .enum(GATE_SEVERITIES)
    .default('high')
    .describe('Fails from here on. What nobody rates counts as medium; a malicious package always fails.'),
  newSince: z.string().optional().describe('A version, or `previous`: only what it does not have fails.'),
  fixableOnly: Flag.default(false).describe('Only what has a fixed version fails.'),
  kev: Flag.default(false).describe('What is known to be exploited fails, whatever else is asked.'),
  minCoverage: wholeNumber(0, 100)
    .default(0)
    .describe(
      'Percent of the components that have to be checked. Components that were checked for fixed issues only count as checked; a `pass` names them in its reasons.',
    ),
  minConfidence: Confidence.default('low').describe('Only matches that are at least this certain fail.'),
  wait: WaitSeconds.default(0).describe('Seconds to hold the answer while an analysis is unfinished.'),
});

export const WireGate = z
  .object({
    result: z.enum(GATE_RESULTS),
    reasons: z.array(z.object({ code: z.string(), text: z.string() })),
    findings: z
      .array(
        z.object({
          id: z.uuid(),
          fingerprint: z.string(),
          vulnerability: z.string(),
          severity: WireSeverity,
          class: z.enum(FINDING_CLASSES),
          kev: z.boolean(),
          package: z.string(),
          version: z.string().nullable(),
          fixable: z.boolean(),
        }),
      )
      .describe('The first 20 that fail, the worst first.'),
    counts: z.object({
      failing: z.int().describe('All that fail.'),
      open: z.int().describe('All that were looked at: open and not filtered as not relevant.'),
      accepted: z
        .int()
        .describe('Those of them whose risk somebody has accepted: they do not fail until that is over.'),
      failingBySeverity: BySeverity,
    }),
    newSince: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    analysis: WireAnalysis.pick({ id: true, status: true, finishedAt: true, failure: true }).nullable(),
    coverage: WireCoverage.nullable().describe('Null until the analysis has ended.'),
    data: z.object({ snapshot: z.int(), state: z.string(), newestRecordAt: z.string().nullable() }),
    waited: z
      .boolean()
      .optional()
      .describe(
        'Only with `wait`. False: an analysis is unfinished and the answer did not wait for it; the reason `wait-refused` says why.',
      ),
  })
  .meta({ id: 'Gate' });
export type WireGate = z.infer<typeof WireGate>;
