/**
 * Lists of findings of a version, a service and the organization, their counts for the same filters, and the vulnerabilities that
 * they belong to.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { REPORT_TOO_LARGE } from '../../errors.ts';
import { getDataState } from '../../../pipeline/advisories/data-state.ts';
import { listAnalyses } from '../../../store/findings/analyses/list-analyses.ts';
import { countFindings, countHiddenByReason, countListed } from '../../../store/findings/lists/count-findings.ts';
import { findOnlyVersion, listFindings } from '../../../store/findings/lists/list-findings.ts';
import type { ListedFinding } from '../../../store/findings/lists/listed-finding.ts';
import { findCoverage, listMissingDocuments } from '../../../store/findings/coverage.ts';
import type { PlannedSteps } from '../../../pipeline/remediation/planned-steps.ts';
import type { OrgTx } from '../../../store/database.ts';
import { collectYielding } from '../../../store/yielding.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import {
  selectOrganizationFindings,
  selectServiceFindings,
  selectVersionFindings,
  toFindingPage,
  type FindingSelection,
} from './select-findings.ts';
import { toBySeverity, toWireCoverage } from '../../wire/counts.ts';
import { chooseType } from '../../http/response/choose-type.ts';
import {
  WireFinding,
  WireFindingSummary,
  WirePlacedFinding,
  type WireFindingSummary as Summary,
  WireFoundVulnerability,
} from '../../contract/findings/finding.ts';
import {
  FINDING_TYPES,
  FindingFilters,
  FindingListQuery,
  ServiceFindingFilters,
  ServiceFindingListQuery,
  VersionFindingFilters,
  VersionFindingListQuery,
  FoundVulnerabilityQuery,
} from '../../contract/findings/finding-query.ts';
import { ServiceParams, VersionParams } from '../../contract/services/service.ts';
import { toFindingCursor } from '../../http/response/cursor.ts';
import { toCaller } from '../../http/guard-request.ts';
import { sendPage, setPageHeaders } from '../../http/response/page-headers.ts';
import { loadSteps } from './load-steps.ts';
import { reportFindings } from './report-findings.ts';
import { toWireFinding, toWirePlacedFinding } from '../../wire/to-wire-finding.ts';
import {
  listFoundVulnerabilities,
  type FoundVulnerability,
} from '../../../store/findings/lists/found-vulnerabilities.ts';

const description =
  'Most urgent first. By default, returns open findings that are relevant or have a lower priority; `X-Hidden-Count` is the number of findings that this default hides. `X-Coverage` has the number of checked components. `X-Total-Count` counts up to 10,000; `X-Total-More: true` means that there are more. `Accept` selects JSON, which is paged, or all matching findings as CSV, SARIF 2.1.0, a CycloneDX 1.6 VDR or a Markdown summary.';

export function findingsRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/service/:service/version/:version/finding',
    {
      config: { scope: 'read', errors: [REPORT_TOO_LARGE] },
      schema: {
        operationId: 'listVersionFindings',
        summary: 'List the findings of a version',
        description,
        params: VersionParams,
        querystring: VersionFindingListQuery,
        response: { 200: z.array(WireFinding) },
      },
    },
    async (request, reply) => {
      const steps = await loadStepsFor(deps, request);
      const ask = async (tx: OrgTx): Promise<FindingSelection> =>
        await selectVersionFindings(tx, toCaller(request), request.params, request.query, steps);
      return await sendFindings(deps, request, reply, { ask, query: request.query, toWire: toWireFinding });
    },
  );

  app.get(
    '/service/:service/version/:version/finding/summary',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getVersionFindingSummary',
        summary: 'Get the finding counts of a version',
        description:
          'Returns counts for the same filters as the list, with the coverage and the age of the advisory data.',
        params: VersionParams,
        querystring: VersionFindingFilters,
        response: { 200: WireFindingSummary },
      },
    },
    async (request) => {
      const steps = await loadStepsFor(deps, request);
      return await summarizeFindings(
        deps,
        request,
        async (tx) => await selectVersionFindings(tx, toCaller(request), request.params, request.query, steps),
      );
    },
  );

  app.get(
    '/service/:service/finding',
    {
      config: { scope: 'read', errors: [REPORT_TOO_LARGE] },
      schema: {
        operationId: 'listServiceFindings',
        summary: 'List the findings of the newest version of a service',
        description,
        params: ServiceParams,
        querystring: ServiceFindingListQuery,
        response: { 200: z.array(WirePlacedFinding) },
      },
    },
    async (request, reply) => {
      const ask = async (tx: OrgTx): Promise<FindingSelection> =>
        await selectServiceFindings(tx, toCaller(request), request.params, request.query);
      return await sendFindings(deps, request, reply, { ask, query: request.query, toWire: toWirePlacedFinding });
    },
  );

  app.get(
    '/service/:service/finding/summary',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getServiceFindingSummary',
        summary: 'Get the finding counts of the newest version of a service',
        description: 'Returns counts for the same filters as the list.',
        params: ServiceParams,
        querystring: ServiceFindingFilters,
        response: { 200: WireFindingSummary },
      },
    },
    async (request) =>
      await summarizeFindings(
        deps,
        request,
        async (tx) => await selectServiceFindings(tx, toCaller(request), request.params, request.query),
      ),
  );

  app.get(
    '/finding',
    {
      config: { scope: 'read', errors: [REPORT_TOO_LARGE] },
      schema: {
        operationId: 'listFindings',
        summary: 'List the findings of the newest version of every service',
        description,
        querystring: FindingListQuery,
        response: { 200: z.array(WirePlacedFinding) },
      },
    },
    async (request, reply) => {
      const ask = async (tx: OrgTx): Promise<FindingSelection> =>
        await selectOrganizationFindings(tx, toCaller(request), request.query);
      return await sendFindings(deps, request, reply, { ask, query: request.query, toWire: toWirePlacedFinding });
    },
  );

  app.get(
    '/finding/summary',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getFindingSummary',
        summary: 'Get the finding counts of all services',
        description: 'Counts the findings of the newest version of every service, for the same filters as the list.',
        querystring: FindingFilters,
        response: { 200: WireFindingSummary },
      },
    },
    async (request) =>
      await summarizeFindings(
        deps,
        request,
        async (tx) => await selectOrganizationFindings(tx, toCaller(request), request.query),
      ),
  );

  app.get(
    '/finding/vulnerability',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listFoundVulnerabilities',
        summary: 'List findings grouped by vulnerability',
        description:
          'Returns each vulnerability in the newest versions of all services once, most urgent first. The list is built from the 10,000 most urgent findings that match the filter; `X-Total-More` is set if there are more. The counts of each row are exact, except `versions`.',
        querystring: FoundVulnerabilityQuery,
        response: { 200: z.array(WireFoundVulnerability) },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const found = await deps.database.readInOrg(caller.orgId, async (tx) => {
        const { filter } = await selectOrganizationFindings(tx, caller, request.query);
        return await listFoundVulnerabilities(tx, caller.services, filter, request.query);
      });
      return sendPage(request, reply, request.query, found, toWireFoundVulnerability);
    },
  );
}

/** Only the filter `fix` needs the plan. */
async function loadStepsFor(
  deps: ApiDeps,
  request: FastifyRequest & {
    readonly params: z.output<typeof VersionParams>;
    readonly query: z.output<typeof VersionFindingFilters>;
  },
): Promise<PlannedSteps | undefined> {
  return request.query.fix && (await loadSteps(deps, toCaller(request), request.params));
}

