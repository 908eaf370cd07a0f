/** `assay findings`: lists the findings of a version, most urgent first. */
import type { WireFinding, WireFindingSummary } from '../../../api/contract/findings/finding.ts';
import type { AssayClient } from '../../../client/assay-client.ts';
import { describeCoverage, describeNothingFound, findDataNotice } from '../../../core/report/wording.ts';
import { pluralize } from '../../../core/text/pluralize.ts';
import { SEVERITIES } from '../../../core/vocabulary/severity.ts';
import type { DataStateName } from '../../../core/vocabulary/source.ts';
import { chooseFormat, toJsonText } from '../../client/choose-format.ts';
import { connect, type ConnectionOptions } from '../../client/connect.ts';
import { findVersion } from '../../client/find-version.ts';
import { toNumber } from '../../client/to-number.ts';
import { requireWritable, writeResult } from '../../documents/write-result.ts';
import { toFixLabel } from '../../terminal/fix-label.ts';
import { findTerminal, NO_TERMINAL, toTable, type TableLayout, type TerminalFacts } from '../../terminal/table.ts';

export interface FindingOptions extends ConnectionOptions {
  readonly severity: string | undefined;
  readonly package: string | undefined;
  readonly cve: string | undefined;
  readonly 'new-since': string | undefined;
  readonly kev: boolean;
  readonly fixable: boolean;
  readonly all: boolean;
  readonly sort: string;
  readonly limit: string;
  readonly output: string | undefined;
  readonly json: boolean;
  readonly markdown: boolean;
  readonly sarif: boolean;
  readonly csv: boolean;
}

const MEDIA_TYPES = { markdown: 'text/markdown', sarif: 'application/sarif+json', csv: 'text/csv' } as const;
const LIMIT_MAX = 10_000;

export async function listFindings(values: FindingOptions, service: string, version?: string): Promise<void> {
  const format = chooseFormat(values, ['json', 'markdown', 'sarif', 'csv']);
  const limit = toNumber('--limit', values.limit, { min: 1, max: LIMIT_MAX });
  if (values.output !== undefined) await requireWritable(values.output);
  const client = await connect(values);
  const place = { path: await findVersion(client, service, version), query: toFilters(values) };
  if (format !== 'table' && format !== 'json') {
    const query = { ...place.query, sort: values.sort };
    const accept = MEDIA_TYPES[format];
    return await writeResult(
      values.output,
      await client.callText('listVersionFindings', { path: place.path, query }, { accept }),
    );
  }
  const listed = { path: place.path, query: { ...place.query, sort: values.sort } };
  const { items, hasMore } = await client.list('listVersionFindings', listed, limit);
  if (hasMore) process.stderr.write(`Showing the first ${limit} findings. Raise --limit to see more.\n`);
  if (format === 'json') return await writeResult(values.output, toJsonText(items));
  const terminal = values.output === undefined ? findTerminal() : NO_TERMINAL;
  await writeResult(values.output, describeFindings(items, await getSummary(client, place), terminal));
}

type Place = Parameters<typeof getSummary>[1];

async function getSummary(
  client: AssayClient,
  place: {
    readonly path: { readonly service: string; readonly version: string };
    readonly query: ReturnType<typeof toFilters>;
  },
): Promise<WireFindingSummary> {
  return await client.call('getVersionFindingSummary', place satisfies Place);
}

function toFilters(values: FindingOptions) {
  return {
    severity: values.severity,
    package: values.package,
    cve: values.cve,
    newSince: values['new-since'],
    kev: values.kev ? true : undefined,
    fixable: values.fixable ? true : undefined,
    relevance: values.all ? 'relevant,deprioritized,not_relevant' : undefined,
  };
}

const LAYOUT: TableLayout = {
  head: ['SEVERITY', 'PRIORITY', 'VULNERABILITY', 'PACKAGE', 'INSTALLED', 'FIXED IN'],
  elastic: new Map([
    [3, 16],
    [4, 10],
    [5, 10],
    [2, 16],
  ]),
};

export function describeFindings(
  findings: readonly WireFinding[],
  summary: WireFindingSummary,
  terminal: TerminalFacts,
): string {
  const table = findings.length === 0 ? '' : `${toTable(LAYOUT, findings.map(toRow), terminal)}\n`;
  return `${table}${describeSummary(summary)}`;
}

function toRow({ class: kind, vulnerability, component, fix, priority }: WireFinding): string[] {
  return [
    kind === 'malicious' ? 'malicious' : vulnerability.severity,
    priority.band,
    vulnerability.id,
    component.name,
    component.version,
    toFixLabel(fix),
  ];
}

function describeSummary({
  total,
  hidden,
  bySeverity,
  coverage,
  data,
  analysis,
  notUploaded,
}: WireFindingSummary): string {
  const counts = SEVERITIES.flatMap((severity) =>
    (bySeverity[severity] ?? 0) > 0 ? [`${bySeverity[severity]} ${severity}`] : [],
  );
  const found =
    total === 0 && coverage !== null
      ? describeNothingFound(coverage)
      : `${pluralize(total, 'finding')}: ${counts.join(', ')}.`;
  const notice = findDataNotice({ ...data, state: data.state as DataStateName });
  const lines = [
    ...(coverage === null ? ['Not analyzed yet.'] : [found]),
    ...(analysis !== null && coverage !== null && isRunning(analysis.status)
      ? ['An analysis is running; the result can change.']
      : []),
    ...(hidden === 0 ? [] : [`${pluralize(hidden, 'finding')} not relevant. Use --all to see them.`]),
    ...(coverage === null ? [] : [describeCoverage(coverage)]),
    ...(notUploaded.length === 0
      ? []
      : [`${pluralize(notUploaded.length, 'image')} of the previous version not uploaded yet.`]),
    ...(notice === undefined ? [] : [notice]),
  ];
  return `${lines.join('\n')}\n`;
}

function isRunning(status: string): boolean {
  return status === 'queued' || status === 'running';
}
