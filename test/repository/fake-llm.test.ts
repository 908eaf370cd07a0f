/** The fake model server is strict, because tests against a fake that accepts anything would prove nothing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFakeLlm, type FakeLlm } from '../support/fake-llm/fake-llm.ts';
import { buildFactsQuestion } from '../../src/ai/questions/build-questions.ts';
import { ALL_ABILITIES } from '../../src/ai/providers/abilities.ts';
import { toRequest } from '../../src/ai/client/to-request.ts';

let fake: FakeLlm;

beforeEach(async () => {
  fake = await startFakeLlm({ key: 'k' });
});

afterEach(async () => await fake.close());

function aRequest() {
  const question = buildFactsQuestion([]);
  const settings = { provider: 'openai-compatible', baseUrl: fake.url, model: 'm', timeoutMs: 1_000 } as const;
  const { url, headers, body } = toRequest(question, settings, 'k', ALL_ABILITIES);
  return { url, headers, body: JSON.parse(body) as Record<string, unknown> };
}

describe('fake-llm', () => {
  it('answers a request that matches the protocol', async () => {
    const { url, headers, body } = aRequest();

    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });

    expect(response.status).toBe(200);
    expect([fake.requests.length, fake.connections, fake.problems]).toEqual([1, 1, []]);
  });

  it.each<[string, (body: Record<string, unknown>) => object]>([
    ['a member that is not of the protocol', (body) => ({ ...body, tools: [] })],
    ['no cap of the output', (body) => ({ ...body, max_tokens: undefined })],
    ['two of them', (body) => ({ ...body, max_completion_tokens: 1 })],
    ['a temperature', (body) => ({ ...body, temperature: 1 })],
    [
      'a third message',
      (body) => ({ ...body, messages: [...(body['messages'] as []), { role: 'user', content: '' }] }),
    ],
    [
      'data without its frame',
      (body) => ({ ...body, messages: [(body['messages'] as [object])[0], { role: 'user', content: '{}' }] }),
    ],
    [
      'a schema that is open',
      (body) => ({
        ...body,
        response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema: { type: 'object' } } },
      }),
    ],
  ])('rejects %s, and records a problem', async (_, change) => {
    const { url, headers, body } = aRequest();

    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(change(body)) });

    expect([response.status, fake.problems.length]).toEqual([400, 1]);
  });

  it.each([
    ['another method', { method: 'PUT' }, 400],
    ['another path', { path: '/v1/completions' }, 400],
    ['another type of content', { contentType: 'text/plain' }, 400],
    ['another key', { key: 'Bearer other' }, 401],
  ])('rejects %s', async (_, { method = 'POST', path, contentType, key }: Record<string, string>, status) => {
    const { url, headers, body } = aRequest();
    if (path !== undefined) url.pathname = path;
    const changed = {
      ...headers,
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(key !== undefined && { authorization: key }),
    };

    const response = await fetch(url, { method, headers: changed, body: JSON.stringify(body) });

    expect(response.status).toBe(status);
  });
});
