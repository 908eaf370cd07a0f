import { describe, expect, it } from 'vitest';
import type { Precondition } from './assessment.ts';
import { CANARIES, isCanaryReadCorrectly } from './canary.ts';
import { canSupportPrecondition } from './mentions/check-quote.ts';
import { foldTexts } from './text/quotes.ts';

const QUOTES: Readonly<Record<string, string>> = {
  windows: 'This vulnerability only affects Windows',
  darwin: 'only affects macOS',
  '386': 'only affects 32-bit x86 builds',
};

describe.each(CANARIES)('the canary $text.recordId', (canary) => {
  const { expected, text } = canary;
  const correct: Precondition = { ...expected, quote: QUOTES[expected.value] ?? '', necessary: true };
  const isRead = (...preconditions: readonly Precondition[]): boolean =>
    isCanaryReadCorrectly(canary, { preconditions });

  it('accepts the known precondition, with preconditions that can only lower a finding', () => {
    expect(isRead(correct)).toBe(true);
    expect(isRead(correct, { type: 'local_user', value: null, quote: 'files', necessary: true })).toBe(true);
    expect(isRead(correct, { ...correct, value: 'freebsd', necessary: false })).toBe(true);
  });

  it('rejects an answer that misses it', () => {
    expect(isRead()).toBe(false);
    expect(isRead({ ...correct, necessary: false })).toBe(false);
    expect(isRead({ ...correct, value: 'freebsd' })).toBe(false);
    expect(isRead({ ...correct, quote: text.title })).toBe(false);
  });

  it('rejects an answer that invents another one', () => {
    expect(isRead(correct, { type: 'configuration', value: 'strictNames', quote: 'Set', necessary: true })).toBe(false);
    expect(isRead(correct, { ...correct, quote: 'It exclusively affects something else.' })).toBe(false);
  });

  it('is an advisory that is sent', () => {
    expect(canSupportPrecondition(foldTexts([text], { id: text.recordId, name: text.recordId }))).toBe(true);
  });
});
