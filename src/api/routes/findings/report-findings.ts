/**
 * Lists of findings in all formats except JSON. They contain all findings of the filter: row by row if the format allows it,
 * otherwise as a whole up to a limit. Only Markdown shows just the first findings, with the total.
 */
import { Readable } from 'node:stream';
import { LIMITS } from '../../../core/limits.ts';
import { CSV_HEAD, toCsvLine } from '../../../core/report/csv.ts';
import { toCycloneDxVdr } from '../../../core/report/cyclonedx-vdr.ts';
import { toMarkdown, type MarkdownReport } from '../../../core/report/markdown/report-markdown.ts';
import type { Report, ReportedFinding } from '../../../core/report/report.ts';
import { toSarif } from '../../../core/report/sarif.ts';
import type { FindingSort } from '../../../core/vocabulary/finding.ts';
import { getDataState } from '../../../pipeline/advisories/data-state.ts';
import { listTargets, findCurrentPlan, findOrMakePlan } from '../../../pipeline/remediation/get-plan.ts';
import { countFindings } from '../../../store/findings/lists/count-findings.ts';
import type { FindingKeyset } from '../../../store/findings/lists/finding-order.ts';
import { findOnlyVersion, listFindings } from '../../../store/findings/lists/list-findings.ts';
import { findCoverage, listMissingDocuments } from '../../../store/findings/coverage.ts';
import type { ApiDeps } from '../../api-deps.ts';
import type { FindingSelection } from './select-findings.ts';
import { toBySeverity } from '../../wire/counts.ts';
import type { WirePlacedFinding } from '../../contract/findings/finding.ts';
import type { FINDING_TYPES } from '../../contract/findings/finding-query.ts';
import { PARAMETER_INVALID, REPORT_TOO_LARGE } from '../../errors.ts';
import { toJsonStream } from '../../http/response/json-stream.ts';
import { toPlanLink, toWireRemediation } from '../../wire/to-wire-remediation.ts';
import { toWirePlacedFinding } from '../../wire/to-wire-finding.ts';

interface ReportRequest {
  readonly orgId: string;
  readonly selection: FindingSelection;
  readonly sort: FindingSort;
}

type ReportType = Exclude<(typeof FINDING_TYPES)[number], 'application/json'>;

export async function reportFindings(
  deps: ApiDeps,
  type: ReportType,
  asked: ReportRequest,
): Promise<string | Readable> {
  if (type === 'text/csv') return Readable.from(toCsv(deps, asked));
  if (type === 'text/markdown')
    return await deps.reportQueue.run(1, async () => await toMarkdownReport(deps, asked), asked.orgId);
  const report = await buildReport(deps, asked);
  return toJsonStream(type === 'application/sarif+json' ? toSarif(report) : toCycloneDxVdr(report));
}

async function* toCsv(deps: ApiDeps, asked: ReportRequest): AsyncGenerator<string> {
  yield CSV_HEAD;
  for await (const findings of listFindingPages(deps, asked)) yield findings.map(toCsvLine).join('');
}

async function buildReport(deps: ApiDeps, asked: ReportRequest): Promise<Report> {
  const { state: states = [] } = asked.selection.filter;
  if (states.some((state) => state !== 'open'))
    throw PARAMETER_INVALID({
      summary: 'SARIF and CycloneDX reports contain open findings only. Leave out "state", or request JSON or CSV.',
    });
  await requireReportable(deps, asked);
  const targets = await loadTargets(deps, asked);
  const findings: ReportedFinding[] = [];
  for await (const page of listFindingPages(deps, asked)) {
    for (const finding of page) {
      const target = targets.get(finding.id);
      findings.push(target === undefined ? finding : { ...finding, target });
    }
    // Findings may have been added since the count.
    if (findings.length > LIMITS.reportFindingsMax) throw REPORT_TOO_LARGE();
  }
  return { ...(await getReportContext(deps, asked)), findings };
}

/** Counts before any row is read. */
async function requireReportable(deps: ApiDeps, { orgId, selection: { whose, filter } }: ReportRequest): Promise<void> {
  const { total } = await deps.reportQueue.run(
    1,
    async () => await deps.database.readInOrg(orgId, async (tx) => await countFindings(tx, whose, filter)),
    orgId,
  );
  if (total > LIMITS.reportFindingsMax) throw REPORT_TOO_LARGE();
}

