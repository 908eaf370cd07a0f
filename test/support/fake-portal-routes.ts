/** The responses of the fake portal API for its one service and its one version. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { WireAnalysis } from '../../src/api/contract/services/analysis.ts';
import type { WireComponent } from '../../src/api/contract/services/component.ts';
import type {
  WireCoverage,
  WireFinding,
  WireFindingGroup,
  WireFindingSummary,
} from '../../src/api/contract/findings/finding.ts';
import type { WireFindingHistory, WireServiceHistory } from '../../src/api/contract/history/history.ts';
import type { WireReadiness } from '../../src/api/contract/health.ts';
import type { WireMe } from '../../src/api/contract/organization/person.ts';
import type { WireRemediation } from '../../src/api/contract/findings/remediation.ts';
import type { WireSbomDetails } from '../../src/api/contract/services/sbom.ts';
import type { WireSearch } from '../../src/api/contract/findings/search.ts';
import type { WireService, WireVersionDetails } from '../../src/api/contract/services/service.ts';
import { aCoverage, anAnalysis, anId, aMe, aVersion } from './wire-answers.ts';
import { aPlan } from './wire-plan.ts';

export interface PortalAnswers {
  readonly service: string;
  readonly version: WireVersionDetails;
  readonly analysis: WireAnalysis | null;
  readonly findings: readonly WireFinding[];
  readonly components: readonly WireComponent[];
  readonly sboms: readonly WireSbomDetails[];
  readonly history: WireServiceHistory;
  readonly plan: WireRemediation;
  readonly search: WireSearch;
  readonly coverage: WireCoverage | null;
  readonly data: WireFindingSummary['data'];
  /** The long description of every vulnerability. */
  readonly advisoryText: string;
  readonly me: WireMe;
  readonly isSignedOut: boolean;
  readonly hasStream: boolean;
  /** Every API response has this status instead. */
  readonly failWith?: number | undefined;
}

export const DEFAULT_ANSWERS: PortalAnswers = {
  service: 'shop',
  version: aVersion(),
  analysis: anAnalysis(),
  findings: [],
  components: [],
  sboms: [],
  history: { versions: [], days: [], remediationTimes: [] },
  plan: aPlan(),
  search: { services: [], versions: [], vulnerabilities: [], components: [] },
  coverage: aCoverage(412, 412),
  data: { snapshot: 7, state: 'ready', newestRecordAt: new Date(Date.now() - 12 * 60_000).toISOString() },
  advisoryText: 'Nested input is parsed without a limit.',
  me: aMe(),
  isSignedOut: false,
  hasStream: true,
};

const VERSION_PATH = '/api/v2/service/:service/version/:version';

interface Params {
  readonly service: string;
  readonly version: string;
}

export function addFakeRoutes(app: FastifyInstance, now: () => PortalAnswers): void {
  addPortfolio(app, now);
  addFindings(app, now);
  app.get('/readyz', async (): Promise<WireReadiness> => {
    const state = now().data.state as WireReadiness['advisories']['state'];
    const osv = { name: 'osv', state: 'syncing', ageSeconds: null, staleText: null } as const;
    const advisories = { state, sources: state === 'syncing' ? [osv] : [] };
    return { status: 'ok', database: 'up', migrations: '1', queue: 'up', advisories, problems: [], warnings: [] };
  });
  app.get('/api/v2/event', async () => []);
  app.get('/api/v2/question', async (_request, reply) => await sendPage(reply, [], 0));
  app.get('/api/v2/service/:service/question', async (_request, reply) => await sendPage(reply, [], 0));
  app.get('/api/v2/search', async () => now().search);
  app.get('/api/v2/organization/usage', async () => ({ quotas: [] }));
  app.get('/api/v2/organization/ai', async () => ({ enabled: false }));
  app.get('/api/v2/token', async (_request, reply) => await sendPage(reply, [], 0));
}

