/**
 * Renders one action of a plan as an item of a numbered Markdown list: the action, the findings it fixes, and the commands to
 * copy.
 */
import { toMarkdownCode, toMarkdownFence, toMarkdownText } from '../../text/markdown-text.ts';
import { NAME_MAX, toNameList } from './name-list.ts';
import type { ReportedAction, ReportedCommand } from '../reported-plan.ts';
import { describeSeverities } from '../wording.ts';
import { pluralize } from '../../text/pluralize.ts';

const TEXT_MAX = 400;

/** All lines except the first are indented, as list items require. */
export function toActionItem(action: ReportedAction, number: number): string {
  const mark = `${number}. `;
  const indent = ' '.repeat(mark.length);
  const blocks = [
    toHead(action),
    describeFixes(action),
    ...describeCautions(action),
    ...toCommands(action),
    ...toAlternatives(action),
  ];
  return `${mark}${blocks.join('\n\n').replaceAll(/\n(?=[^\n])/g, `\n${indent}`)}`;
}

/** On one line, for short lists. */
export function toShortActionItem(action: ReportedAction, number: number): string {
  const { fixesCount, fixesBySeverity, claim } = action;
  const fixes =
    fixesCount === 0
      ? ''
      : ` ${FIXES[claim]} ${pluralize(fixesCount, 'finding')} (${describeSeverities(fixesBySeverity)}).`;
  return `${number}. ${toHead(action)}${fixes}`;
}

/** `**Upgrade lodash to 4.17.21.** From `4.17.20`, a patch release. **Known exploited.** Due 2026-11-18.` */
function toHead({ text, from, distance, urgentReason, dueAt }: ReportedAction): string {
  const parts = [
    `**${toMarkdownText(text.trim(), TEXT_MAX)}**`,
    ...(from.length === 0 ? [] : [`From ${toNameList(from, toMarkdownCode)}${DISTANCE_TEXTS[distance] ?? ''}.`]),
    ...(urgentReason === null ? [] : [`**${URGENT[urgentReason]}.**`]),
    ...(dueAt === null ? [] : [`Due ${dueAt.slice(0, DAY_CHARACTERS)}.`]),
  ];
  return parts.join(' ');
}

const DAY_CHARACTERS = '2026-11-15'.length;
const DISTANCE_TEXTS: Readonly<Record<string, string>> = {
  patch: ', a patch release',
  minor: ', a minor release',
  major: ', a major release',
};
const URGENT: Readonly<Record<NonNullable<ReportedAction['urgentReason']>, string>> = {
  malicious: 'Malicious',
  known_exploited: 'Known exploited',
  due_soon: 'Due within 3 days',
};

const FIXES: Readonly<Record<ReportedAction['claim'], string>> = { known: 'Fixes', unknown: 'Unverified: may fix' };

function describeFixes(action: ReportedAction): string {
  const { fixes, fixesCount, fixesBySeverity, mayFixCount, remaining, claim, after } = action;
  const ids = [...new Set(fixes.map(({ vulnerability }) => vulnerability))];
  const parts = [
    ...(fixesCount === 0
      ? []
      : [
          `${FIXES[claim]} ${pluralize(fixesCount, 'finding')} (${describeSeverities(fixesBySeverity)}): ${toNameList(ids)}.`,
        ]),
    ...(mayFixCount === 0 ? [] : [`Unverified: may fix ${pluralize(mayFixCount, 'finding')}.`]),
    ...(remaining.length === 0 ? [] : [`Still affected by ${toNameList(remaining.map(({ id }) => id))}.`]),
    ...(claim === 'unknown'
      ? []
      : [`Remaining after this step: ${pluralize(after.findings, 'finding')}, risk ${after.risk}.`]),
  ];
  return parts.join(' ');
}

/** Notes to read before the upgrade: one paragraph, or none. */
function describeCautions(action: ReportedAction): string[] {
  const { breaking, introducedBy, images, introduces } = action;
  const parts = [
    ...(breaking === 'likely' ? ['Breaking changes are likely.'] : []),
    ...describeExistence(action),
    ...(introduces.length === 0 ? [] : [`Introduces ${toNameList(introduces.map(({ id }) => id))}.`]),
    ...(introducedBy.length === 0 ? [] : [`Required by ${toNameList(introducedBy, toMarkdownCode)}.`]),
    ...(images.length === 0 ? [] : [`In ${toNameList(images, toMarkdownCode)}.`]),
  ];
  return parts.length === 0 ? [] : [parts.join(' ')];
}

function describeExistence({ verifiedExists, archive }: ReportedAction): string[] {
  if (archive !== null) return [toMarkdownText(archive.text, TEXT_MAX)];
  return verifiedExists === 'false' ? ['Unverified: this version may not exist.'] : [];
}

/** Only the commands of the first package manager: the others are equivalent. An image has two commands. */
function toCommands({ text, commands, commandReason, sentence }: ReportedAction): string[] {
  const explanation = sentence === null || text.startsWith(sentence) ? [] : [toMarkdownText(sentence, TEXT_MAX)];
  if (commandReason === 'unsafe_name')
    return [...explanation, 'No command: the name or version is not safe in a shell.'];
  return [...explanation, ...toBlocks(commands)];
}

const ALTERNATIVES_MAX = 3;

/** With commands only if the action itself has none. */
function toAlternatives({ alternatives, commands }: ReportedAction): string[] {
  return alternatives.slice(0, ALTERNATIVES_MAX).flatMap((other) => {
    const text = `Or: ${toMarkdownText(other.text, TEXT_MAX)}`;
    return commands.length > 0 ? [text] : [text, ...toBlocks(other.commands)];
  });
}

function toBlocks(commands: readonly ReportedCommand[]): string[] {
  const [first] = commands;
  return commands.filter(({ manager }) => manager === first?.manager).flatMap(toBlock);
}

const LANGUAGES = { shell: 'sh', file: '', dockerfile: 'dockerfile' } as const;

function toBlock({ form, text, file, note }: ReportedCommand): string[] {
  return [
    ...(file === null ? [] : [`In ${toMarkdownCode(file, NAME_MAX)}:`]),
    toMarkdownFence(text, LANGUAGES[form]),
    ...(note === null ? [] : [toMarkdownText(note, TEXT_MAX)]),
  ];
}