/** Uses only a stored plan; none is computed for this. */
async function loadTargets(deps: ApiDeps, { orgId, selection }: ReportRequest): Promise<ReadonlyMap<string, string>> {
  const { whose, filter } = selection;
  const versionId = await deps.database.readInOrg(orgId, async (tx) => await findOnlyVersion(tx, whose, filter));
  const plan =
    versionId === undefined || filter.asOf !== undefined ? undefined : await findCurrentPlan(deps, orgId, versionId);
  return plan === undefined ? new Map() : listTargets(plan);
}

async function toMarkdownReport(deps: ApiDeps, { orgId, selection, sort }: ReportRequest): Promise<string> {
  const { whose, filter } = selection;
  const { counts, first, versionId, notUploaded } = await deps.database.readInOrg(orgId, async (tx) => {
    const only = await findOnlyVersion(tx, whose, filter);
    return {
      counts: await countFindings(tx, whose, filter),
      first: await listFindings(tx, whose, filter, { limit: LIMITS.markdownFindingsMax, offset: 0, sort }),
      versionId: only,
      notUploaded: only === undefined ? [] : await listMissingDocuments(tx, only, filter),
    };
  });
  return toMarkdown({
    ...(await getReportContext(deps, { orgId, selection, sort })),
    findings: first.items.map(toWirePlacedFinding),
    bySeverity: toBySeverity(counts.bySeverityRank),
    hidden: counts.hidden,
    notUploaded: notUploaded.map(({ slot, image }) => image ?? slot),
    // There is no plan for a past day.
    plan:
      versionId === undefined || filter.asOf !== undefined ? undefined : await findFirstSteps(deps, orgId, versionId),
  });
}

const FIRST_STEPS = { offset: 0, limit: 5 };

async function findFirstSteps(deps: ApiDeps, orgId: string, versionId: string): Promise<MarkdownReport['plan']> {
  const found = await findOrMakePlan(deps, orgId, versionId, { strategy: 'lowest' });
  if (found === undefined) return undefined;
  const version = { id: versionId, name: '' };
  const { actions, actionCount } = await toWireRemediation(found, {
    version,
    previousPlan: null,
    page: FIRST_STEPS,
    // The Markdown steps do not show evidence.
    showsServices: false,
  });
  return { actions, actionCount, link: toPlanLink(deps.publicUrl, found.serviceId, versionId) };
}

/** Reads each page in its own turn and transaction: a slow client holds no resources, and other requests run between pages. */
export async function* listFindingPages(
  deps: ApiDeps,
  { orgId, selection, sort }: ReportRequest,
): AsyncGenerator<WirePlacedFinding[]> {
  let after: FindingKeyset | null | undefined;
  while (after !== null) {
    const page = { limit: PAGE_SIZE, offset: 0, sort, after };
    const found = await deps.reportQueue.run(
      1,
      async () =>
        await deps.database.readInOrg(
          orgId,
          async (tx) => await listFindings(tx, selection.whose, selection.filter, page),
        ),
      orgId,
    );
    yield found.items.map(toWirePlacedFinding);
    after = found.next;
  }
}

/** About twenty milliseconds of work. */
const PAGE_SIZE = 400;

async function getReportContext(deps: ApiDeps, { orgId, selection }: ReportRequest): Promise<Omit<Report, 'findings'>> {
  const coverage = await deps.database.readInOrg(
    orgId,
    async (tx) => await findCoverage(tx, selection.whose, selection.filter),
  );
  const { snapshot, state, newestRecordAt } = await getDataState(deps.database);
  return {
    coverage: coverage ?? {
      components: 0,
      checked: 0,
      notChecked: [],
      fixedIssuesOnly: 0,
      fixedIssuesOnlyByRelease: [],
    },
    data: { snapshot, state, newestRecordAt },
    subject: selection.subject,
    tool: { name: 'Assay', version: deps.version },
    at: new Date(deps.now()).toISOString(),
  };
}
