import { describe, expect, it } from 'vitest';
import { aHostileNotice } from '../../../test/support/hostile-notice.ts';
import { toTeamsMessage } from './teams-message.ts';

const text = JSON.stringify(toTeamsMessage(aHostileNotice()));
const { attachments } = JSON.parse(text) as {
  readonly attachments: readonly {
    readonly contentType: string;
    readonly content: { readonly body: readonly Block[] };
  }[];
};
interface Block {
  readonly type: string;
  readonly inlines: readonly { readonly type: string; readonly text: string }[];
}
const body = attachments[0]?.content.body ?? [];

describe('a message for Microsoft Teams', () => {
  it('is an adaptive card whose text is never interpreted as Markdown', () => {
    expect(attachments[0]?.contentType).toBe('application/vnd.microsoft.card.adaptive');
    expect(new Set(body.map(({ type }) => type))).toEqual(new Set(['RichTextBlock']));
    expect(new Set(body.flatMap(({ inlines }) => inlines.map(({ type }) => type)))).toEqual(new Set(['TextRun']));
  });

  it('contains no template and no address but those of the portal', () => {
    expect(body.flatMap(({ inlines }) => inlines).some((run) => run.text.includes('{{'))).toBe(false);
    const urls = [...text.matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url);
    expect(new Set(urls)).toEqual(new Set(['https://assay.example/services/a%7Cb', 'https://assay.example/']));
  });

  it('stays below the 28 KB that Teams accepts', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(28 * 1024);
  });
});
