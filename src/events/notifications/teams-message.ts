/**
 * Writes a notice as an Adaptive Card, for a workflow of Microsoft Teams that posts what its webhook receives. Text runs are not
 * interpreted as Markdown, unlike text blocks, so a name cannot create a link.
 * https://learn.microsoft.com/en-us/adaptive-cards/schema-explorer/rich-text-block
 */
import type { Line } from './line.ts';
import type { Notice } from './compose-notice.ts';

export function toTeamsMessage({ title, groups, more, url, footer }: Notice): object {
  const body = [
    toBlock(title, { weight: 'Bolder', size: 'Medium' }),
    ...groups.flatMap(({ heading, url: page, lines }) => [
      ...(heading === null ? [] : [toBlock(heading, { weight: 'Bolder' }, page)]),
      ...lines.map((line) => toBlock(['• ', ...line])),
    ]),
    ...(more === null ? [] : [toBlock([more])]),
    toBlock(footer, { isSubtle: true, size: 'Small' }),
  ];
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
    ...(url !== null && { actions: [{ type: 'Action.OpenUrl', title: 'Open in Assay', url }] }),
    msteams: { width: 'Full' },
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
  };
}

function toBlock(line: Line, style: object = {}, url: string | null = null): object {
  const open = url === null ? {} : { selectAction: { type: 'Action.OpenUrl', url } };
  const inlines = line.map((part) =>
    typeof part === 'string'
      ? { type: 'TextRun', text: part, ...style, ...open }
      : { type: 'TextRun', text: escape(part.name), fontType: 'Monospace', ...style, ...open },
  );
  return { type: 'RichTextBlock', inlines };
}

/** Clients replace `{{DATE(...)}}` everywhere in a card. */
function escape(text: string): string {
  return text.replaceAll('{{', '{ {');
}
