/**
 * Writes a notice for an incoming webhook of Slack. Names are shown as code, where no other markup is interpreted, and the three
 * characters with a meaning of their own are escaped; so a name cannot create a link or mention a channel.
 * https://docs.slack.dev/messaging/formatting-message-text, https://docs.slack.dev/reference/block-kit/blocks
 */
import { toPlainLine, type Line } from './line.ts';
import type { Notice } from './compose-notice.ts';

/** Slack accepts 3,000 characters in a section. */
const SECTION_CHARACTERS_MAX = 2_900;

export function toSlackMessage({ title, groups, more, url, footer }: Notice): object {
  const sections = groups.flatMap(({ heading, url: page, lines }) =>
    toSections([
      ...(heading === null ? [] : [`*${toMrkdwn(heading)}*${page === null ? '' : ` ${link('Open', page)}`}`]),
      ...lines.map((line) => `• ${toMrkdwn(line)}`),
    ]),
  );
  return {
    // Shown in notifications instead of the blocks.
    text: escape(toPlainLine(title)),
    blocks: [
      section(`*${toMrkdwn(title)}*`),
      ...sections.map(section),
      ...(more === null ? [] : [section(more)]),
      ...(url === null ? [] : [section(link('Open in Assay', url))]),
      { type: 'context', elements: [toText(toMrkdwn(footer))] },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

function section(text: string): object {
  return { type: 'section', text: toText(text) };
}

/** `verbatim`: addresses and names of channels are not turned into links. */
function toText(text: string): object {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** Joins lines into as few sections as fit. A line is always shorter than a section. */
function toSections(lines: readonly string[]): string[] {
  const sections: string[] = [];
  for (const line of lines) {
    const last = sections.at(-1);
    if (last === undefined || last.length + line.length + 1 > SECTION_CHARACTERS_MAX) sections.push(line);
    else sections.splice(-1, 1, `${last}\n${line}`);
  }
  return sections;
}

function toMrkdwn(line: Line): string {
  return line
    .map((part) => (typeof part === 'string' ? escape(part) : `\`${escape(part.name.replaceAll('`', "'"))}\``))
    .join('');
}

function link(text: string, url: string): string {
  return `<${escape(url).replaceAll('|', '%7C')}|${text}>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
