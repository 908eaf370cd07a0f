/** Decisions about findings, single or in bulk: their preview, their effect, and how they are reverted. */
import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { WireNamed } from './finding.ts';
import { SUGGESTED_ACTIONS } from '../../../core/vocabulary/decision.ts';
import { REMOVABLE_JUSTIFICATIONS } from '../../../core/vocabulary/vex.ts';
import { FractionText, VersionFindingFilters } from './finding-query.ts';
import { Flag, Instant, PageQuery, pathId, Timestamp } from '../page.ts';
import {
  WireAnalysisState,
  WireDecisionAction,
  WireDecisionScope,
  WireJustification,
  WireLabel,
  WireReason,
  WireResponse,
} from './relevance.ts';

const Cited = z.object({
  profile: z.string().max(LIMITS.nameCharactersMax),
  path: z.string().max(LIMITS.searchTextCharactersMax).describe('Path of the field, for example `runtime.os`.'),
});

export const DecisionBody = z
  .object({
    action: WireDecisionAction.describe(
      'Action to take. `accept_suggestion` and `reject_suggestion` apply to findings with a suggestion.',
    ),
    justification: WireJustification.optional().describe('Required for `not_affected`.'),
    response: z.array(WireResponse).max(WireResponse.options.length).optional(),
    detail: z
      .string()
      .max(LIMITS.decisionDetailCharactersMax)
      .optional()
      .describe('Explanation. Required if the decision hides the finding or lowers its priority.'),
    scope: WireDecisionScope.optional().describe(
      'Where the decision applies. Default: `service`, or `version` for `patched`. The narrowest decision takes effect. `organization` requires the role admin.',
    ),
    imagePattern: z
      .string()
      .min(1)
      .max(LIMITS.imageCharactersMax)
      .optional()
      .describe('Limit the decision to images that match this pattern, for example `registry.example.com/team/*`.'),
    cites: z
      .array(Cited)
      .max(LIMITS.decisionCitesMax)
      .optional()
      .describe('Profile fields that the decision depends on. If one changes, the decision no longer applies.'),
    expiresAt: Instant.optional().describe(
      `When the decision expires, at most ${LIMITS.decisionDaysMax} days from now. Required for \`accept_risk\`, \`protected_at_perimeter\` and \`protected_by_mitigating_control\`.`,
    ),
  })
  .meta({
    id: 'NewDecision',
    description: 'The decision.',
    example: {
      action: 'not_affected',
      justification: 'code_not_reachable',
      detail: 'The parser is never called with user input.',
      scope: 'service',
    },
  });

export const SuggestionBody = z
  .object({
    action: z.enum(SUGGESTED_ACTIONS).describe('Decision to suggest.'),
    justification: WireJustification.exclude(REMOVABLE_JUSTIFICATIONS)
      .optional()
      .describe('Required for `not_affected`.'),
    detail: z.string().min(1).max(LIMITS.decisionDetailCharactersMax).describe('Explanation for the reviewer.'),
  })
  .meta({
    id: 'NewSuggestion',
    description: 'The suggested decision.',
    example: {
      action: 'not_affected',
      justification: 'code_not_reachable',
      detail: 'No code of the service imports the parser.',
    },
  });

export const DryRunQuery = z.object({
  dryRun: Flag.default(false).describe('Return what would change, without storing the decision.'),
});

const Reach = z.object({ versions: z.int(), findings: z.int() });

/** The same for one finding and for many, and for a dry run. */
export const WireDecisionOutcome = z
  .object({
    dryRun: z.boolean(),
    decisions: z
      .array(z.uuid())
      .describe(`Ids of the decisions, at most ${LIMITS.decisionIdsShownMax}. Empty for a dry run.`),
    count: z.int().describe('Number of decisions: one for each vulnerability of a package in a service or version.'),
    replaced: z.int().describe('Number of decisions of the same scope that are replaced.'),
    skipped: z.int().describe('Findings that were skipped because they have no suggestion to accept or reject.'),
    batchId: z.uuid().nullable().describe('Id for reverting all decisions together. Null for a single decision.'),
    selected: Reach.describe('Effect in the selected versions.'),
    others: Reach.describe('Effect in other versions, which are analyzed again.'),
    unchanged: Reach.describe(
      'Matching findings in versions that are no longer watched or whose SBOMs were deleted. They do not change.',
    ),
    analysisIds: z
      .array(z.uuid())
      .describe(
        'Analyses of the selected versions. Findings change when these are finished; other versions follow in the background.',
      ),
  })
  .meta({ id: 'DecisionOutcome' });
