/** The AI step: settings, connection test, preview of the data sent, costs, and reassessing a version. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { FINDING_UNKNOWN } from '../../../pipeline/errors.ts';
import { PRECONDITION_FAILED } from '../../errors.ts';
import { requestAssessment } from '../../../pipeline/ai/request-assessment.ts';
import { changeAiSettings, getAiView, type AiView } from '../../../pipeline/ai/ai-settings.ts';
import { previewRequests } from '../../../pipeline/ai/assessment/preview-requests.ts';
import { testModel } from '../../../pipeline/ai/model/test-model.ts';
import { listAiCalls, listAiDays } from '../../../store/ai/ai-calls.ts';
import { getAiSettings } from '../../../store/ai/ai-settings.ts';
import { getSpending } from '../../../store/ai/budget.ts';
import { toId, toVersionAddress } from '../../http/path-parameters.ts';
import { AI_SETTINGS_INCOMPLETE } from '../../../pipeline/ai/errors.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { isUnchanged, requireMatch, toEtag } from '../../http/response/etags.ts';
import {
  AiCallsQuery,
  AiChange,
  AiExampleQuery,
  AiRunQuery,
  AiUsageQuery,
  WireAiCall,
  WireAiExample,
  WireAiRun,
  WireAiSettings,
  WireAiTest,
  WireAiUsage,
} from '../../contract/ai.ts';
import { VersionParams } from '../../contract/services/version.ts';
import { toCaller } from '../../http/guard-request.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { ERRORS, UNCHANGED } from '../../http/response/route-schema.ts';

const tags = ['AI'];

export function aiRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  settingsRoutes(instance, deps);
  accountRoutes(instance, deps);
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.post(
    '/service/:service/version/:version/ai',
    {
      config: { scope: 'triage' },
      schema: {
        tags,
        summary: 'Have the findings of a version read by the model',
        description: 'It happens by itself after each analysis; this is for whoever wants it again.',
        params: VersionParams,
        querystring: AiRunQuery,
        response: { 200: WireAiRun, ...ERRORS },
      },
    },
    async (request) => ({
      analysisId: await requestAssessment(deps, toCaller(request), toVersionAddress(request.params), request.query),
    }),
  );
}

function settingsRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const toWire = (view: AiView): WireAiSettings => ({ ...view, allowsPrivate: deps.ai.allowsPrivate });

  app.get(
    '/organization/ai',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'The AI settings of the organization, without the key',
        response: { 200: WireAiSettings, ...UNCHANGED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { orgId } = toCaller(request);
      const view = await deps.database.inOrg(orgId, getAiView);
      if (isUnchanged(request, reply, toEtag(orgId, view))) return await reply.code(304).send(null);
      return toWire(view);
    },
  );

  app.patch(
    '/organization/ai',
    {
      config: { scope: 'settings:write', errors: [PRECONDITION_FAILED] },
      schema: {
        tags,
        summary: 'Change the AI settings',
        body: AiChange,
        response: { 200: WireAiSettings, ...ERRORS },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const onlyIf = (current: AiView): void => requireMatch(request, toEtag(caller.orgId, current));
      return toWire(await changeAiSettings(deps, caller, request.body, onlyIf));
    },
  );

  app.post(
    '/organization/ai/test',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags,
        summary: 'Ask the model one small question about nothing',
        description: 'Also while AI is off. Nothing of the organization is sent but its key; what it costs is counted.',
        response: { 200: WireAiTest, ...ERRORS },
      },
    },
    async (request) => toWireAiTest(await testModel(deps, toCaller(request))),
  );

  app.get(
    '/organization/ai/example',
    {
      config: { scope: 'read', errors: [FINDING_UNKNOWN, AI_SETTINGS_INCOMPLETE] },
      schema: {
        tags,
        summary: 'Exactly what would be sent about a finding',
        description: 'Made by the code that sends it, with the key masked, also while AI is off. Nothing is sent.',
        querystring: AiExampleQuery,
        response: { 200: WireAiExample, ...ERRORS },
      },
    },
    async (request) => {
      const { settings, requests } = await previewRequests(
        deps,
        toCaller(request),
        toId(request.query.finding, FINDING_UNKNOWN),
      );
      const { sharing, enabled } = settings;
      return { sharing, enabled, requests: requests.map((each) => ({ ...each, headers: { ...each.headers } })) };
    },
  );
}

function accountRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/organization/ai/usage',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'What models have cost, day by day',
        querystring: AiUsageQuery,
        response: { 200: WireAiUsage, ...ERRORS },
      },
    },
    async (request) => {
      const at = new Date(deps.now()).toISOString();
      return await deps.database.inOrg(toCaller(request).orgId, async (tx): Promise<WireAiUsage> => {
        const days = await listAiDays(tx, at, request.query.days);
        const { budget } = await getAiSettings(tx);
        return {
          ...(await getSpending(tx, at)),
          budget,
          days: days.map(({ outcomes, ...day }) => {
            const calls = outcomes.answered + outcomes.abstained + outcomes.failed;
            return { ...day, calls, outcomes: { ...outcomes } };
          }),
        };
      });
    },
  );

  app.get(
    '/organization/ai/call',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags,
        summary: 'Every call to a model, newest first',
        querystring: AiCallsQuery,
        response: { 200: z.array(WireAiCall), ...ERRORS },
      },
    },
    async (request, reply) => {
      const page = await deps.database.inOrg(
        toCaller(request).orgId,
        async (tx) => await listAiCalls(tx, request.query),
      );
      setPageHeaders(request, reply, request.query, page);
      return page.items.map((call) => ({ ...call }));
    },
  );
}

// Describes the outcome of a test request to a model.
function toWireAiTest(answer: Awaited<ReturnType<typeof testModel>>): WireAiTest {
  if (answer.status === 'not_asked') {
    return {
      ok: false,
      outcome: 'failed',
      reason: answer.reason,
      model: '',
      latencyMs: 0,
      httpStatus: null,
      problem: 'The budget does not hold it. Raise it, or wait for the next day.',
      tokensIn: null,
      tokensOut: null,
    };
  }
  const { status: outcome, model, latencyMs, httpStatus, usage } = answer;
  return {
    ok: outcome === 'answered',
    outcome,
    model,
    latencyMs: Math.round(latencyMs),
    httpStatus,
    reason: outcome === 'answered' ? null : answer.reason,
    problem: problemOf(answer),
    tokensIn: usage?.tokensIn ?? null,
    tokensOut: usage?.tokensOut ?? null,
  };
}

function problemOf(answer: Exclude<Awaited<ReturnType<typeof testModel>>, { status: 'not_asked' }>): string | null {
  if (answer.status === 'answered') return null;
  if (answer.status === 'failed')
    return answer.reason === 'auth' ? `The key was not accepted. ${answer.problem}` : answer.problem;
  return answer.reason === 'refusal' ? 'The model has refused to answer.' : 'The answer was cut off.';
}
