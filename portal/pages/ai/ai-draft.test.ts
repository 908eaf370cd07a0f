import { describe, expect, it } from 'vitest';
import { someAiSettings } from '../../../test/support/wire-ai.ts';
import { needsKeyAgain, toAiDraft, toAiWish } from './ai-draft.ts';

const SETTINGS = someAiSettings();

describe('a draft of the AI settings', () => {
  it('removes the key only when somebody says so, and a new one replaces it', () => {
    const draft = { ...toAiDraft(SETTINGS), removesKey: true };

    expect(toAiWish(draft, SETTINGS)).toEqual({ apiKey: null });
    expect(toAiWish({ ...draft, apiKey: 'sk-new' }, SETTINGS)).toEqual({ apiKey: 'sk-new' });
    expect(needsKeyAgain({ ...draft, baseUrl: 'https://elsewhere.example.org' }, SETTINGS)).toBe(false);
  });

  it('asks for nothing while nothing was changed', () => {
    expect(toAiWish(toAiDraft(SETTINGS), SETTINGS)).toBeUndefined();
  });

  it('asks only for what differs', () => {
    const draft = { ...toAiDraft(SETTINGS), mode: 'suggest', timeoutSeconds: '30' } as const;

    expect(toAiWish(draft, SETTINGS)).toEqual({ mode: 'suggest', timeoutMs: 30_000 });
  });

  it('calls an empty budget no limit, and an empty text none', () => {
    const draft = { ...toAiDraft(SETTINGS), currencyPerMonth: '', model: ' ' };

    expect(toAiWish(draft, SETTINGS)).toEqual({
      model: null,
      budget: { tokensPerDay: null, currencyPerMonth: null, priceIn: 1, priceOut: 2 },
    });
  });

  it('sends a key only when one was typed', () => {
    expect(toAiWish({ ...toAiDraft(SETTINGS), apiKey: 'secret' }, SETTINGS)).toEqual({ apiKey: 'secret' });
  });

  it.each([
    ['another path of the same place', 'https://models.example.org/v2', '', false],
    ['another place', 'https://elsewhere.example.org/v1', '', true],
    ['another place with a new key', 'https://elsewhere.example.org/v1', 'secret', false],
  ])('needs the key again: %s', (_, baseUrl, apiKey, expected) => {
    expect(needsKeyAgain({ ...toAiDraft(SETTINGS), baseUrl, apiKey }, SETTINGS)).toBe(expected);
  });
});
