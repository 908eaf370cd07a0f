import { describe, expect, it } from 'vitest';
import { aHostileNotice } from '../../../test/support/hostile-notice.ts';
import { toSlackMessage } from './slack-message.ts';

interface Text {
  readonly type: string;
  readonly text: string;
  readonly verbatim: boolean;
}
interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly { readonly type: string; readonly text?: Text; readonly elements?: readonly Text[] }[];
}

const message = toSlackMessage(aHostileNotice()) as SlackMessage;
const texts = message.blocks.flatMap(({ text, elements = [] }) => [...(text === undefined ? [] : [text]), ...elements]);

describe('a message for Slack', () => {
  it('has no link or mention but those to the portal', () => {
    const tags = texts.flatMap(({ text }) => text.match(/<[^>]*>/g) ?? []);

    expect(new Set(tags.map((tag) => tag.split('|')[0]))).toEqual(
      new Set(['<https://assay.example/services/a%7Cb', '<https://assay.example/']),
    );
    expect(message.text).not.toMatch(/[<>]/);
  });

  it('shows names as code that they cannot close, without automatic links', () => {
    expect(texts.every(({ type, verbatim }) => type === 'mrkdwn' && verbatim)).toBe(true);
    const outside = texts.map(({ text }) => text.replaceAll(/`[^`]*`/g, ''));
    expect(outside.join('')).not.toMatch(/evil|script|bold|Bcc|`/);
  });

  it('stays within the limits of Slack', () => {
    expect(message.blocks.length).toBeLessThanOrEqual(50);
    for (const { text } of texts) expect(text.length).toBeLessThanOrEqual(3_000);
    expect(texts.some(({ text }) => text === 'And 12 more.')).toBe(true);
  });
});
