/** Decisions about one finding or about all findings of a filter, and how they are reverted. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { PRECONDITION_FAILED } from '../../errors.ts';
import {
  decideFinding,
  decideMany,
  type DecisionInput,
  type DecisionOutcome,
  listFindingDecisions,
  suggestDecision,
} from '../../../pipeline/decisions/decide.ts';
import type { Caller } from '../../../pipeline/deps.ts';
import {
  DECISION_NOT_PREVIEWED,
  DECISION_UNKNOWN,
  DECISIONS_LIMIT,
  FINDING_UNKNOWN,
  SERVICE_UNKNOWN,
  SUGGESTION_WITHOUT_EFFECT,
} from '../../../pipeline/errors.ts';
import { revertBatch, revertDecision } from '../../../pipeline/decisions/revert-decisions.ts';
import type { OrgTx } from '../../../store/database.ts';
import { listDecidableIds } from '../../../store/relevance/decidable-findings.ts';
import { toId } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import type { PlannedSteps } from '../../../pipeline/remediation/planned-steps.ts';
import { loadSteps } from './load-steps.ts';
import { selectBulkFindings } from './select-findings.ts';
import { requireMatch, toEtag } from '../../http/response/etags.ts';
import {
  BatchParams,
  BulkDecisionBody,
  DecisionBody,
  DecisionListQuery,
  DecisionParams,
  DryRunQuery,
  SuggestionBody,
  WireDecision,
  WireDecisionOutcome,
  WireRevertOutcome,
} from '../../contract/findings/decision.ts';
import { FindingParams } from '../../contract/history/history.ts';
import { getPrincipal, toCaller } from '../../http/guard-request.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { createRateGuard } from '../../http/limits/rate-guard.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { ListedFinding } from '../../../store/findings/lists/listed-finding.ts';
import { isSuggested } from '../../../core/relevance/decisions/decision.ts';
import type { ListedDecision } from '../../../store/relevance/decisions.ts';

export function decisionsRoutes(app: RouteApp, deps: ApiDeps): void {
  const onRequest = createRateGuard(deps, 'decisions');

  app.get(
    '/finding/:id/decision',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listDecisions',
        summary: 'List the decisions on a finding',
        description:
          'Returns all decisions, newest first, including replaced and reverted ones. Send the `ETag` of the response as `If-Match` with a new decision: the response is 412 if another decision was made in the meantime.',
        params: FindingParams,
        querystring: DecisionListQuery,
        response: { 200: WireDecision.array() },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const id = toId(request.params.id, FINDING_UNKNOWN);
      const { page, finding, seen } = await listFindingDecisions(deps, caller, id, request.query);
      setPageHeaders(request, reply, request.query, page);
      setEtag(reply, caller, seen);
      return toWireDecisions(page.items, finding);
    },
  );

  app.post(
    '/finding/:id/decision',
    {
      config: { scope: 'triage', errors: [PRECONDITION_FAILED] },
      onRequest,
      schema: {
        operationId: 'createDecision',
        summary: 'Decide on a finding',
        description:
          'The decision also applies to later versions until its premises change, for example a higher severity, known exploitation or a new major version. With `dryRun=true`, returns what would change and stores nothing. With `If-Match`, the response is 412 if another decision was made in the meantime.',
        params: FindingParams,
        querystring: DryRunQuery,
        body: DecisionBody,
        response: { 200: WireDecisionOutcome },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const id = toId(request.params.id, FINDING_UNKNOWN);
      const { dryRun } = request.query;
      const order = toOrder(request, request.body, dryRun);
      return respondWithOutcome(reply, caller, await decideFinding(deps, caller, id, order), dryRun);
    },
  );

  app.post(
    '/finding/:id/suggestion',
    {
      config: { scope: 'suggest', errors: [SUGGESTION_WITHOUT_EFFECT] },
      onRequest,
      schema: {
        operationId: 'suggestDecision',
        summary: 'Suggest a decision on a finding',
        description:
          'The finding needs review: a user accepts or rejects the suggestion, which changes nothing until then. It applies to all versions of the service, and replaces an earlier suggestion. The scope `triage` includes `suggest`.',
        params: FindingParams,
        body: SuggestionBody,
        response: { 200: WireDecisionOutcome },
      },
    },
    async (request) => {
      const id = toId(request.params.id, FINDING_UNKNOWN);
      return toWireOutcome(await suggestDecision(deps, toCaller(request), id, request.body), false);
    },
  );

  app.post(
    '/decision/bulk',
    {
      config: { scope: 'triage', errors: [PRECONDITION_FAILED, DECISION_NOT_PREVIEWED, SERVICE_UNKNOWN] },
      onRequest,
      schema: {
        operationId: 'createDecisions',
        summary: 'Decide on many findings',
        description:
          'First send the request with `dryRun: true`. Then repeat it with the `ETag` of the preview as `If-Match`: the response is 412 if the findings or decisions have changed since. One request makes at most 10,000 decisions, which can be reverted together.',
        body: BulkDecisionBody,
        response: { 200: WireDecisionOutcome },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const { dryRun, decision, ...which } = request.body;
      if (!dryRun && request.headers['if-match'] === undefined) throw DECISION_NOT_PREVIEWED();
      const order = toOrder(request, decision, dryRun);
      const steps = await loadStepsFor(deps, caller, which.filter);
      const list = async (tx: OrgTx) => await listChosenFindings(tx, caller, which, steps);
      const outcome = await decideMany(deps, caller, list, order);
      return respondWithOutcome(reply, caller, outcome, dryRun);
    },
  );

  app.delete(
    '/decision/:id',
    {
      config: { scope: 'triage' },
      onRequest,
      schema: {
        operationId: 'revertDecision',
        summary: 'Revert a decision',
        description:
          'The decision no longer applies, but stays in the history. The decision that it replaced applies again.',
        params: DecisionParams,
        response: { 200: WireRevertOutcome },
      },
    },
    async (request) => {
      const id = toId(request.params.id, DECISION_UNKNOWN);
      const { reverted, analysisIds, ...counts } = await revertDecision(deps, toCaller(request), id, isAdmin(request));
      return { ...counts, reverted, analysisIds: [...analysisIds] };
    },
  );

  app.delete(
    '/decision/bulk/:batch',
    {
      config: { scope: 'triage' },
      onRequest,
      schema: {
        operationId: 'revertDecisions',
        summary: 'Revert a batch of decisions',
        description:
          'Reverts all decisions of one bulk request. Decisions that have been replaced since then stay as they are.',
        params: BatchParams,
        response: { 200: WireRevertOutcome },
      },
    },
    async (request) => {
      const id = toId(request.params.batch, DECISION_UNKNOWN);
      const { reverted, analysisIds, ...counts } = await revertBatch(deps, toCaller(request), id, isAdmin(request));
      return { ...counts, reverted, analysisIds: [...analysisIds] };
    },
  );
}

function toOrder(request: FastifyRequest, body: z.output<typeof DecisionBody>, dryRun: boolean): DecisionInput {
  const { imagePattern = null, cites = [], ...wish } = body;
  const { orgId } = getPrincipal(request);
  const onlyIf = (seen: unknown): void => requireMatch(request, toEtag(orgId, seen));
  return { wish, imagePattern, cites, isAdmin: isAdmin(request), dryRun, onlyIf };
}

/** Permission to change settings of the organization includes decisions for the whole organization. */
function isAdmin(request: FastifyRequest): boolean {
  return getPrincipal(request).scopes.has('settings:write');
}