type ListQuery = z.output<typeof FindingListQuery>;
type SelectFindings = (tx: OrgTx) => Promise<FindingSelection>;

async function sendFindings<Wire>(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { ask, query, toWire }: { ask: SelectFindings; query: ListQuery; toWire: (finding: ListedFinding) => Wire },
): Promise<FastifyReply> {
  const page = toFindingPage(query);
  const { orgId } = toCaller(request);
  const type = chooseType(request.headers.accept, FINDING_TYPES);
  void reply.header('vary', 'accept');
  if (type !== 'application/json') {
    const question = await deps.database.readInOrg(orgId, ask);
    const report = await reportFindings(deps, type, { orgId, selection: question, sort: page.sort });
    return await reply.type(`${type}; charset=utf-8`).send(report);
  }
  const { found, counts, coverage } = await deps.database.readInOrg(orgId, async (tx) => {
    const { whose, filter } = await ask(tx);
    const found = await listFindings(tx, whose, filter, page);
    return {
      found,
      counts: await countListed(tx, whose, filter, found.counted),
      coverage: await findCoverage(tx, whose, filter),
    };
  });
  const next = found.next && toFindingCursor(page.sort, found.next);
  setPageHeaders(request, reply, query, { ...counts, next });
  void reply.header('x-hidden-count', counts.hidden);
  if (coverage !== undefined) {
    const { components, checked, fixedIssuesOnly } = coverage;
    void reply.header(
      'x-coverage',
      `components=${components}, checked=${checked}, not-checked=${components - checked}, fixed-issues-only=${fixedIssuesOnly}`,
    );
  }
  // Each finding is validated when it is mapped. Sent as an object, the whole page would be validated again without yielding.
  const texts = await collectYielding(toTexts(found.items, toWire));
  return await reply.type('application/json; charset=utf-8').send(`[${texts.join(',')}]`);
}

function* toTexts<Wire>(
  findings: readonly ListedFinding[],
  toWire: (finding: ListedFinding) => Wire,
): Generator<string> {
  for (const finding of findings) yield JSON.stringify(toWire(finding));
}

async function summarizeFindings(deps: ApiDeps, request: FastifyRequest, ask: SelectFindings): Promise<Summary> {
  const { counts, reasons, coverage, notUploaded, newest } = await deps.database.readInOrg(
    toCaller(request).orgId,
    async (tx) => {
      const { whose, filter } = await ask(tx);
      const versionId = await findOnlyVersion(tx, whose, filter);
      return {
        counts: await countFindings(tx, whose, filter),
        reasons: await countHiddenByReason(tx, whose, filter),
        coverage: await findCoverage(tx, whose, filter),
        notUploaded: versionId === undefined ? [] : await listMissingDocuments(tx, versionId, filter),
        newest:
          versionId === undefined ? undefined : (await listAnalyses(tx, versionId, { limit: 1, offset: 0 })).items[0],
      };
    },
  );
  const data = await getDataState(deps.database);
  return {
    total: counts.total,
    hidden: counts.hidden,
    lowerPriority: counts.lowerPriority,
    bySeverity: toBySeverity(counts.bySeverityRank),
    byBand: { P0: 0, P1: 0, P2: 0, P3: 0, P4: 0, ...Object.fromEntries(counts.byBand) },
    hiddenByReason: reasons.map((reason) => ({ ...reason })),
    coverage: coverage === undefined ? null : toWireCoverage(coverage),
    notUploaded: notUploaded.map(({ slot, image }) => ({ slot, image })),
    analysis: newest === undefined ? null : { id: newest.id, status: newest.status },
    data: { snapshot: data.snapshot, state: data.state, newestRecordAt: data.newestRecordAt },
  };
}

function toWireFoundVulnerability({ finding, packages, ...counts }: FoundVulnerability): WireFoundVulnerability {
  const { class: kind, vulnerability, priority } = toWireFinding(finding);
  return { class: kind, vulnerability, priority, ...counts, packages: [...packages] };
}
