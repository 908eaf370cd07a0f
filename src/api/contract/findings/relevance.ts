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
    code: z.string().describe('Stable: `dev-dependency`, `vex`, `decision`.'),
    kind: z.enum(OPINION_KINDS),
    actor: z.string().describe('A person, the author of a VEX document, or a rule and its version: `R09 v1`.'),
    effect: z.enum(EFFECTS),
    text: z.string(),
    state: WireAnalysisState.nullable(),
    justification: WireJustification.nullable(),
    response: z.array(WireResponse),
    label: WireLabel.nullable(),
    evidence: z.array(
      z.object({
        type: z.enum(EVIDENCE_TYPES),
        path: z.string().describe('Where it stands: a field of a profile, a line of a document, a member of an SBOM.'),
        value: z.string().nullable(),
        hash: z.string().nullable(),
      }),
    ),
    guards: z.array(z.string()).describe('What turned a dismissal into a suggestion.'),
    confidence: z.number().nullable(),
    at: z.string().nullable().describe('Null for rules, which are asked again whenever the version is analyzed.'),
    expiresAt: z.string().nullable(),
    sourceId: z.string().nullable().describe('Of a decision or a VEX statement.'),
    trust: z.enum(TRUST_LEVELS).nullable().describe('Of VEX: how far its author is trusted.'),
    applies: z.boolean().describe('False: its time is over, or what it rests on has changed. It decides nothing.'),
    changedSince: z.array(z.string()).describe('What has changed since somebody decided.'),
  })
  .meta({ id: 'Reason' });
export type WireReason = z.infer<typeof WireReason>;

export const WireVerdict = z.object({
  status: WireRelevance,
  basis: z.enum(VERDICT_BASES).describe('Who decided. `default`: nobody has.'),
  label: WireLabel.nullable(),
  reasons: z.array(WireReason).describe('All that was said, the deciding word first.'),
  suggestion: WireReason.nullable().describe('A machine would dismiss it and may not: a person has to.'),
  conflict: z.boolean().describe('VEX statements contradict each other, or what was matched.'),
  escalated: z.boolean().describe('Exploited or malicious, whatever the status.'),
});

/** A decision by a user or a VEX document. */
export const WireStandingDecision = z
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
    applies: z.boolean().describe('False: its time is over, or what it rests on has changed. Somebody has to decide.'),
    needsReconfirmation: z.boolean(),
    changedSince: z.array(z.string()),
  })
  .meta({ id: 'StandingDecision' });
export type WireStandingDecision = z.infer<typeof WireStandingDecision>;

export const WirePriorityReason = z.object({
  factor: z.enum(PRIORITY_FACTORS),
  code: z.string(),
  value: z.number(),
  from: z.union([z.string(), z.number()]).nullable().describe('What it was made from.'),
});

export const WireDeadline = z.object({
  dueAt: Timestamp.nullable().describe('Null: with the next upgrade.'),
  days: z.int().nullable(),
  forensics: z.boolean().describe('Whether to look for traces of an intruder as well.'),
  rule: z
    .object({
      inKev: z.boolean(),
      exposed: z.boolean(),
      automatable: z.boolean(),
      technicalImpact: z.enum(TECHNICAL_IMPACTS),
    })
    .describe('The row of the table of CISA BOD 26-04.'),
  derived: z.array(z.enum(DERIVED_INPUTS)).describe('Inputs that nobody has judged or confirmed.'),
});

export const WirePriority = z.object({
  risk: z.number().describe('0 to 100, the most urgent.'),
  band: WireBand,
  deadline: WireDeadline.nullable().describe('Null: published before there were deadlines.'),
  contextual: z
    .object({ vector: z.string(), score: z.number(), base: z.number().describe('The score as published.') })
    .nullable()
    .describe('The CVSS vector with what is known here. Null: nothing is, or there is none.'),
  reasons: z.array(WirePriorityReason).describe('The product that the risk is, factor by factor.'),
});
