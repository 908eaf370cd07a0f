/** Formats the result of a gate for the terminal and for a pull request. */
import type { WireGate } from '../../../api/contract/history/gate.ts';
import { pluralize } from '../../../core/text/pluralize.ts';
import { toPlainText } from '../../../core/text/plain-text.ts';
import { toTable, type TableLayout, type TerminalFacts } from '../../terminal/table.ts';

const LAYOUT: TableLayout = {
  head: ['SEVERITY', 'VULNERABILITY', 'PACKAGE', 'VERSION', 'FIX'],
  elastic: new Map([
    [2, 16],
    [3, 10],
    [1, 16],
  ]),
};

type FailingFinding = WireGate['findings'][number];

export function describeGate(gate: WireGate, name: string, terminal: TerminalFacts): string {
  const rows = gate.findings.map((finding) => [
    labelOf(finding),
    finding.vulnerability,
    finding.package,
    finding.version ?? '',
    finding.fixable ? 'available' : '-',
  ]);
  const table = rows.length === 0 ? '' : `${toTable(LAYOUT, rows, terminal)}${describeRest(gate)}\n`;
  return `${table}${describeResult(gate, name)}\n${listReasons(gate)
    .map((reason) => `  ${reason}\n`)
    .join('')}`;
}

function describeResult(gate: WireGate, name: string): string {
  const place = toPlainText(name);
  if (gate.result === 'fail')
    return `Gate failed for ${place}: ${pluralize(gate.counts.failing, 'finding')} of ${gate.counts.open}.`;
  if (gate.result === 'pass')
    return `Gate passed for ${place}: none of ${pluralize(gate.counts.open, 'finding')} fails.`;
  return gate.result === 'pending'
    ? `Gate pending for ${place}: the analysis has not finished.`
    : `Gate without a result for ${place}.`;
}

export function listReasons({ reasons }: WireGate): string[] {
  return reasons.map(({ text }) => toPlainText(text));
}

function describeRest({ findings, counts }: WireGate): string {
  const rest = counts.failing - findings.length;
  return rest <= 0 ? '' : `${rest} more\n`;
}

function labelOf({ class: kind, severity }: FailingFinding): string {
  return kind === 'malicious' ? 'malicious' : severity;
}

export function describeGateMarkdown(gate: WireGate, name: string): string {
  const rows = gate.findings.map(
    (finding) =>
      `| ${labelOf(finding)} | ${toCell(finding.vulnerability)} | ${toCell(`${finding.package} ${finding.version ?? ''}`.trim())} | ${finding.fixable ? 'yes' : 'no'} |`,
  );
  const table = ['', '| Severity | Vulnerability | Package | Fix available |', '|---|---|---|---|', ...rows];
  return [
    `**${escapeMarkdown(describeResult(gate, name))}**`,
    ...listReasons(gate).map((reason) => `- ${escapeMarkdown(reason)}`),
    ...(rows.length === 0 ? [] : table),
    describeRest(gate),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function toCell(text: string): string {
  return escapeMarkdown(toPlainText(text));
}

const MARKDOWN = /[\\`*_{}[\]<>()#|!~&@:]/g;

/** Names come from documents: they must not become links, mentions or images. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(MARKDOWN, (character) => `&#${character.charCodeAt(0)};`);
}
