/** `assay diff`: what changed between two versions of a service. */
import type { WireDiff } from '../../../api/contract/history/diff.ts';
import { toPlainText } from '../../../core/text/plain-text.ts';
import { pluralize } from '../../../core/text/pluralize.ts';
import { chooseFormat, toJsonText } from '../../client/choose-format.ts';
import { connect, type ConnectionOptions } from '../../client/connect.ts';
import { writeResult } from '../../documents/write-result.ts';
import { findTerminal, toTable, type TableLayout, type TerminalFacts } from '../../terminal/table.ts';

export interface DiffOptions extends ConnectionOptions {
  readonly json: boolean;
  readonly markdown: boolean;
}

/** With one version, it is compared with the previous one. */
export async function compare(values: DiffOptions, service: string, first: string, second?: string): Promise<void> {
  const format = chooseFormat(values, ['json', 'markdown']);
  const client = await connect(values);
  const query = second === undefined ? { head: first } : { base: first, head: second };
  const input = { path: { service }, query };
  if (format === 'markdown')
    return await writeResult(undefined, await client.callText('compareVersions', input, { accept: 'text/markdown' }));
  const diff = await client.call('compareVersions', input);
  await writeResult(undefined, format === 'json' ? toJsonText(diff) : describeDiff(diff, findTerminal()));
}

const LAYOUT: TableLayout = {
  head: ['CHANGE', 'SEVERITY', 'VULNERABILITY', 'PACKAGE', 'VERSION', 'CAUSE'],
  elastic: new Map([
    [3, 16],
    [4, 10],
    [2, 16],
  ]),
};

export function describeDiff(
  { base, head, components, findings, notUploaded }: WireDiff,
  terminal: TerminalFacts,
): string {
  const rowsOf = (change: string, listed: WireDiff['findings']['introduced']): string[][] =>
    listed.map(({ vulnerability, component, cause }) => [
      change,
      vulnerability.severity,
      vulnerability.id,
      component.name,
      component.version,
      cause,
    ]);
  const rows = [
    ...rowsOf('introduced', findings.introduced),
    ...rowsOf('fixed', findings.resolved),
    ...rowsOf('changed', findings.changed),
  ];
  const { counts } = findings;
  const pending = [base, head].filter(({ analysisId }) => analysisId === null);
  return [
    rows.length === 0 ? '' : `${toTable(LAYOUT, rows, terminal)}\n`,
    `Compared ${toPlainText(head.name)} with ${toPlainText(base.name)}.\n`,
    `Findings: ${counts.introduced} introduced, ${counts.resolved} fixed, ${counts.changed} changed, ${findings.unchanged} unchanged.\n`,
    `Components: ${components.counts.added} added, ${components.counts.removed} removed, ${components.counts.changed} changed.\n`,
    ...pending.map(() => 'A version is not analyzed yet, so the comparison is incomplete.\n'),
    notUploaded.length === 0
      ? ''
      : `${pluralize(notUploaded.length, 'image')} of the base not uploaded for the head: whether ${counts.notUploaded} findings are fixed is unknown.\n`,
  ].join('');
}
