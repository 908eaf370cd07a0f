/** `assay reachability push`: sends an analysis of calls to a version of a service on a running Assay. */
import type { WireReachabilityReceipt } from '../../api/contract/findings/reachability.ts';
import { pluralize } from '../../core/text/pluralize.ts';
import { USAGE_INVALID } from '../errors.ts';
import { connect, type ConnectionOptions } from '../client/connect.ts';
import { sendFile } from '../client/send-file.ts';
import { toColumns } from '../terminal/columns.ts';

interface ReachabilityOptions extends ConnectionOptions {
  readonly service: string | undefined;
  readonly version: string | undefined;
  readonly image: string | undefined;
  readonly commit: string | undefined;
}

export async function pushReachability(values: ReachabilityOptions, file: string): Promise<void> {
  const { service, version, image, commit } = values;
  if (service === undefined || version === undefined)
    throw USAGE_INVALID({ problem: '"assay reachability push" requires --service and --version.' });
  const client = await connect(values);
  const input = { path: { service, version }, query: { image, git_commit_sha: commit } };
  const receipt = await sendFile(file, async (body) => await client.call('pushReachability', input, { body }));
  process.stdout.write(describeReceipt(receipt));
}

function describeReceipt(receipt: WireReachabilityReceipt): string {
  const { tool, statements, unmatchedCount, unmatched, otherBuild, deduplicated } = receipt;
  const { called, imported, not_called: notCalled, not_imported: notImported } = statements;
  const lines = [
    `${tool}: ${called} called, ${imported} imported, ${notCalled} not called, ${notImported} not imported.`,
    ...(otherBuild ? ['Another commit was analyzed than the version was built from: no finding is dismissed.'] : []),
    ...(deduplicated ? ['Nothing changed: the same document was sent before.'] : []),
    ...(unmatchedCount === 0 ? [] : [`${pluralize(unmatchedCount, 'statement')} without a finding:`]),
  ];
  const rows = unmatched.map(({ id, package: name, version, state }) => [id, name, version ?? '', state]);
  return `${lines.join('\n')}\n${rows.length === 0 ? '' : toColumns([['VULNERABILITY', 'PACKAGE', 'VERSION', 'STATE'], ...rows])}`;
}
