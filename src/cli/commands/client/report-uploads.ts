/** Reports what happened to each file and, after waiting, the findings and the gate of each version. */
import { toPlainText } from '../../../core/text/plain-text.ts';
import { pluralize } from '../../../core/text/pluralize.ts';
import { toJsonText } from '../../client/choose-format.ts';
import { exitByGates } from './exit-by-gates.ts';
import { writeResult } from '../../documents/write-result.ts';
import { ANALYSIS_UNFINISHED } from '../../errors.ts';
import { ERROR_EXIT_CODE } from '../../exit-codes.ts';
import { findTerminal, toTable, type TableLayout, type TerminalFacts } from '../../terminal/table.ts';
import type { CheckedVersion } from './check-versions.ts';
import { describeGate, describeGateMarkdown, listReasons } from './describe-gate.ts';
import type { Upload } from './upload-targets.ts';

export async function reportUploads(
  format: 'table' | 'json' | 'markdown',
  uploads: readonly Upload[],
  checked: readonly CheckedVersion[],
): Promise<void> {
  const problems = [...listProblems(uploads), ...listReplacements(uploads)];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (listReplacements(uploads).length > 0) process.exitCode = ERROR_EXIT_CODE;
  const gates = checked.filter(({ isGated }) => isGated);
  if (format === 'json') await writeResult(undefined, toJsonText(toDocument(uploads, checked)));
  else if (format === 'markdown')
    await writeResult(undefined, gates.map(({ gate, name }) => describeGateMarkdown(gate, name)).join('\n'));
  else await writeResult(undefined, describeUploads(uploads, checked, findTerminal()));
  exitByGates(gates);
  requireAnalyses(checked);
}

const FINISHED: readonly (string | undefined)[] = ['completed', 'completed_with_warnings'];

/** A command that waits succeeds only with the result that it waited for. */
function requireAnalyses(checked: readonly CheckedVersion[]): void {
  const open = checked.find(({ gate }) => !FINISHED.includes(gate.analysis?.status));
  if (open !== undefined) throw ANALYSIS_UNFINISHED({ name: open.name, reasons: listReasons(open.gate).join(' ') });
}

const FILES: TableLayout = {
  head: ['RESULT', 'FILE', 'SERVICE', 'VERSION'],
  elastic: new Map([
    [1, 20],
    [3, 12],
    [2, 16],
  ]),
};
const VERSIONS: TableLayout = {
  head: ['SERVICE', 'CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'UNKNOWN', 'COMPONENTS CHECKED'],
  elastic: new Map([[0, 20]]),
};

export function describeUploads(
  uploads: readonly Upload[],
  checked: readonly CheckedVersion[],
  terminal: TerminalFacts,
): string {
  const rows = uploads.map((upload) => [
    toResult(upload),
    upload.target.file,
    upload.target.service,
    upload.receipt?.versionName ?? upload.target.version ?? '',
  ]);
  return [
    toTable(FILES, rows, terminal),
    describeCounts(uploads),
    ...(checked.length === 0 ? [] : [`\n${toTable(VERSIONS, checked.map(toVersionRow), terminal)}`]),
    ...checked.filter(({ isGated }) => isGated).map(({ gate, name }) => `\n${describeGate(gate, name, terminal)}`),
  ].join('');
}

function toResult({ receipt, error }: Upload): string {
  if (error !== undefined) return 'failed';
  return receipt?.deduplicated === true ? 'unchanged' : 'uploaded';
}

/** Returns, for example, `12 files: 10 uploaded, 2 unchanged.` */
function describeCounts(uploads: readonly Upload[]): string {
  const counts = [...Map.groupBy(uploads, toResult)].map(([result, each]) => `${each.length} ${result}`);
  return `${pluralize(uploads.length, 'file')}: ${counts.join(', ')}.\n`;
}

function toVersionRow({ name, summary }: CheckedVersion): string[] {
  const { critical, high, medium, low, unknown } = summary.bySeverity;
  const { coverage } = summary;
  const checked = coverage === null ? 'not analyzed' : `${coverage.checked} of ${coverage.components}`;
  return [name, ...[critical, high, medium, low, unknown].map(String), checked];
}

/** Problems of files, and warnings of the server that need attention. */
function listProblems(uploads: readonly Upload[]): string[] {
  const warnings = uploads.flatMap(({ target, receipt }) =>
    (receipt?.warnings ?? []).flatMap(({ message }) =>
      message === undefined ? [] : [`${toPlainText(target.file)}: ${toPlainText(message)}`],
    ),
  );
  // Files that were not tried have the problem that stopped the others.
  const errors = [...Map.groupBy(uploads, ({ error }) => error)].flatMap(([error, each]) => {
    if (error === undefined) return [];
    const files = each.length === 1 ? toPlainText(each[0]?.target.file ?? '') : pluralize(each.length, 'file');
    return [`${files}: ${error.message}`];
  });
  return [...warnings, ...errors];
}

/** Two files of one command in the same slot: which one remains would depend on the order of arrival. */
function listReplacements(uploads: readonly Upload[]): string[] {
  const fileOf = new Map(uploads.map(({ target, receipt }) => [receipt?.id, target.file]));
  return uploads.flatMap(({ target, receipt }) => {
    const replaced = receipt?.supersedes === null ? undefined : fileOf.get(receipt?.supersedes ?? '');
    if (replaced === undefined) return [];
    return [
      `${toPlainText(target.file)} replaced ${toPlainText(replaced)}, because both describe the same subject. Send different slots, for example --slot "{name}".`,
    ];
  });
}

function toDocument(uploads: readonly Upload[], checked: readonly CheckedVersion[]): object {
  return {
    files: uploads.map((upload) => ({
      file: upload.target.file,
      result: toResult(upload),
      service: upload.target.service,
      receipt: upload.receipt ?? null,
      error: upload.error?.message ?? null,
    })),
    versions: checked.map(({ service, path, summary, gate, isGated }) => ({
      service,
      serviceId: path.service,
      versionId: path.version,
      findings: summary,
      gate: isGated ? gate : null,
    })),
  };
}