function addPortfolio(app: FastifyInstance, now: () => PortalAnswers): void {
  const toService = (): WireService => {
    const { service: name, version } = now();
    return { id: anId(1), name, createdAt: version.createdAt, versionCount: 1, aiOptOut: false };
  };
  const isKnown = ({ service, version }: Params) =>
    [now().service, anId(1)].includes(service) && [now().version.name, now().version.id].includes(version);
  const refuse = async (reply: FastifyReply) =>
    await sendError(reply, 404, 'VERSION_UNKNOWN', 'There is no such version.');

  app.get('/api/v2/service', async (_request, reply) => {
    const { id, name, createdAt } = now().version;
    const { analysis, coverage, findings } = now();
    const latestVersion = {
      id,
      name,
      createdAt,
      analysis,
      coverage,
      findings: { ...countFindings(findings), hidden: countHidden(findings) },
    };
    return await sendPage(reply, [{ ...toService(), latestVersion, previousVersion: null }], 1);
  });
  app.get('/api/v2/service/:service', async () => toService());
  app.get('/api/v2/service/:service/history', async () => now().history);
  app.get('/api/v2/service/:service/history/age', async () => ({ open: 0, resolved: 0, bySeverity: [] }));
  app.get('/api/v2/service/:service/version', async (_request, reply) => await sendPage(reply, [now().version], 1));
  app.get<{ Params: Params }>(VERSION_PATH, async (request, reply) =>
    isKnown(request.params) ? now().version : await refuse(reply),
  );
  app.get<{ Params: Params }>(`${VERSION_PATH}/analysis`, async (request, reply) => {
    if (!isKnown(request.params)) return await refuse(reply);
    const { analysis } = now();
    return await sendPage(reply, analysis === null ? [] : [analysis], analysis === null ? 0 : 1);
  });
  app.post(
    `${VERSION_PATH}/analysis`,
    async (_request, reply) => await reply.code(201).send(anAnalysis({ status: 'queued' })),
  );
  app.get('/api/v2/analysis/:id', async () => now().analysis);
  app.get(`${VERSION_PATH}/component`, async (_request, reply) => {
    const { components } = now();
    return await sendPage(reply, components, components.length);
  });
  app.get(`${VERSION_PATH}/remediation`, async ({ headers }, reply) =>
    headers.accept === 'text/markdown' ? await reply.type('text/markdown').send('# The plan\n') : now().plan,
  );
  app.get(`${VERSION_PATH}/sbom`, async (_request, reply) => await sendPage(reply, now().sboms, now().sboms.length));
  app.get<{ Params: { readonly id: string } }>('/api/v2/sbom/:id', async ({ params }, reply) => {
    return (
      now().sboms.find(({ id }) => id === params.id) ??
      (await sendError(reply, 404, 'SBOM_UNKNOWN', 'There is no such SBOM.'))
    );
  });
}

function addFindings(app: FastifyInstance, now: () => PortalAnswers): void {
  app.get<{ Querystring: Query }>(`${VERSION_PATH}/finding`, async ({ query, headers, url }, reply) => {
    const found = filterFindings(now().findings, query);
    void reply.header('x-hidden-count', countHidden(now().findings));
    if (headers.accept !== 'application/json') return await reply.type('text/csv').send(`${found.length} findings\n`);
    const limit = Number(query.limit ?? 100);
    const start = Number(query.cursor ?? query.offset ?? 0);
    if (start + limit < found.length)
      void reply.header('link', `<${url.split('?')[0]}?cursor=${start + limit}&limit=${limit}>; rel="next"`);
    return await sendPage(reply, found.slice(start, start + limit), found.length);
  });
  app.get<{ Querystring: Query }>(`${VERSION_PATH}/finding/group`, async ({ query, url }, reply) => {
    const groups = groupFindings(filterFindings(now().findings, query), query.groupBy);
    const limit = Number(query.limit ?? 100);
    const start = Number(query.cursor ?? query.offset ?? 0);
    if (start + limit < groups.length)
      void reply.header('link', `<${url.split('?')[0]}?cursor=${start + limit}&limit=${limit}>; rel="next"`);
    return await sendPage(reply, groups.slice(start, start + limit), groups.length);
  });
  app.get<{ Querystring: Query }>(`${VERSION_PATH}/finding/summary`, async ({ query }): Promise<WireFindingSummary> => {
    const { findings, coverage, analysis, data } = now();
    const found = filterFindings(findings, query);
    const notUploaded = analysis?.notUploaded ?? [];
    return { ...countFindings(found, query), hidden: countHidden(findings), coverage, notUploaded, analysis, data };
  });
  const find = (wanted: string) => now().findings.find(({ id }) => id === wanted);
  app.get<{ Params: { readonly id: string } }>('/api/v2/finding/:id', async ({ params }, reply) => {
    const finding = find(params.id);
    if (finding === undefined) return await sendError(reply, 404, 'FINDING_UNKNOWN', 'There is no such finding.');
    const { service, version } = now();
    return {
      ...finding,
      component: { ...finding.component, paths: [] },
      recommendation: null,
      work: null,
      service: { id: anId(1), name: service },
      version: { id: version.id, name: version.name },
    };
  });
  app.get('/api/v2/inbox', async () => ({ since: '2026-11-14T20:00:00.000Z', total: 0, parts: [] }));
  app.get('/api/v2/finding/:id/comment', async (_request, reply) => await sendPage(reply, [], 0));
  app.get('/api/v2/member', async (_request, reply) => await sendPage(reply, [], 0));
  app.get<{ Params: { readonly id: string } }>('/api/v2/finding/:id/history', async ({ params }) => {
    const finding = find(params.id);
    const history: WireFindingHistory = {
      fingerprint: finding?.fingerprint ?? '',
      vulnerabilityId: finding?.vulnerability.id ?? '',
      package: finding?.component.name ?? '',
      service: { id: anId(1), name: now().service },
      firstSeen: finding?.firstSeen ?? { at: now().version.createdAt, versionId: now().version.id },
      events: [],
      presence: [],
    };
    return history;
  });
  app.get<{ Params: { readonly id: string } }>('/api/v2/vulnerability/:id', async ({ params }) => {
    const finding = now().findings.find(({ vulnerability }) => vulnerability.id === params.id);
    return {
      ...finding?.vulnerability,
      class: 'vulnerability',
      details: now().advisoryText,
      covers: [],
      records: [],
      affected: [],
      affectedCount: 0,
      affectedServices: [],
      affectedServiceCount: 0,
    };
  });
}