/** Only the filter `fix` of a version needs the plan. */
async function loadStepsFor(
  deps: ApiDeps,
  caller: Caller,
  filter: z.output<typeof BulkDecisionBody>['filter'],
): Promise<PlannedSteps | undefined> {
  if (filter?.fix === undefined || filter.service === undefined || filter.version === undefined) return undefined;
  return await loadSteps(deps, caller, { service: filter.service, version: filter.version });
}

async function listChosenFindings(
  tx: OrgTx,
  caller: Caller,
  { findings, filter }: Pick<z.output<typeof BulkDecisionBody>, 'findings' | 'filter'>,
  steps: PlannedSteps | undefined,
): Promise<readonly string[]> {
  if (filter === undefined) return findings ?? [];
  const { whose, filter: asked } = await selectBulkFindings(tx, caller, filter, steps);
  const ids = await listDecidableIds(tx, whose, asked);
  if (ids === undefined) throw DECISIONS_LIMIT();
  return ids;
}

function respondWithOutcome(
  reply: FastifyReply,
  caller: Caller,
  outcome: DecisionOutcome,
  dryRun: boolean,
): WireDecisionOutcome {
  if (dryRun) setEtag(reply, caller, outcome.seen);
  return toWireOutcome(outcome, dryRun);
}

function setEtag(reply: FastifyReply, { orgId }: Caller, seen: unknown): void {
  void reply.header('etag', toEtag(orgId, seen)).header('cache-control', 'private, no-cache');
}

// Maps decisions to the API. Whether a decision still applies is taken from the last publication of its finding.
function toWireDecisions(decisions: readonly ListedDecision[], { detail }: ListedFinding): WireDecision[] {
  const judged = new Map(detail.reasons.map((reason) => [reason.sourceId, reason]));
  return decisions.map((decision) => {
    const { id, action, state, justification, detail: text, effect, label, scope, versionId, versionName } = decision;
    const { imagePattern, expiresAt, at, batchId, supersededBy, supersededAt, actor } = decision;
    const active = supersededBy === null && action !== 'reverted';
    const reason = active ? judged.get(id) : undefined;
    const changedSince = [...(reason?.changedSince ?? [])];
    return {
      id,
      action,
      state,
      justification,
      response: [...decision.response],
      detail: text,
      effect,
      label,
      scope,
      version:
        scope === 'version' && versionId !== null && versionName !== null ? { id: versionId, name: versionName } : null,
      imagePattern,
      expiresAt,
      by: actor.name,
      at,
      batchId,
      suggested: isSuggested(decision),
      active,
      supersededBy,
      supersededAt,
      cites: decision.conditions.profileFields.map(({ profile, path }) => ({ profile, path })),
      applies: reason === undefined ? null : (reason.applies ?? true),
      needsReconfirmation: changedSince.length > 0,
      changedSince,
    };
  });
}

function toWireOutcome(outcome: DecisionOutcome, dryRun: boolean): WireDecisionOutcome {
  const { seen: _seen, ids, analysisIds, here, elsewhere, kept, ...counts } = outcome;
  return {
    dryRun,
    decisions: ids.slice(0, LIMITS.decisionIdsShownMax),
    ...counts,
    ...{ selected: here, others: elsewhere, unchanged: kept },
    analysisIds: analysisIds.slice(0, LIMITS.decisionIdsShownMax),
  };
}
