/** Relevance of a finding: reasons, basis, decision and priority. */
import { z } from 'zod';
import { DECISION_ACTIONS, DECISION_SCOPES } from '../../../core/vocabulary/decision.ts';
import { BANDS, DERIVED_INPUTS, PRIORITY_FACTORS } from '../../../core/vocabulary/priority.ts';
import {
  EFFECTS,
  EVIDENCE_TYPES,
  LOWER_LABELS,
  OPINION_KINDS,
  RELEVANCES,
  STANDING_KINDS,
  VERDICT_BASES,
} from '../../../core/vocabulary/relevance.ts';
import { TECHNICAL_IMPACTS } from '../../../core/vocabulary/severity.ts';
import { TRUST_LEVELS, VEX_JUSTIFICATIONS, VEX_RESPONSES, VEX_STATES } from '../../../core/vocabulary/vex.ts';
import { Timestamp } from '../page.ts';

export const WireRelevance = z.enum(RELEVANCES);
export const WireBand = z.enum(BANDS);
export const WireLabel = z.enum(LOWER_LABELS);
/** The analysis states of CycloneDX. */
export const WireAnalysisState = z.enum(VEX_STATES);
export const WireJustification = z.enum(VEX_JUSTIFICATIONS);
export const WireResponse = z.enum(VEX_RESPONSES);
export const WireDecisionScope = z.enum(DECISION_SCOPES);
export const WireDecisionAction = z.enum(DECISION_ACTIONS);

export const WireReason = z
  .object({
    code: z.string().describe('Stable reason code, for example `dev-dependency`, `vex` or `decision`.'),
    kind: z.enum(OPINION_KINDS),
    actor: z.string().describe('User, author of the VEX document, or rule with its version, for example `R09 v1`.'),
    effect: z.enum(EFFECTS),
    text: z.string(),
    state: WireAnalysisState.nullable(),
    justification: WireJustification.nullable(),
    response: z.array(WireResponse),
    label: WireLabel.nullable(),
    evidence: z.array(
      z.object({
        type: z.enum(EVIDENCE_TYPES),
        path: z
          .string()
          .describe('Location of the evidence: a profile field, a line of a document, or a member of an SBOM.'),
        value: z.string().nullable(),
        hash: z.string().nullable(),
      }),
    ),
    trace: z
      .object({
        frames: z.array(
          z.object({
            function: z.string().nullable(),
            package: z.string().nullable(),
            file: z.string().nullable(),
            line: z.int().nullable(),
          }),
        ),
        omitted: z.int().describe('Number of frames before the first one that are not shown.'),
      })
      .nullable()
      .describe(
        'Analyses of calls only: the calls from an entry point to the vulnerable function, or the places that use the package.',
      ),
    guards: z.array(z.string()).describe('Guards that turned a dismissal into a suggestion.'),
    at: z.string().nullable().describe('Null for rules, which are evaluated in every analysis.'),
    expiresAt: z.string().nullable(),
    sourceId: z.string().nullable().describe('Id of the decision or VEX statement.'),
    trust: z.enum(TRUST_LEVELS).nullable().describe('For VEX: trust in the author.'),
    applies: z.boolean().describe('False: expired, or its premises have changed. It has no effect.'),
    changedSince: z.array(z.string()).describe('Premises that have changed since the decision.'),
  })
  .meta({ id: 'Reason' });
export type WireReason = z.infer<typeof WireReason>;

export const WireVerdict = z.object({
  status: WireRelevance,
  basis: z.enum(VERDICT_BASES).describe('What determined the status. `default`: no rule or decision applies.'),
  label: WireLabel.nullable(),
  reasons: z.array(WireReason).describe('All reasons, the deciding one first.'),
  suggestion: WireReason.nullable().describe('Suggested dismissal that needs approval.'),
  conflict: z.boolean().describe('VEX statements contradict each other or the match.'),
  escalated: z.boolean().describe('Known exploited, malicious or called, regardless of the status.'),
});

/** A decision by a user or a VEX document. */
export const WireActiveDecision = z
  .object({
    id: z.string(),
    kind: z.enum(STANDING_KINDS),
    action: WireDecisionAction.nullable().describe('Null for VEX.'),
    state: WireAnalysisState.nullable(),
    justification: WireJustification.nullable(),
    response: z.array(WireResponse),
    detail: z.string(),
    scope: WireDecisionScope.nullable().describe('Null for VEX.'),
    expiresAt: z.string().nullable(),
    by: z.string(),
    at: z.string().nullable(),
    applies: z.boolean().describe('False: expired, or its premises have changed. A new decision is needed.'),
    needsReconfirmation: z.boolean(),
    changedSince: z.array(z.string()),
  })
  .meta({ id: 'ActiveDecision' });
export type WireActiveDecision = z.infer<typeof WireActiveDecision>;

const WirePriorityReason = z.object({
  factor: z.enum(PRIORITY_FACTORS),
  code: z.string(),
  value: z.number(),
  from: z.union([z.string(), z.number()]).nullable().describe('Input that the value was derived from.'),
});

const WireDeadline = z.object({
  dueAt: Timestamp.nullable().describe('Null: fix with the next upgrade.'),
  days: z.int().nullable(),
  forensics: z.boolean().describe('Whether a forensic check for a compromise is also required.'),
  rule: z
    .object({
      inKev: z.boolean(),
      exposed: z.boolean(),
      automatable: z.boolean(),
      technicalImpact: z.enum(TECHNICAL_IMPACTS),
    })
    .describe('Row of the CISA BOD 26-04 table.'),
  derived: z.array(z.enum(DERIVED_INPUTS)).describe('Inputs that were derived, not assessed or confirmed.'),
});

export const WirePriority = z.object({
  risk: z.number().describe('Risk from 0 to 100. 100 is the most urgent.'),
  band: WireBand,
  deadline: WireDeadline.nullable().describe('Null: analyzed before deadlines were introduced.'),
  contextual: z
    .object({ vector: z.string(), score: z.number(), base: z.number().describe('Base score as published.') })
    .nullable()
    .describe('CVSS vector adjusted to the service. Null: no vector, or nothing to adjust.'),
  reasons: z.array(WirePriorityReason).describe('Factors whose product is the risk.'),
});
