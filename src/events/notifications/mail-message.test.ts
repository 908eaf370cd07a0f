import { describe, expect, it } from 'vitest';
import { aHostileNotice } from '../../../test/support/hostile-notice.ts';
import { toMailMessage } from './mail-message.ts';

const mail = toMailMessage(aHostileNotice(), {
  id: '019a7d4c-0a51-7cc0-8f35-6d0f4f6f3a10',
  to: 'ada@example.com',
  publicUrl: 'https://assay.example',
  unsubscribeCode: 'abc',
});
const { html = '', text, subject, headers = {} } = mail;

describe('a mail', () => {
  it('has a subject on one line', () => {
    expect(subject).toMatch(/^\[Assay\] [^\r\n]+$/);
    expect(subject.length).toBeLessThanOrEqual(150);
  });

  it('has no element or link from a name in its HTML', () => {
    const elements = html.match(/<[a-z!][^>]*>/g) ?? [];
    const names = new Set(elements.map((element) => element.slice(1).split(/[\s>]/)[0]));
    expect(names).toEqual(
      new Set(['!doctype', 'a', 'body', 'code', 'h1', 'h2', 'head', 'html', 'li', 'meta', 'p', 'ul']),
    );
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
    expect(new Set(links)).toEqual(
      new Set([
        'https://assay.example/services/a%7Cb',
        'https://assay.example/',
        'https://assay.example/unsubscribe/abc',
      ]),
    );
  });

  it('names each fact once in plain text, without control characters', () => {
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(text).toContain('And 12 more.');
    expect(text).toContain('Unsubscribe: https://assay.example/unsubscribe/abc');
    expect(text.length).toBeLessThan(20_000);
  });

  it('can be unsubscribed from by a mail program', () => {
    expect(headers).toEqual({
      'List-Unsubscribe': '<https://assay.example/api/v2/unsubscribe/abc>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    });
    expect(mail.messageId).toBe('<019a7d4c-0a51-7cc0-8f35-6d0f4f6f3a10@assay.example>');
  });
});
