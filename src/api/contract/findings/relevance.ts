/** Relevance of a finding: reasons, basis, decision and priority. */
import { z } from 'zod';
import { Timestamp } from '../page.ts';

export const WireRelevance = z.enum(['relevant', 'deprioritized', 'not_relevant']);
export const WireBand = z.enum(['P0', 'P1', 'P2', 'P3', 'P4']);
export const WireLabel = z.enum(['mitigated', 'not_observed', 'accepted']);
/** The analysis states of CycloneDX. */
export const WireAnalysisState = z.enum([
  'resolved',
  'resolved_with_pedigree',
  'exploitable',
  'in_triage',
  'false_positive',
  'not_affected',
]);
export const WireJustification = z.enum([
  'code_not_present',
  'code_not_reachable',
  'requires_configuration',
  'requires_dependency',
  'requires_environment',
  'protected_by_compiler',
  'protected_at_runtime',
  'protected_at_perimeter',
  'protected_by_mitigating_control',
]);
export const WireResponse = z.enum(['can_not_fix', 'will_not_fix', 'update', 'rollback', 'workaround_available']);
export const WireDecisionScope = z.enum(['version', 'service', 'organization']);
export const WireDecisionAction = z.enum([
  'confirm',
  'in_triage',
  'not_affected',
  'false_positive',
  'accept_risk',
  'patched',
  'accept_suggestion',
  'reject_suggestion',
]);

export const WireReason = z
  .object({
    code: z.string().describe('Stable: `dev-dependency`, `vex`, `decision`.'),
    kind: z.enum(['human', 'vex', 'rule', 'ai']),
    actor: z.string().describe('A person, the author of a VEX document, or a rule and its version: `R09 v1`.'),
    effect: z.enum(['dismiss', 'deprioritize', 'annotate', 'escalate', 'confirm']),
    text: z.string(),
    state: WireAnalysisState.nullable(),
    justification: WireJustification.nullable(),
    response: z.array(WireResponse),
    label: WireLabel.nullable(),
    evidence: z.array(
      z.object({
        type: z.enum(['advisory', 'profile', 'runtime', 'sbom', 'vex', 'intel']),
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
    trust: z.enum(['organization', 'supplier', 'none']).nullable().describe('Of VEX: how far its author is trusted.'),
    applies: z.boolean().describe('False: its time is over, or what it rests on has changed. It decides nothing.'),
    changedSince: z.array(z.string()).describe('What has changed since somebody decided.'),
  })
  .meta({ id: 'Reason' });
export type WireReason = z.infer<typeof WireReason>;

export const WireVerdict = z.object({
  status: WireRelevance,
  basis: z.enum(['default', 'human', 'vex', 'rule', 'ai']).describe('Who decided. `default`: nobody has.'),
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
    kind: z.enum(['human', 'vex']),
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
  factor: z.enum(['severity', 'threat', 'exposure', 'relevance', 'floor']),
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
      technicalImpact: z.enum(['partial', 'total']),
    })
    .describe('The row of the table of CISA BOD 26-04.'),
  derived: z
    .array(z.enum(['exposed', 'automatable', 'technicalImpact']))
    .describe('Inputs that nobody has judged or confirmed.'),
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
