/**
 * Writes a notice as a mail in plain text and HTML. Every mail goes to one recipient and has a link to unsubscribe: for readers
 * in the text, for mail programs in the header (RFC 8058).
 */
import type { Mail } from '../../outbound/mailer.ts';
import { toPlainLine, type Line } from './line.ts';
import type { Notice } from './compose-notice.ts';

const SUBJECT_CHARACTERS_MAX = 150;

export interface MailEnvelope {
  readonly id: string;
  readonly to: string;
  readonly publicUrl: string;
  readonly unsubscribeCode: string;
}

export function toMailMessage(notice: Notice, { id, to, publicUrl, unsubscribeCode }: MailEnvelope): Mail {
  const page = `${publicUrl}/unsubscribe/${unsubscribeCode}`;
  return {
    to,
    subject: shorten(`[Assay] ${toPlainLine(notice.title)}`),
    text: toText(notice, page),
    html: toHtml(notice, page),
    // The same in every attempt, so that mail programs recognize duplicates.
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/v2/unsubscribe/${unsubscribeCode}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}

function shorten(text: string): string {
  return text.length <= SUBJECT_CHARACTERS_MAX ? text : `${text.slice(0, SUBJECT_CHARACTERS_MAX - 1).toWellFormed()}…`;
}

function toText({ title, groups, more, url, footer }: Notice, unsubscribeUrl: string): string {
  const sections = groups.map(({ heading, url: page, lines }) => [
    ...(heading === null ? [] : [toPlainLine(heading)]),
    ...(heading === null || page === null ? [] : [page]),
    ...lines.map((line) => `- ${toPlainLine(line)}`),
    '',
  ]);
  const all = [
    toPlainLine(title),
    '',
    ...sections.flat(),
    ...(more === null ? [] : [more, '']),
    ...(url === null ? [] : ['Open in Assay:', url, '']),
    toPlainLine(footer),
    `Unsubscribe: ${unsubscribeUrl}`,
  ];
  return `${all.join('\n')}\n`;
}

function toHtml({ title, groups, more, url, footer }: Notice, unsubscribeUrl: string): string {
  const sections = groups.map(({ heading, url: page, lines }) => {
    const items = lines.map((line) => `<li>${toMarkup(line)}</li>`).join('');
    return `${heading === null ? '' : `<h2 style="font-size:15px">${link(toMarkup(heading), page)}</h2>`}<ul>${items}</ul>`;
  });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="color-scheme" content="light dark"></head>',
    '<body style="font-family:sans-serif;font-size:14px;line-height:1.5">',
    `<h1 style="font-size:18px">${toMarkup(title)}</h1>`,
    ...sections,
    ...(more === null ? [] : [`<p>${escape(more)}</p>`]),
    ...(url === null ? [] : [`<p>${link('Open in Assay', url)}</p>`]),
    `<p style="font-size:12px">${toMarkup(footer)} ${link('Unsubscribe', unsubscribeUrl)}</p>`,
    '</body></html>',
  ].join('\n');
}

function toMarkup(line: Line): string {
  return line.map((part) => (typeof part === 'string' ? escape(part) : `<code>${escape(part.name)}</code>`)).join('');
}

function link(markup: string, url: string | null): string {
  return url === null ? markup : `<a href="${escape(url)}">${markup}</a>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
