/**
 * The portal as it is built, served with its real headers, over an API that only remembers what a test told it. For tests of
 * pages whose states a real server reaches slowly or never: stuck queues, lost connections, strange names.
 */
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { WireAnalysis } from '../../src/api/contract/analysis.ts';
import type { WireCoverage, WireFinding, WireFindingSummary } from '../../src/api/contract/finding.ts';
import type { WireVersionDetails } from '../../src/api/contract/version.ts';
import { portalFiles } from '../../src/api/portal-files.ts';
import { anAnalysis, anId, aVersion } from './wire-answers.ts';

export interface PortalAnswers {
  readonly service: string;
  readonly version: WireVersionDetails;
  readonly analysis: WireAnalysis | null;
  readonly findings: readonly WireFinding[];
  readonly coverage: WireCoverage | null;
  readonly data: WireFindingSummary['data'];
  /** Every answer of the API is this status instead. */
  readonly failWith?: number | undefined;
}

export interface FakePortal {
  readonly url: string;
  readonly token: string;
  /** From now on. */
  answer(changes: Partial<PortalAnswers>): void;
  /** Paths and queries of what the API was asked. */
  requests(): readonly string[];
  stop(): Promise<void>;
}

export const PORTAL_FOLDER = join(import.meta.dirname, '../../portal/dist');
const TOKEN = `asy_${'0'.repeat(12)}_${'x'.repeat(43)}`;
const VERSION_PATH = '/api/v2/service/:service/version/:version';

export async function startFakePortal(first: Partial<PortalAnswers> = {}): Promise<FakePortal> {
  let answers: PortalAnswers = { ...DEFAULTS, ...first };
  const requests: string[] = [];
  const app = Fastify({ forceCloseConnections: true });
  await portalFiles(app, PORTAL_FOLDER);
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    requests.push(request.url);
    if (answers.failWith !== undefined)
      return await sendError(reply, answers.failWith, 'SERVER_BUSY', 'The server has too much to do right now.');
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return await sendError(reply, 401, 'UNAUTHENTICATED', 'The token is missing or not valid.');
    return undefined;
  });
  addRoutes(app, () => answers);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    token: TOKEN,
    answer: (changes) => {
      answers = { ...answers, ...changes };
    },
    requests: () => requests,
    stop: async () => await app.close(),
  };
}

const DEFAULTS: PortalAnswers = {
  service: 'shop',
  version: aVersion(),
  analysis: anAnalysis(),
  findings: [],
  coverage: { components: 412, checked: 412, notChecked: [] },
  data: { snapshot: 7, state: 'ready', newestRecordAt: new Date(Date.now() - 12 * 60_000).toISOString() },
};

interface Params {
  readonly service: string;
  readonly version: string;
}

function addRoutes(app: FastifyInstance, now: () => PortalAnswers): void {
  const toService = () => ({ id: anId(1), name: now().service, createdAt: now().version.createdAt, versionCount: 1 });
  const isKnown = ({ service, version }: Params) =>
    [now().service, anId(1)].includes(service) && [now().version.name, now().version.id].includes(version);

  app.get('/api/v2/service', async (_request, reply) => {
    const { id, name, createdAt } = now().version;
    return await sendPage(reply, [{ ...toService(), latestVersion: { id, name, createdAt } }], 1);
  });
  app.get('/api/v2/service/:service', async () => toService());
  app.get('/api/v2/service/:service/version', async (_request, reply) => await sendPage(reply, [now().version], 1));
  app.get<{ Params: Params }>(VERSION_PATH, async (request, reply) =>
    isKnown(request.params)
      ? now().version
      : await sendError(reply, 404, 'VERSION_UNKNOWN', 'There is no such version.'),
  );
  app.get<{ Params: Params }>(`${VERSION_PATH}/analysis`, async (request, reply) => {
    if (!isKnown(request.params)) return await sendError(reply, 404, 'VERSION_UNKNOWN', 'There is no such version.');
    const { analysis } = now();
    return await sendPage(reply, analysis === null ? [] : [analysis], analysis === null ? 0 : 1);
  });
  app.get<{ Querystring: Filters }>(`${VERSION_PATH}/finding`, async ({ query }, reply) => {
    const found = filterFindings(now().findings, query);
    const offset = Number(query.offset ?? 0);
    void reply.header('x-hidden-count', countHidden(now().findings));
    return await sendPage(reply, found.slice(offset, offset + Number(query.limit ?? 100)), found.length);
  });
  app.get<{ Querystring: Filters }>(
    `${VERSION_PATH}/finding/summary`,
    async ({ query }): Promise<WireFindingSummary> => {
      const { findings, coverage, analysis, data } = now();
      const found = filterFindings(findings, query);
      const bySeverity = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
      for (const { vulnerability } of found) bySeverity[vulnerability.severity] += 1;
      return { total: found.length, hidden: countHidden(findings), bySeverity, coverage, analysis, data };
    },
  );
}

interface Filters {
  readonly q?: string;
  readonly severity?: string;
  readonly relevance?: string;
  readonly limit?: string;
  readonly offset?: string;
}

function filterFindings(findings: readonly WireFinding[], { q, severity, relevance }: Filters): WireFinding[] {
  return findings.filter(({ vulnerability, component, relevance: { status } }) => {
    const isRelevant = relevance === undefined ? status !== 'not_relevant' : relevance.split(',').includes(status);
    const isSevere = severity === undefined || severity.split(',').includes(vulnerability.severity);
    return isRelevant && isSevere && `${vulnerability.id} ${vulnerability.title} ${component.name}`.includes(q ?? '');
  });
}

function countHidden(findings: readonly WireFinding[]): number {
  return findings.filter(({ relevance }) => relevance.status === 'not_relevant').length;
}

async function sendPage(reply: FastifyReply, items: readonly object[], total: number): Promise<FastifyReply> {
  return await reply.header('x-total-count', total).send(items);
}

async function sendError(
  reply: FastifyReply,
  status: number,
  code: string,
  errorMessage: string,
): Promise<FastifyReply> {
  return await reply.code(status).send({ errorMessage, code, requestId: anId(9) });
}