export type WireDecisionOutcome = z.infer<typeof WireDecisionOutcome>;

export const WireDecision = z
  .object({
    id: z.uuid(),
    action: z.enum([...WireDecisionAction.options, 'reverted']),
    state: WireAnalysisState.nullable().describe('Null: the entry reverts another decision.'),
    justification: WireJustification.nullable(),
    response: z.array(WireResponse),
    detail: z.string().nullable(),
    effect: WireReason.shape.effect,
    label: WireLabel.nullable(),
    scope: WireDecisionScope,
    version: WireNamed.nullable().describe('Version, for the scope `version`.'),
    imagePattern: z.string().nullable(),
    cites: z.array(Cited).describe('Profile fields that the decision depends on.'),
    expiresAt: Timestamp.nullable(),
    by: z.string(),
    at: Timestamp,
    batchId: z.uuid().nullable(),
    suggested: z.boolean().describe('True: a suggestion that needs review. It has no effect until a user accepts it.'),
    active: z.boolean().describe('False: replaced or reverted, or the entry reverts another decision.'),
    supersededBy: z.uuid().nullable(),
    supersededAt: Timestamp.nullable(),
    applies: z
      .boolean()
      .nullable()
      .describe('False: expired, or its premises have changed. Null: the version has not been analyzed since.'),
    needsReconfirmation: z.boolean(),
    changedSince: z
      .array(z.string())
      .describe('Premises that have changed since the decision, for example `known-exploited` or `severity-raised`.'),
  })
  .meta({ id: 'Decision' });
export type WireDecision = z.infer<typeof WireDecision>;

export const DecisionListQuery = PageQuery;

/** Takes texts like the query of a list of findings; decisions apply to open findings only. */
export const BulkFilter = VersionFindingFilters.omit({ state: true, asOf: true })
  .extend({
    epssMin: FractionText.optional(),
    service: z
      .string()
      .max(LIMITS.pathParameterUnitsMax)
      .optional()
      .describe('Name or id of a service. Default: all services.'),
    version: z
      .string()
      .max(LIMITS.pathParameterUnitsMax)
      .optional()
      .describe('Name, alias or id of a version of `service`. Default: the newest version.'),
  })
  .refine(
    ({ service, version, newSince }) => service !== undefined || (version === undefined && newSince === undefined),
    {
      message: 'must contain "service" if "version" or "newSince" is sent',
    },
  )
  .refine(({ version, fix }) => fix === undefined || version !== undefined, {
    message: 'must contain "version" if "fix" is sent',
  })
  .describe('Filter for findings, with the same parameters as the list of findings.');

export const BulkDecisionBody = z
  .object({
    filter: BulkFilter.optional(),
    findings: z
      .array(z.uuid())
      .min(1)
      .max(LIMITS.decisionFindingsNamedMax)
      .optional()
      .describe('Ids of findings. Replaces `filter`.'),
    decision: DecisionBody,
    dryRun: z
      .boolean()
      .default(false)
      .describe(
        'Return what would change, without storing decisions. Send the `ETag` of the response as `If-Match` with the actual request.',
      ),
  })
  .refine(({ filter, findings }) => (filter === undefined) !== (findings === undefined), {
    message: 'must contain either "filter" or "findings"',
  })
  .meta({
    id: 'BulkDecision',
    description: 'The findings, selected by `filter` or `findings`, and the decision for all of them.',
    example: {
      filter: { service: 'team/api', package: 'lodash' },
      decision: { action: 'accept_risk', detail: 'Fixed in the next release.', expiresAt: '2026-12-31T00:00:00Z' },
      dryRun: true,
    },
  });

export const WireRevertOutcome = z
  .object({
    reverted: z.int().describe('Number of reverted decisions.'),
    restored: z.int().describe('Number of replaced decisions that apply again.'),
    skipped: z.int().describe('Number of decisions of the batch that have been replaced since and stay as they are.'),
    analysisIds: z.array(z.uuid()),
  })
  .meta({ id: 'RevertOutcome' });
export type WireRevertOutcome = z.infer<typeof WireRevertOutcome>;

export const DecisionParams = z.object({ id: pathId('decision') });
export const BatchParams = z.object({ batch: pathId('batch') });
