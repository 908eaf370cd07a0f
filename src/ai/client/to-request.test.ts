import { describe, expect, it } from 'vitest';
import { aSubject } from '../../../test/support/subjects.ts';
import { buildFactsQuestion } from '../questions/build-questions.ts';
import type { ModelSettings } from '../providers/provider.ts';
import { ALL_ABILITIES } from '../providers/abilities.ts';
import { describeRequest, isKeyHeader, toRequest } from './to-request.ts';

const QUESTION = buildFactsQuestion({ subject: aSubject(), texts: [] });
const OPENAI: ModelSettings = {
  provider: 'openai-compatible',
  baseUrl: 'https://api.example/v1',
  model: 'm',
  timeoutMs: 1_000,
};
const ANTHROPIC: ModelSettings = { ...OPENAI, provider: 'anthropic', baseUrl: 'https://api.example' };

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