interface Query {
  readonly q?: string;
  readonly severity?: string;
  readonly relevance?: string;
  readonly suggested?: string;
  readonly kev?: string;
  readonly cve?: string;
  readonly component?: string;
  readonly groupBy?: string;
  readonly limit?: string;
  readonly offset?: string;
  readonly cursor?: string;
}

function filterFindings(findings: readonly WireFinding[], query: Query): WireFinding[] {
  const { q = '', severity, relevance, suggested, kev, cve, component: componentId } = query;
  return findings.filter(({ vulnerability, component, relevance: { status, suggestion } }) => {
    if (cve !== undefined && vulnerability.id !== cve) return false;
    if (componentId !== undefined && component.id !== componentId) return false;
    if (suggested !== undefined && (suggestion !== null) !== (suggested === 'true')) return false;
    const isRelevant = relevance === undefined ? status !== 'not_relevant' : relevance.split(',').includes(status);
    const isSevere = severity === undefined || severity.split(',').includes(vulnerability.severity);
    const isKev = kev === undefined || kev === String(vulnerability.kev !== null);
    return (
      isRelevant && isSevere && isKev && `${vulnerability.id} ${vulnerability.title} ${component.name}`.includes(q)
    );
  });
}

/** In the order of the first finding of each group. There is no plan to group by. */
function groupFindings(findings: readonly WireFinding[], groupBy = 'vulnerability'): WireFindingGroup[] {
  const groups = Map.groupBy(findings, ({ vulnerability, component }) => {
    if (groupBy === 'fix') return 'no_fix';
    return groupBy === 'component' ? component.id : vulnerability.id;
  });
  return [...groups].flatMap(([key, members]) => {
    const [finding] = members;
    if (finding === undefined) return [];
    const components = [...new Map(members.map(({ component }) => [component.id, component])).values()];
    return {
      key,
      finding,
      findings: members.length,
      fixable: 0,
      bySeverity: countFindings(members, { relevance: '' }).bySeverity,
      components: components.slice(0, 3).map(({ id, name, version }) => ({ id, name, version })),
      componentCount: components.length,
      firstSeenAt: finding.firstSeen.at,
      target: null,
      step: null,
      reason: groupBy === 'fix' ? { code: 'no_fix', text: 'No fix is known.' } : null,
    };
  });
}

function countFindings(findings: readonly WireFinding[], { relevance }: Query = {}) {
  const counted = relevance === undefined ? filterFindings(findings, {}) : findings;
  const bySeverity = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
  const byBand = { P0: 0, P1: 0, P2: 0, P3: 0, P4: 0 };
  for (const { vulnerability, priority } of counted) {
    bySeverity[vulnerability.severity] += 1;
    byBand[priority.band] += 1;
  }
  const reasons = Map.groupBy(
    findings.filter(({ relevance: { status } }) => status === 'not_relevant'),
    (finding) => finding.relevance.reasons[0]?.code ?? '',
  );
  const hiddenByReason = [...reasons].map(([code, { length: count }]) => ({ code, count }));
  const lowerPriority = counted.filter(({ relevance: { status } }) => status === 'deprioritized').length;
  return { total: counted.length, lowerPriority, bySeverity, byBand, hiddenByReason };
}

function countHidden(findings: readonly WireFinding[]): number {
  return findings.filter(({ relevance }) => relevance.status === 'not_relevant').length;
}

async function sendPage(reply: FastifyReply, items: readonly object[], total: number): Promise<FastifyReply> {
  return await reply.header('x-total-count', total).send(items);
}

export async function sendError(
  reply: FastifyReply,
  status: number,
  code: string,
  errorMessage: string,
): Promise<FastifyReply> {
  return await reply.code(status).send({ errorMessage, code, requestId: anId(9) });
}
