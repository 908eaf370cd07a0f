/** Findings, vulnerabilities and counts of a project. Before the first analysis has finished there are none to report. */
import { Readable } from 'node:stream';
import { VEX_STATES } from '../../core/vocabulary/vex.ts';
import { RELEVANCES } from '../../core/vocabulary/relevance.ts';
import type { Caller } from '../../pipeline/deps.ts';
import type { OrgTx } from '../../store/database.ts';
import { findAnalysis } from '../../store/findings/analyses/list-analyses.ts';
import { countFindings } from '../../store/findings/lists/count-findings.ts';
import type { FindingFilter } from '../../store/findings/lists/finding-filter.ts';
import { listFindingGroups } from '../../store/findings/lists/group-findings.ts';
import { listFindings } from '../../store/findings/lists/list-findings.ts';
import { listVersionSummaries, type VersionSummary } from '../../store/findings/version-summaries.ts';
import type { PlacedVersion } from '../../store/portfolio/versions/versions.ts';
import type { ApiDeps, RouteApp } from '../api-deps.ts';
import { PROJECT_NOT_ANALYZED } from '../errors.ts';
import { toCaller } from '../http/guard-request.ts';
import { listFindingPages } from '../routes/findings/report-findings.ts';
import { toBySeverity } from '../wire/counts.ts';
import { toWirePlacedFinding } from '../wire/to-wire-finding.ts';
import { FindingListQuery, Metrics, ProjectParams } from './contract.ts';
import { getProjectById } from './projects.ts';
import { toFinding, toVulnerability } from './to-finding.ts';

/** The version of the format of exported findings. */
const EXPORT_VERSION = '1.2';

export function findingRoutes(app: RouteApp, deps: ApiDeps): void {
  const config = { scope: 'read', acceptsApiKey: true } as const;

  app.get(
    '/finding/project/:uuid',
    { config, schema: { hide: true, params: ProjectParams, querystring: FindingListQuery } },
    async (request, reply) => {
      const caller = toCaller(request);
      const { pageNumber, pageSize, suppressed } = request.query;
      const filter: FindingFilter = suppressed === 'true' ? { relevance: RELEVANCES } : {};
      const { project } = await getAnalyzed(deps, caller, request.params.uuid);
      const whose = { versionId: project.id };
      const { total } = await deps.database.readInOrg(
        caller.orgId,
        async (tx) => await countFindings(tx, whose, filter),
      );
      void reply.header('x-total-count', total).type(JSON_TYPE);
      if (pageSize === undefined) return await reply.send(streamArray(listFindingsOf(deps, caller, project, filter)));
      const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort: 'priority' } as const;
      const { items } = await deps.database.readInOrg(
        caller.orgId,
        async (tx) => await listFindings(tx, whose, filter, page),
      );
      return await reply.send(
        JSON.stringify(items.map((item) => toFinding(toWirePlacedFinding(item), 'milliseconds'))),
      );
    },
  );

  app.get(
    '/finding/project/:uuid/export',
    { config, schema: { hide: true, params: ProjectParams } },
    async (request, reply) => {
      const caller = toCaller(request);
      const { project } = await getAnalyzed(deps, caller, request.params.uuid);
      const head = {
        version: EXPORT_VERSION,
        meta: {
          application: 'Assay',
          version: deps.version,
          timestamp: new Date(deps.now()).toISOString(),
          ...(deps.publicUrl !== undefined && { baseUrl: deps.publicUrl }),
        },
        project: { uuid: project.id, name: project.serviceName, version: project.name },
      };
      const findings = listFindingsOf(deps, caller, project, {}, 'text');
      return await reply.type(JSON_TYPE).send(streamExport(head, findings));
    },
  );

  app.get(
    '/vulnerability/project/:uuid',
    { config, schema: { hide: true, params: ProjectParams } },
    async (request, reply) => {
      const caller = toCaller(request);
      const { project } = await getAnalyzed(deps, caller, request.params.uuid);
      return await reply.type(JSON_TYPE).send(streamArray(listVulnerabilitiesOf(deps, caller, project)));
    },
  );

  app.get(
    '/metrics/project/:uuid/current',
    { config, schema: { hide: true, params: ProjectParams, response: { 200: Metrics } } },
    async (request) => {
      const caller = toCaller(request);
      const { project, summary } = await getAnalyzed(deps, caller, request.params.uuid);
      return await deps.database.readInOrg(caller.orgId, async (tx) => await measure(tx, project, summary));
    },
  );

  // Counts are always current. Clients request this after an upload, and expect success.
  app.get(
    '/metrics/project/:uuid/refresh',
    { config, schema: { hide: true, params: ProjectParams } },
    async (request, reply) => {
      const caller = toCaller(request);
      await deps.database.readInOrg(caller.orgId, async (tx) => await getProjectById(tx, caller, request.params.uuid));
      return await reply.send('');
    },
  );
}

