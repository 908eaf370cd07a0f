/** A finding as Markdown, for a ticket. All of it except the link is untrusted, so everything is escaped. */
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import type { WireFindingDetails } from '../../../src/api/contract/history/history.ts';
import { toMarkdownCode, toMarkdownText } from '../../../src/core/text/markdown-text.ts';
import { describeFix, describeStatus, findDueDate } from '../../text/findings/finding-text.ts';
import { SEVERITY_LABELS } from '../../text/severities.ts';

const REASON_CHARACTERS_MAX = 600;

type Place = Pick<WireFindingDetails, 'service' | 'version'>;

export function toFindingMarkdown(finding: WireFinding, place: Place | undefined, link: string): string {
  const { vulnerability, component, priority } = finding;
  const { text, why } = describeStatus(finding);
  const due = findDueDate(finding);
  const where = place === undefined ? '' : ` in ${toMarkdownCode(`${place.service.name} ${place.version.name}`)}`;
  const lines = [
    `**${toMarkdownText(vulnerability.id)}** (${SEVERITY_LABELS[vulnerability.severity]}, ${priority.band}): ${toMarkdownText(vulnerability.title)}`,
    '',
    `- Component: ${toMarkdownCode(`${component.name} ${component.version}`)}${where}`,
    `- Fix: ${toFixText(finding)}`,
    `- Status: ${text}${why === undefined ? '' : `. ${toMarkdownText(why, REASON_CHARACTERS_MAX)}`}`,
    ...(vulnerability.kev === null ? [] : [`- Known exploited since ${toMarkdownText(vulnerability.kev.dateAdded)}`]),
    ...(due === null ? [] : [`- Due: ${due.slice(0, 10)}`]),
    `- Details: <${link}>`,
  ];
  return `${lines.join('\n')}\n`;
}

function toFixText({ fix, component }: WireFinding): string {
  const { text, isVersion, note } = describeFix(fix);
  if (!isVersion) return text;
  const also = note === undefined ? '' : ` (${toMarkdownText(note)})`;
  return `upgrade ${toMarkdownCode(component.name)} to ${toMarkdownCode(text)}${also}`;
}
