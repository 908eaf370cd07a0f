/** Questions about services whose answers settle findings: list, answer, and revert the answers. */
import { z } from 'zod';
import { severityOf } from '../../../core/advisory/severity/severity-rank.ts';
import { describeQuestion } from '../../../core/relevance/questions/question.ts';
import type { AnswerEffect } from '../../../core/vocabulary/question.ts';
import { nowOf } from '../../../pipeline/deps.ts';
import { QUESTION_UNKNOWN, SERVICE_UNKNOWN } from '../../../pipeline/errors.ts';
import { getService } from '../../../pipeline/portfolio/change-service.ts';
import { answerQuestion, revertAnswer } from '../../../pipeline/questions/answer-question.ts';
import { describeServiceQuestions, type ServiceQuestion } from '../../../pipeline/questions/list-questions.ts';
import { listOrganizationQuestions, type OrganizationQuestion } from '../../../store/relevance/questions.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import {
  AnswerBody,
  FINDINGS_SHOWN_MAX,
  ManyAnswersBody,
  QuestionParams,
  QuestionQuery,
  ServiceQuestionParams,
  ServiceQuestionQuery,
  WireOrganizationQuestion,
  WireQuestion,
} from '../../contract/findings/question.ts';
import { ServiceParams } from '../../contract/services/service.ts';
import { toCaller } from '../../http/guard-request.ts';
import { createRateGuard } from '../../http/limits/rate-guard.ts';
import { toId, toReference } from '../../http/path-parameters.ts';
import { sendPage } from '../../http/response/page-headers.ts';

const SERVICES_SHOWN_MAX = 100;

export function questionsRoutes(app: RouteApp, deps: ApiDeps): void {
  const onRequest = createRateGuard(deps, 'decisions');

  app.get(
    '/question',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listQuestions',
        summary: 'List the open questions of the organization',
        description:
          'Each question once, with the services in which it is open, sorted by the risk of the findings that its answer settles in the newest versions of services.',
        querystring: QuestionQuery,
        response: { 200: z.array(WireOrganizationQuestion) },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const page = await deps.database.readInOrg(
        caller.orgId,
        async (tx) =>
          await listOrganizationQuestions(tx, caller.services, {
            now: nowOf(deps),
            servicesMax: SERVICES_SHOWN_MAX,
            page: request.query,
          }),
      );
      return sendPage(request, reply, request.query, page, toWireOrganizationQuestion);
    },
  );

  app.put(
    '/question/:id/answer',
    {
      config: { scope: 'triage', errors: [SERVICE_UNKNOWN] },
      onRequest,
      schema: {
        operationId: 'answerQuestionForServices',
        summary: 'Answer a question for several services',
        description: 'Replaces earlier answers. The watched versions of the services are analyzed again.',
        params: QuestionParams,
        body: ManyAnswersBody,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { answer, note = null, expiresAt = null, services } = request.body;
      const references = services.map((service) => toReference('service name', service));
      const id = toId(request.params.id, QUESTION_UNKNOWN);
      await answerQuestion(deps, toCaller(request), id, { answer, note, expiresAt, services: references });
      return await reply.code(204).send(null);
    },
  );

  app.get(
    '/service/:service/question',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listServiceQuestions',
        summary: 'List the questions about a service',
        description:
          'Questions about the newest version, with the findings that each answer settles. Open questions are in the order in which to answer them: each settles as much as possible of what the ones before it leave open.',
        params: ServiceParams,
        querystring: ServiceQuestionQuery,
        response: { 200: z.array(WireQuestion) },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const { state = ['open'], limit, offset } = request.query;
      const reference = toReference('service name', request.params.service);
      const all = await deps.database.readInOrg(caller.orgId, async (tx) => {
        const { id } = await getService(tx, caller, reference);
        return await describeServiceQuestions(tx, id, { now: nowOf(deps), states: state });
      });
      const page = { total: all.length, items: all.slice(offset, offset + limit) };
      return sendPage(request, reply, request.query, page, toWireQuestion);
    },
  );

  app.put(
    '/service/:service/question/:id/answer',
    {
      config: { scope: 'triage' },
      onRequest,
      schema: {
        operationId: 'answerQuestion',
        summary: 'Answer a question about a service',
        description:
          'Replaces an earlier answer. The watched versions of the service are analyzed again: rule R27 applies the answer to every finding that depends on it, until it expires or the major version of the package changes.',
        params: ServiceQuestionParams,
        body: AnswerBody,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { answer, note = null, expiresAt = null } = request.body;
      const services = [toReference('service name', request.params.service)];
      const id = toId(request.params.id, QUESTION_UNKNOWN);
      await answerQuestion(deps, toCaller(request), id, { answer, note, expiresAt, services });
      return await reply.code(204).send(null);
    },
  );

  app.delete(
    '/service/:service/question/:id/answer',
    {
      config: { scope: 'triage' },
      onRequest,
      schema: {
        operationId: 'revertAnswer',
        summary: 'Revert the answer to a question',
        description: 'The question is open again, and so are the findings that the answer settled.',
        params: ServiceQuestionParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const reference = toReference('service name', request.params.service);
      await revertAnswer(deps, toCaller(request), reference, toId(request.params.id, QUESTION_UNKNOWN));
      return await reply.code(204).send(null);
    },
  );
}

function toWireQuestion({
  id,
  kind,
  subject,
  package: name,
  findings,
  answer,
  askedAgain,
}: ServiceQuestion): WireQuestion {
  const count = (effect: AnswerEffect): number => findings.filter((each) => each.effect === effect).length;
  return {
    id,
    kind,
    subject,
    package: name,
    ...describeQuestion({ kind, subject, package: name }),
    settles: { dismiss: count('dismiss'), deprioritize: count('deprioritize'), suggest: count('suggest') },
    findings: findings.slice(0, FINDINGS_SHOWN_MAX).map((finding) => ({
      id: finding.id,
      vulnerability: finding.vulnerability,
      package: finding.package,
      version: finding.version,
      severity: severityOf(finding.severityRank),
      effect: finding.effect,
    })),
    answer: answer && {
      answer: answer.answer,
      note: answer.note,
      by: answer.by,
      at: answer.at,
      expiresAt: answer.expiresAt,
    },
    askedAgain,
  };
}

function toWireOrganizationQuestion(question: OrganizationQuestion): WireOrganizationQuestion {
  const { dismisses, lowers, services, ...asked } = question;
  return {
    ...asked,
    ...describeQuestion(question),
    settles: { dismiss: dismisses, deprioritize: lowers },
    services: services.map((service) => ({
      id: service.id,
      name: service.name,
      settles: { dismiss: service.dismisses, deprioritize: service.lowers },
    })),
  };
}