const JSON_TYPE = 'application/json; charset=utf-8';

interface AnalyzedProject {
  readonly project: PlacedVersion;
  readonly summary: VersionSummary;
}

/** An empty list would look like a project without vulnerabilities. */
async function getAnalyzed(deps: ApiDeps, caller: Caller, uuid: string): Promise<AnalyzedProject> {
  return await deps.database.readInOrg(caller.orgId, async (tx) => {
    const project = await getProjectById(tx, caller, uuid);
    const summary = (await listVersionSummaries(tx, [project.id])).get(project.id);
    if (summary === undefined || summary.coverage === null) throw PROJECT_NOT_ANALYZED();
    return { project, summary };
  });
}

async function* listFindingsOf(
  deps: ApiDeps,
  { orgId }: Caller,
  { id: versionId }: PlacedVersion,
  filter: FindingFilter,
  timeForm: Parameters<typeof toFinding>[1] = 'milliseconds',
): AsyncGenerator<object> {
  const selection = { whose: { versionId }, filter, subject: '' };
  for await (const page of listFindingPages(deps, { orgId, selection, sort: 'priority' }))
    yield* page.map((finding) => toFinding(finding, timeForm));
}

/** Each vulnerability once, as its most urgent finding has it. */
async function* listVulnerabilitiesOf(
  deps: ApiDeps,
  { orgId }: Caller,
  { id: versionId }: PlacedVersion,
): AsyncGenerator<object> {
  const selection = { whose: { versionId }, filter: {}, subject: '' };
  const seen = new Set<string>();
  for await (const page of listFindingPages(deps, { orgId, selection, sort: 'priority' })) {
    for (const finding of page) {
      if (seen.has(finding.vulnerability.id)) continue;
      seen.add(finding.vulnerability.id);
      yield toVulnerability(finding, 'milliseconds');
    }
  }
}

function streamArray(elements: AsyncIterable<object>): Readable {
  return Readable.from(toArrayPieces(elements), { objectMode: false });
}

async function* toArrayPieces(elements: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '[';
  for await (const element of elements) {
    yield separator + JSON.stringify(element);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

function streamExport(head: object, findings: AsyncIterable<object>): Readable {
  const start = JSON.stringify(head).slice(0, -1);
  return Readable.from(
    (async function* () {
      yield `${start},"findings":`;
      yield* toArrayPieces(findings);
      yield '}';
    })(),
    { objectMode: false },
  );
}

/** Weights of Dependency-Track. */
const WEIGHTS = { critical: 10, high: 5, medium: 3, low: 1, unassigned: 5 } as const;
const ONE = { limit: 1, offset: 0 };

async function measure(tx: OrgTx, project: PlacedVersion, summary: VersionSummary): Promise<Metrics> {
  const whose = { versionId: project.id };
  const { critical, high, medium, low, none, unknown } = toBySeverity(summary.bySeverityRank);
  const unassigned = none + unknown;
  const counts = { critical, high, medium, low, unassigned };
  const total = critical + high + medium + low + unassigned;
  const audited = await countFindings(tx, whose, { decided: VEX_STATES });
  const groups = await listFindingGroups(tx, project.id, {}, { by: 'component' }, ONE);
  const analysis = summary.analysis && (await findAnalysis(tx, summary.analysis.id, 'all'));
  return {
    ...counts,
    vulnerabilities: total,
    vulnerableComponents: groups.total,
    components: summary.coverage?.components ?? 0,
    suppressed: summary.hidden,
    findingsTotal: total,
    findingsAudited: audited.total,
    findingsUnaudited: total - audited.total,
    inheritedRiskScore: Object.entries(WEIGHTS).reduce(
      (sum, [name, weight]) => sum + weight * counts[name as keyof typeof WEIGHTS],
      0,
    ),
    // Assay has no policies of components or licenses.
    policyViolationsFail: 0,
    policyViolationsWarn: 0,
    policyViolationsInfo: 0,
    policyViolationsTotal: 0,
    firstOccurrence: Date.parse(project.createdAt),
    lastOccurrence: Date.parse(analysis?.finishedAt ?? project.createdAt),
  };
}
