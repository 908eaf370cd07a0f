/** `assay reachability push`: sends an analysis of calls to a version of a service on a running Assay. */
import type { WireReachabilityReceipt } from '../../api/contract/findings/reachability.ts';
import { pluralize } from '../../core/text/pluralize.ts';
import { USAGE_INVALID } from '../errors.ts';
import { getAssayAddress, pushFile } from '../push-file.ts';
import { toColumns } from '../terminal/columns.ts';
import { parseArguments, runAction } from '../terminal/parse-arguments.ts';

export async function reachability(parameters: readonly string[]): Promise<void> {
  await runAction('reachability', { push }, parameters);
}

const FLAGS = {
  service: { type: 'string' },
  version: { type: 'string' },
  image: { type: 'string' },
  commit: { type: 'string' },
} as const;

async function push(parameters: readonly string[]): Promise<void> {
  const { values, places } = parseArguments('reachability push', parameters, FLAGS, ['a file']);
  const { service, version, image, commit } = values;
  if (service === undefined || version === undefined)
    throw USAGE_INVALID({ problem: '"assay reachability push" requires --service and --version.' });
  const address = getAssayAddress('reachability push');
  const query = new URLSearchParams({
    ...(image !== undefined && { image }),
    ...(commit !== undefined && { git_commit_sha: commit }),
  });
  const path = `/service/${encodeURIComponent(service)}/version/${encodeURIComponent(version)}/reachability`;
  const receipt = await pushFile(address, `${path}?${query.toString()}`, places[0] ?? '');
  process.stdout.write(describeReceipt(receipt as WireReachabilityReceipt));
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
