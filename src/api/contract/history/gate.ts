import { z } from 'zod';
import { GATE_RESULTS } from '../../../core/vocabulary/change.ts';
import { CONFIDENCES, FINDING_CLASSES } from '../../../core/vocabulary/finding.ts';
import { GATE_SEVERITIES } from '../../../core/vocabulary/severity.ts';
import { WireAnalysis } from '../services/analysis.ts';
import { BySeverity, WireCoverage, WireSeverity } from '../findings/finding.ts';
import { Flag, WaitSeconds, wholeNumber } from '../page.ts';

const Confidence = z.enum(CONFIDENCES);

export const GateQuery = z.object({
  severity: z.enum(GATE_SEVERITIES).default('high').meta({
    description:
      'Fail on findings with this severity or higher. Findings without a severity count as medium. Malicious packages always fail.',
    example: 'high',
  }),
  newSince: z.string().optional().meta({
    description: 'Fail only on findings that this version does not have: a name, alias, id or `previous`.',
    example: 'previous',
  }),
  fixableOnly: Flag.default(false).describe('Fail only on findings with a fixed version.'),
  kev: Flag.default(false).describe(
    'Also fail on every known exploited vulnerability, regardless of the other conditions.',
  ),
  minCoverage: wholeNumber(0, 100).default(0).meta({
    description:
      'Minimum percentage of checked components. Components checked for fixed issues only count as checked; a `pass` reports them in its reasons.',
    example: 90,
  }),
  minConfidence: Confidence.default('low').meta({
    description: 'Fail only on matches with at least this confidence.',
    example: 'medium',
  }),
  wait: WaitSeconds.default(0).describe('Maximum number of seconds to wait for a running analysis.'),
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
      .describe('The first 20 failing findings, most severe first.'),
    counts: z.object({
      failing: z.int().describe('Number of failing findings.'),
      open: z.int().describe('Number of findings considered: open and not filtered as not relevant.'),
      accepted: z.int().describe('Open findings with an accepted risk. They do not fail until the acceptance expires.'),
      failingBySeverity: BySeverity,
    }),
    newSince: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    analysis: WireAnalysis.pick({ id: true, status: true, finishedAt: true, failure: true }).nullable(),
    coverage: WireCoverage.nullable().describe('Null until the analysis is finished.'),
    data: z.object({ snapshot: z.int(), state: z.string(), newestRecordAt: z.string().nullable() }),
    waited: z
      .boolean()
      .optional()
      .describe(
        'Only with `wait`. False: the response did not wait for the running analysis; the reason `wait-rejected` explains why.',
      ),
  })
  .meta({ id: 'Gate' });
export type WireGate = z.infer<typeof WireGate>;
