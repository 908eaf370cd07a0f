/** The remediation plan of a version, in pages as JSON and as a whole in Markdown. */
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { LazyArray } from '../../../core/report/json-pieces.ts';
import { toPlanMarkdown } from '../../../core/report/markdown/plan-markdown.ts';
import { getPlan, type RequestedPlan, type LastPlan } from '../../../pipeline/remediation/get-plan.ts';
import type { PlanOptions } from '../../../pipeline/remediation/plan/version-plan.ts';
import { toVersionAddress } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { chooseType } from '../../http/response/choose-type.ts';
import {
  REMEDIATION_TYPES,
  RemediationQuery,
  WireRemediation,
  type WirePreviousPlan,
} from '../../contract/findings/remediation.ts';
import { VersionParams } from '../../contract/services/service.ts';
import { parseActionCursor, toActionCursor } from '../../http/response/cursor.ts';
import { toCaller } from '../../http/guard-request.ts';
import { toJsonStream } from '../../http/response/json-stream.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { toPlanLink, toWireRemediation, toWireEmptyPlan, type PlanFrame } from '../../wire/to-wire-remediation.ts';
import { planTurns } from './load-steps.ts';

const description =
  'Returns upgrade steps, urgent ones first, then by the risk that they remove. Each step lists the findings that it fixes, commands to copy, and the findings that remain after it. Assay runs no commands and resolves no dependencies. Only `actions` is paged; everything else covers the whole plan. `Accept: text/markdown` returns the plan for a pull request.';

export function remediationRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/service/:service/version/:version/remediation',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getRemediationPlan',
        summary: 'Get the remediation plan of a version',
        description,
        params: VersionParams,
        querystring: RemediationQuery,
        response: { 200: WireRemediation },
      },
    },
    async (request, reply) => {
      const { limit, offset, cursor } = request.query;
      const after = cursor === undefined ? undefined : parseActionCursor(cursor);
      const plan = { ...toVersionAddress(request.params), options: toOptions(request.query) };
      const caller = toCaller(request);
      const asked = await planTurns(deps).run(1, async () => await getPlan(deps, caller, plan), caller.orgId);
      const showsServices = caller.services === 'all';
      void reply.header('vary', 'accept');
      if (chooseType(request.headers.accept, REMEDIATION_TYPES) === 'text/markdown')
        return await sendMarkdown(reply, asked, { ...deps, showsServices });
      const actions = asked.plan?.plan.actions ?? [];
      const start = after === undefined ? offset : findStart(actions, after);
      const last = start + limit < actions.length ? actions[start + limit - 1] : undefined;
      const next = last === undefined ? null : toActionCursor({ index: start + limit, id: last.id });
      setPageHeaders(request, reply, request.query, { total: actions.length, next });
      const wire = await toWire(asked, { offset: start, limit }, { ...deps, showsServices });
      return await sendJson(reply, wire);
    },
  );
}

function toOptions({ strategy, maxDistance, image }: z.output<typeof RemediationQuery>): PlanOptions {
  return { strategy, ...(maxDistance !== undefined && { maxDistance }), ...(image !== undefined && { image }) };
}

/** Continues after the last action of the previous page at its current position, or at its old position if it is gone. */
function findStart(
  actions: readonly { readonly id: string }[],
  { index, id }: { readonly index: number; readonly id: string },
): number {
  const at = actions.findIndex((action) => action.id === id);
  return at === -1 ? index : at + 1;
}

type PlanContext = Pick<ApiDeps, 'now' | 'publicUrl'> & Pick<PlanFrame, 'showsServices'>;

async function toWire(
  asked: RequestedPlan,
  page: PlanFrame['page'],
  { now, showsServices }: PlanContext,
): Promise<WireRemediation> {
  const { plan, lastPlan, options } = asked;
  const version = { id: asked.version.id, name: asked.version.name };
  const frame = { version, previousPlan: lastPlan === undefined ? null : toWirePreviousPlan(lastPlan) };
  if (plan === undefined) return toWireEmptyPlan(frame, { options, at: new Date(now()).toISOString() });
  return await toWireRemediation(plan, { ...frame, page, showsServices });
}

async function sendJson(reply: FastifyReply, wire: WireRemediation): Promise<FastifyReply> {
  const document = { ...wire, actions: new LazyArray(wire.actions, (action) => action) };
  return await reply.type('application/json; charset=utf-8').send(toJsonStream(document));
}

async function sendMarkdown(reply: FastifyReply, asked: RequestedPlan, telling: PlanContext): Promise<FastifyReply> {
  const wire = await toWire(asked, WHOLE_PLAN, telling);
  const link = toPlanLink(telling.publicUrl, asked.service.id, asked.version.id);
  return await reply
    .type('text/markdown; charset=utf-8')
    .send(toPlanMarkdown({ ...wire, service: asked.service.name, link }));
}

const WHOLE_PLAN = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** Stored results have the old name. */
function toWireOutcome<Name extends string>(outcome: Name): Exclude<Name, 'not_seen'> | 'not_uploaded' {
  return outcome === 'not_seen' ? 'not_uploaded' : (outcome as Exclude<Name, 'not_seen'>);
}

// Maps the results of the previous plan to the API.
function toWirePreviousPlan({ version, outcomes, counts, predicted }: LastPlan): WirePreviousPlan {
  const { resolved, remaining, introduced, differences, mispredicted } = predicted;
  return {
    version: { id: version.id, name: version.name },
    outcomes: outcomes
      .slice(0, LIMITS.remediationActionsMax)
      .map(({ id, kind, package: name, from, to, outcome, fixes, open, notSeen, text }) => ({
        id,
        kind,
        package: name,
        from: [...from],
        to,
        outcome: toWireOutcome(outcome),
        fixes,
        text,
        open: [...open],
        notUploaded: [...notSeen],
      })),
    counts: Object.fromEntries(Object.entries(counts).map(([outcome, count]) => [toWireOutcome(outcome), count])),
    predicted: {
      resolved: { ...resolved },
      remaining: { ...remaining },
      introduced: { ...introduced },
      differences: differences.map((each) => ({ ...each })),
      mispredicted,
    },
  };
}
