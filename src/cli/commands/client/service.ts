/** `assay service`: lists the services of the organization, and shows one with its versions. */
import type { WireServiceListItem, WireVersion } from '../../../api/contract/services/service.ts';
import { toPlainText } from '../../../core/text/plain-text.ts';
import { pluralize } from '../../../core/text/pluralize.ts';
import { toJsonText } from '../../client/choose-format.ts';
import { connect, type ConnectionOptions } from '../../client/connect.ts';
import { toNumber } from '../../client/to-number.ts';
import { writeResult } from '../../documents/write-result.ts';
import { findTerminal, toTable, type TableLayout, type TerminalFacts } from '../../terminal/table.ts';

interface ListOptions extends ConnectionOptions {
  readonly limit: string;
  readonly json: boolean;
}

const LIMIT_MAX = 10_000;

export async function listServices(values: ListOptions & { readonly q: string | undefined }): Promise<void> {
  const limit = toNumber('--limit', values.limit, { min: 1, max: LIMIT_MAX });
  const client = await connect(values);
  const { items, hasMore } = await client.list('listServices', { path: {}, query: { q: values.q } }, limit);
  if (hasMore) process.stderr.write(`Showing the first ${limit} services. Raise --limit to see more.\n`);
  await writeResult(undefined, values.json ? toJsonText(items) : describeServices(items, findTerminal()));
}

const SERVICES: TableLayout = {
  head: ['NAME', 'NEWEST VERSION', 'CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'ANALYSIS'],
  elastic: new Map([
    [1, 12],
    [0, 20],
  ]),
};

export function describeServices(services: readonly WireServiceListItem[], terminal: TerminalFacts): string {
  if (services.length === 0) return 'No services. Upload an SBOM to create the first one: "assay upload --help".\n';
  const rows = services.map(({ name, latestVersion }) => {
    if (latestVersion === null) return [name, '-', '', '', '', '', ''];
    const { critical, high, medium, low } = latestVersion.findings.bySeverity;
    const counts = latestVersion.coverage === null ? ['', '', '', ''] : [critical, high, medium, low].map(String);
    return [name, latestVersion.name, ...counts, latestVersion.analysis?.status ?? 'none'];
  });
  return `${toTable(SERVICES, rows, terminal)}${pluralize(services.length, 'service')}.\n`;
}

export async function showService(values: ListOptions, service: string): Promise<void> {
  const limit = toNumber('--limit', values.limit, { min: 1, max: LIMIT_MAX });
  const client = await connect(values);
  const found = await client.call('getService', { path: { service } });
  const versions = await client.list('listVersions', { path: { service } }, limit);
  if (values.json) return await writeResult(undefined, toJsonText({ ...found, versions: versions.items }));
  const more = versions.hasMore ? `Showing the newest ${limit}. Raise --limit to see more.\n` : '';
  const head = `${toPlainText(found.name)}: ${pluralize(found.versionCount, 'version')}, created ${found.createdAt.slice(0, 10)}.\n`;
  await writeResult(undefined, `${head}${describeVersions(versions.items, findTerminal())}${more}`);
}

const VERSIONS: TableLayout = {
  head: ['VERSION', 'CREATED', 'ALIASES', 'TAGS'],
  elastic: new Map([
    [3, 8],
    [2, 8],
    [0, 20],
  ]),
};

function describeVersions(versions: readonly WireVersion[], terminal: TerminalFacts): string {
  if (versions.length === 0) return '';
  const rows = versions.map(({ name, createdAt, aliases, tags }) => [
    name,
    createdAt.slice(0, 10),
    aliases.join(', '),
    tags.join(', '),
  ]);
  return toTable(VERSIONS, rows, terminal);
}
