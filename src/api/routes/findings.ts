/** Findings of a version, and their counts for the same filters. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { rankOf } from '../../core/advisory/severity-rank.ts';
import { getVersion } from '../../pipeline/change-version.ts';
import { readDataState } from '../../pipeline/data-state.ts';
import { listAnalyses, type Analysis } from '../../store/findings/analyses.ts';
import { countFindings, listFindings, type FindingFilter } from '../../store/findings/list-findings.ts';
import type { OrgTx } from '../../store/database.ts';
import { toVersionAddress } from '../addresses.ts';
import type { ApiDeps } from '../api-deps.ts';
import { toBySeverity } from '../by-severity.ts';
import { FindingFilters, FindingListQuery, WireFinding, WireFindingSummary } from '../contract/finding.ts';
import { VersionParams } from '../contract/version.ts';
import { toCaller } from '../guard-request.ts';
import { setPageHeaders } from '../page-headers.ts';
import { ERRORS } from '../route-schema.ts';
import { toWireFinding } from '../to-wire-finding.ts';

const tags = ['Findings'];

export function findingsRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/service/:service/version/:version/finding',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'Findings of a version, worst first',
        description:
          'By default what is open and not filtered as not relevant; `X-Hidden-Count` says how many that hides, `X-Coverage` how many components were checked.',
        params: VersionParams,
        querystring: FindingListQuery,
        response: { 200: z.array(WireFinding), ...ERRORS },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const found = await deps.database.inOrg(caller.orgId, async (tx) => {
        const version = await getVersion(tx, caller, toVersionAddress(request.params));
        const page = await listFindings(tx, version.id, toFilter(request.query), request.query);
        return { page, analysis: await findNewestEnded(tx, version.id) };
      });
      setPageHeaders(request, reply, request.query, found.page.total);
      void reply.header('x-hidden-count', found.page.hidden);
      setCoverageHeader(reply, found.analysis);
      return found.page.items.map(toWireFinding);
    },
  );

  app.get(
    '/service/:service/version/:version/finding/summary',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'Counts of findings for the same filters, with coverage and the age of the data',
        params: VersionParams,
        querystring: FindingFilters,
        response: { 200: WireFindingSummary, ...ERRORS },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const { counts, newest, ended } = await deps.database.inOrg(caller.orgId, async (tx) => {
        const version = await getVersion(tx, caller, toVersionAddress(request.params));
        return {
          counts: await countFindings(tx, version.id, toFilter(request.query)),
          newest: (await listAnalyses(tx, version.id, { limit: 1, offset: 0 })).items[0],
          ended: await findNewestEnded(tx, version.id),
        };
      });
      const data = await readDataState(deps.database);
      return {
        total: counts.total,
        hidden: counts.hidden,
        bySeverity: toBySeverity(counts.bySeverityRank),
        coverage: ended?.coverage ? { ...ended.coverage, notChecked: [...ended.coverage.notChecked] } : null,
        analysis: newest === undefined ? null : { id: newest.id, status: newest.status },
        data: { snapshot: data.snapshot, state: data.state, newestRecordAt: data.newestRecordAt },
      };
    },
  );
}

type Query = z.output<typeof FindingFilters>;

function toFilter(query: Query): FindingFilter {
  // In this version a finding is open or it is not here: what ended before belongs to its history.
  const hidesAll = query.state !== undefined && !query.state.includes('open');
  return {
    relevance: hidesAll ? [] : query.relevance,
    severityRanks: query.severity?.map(rankOf),
    fixable: query.fixable,
    package: query.package,
    cve: query.cve,
    q: query.q,
  };
}

/** An earlier result stays readable while a newer analysis runs. */
async function findNewestEnded(tx: OrgTx, versionId: string): Promise<Analysis | undefined> {
  const { items } = await listAnalyses(tx, versionId, { limit: 20, offset: 0 });
  return items.find((analysis) => analysis.coverage !== null);
}

function setCoverageHeader(reply: FastifyReply, analysis: Analysis | undefined): void {
  if (!analysis?.coverage) return;
  const { components, checked } = analysis.coverage;
  void reply.header('x-coverage', `components=${components}, checked=${checked}, not-checked=${components - checked}`);
}
