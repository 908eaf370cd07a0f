/** Decisions about findings, single or in bulk: their preview, their effect, and how they are reverted. */
import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { RECORDED_ACTIONS } from '../../../core/vocabulary/decision.ts';
import { WireNamed } from './finding.ts';
import { FractionText, ServiceFindingFilters } from './finding-query.ts';
import { Flag, Instant, PageQuery, Timestamp } from '../page.ts';
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
  path: z.string().max(LIMITS.searchTextCharactersMax).describe('`runtime.os`.'),
});

export const DecisionBody = z
  .object({
    action: WireDecisionAction.describe('`accept_suggestion` and `reject_suggestion` answer what a machine suggests.'),
    justification: WireJustification.optional().describe('Needed for `not_affected`.'),
    response: z.array(WireResponse).max(WireResponse.options.length).optional(),
    detail: z
      .string()
      .max(LIMITS.decisionDetailCharactersMax)
      .optional()
      .describe('Why. Needed for all that hides something or lowers its priority.'),
    scope: WireDecisionScope.optional().describe(
      'How far it reaches; `service` when it is left out, `version` for `patched`. The narrowest decision counts. `organization` is for admins.',
    ),
    imagePattern: z
      .string()
      .min(1)
      .max(LIMITS.imageCharactersMax)
      .optional()
      .describe('Only for what is in such images: `registry.example.com/team/*`.'),
    cites: z
      .array(Cited)
      .max(LIMITS.decisionCitesMax)
      .optional()
      .describe('Fields of security profiles that it rests on: when one changes, it no longer applies.'),
    expiresAt: Instant.optional().describe(
      `Needed for \`accept_risk\` and for what a perimeter or a control protects; at most ${LIMITS.decisionDaysMax} days away.`,
    ),
  })
  .meta({ id: 'DecisionBody' });

export const DryRunQuery = z.object({ dryRun: Flag.default(false).describe('Only tell what it would change.') });

const Reach = z.object({ versions: z.int(), findings: z.int() });

/** The same for one finding and for many, and for a dry run. */
export const WireDecisionOutcome = z
  .object({
    dryRun: z.boolean(),
    decisions: z
      .array(z.uuid())
      .describe(`Their ids, at most ${LIMITS.decisionIdsShownMax}; empty for what was only tried.`),
    count: z.int().describe('How many are made: one for each vulnerability of a package in a service or a version.'),
    replaced: z.int().describe('Decisions of the same scope whose place they take.'),
    skipped: z.int().describe('Findings without a suggestion, where one is answered.'),
    batchId: z.uuid().nullable().describe('To take them back together. Null for a single one.'),
    here: Reach.describe('In the versions that were meant.'),
    elsewhere: Reach.describe('In other versions, which are analyzed again.'),
    kept: Reach.describe('In versions that nobody watches or whose documents are gone: they stay as they are.'),
    analysisIds: z
      .array(z.uuid())
      .describe(
        'Of the versions that were meant. Findings change when they have ended; others follow in the background.',
      ),
  })
  .meta({ id: 'DecisionOutcome' });
export type WireDecisionOutcome = z.infer<typeof WireDecisionOutcome>;

export const WireDecision = z
  .object({
    id: z.uuid(),
    action: z.enum(RECORDED_ACTIONS),
    state: WireAnalysisState.nullable().describe('Null: it only takes back another one.'),
    justification: WireJustification.nullable(),
    response: z.array(WireResponse),
    detail: z.string().nullable(),
    effect: WireReason.shape.effect,
    label: WireLabel.nullable(),
    scope: WireDecisionScope,
    version: WireNamed.nullable().describe('Of the scope `version`.'),
    imagePattern: z.string().nullable(),
    cites: z.array(Cited).describe('Fields of security profiles that it rests on.'),
    expiresAt: Timestamp.nullable(),
    by: z.string(),
    at: Timestamp,
    batchId: z.uuid().nullable(),
    standing: z.boolean().describe('False: another one has taken its place, or it only takes back another one.'),
    supersededBy: z.uuid().nullable(),
    supersededAt: Timestamp.nullable(),
    applies: z
      .boolean()
      .nullable()
      .describe('False: its time is over, or what it rests on has changed. Null: the version was not analyzed since.'),
    needsReconfirmation: z.boolean(),
    changedSince: z.array(z.string()).describe('What has changed since: `known-exploited`, `severity-raised`.'),
  })
  .meta({ id: 'Decision' });
export type WireDecision = z.infer<typeof WireDecision>;

export const DecisionListQuery = PageQuery;

/** Takes texts like the query of a list of findings; decisions apply to open findings only. */
export const BulkFilter = ServiceFindingFilters.omit({ state: true, asOf: true })
  .extend({
    epssMin: FractionText.optional(),
    service: z.string().max(LIMITS.pathParameterUnitsMax).optional().describe('Name or id. Left out: all of them.'),
    version: z
      .string()
      .max(LIMITS.pathParameterUnitsMax)
      .optional()
      .describe('Name, alias or id, with `service`. Left out: the newest one.'),
  })
  .refine(
    ({ service, version, newSince }) => service !== undefined || (version === undefined && newSince === undefined),
    {
      message: 'has a "version" or "newSince" without the "service" that it belongs to',
    },
  )
  .describe('As in the query of a list of findings.');

export const BulkDecisionBody = z
  .object({
    filter: BulkFilter.optional(),
    findings: z
      .array(z.uuid())
      .min(1)
      .max(LIMITS.decisionFindingsNamedMax)
      .optional()
      .describe('Ids of findings, instead of a filter.'),
    decision: DecisionBody,
    dryRun: z
      .boolean()
      .default(false)
      .describe('Only tell what it would change. The ETag of this answer is sent back as If-Match to do it.'),
  })
  .refine(({ filter, findings }) => (filter === undefined) !== (findings === undefined), {
    message: 'needs either "filter" or "findings"',
  });

export const WireRevertOutcome = z
  .object({
    takenBack: z.int(),
    restored: z.int().describe('Decisions whose place they had taken, and which count again.'),
    skipped: z.int().describe('Of a batch: those that another one has replaced since. They stay.'),
    analysisIds: z.array(z.uuid()),
  })
  .meta({ id: 'TakenBack' });
export type WireRevertOutcome = z.infer<typeof WireRevertOutcome>;

export const DecisionParams = z.object({ id: z.string() });
export const BatchParams = z.object({ batch: z.string() });
