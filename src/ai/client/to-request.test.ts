import { describe, expect, it } from 'vitest';
import { buildFactsQuestion } from '../questions/build-questions.ts';
import type { ModelSettings } from '../providers/provider.ts';
import { ALL_ABILITIES } from '../providers/abilities.ts';
import { describeRequest, isKeyHeader, toRequest } from './to-request.ts';

const QUESTION = buildFactsQuestion([]);
const OPENAI: ModelSettings = {
  provider: 'openai-compatible',
  baseUrl: 'https://api.example/v1',
  model: 'm',
  timeoutMs: 1_000,
};
const ANTHROPIC: ModelSettings = { ...OPENAI, provider: 'anthropic', baseUrl: 'https://api.example' };

const bodyOf = (settings: ModelSettings): object =>
  JSON.parse(toRequest(QUESTION, settings, null, ALL_ABILITIES).body) as object;

describe('limits of output and reasoning', () => {
  it.each<[string, Partial<ModelSettings>, object]>([
    ['nothing by default', {}, { max_tokens: 4_000 }],
    ['the configured limit', { outputTokensMax: 9_000, reasoningEffort: 'high' }, { max_tokens: 9_000 }],
    ['room for reasoning', { reasoningEffort: 'medium' }, { max_tokens: 8_096, reasoning_effort: 'medium' }],
    ['no reasoning', { reasoningEffort: 'none' }, { max_tokens: 4_000, reasoning_effort: 'none' }],
  ])('send %s to an OpenAI-compatible server', (_, changes, expected) => {
    expect(bodyOf({ ...OPENAI, ...changes })).toMatchObject({ temperature: 0, ...expected });
    if (changes.reasoningEffort === undefined)
      expect(bodyOf({ ...OPENAI, ...changes })).not.toHaveProperty('reasoning_effort');
  });

  it.each<[string, Partial<ModelSettings>, number, number]>([
    ['room for the answer', { reasoningEffort: 'low' }, 5_024, 1_024],
    ['a smaller budget for a smaller limit', { reasoningEffort: 'high', outputTokensMax: 3_000 }, 3_000, 1_976],
    ['the smallest budget', { reasoningEffort: 'high', outputTokensMax: 2_048 }, 2_048, 1_024],
  ])('send %s with the thinking of Anthropic, without a forced tool and a temperature', (_, changes, cap, budget) => {
    const body = bodyOf({ ...ANTHROPIC, ...changes });

    expect(body).toMatchObject({
      max_tokens: cap,
      thinking: { type: 'enabled', budget_tokens: budget },
      tool_choice: { type: 'auto' },
    });
    expect(body).not.toHaveProperty('temperature');
  });

  it.each(['default', 'none'] as const)('send no thinking to Anthropic with effort %s', (reasoningEffort) => {
    const body = bodyOf({ ...ANTHROPIC, reasoningEffort });

    expect(body).toMatchObject({ max_tokens: 4_000, temperature: 0, tool_choice: { type: 'tool' } });
    expect(body).not.toHaveProperty('thinking');
  });
});

describe('toRequest', () => {
  it.each([
    [OPENAI, 'https://api.example/v1', 'https://api.example/v1/chat/completions'],
    [OPENAI, 'https://api.example/v1/', 'https://api.example/v1/chat/completions'],
    [OPENAI, 'https://api.example', 'https://api.example/chat/completions'],
    [OPENAI, 'https://x.example/openai?api-version=1', 'https://x.example/openai/chat/completions?api-version=1'],
    [OPENAI, 'https://user:word@api.example/v1#top', 'https://api.example/v1/chat/completions'],
    [ANTHROPIC, 'https://api.example', 'https://api.example/v1/messages'],
    [ANTHROPIC, 'https://gateway.example/anthropic/', 'https://gateway.example/anthropic/v1/messages'],
  ])('%# %s calls the path of the protocol', (settings, baseUrl, expected) => {
    expect(toRequest(QUESTION, { ...settings, baseUrl }, null, ALL_ABILITIES).url.href).toBe(expected);
  });

  it.each([
    [OPENAI, undefined, { authorization: 'Bearer k' }],
    [OPENAI, 'api-key', { 'api-key': 'k' }],
    [ANTHROPIC, undefined, { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }],
    [ANTHROPIC, 'Authorization', { authorization: 'Bearer k', 'anthropic-version': '2023-06-01' }],
  ])('%# sends the key in the expected header', (settings, apiKeyHeader, expected) => {
    const { headers } = toRequest(QUESTION, { ...settings, apiKeyHeader }, 'k', ALL_ABILITIES);

    expect(headers).toEqual({ 'content-type': 'application/json', accept: 'application/json', ...expected });
  });

  it('sends no key header without a key', () => {
    expect(toRequest(QUESTION, OPENAI, null, ALL_ABILITIES).headers).not.toHaveProperty('authorization');
  });
});

describe('describeRequest', () => {
  it.each([OPENAI, ANTHROPIC])('%# describes exactly the request that would be sent, without the key', (settings) => {
    const sent = toRequest(QUESTION, settings, 'sk-secret', ALL_ABILITIES);
    const described = describeRequest(QUESTION, settings);

    expect(described).toMatchObject({ method: 'POST', url: sent.url.href, body: sent.body });
    expect(Object.keys(described.headers)).toEqual(Object.keys(sent.headers));
    expect(JSON.stringify(described)).not.toContain('sk-secret');
    expect(JSON.stringify(described.headers)).toContain('***');
  });
});

describe('isKeyHeader', () => {
  it.each(['authorization', 'X-Api-Key', 'api-key', 'x-goog-api-key'])('accepts %s', (name) => {
    expect(isKeyHeader(name)).toBe(true);
  });

  it.each(['Host', 'content-length', 'Transfer-Encoding', 'connection', 'a b', 'a\r\nb', 'ä', ''])(
    'rejects %j',
    (name) => {
      expect(isKeyHeader(name)).toBe(false);
    },
  );
});
