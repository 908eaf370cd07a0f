import { describe, expect, it } from 'vitest';
import { someAiSettings } from '../../../../test/support/wire-ai.ts';
import { requiresNewKey, toAiDraft, toAiSettingsInput } from './ai-draft.ts';

const SETTINGS = someAiSettings();

describe('draft of the AI settings', () => {
  it('removes the key only on request, and replaces it with a new one', () => {
    const draft = { ...toAiDraft(SETTINGS), removesKey: true };

    expect(toAiSettingsInput(draft, SETTINGS)).toEqual({ apiKey: null });
    expect(toAiSettingsInput({ ...draft, apiKey: 'sk-new' }, SETTINGS)).toEqual({ apiKey: 'sk-new' });
    expect(requiresNewKey({ ...draft, baseUrl: 'https://elsewhere.example.org' }, SETTINGS)).toBe(false);
  });

  it('sends nothing without changes', () => {
    expect(toAiSettingsInput(toAiDraft(SETTINGS), SETTINGS)).toBeUndefined();
  });

  it('sends only changed fields', () => {
    const draft = { ...toAiDraft(SETTINGS), mode: 'suggest', timeoutSeconds: '30' } as const;

    expect(toAiSettingsInput(draft, SETTINGS)).toEqual({ mode: 'suggest', timeoutMs: 30_000 });
  });

  it('treats an empty budget as no limit and an empty text as null', () => {
    const draft = { ...toAiDraft(SETTINGS), currencyPerMonth: '', model: ' ' };

    expect(toAiSettingsInput(draft, SETTINGS)).toEqual({
      model: null,
      budget: { tokensPerDay: null, currencyPerMonth: null, priceIn: 1, priceOut: 2 },
    });
  });

  it('sends a key only if one was entered', () => {
    expect(toAiSettingsInput({ ...toAiDraft(SETTINGS), apiKey: 'secret' }, SETTINGS)).toEqual({ apiKey: 'secret' });
  });

  it.each([
    ['another path of the same host', 'https://models.example.org/v2', '', false],
    ['another host', 'https://elsewhere.example.org/v1', '', true],
    ['another host with a new key', 'https://elsewhere.example.org/v1', 'secret', false],
  ])('decides whether the key is required again: %s', (_, baseUrl, apiKey, expected) => {
    expect(requiresNewKey({ ...toAiDraft(SETTINGS), baseUrl, apiKey }, SETTINGS)).toBe(expected);
  });
});
