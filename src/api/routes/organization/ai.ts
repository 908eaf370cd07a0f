/** The AI step: settings, connection test, preview of the data sent, costs, and reassessing a version. */
import { z } from 'zod';
import { FINDING_UNKNOWN, AI_CALL_UNKNOWN, AI_SETTINGS_INCOMPLETE } from '../../../pipeline/errors.ts';
import { PRECONDITION_FAILED } from '../../errors.ts';
import { requestAssessment } from '../../../pipeline/ai/request-assessment.ts';
import { changeAiSettings, getAiView, type AiView } from '../../../pipeline/ai/ai-settings.ts';
import { previewExample, previewRequests } from '../../../pipeline/ai/assessment/preview-requests.ts';
import { expectUsage } from '../../../pipeline/ai/expect-usage.ts';
import { testModel } from '../../../pipeline/ai/model/test-model.ts';
import { findAiCall, listAiCalls, listAiDays } from '../../../store/ai/ai-calls.ts';
import { getAiSettings } from '../../../store/ai/ai-settings.ts';
import { getSpending } from '../../../store/ai/budget.ts';
import { toId, toVersionAddress } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { requireMatch, toEtag, sendUnlessKnown, UNCHANGED } from '../../http/response/etags.ts';
import {
  AiCallParams,
  AiCallsQuery,
  AiChange,
  AiExampleQuery,
  AiRunQuery,
  AiUsageQuery,
  WireAiCall,
  WireAiCallDetails,
  WireAiExample,
  WireAiRun,
  WireAiSettings,
  WireAiTest,
  WireAiUsage,
} from '../../contract/ai.ts';
import { VersionParams } from '../../contract/services/service.ts';
import { toCaller } from '../../http/guard-request.ts';
import { sendPage } from '../../http/response/page-headers.ts';

export function aiRoutes(app: RouteApp, deps: ApiDeps): void {
  const toWire = (view: AiView): WireAiSettings => ({ ...view, allowsPrivate: deps.ai.allowsPrivate });

  app.get(
    '/organization/ai',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getAiSettings',
        summary: 'Get the AI settings',
        description: 'The API key is never returned.',
        response: { 200: WireAiSettings, ...UNCHANGED },
      },
    },
    async (request, reply) => {
      const { orgId } = toCaller(request);
      const view = await deps.database.readInOrg(orgId, getAiView);
      return await sendUnlessKnown(request, reply, toWire(view), view);
    },
  );

  app.patch(
    '/organization/ai',
    {
      config: { scope: 'settings:write', errors: [PRECONDITION_FAILED] },
      schema: {
        operationId: 'updateAiSettings',
        summary: 'Update the AI settings',
        description: 'Changes the settings that are sent.',
        body: AiChange,
        response: { 200: WireAiSettings },
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
        operationId: 'testAiSettings',
        summary: 'Test the connection to the model',
        description:
          'Sends one short question to the model, even while AI is disabled. Apart from the API key, no data of the organization is sent. The cost counts toward the budget. The response shows what was sent and received.',
        response: { 200: WireAiTest },
      },
    },
    async (request) => toWireAiTest(await testModel(deps, toCaller(request))),
  );

  app.get(
    '/organization/ai/example',
    {
      config: { scope: 'read', errors: [FINDING_UNKNOWN, AI_SETTINGS_INCOMPLETE] },
      schema: {
        operationId: 'getAiExample',
        summary: 'Preview the requests for a finding',
        description:
          'Returns the exact requests that Assay would send to the model for a finding, or for a built-in example, with the API key masked. Nothing is sent. Works while AI is disabled.',
        querystring: AiExampleQuery,
        response: { 200: WireAiExample },
      },
    },
    async (request) => {
      const { finding } = request.query;
      const caller = toCaller(request);
      const { settings, requests } =
        finding === undefined
          ? await previewExample(deps, caller)
          : await previewRequests(deps, caller, toId(finding, FINDING_UNKNOWN));
      const { sharing, enabled } = settings;
      return { sharing, enabled, requests: requests.map((each) => ({ ...each, headers: { ...each.headers } })) };
    },
  );

  app.get(
    '/organization/ai/usage',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getAiUsage',
        summary: 'Get AI usage',
        description: 'Returns tokens, cost and outcomes per day.',
        querystring: AiUsageQuery,
        response: { 200: WireAiUsage },
      },
    },
    async (request) => {
      const at = new Date(deps.now()).toISOString();
      return await deps.database.readInOrg(toCaller(request).orgId, async (tx): Promise<WireAiUsage> => {
        const days = await listAiDays(tx, at, request.query.days);
        const settings = await getAiSettings(tx);
        return {
          ...(await getSpending(tx, at)),
          budget: settings.budget,
          expected: await expectUsage(deps.ai, tx, settings),
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
        operationId: 'listAiCalls',
        summary: 'List calls to the model',
        description: 'Newest first.',
        querystring: AiCallsQuery,
        response: { 200: z.array(WireAiCall) },
      },
    },
    async (request, reply) => {
      const page = await deps.database.readInOrg(
        toCaller(request).orgId,
        async (tx) => await listAiCalls(tx, request.query),
      );
      return sendPage(request, reply, request.query, page, (call) => ({ ...call }));
    },
  );

  app.get(
    '/organization/ai/call/:id',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'getAiCall',
        summary: 'Get a call to the model',
        description: 'Includes the request and response bodies if they are stored.',
        params: AiCallParams,
        response: { 200: WireAiCallDetails },
      },
    },
    async (request) => {
      const id = toId(request.params.id, AI_CALL_UNKNOWN);
      const call = await deps.database.readInOrg(toCaller(request).orgId, async (tx) => await findAiCall(tx, id));
      if (call === undefined) throw AI_CALL_UNKNOWN();
      return call;
    },
  );

  app.post(
    '/service/:service/version/:version/ai',
    {
      config: { scope: 'triage' },
      schema: {
        operationId: 'assessVersion',
        summary: 'Run the AI assessment of a version',
        description:
          'Starts an analysis that sends the findings of the version to the model. This happens automatically after each analysis; use this request to repeat it.',
        params: VersionParams,
        querystring: AiRunQuery,
        response: { 200: WireAiRun },
      },
    },
    async (request) => ({
      analysisId: await requestAssessment(deps, toCaller(request), toVersionAddress(request.params), request.query),
    }),
  );
}

function toWireAiTest(answer: Awaited<ReturnType<typeof testModel>>): WireAiTest {
  if (answer.status === 'not_asked') {
    return {
      ok: false,
      outcome: 'failed',
      reason: answer.reason,
      model: '',
      latencyMs: 0,
      httpStatus: null,
      problem: 'The daily or monthly budget is exhausted. Raise it, or wait until it resets.',
      tokensIn: null,
      tokensOut: null,
      bodies: null,
    };
  }
  const { status: outcome, model, latencyMs, httpStatus, usage, bodies = null } = answer;
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
    bodies,
  };
}

function problemOf(answer: Exclude<Awaited<ReturnType<typeof testModel>>, { status: 'not_asked' }>): string | null {
  if (answer.status === 'answered') return null;
  if (answer.status === 'failed')
    return answer.reason === 'auth' ? `The API key was rejected. ${answer.problem}` : answer.problem;
  return 'The model refused to answer.';
}
