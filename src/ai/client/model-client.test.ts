import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { startFakeLlm, type FakeLlm, type FakeLlmOptions } from '../../../test/support/fake-llm/fake-llm.ts';
import type { Fault } from '../../../test/support/fake-llm/faults.ts';
import { aSubject } from '../../../test/support/subjects.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Provider } from '../../core/vocabulary/ai.ts';
import { toAiPolicy } from '../../outbound/policy.ts';
import { buildFactsQuestion, buildSecondQuestion } from '../questions/build-questions.ts';
import type { AskOptions, ModelAnswer } from '../model-answer.ts';
import { createModelClient, type ModelClientOptions } from './model-client.ts';
import { createAbilityMemory } from '../providers/abilities.ts';
import type { ModelSettings } from '../providers/provider.ts';

const KEY = 'sk-planted-key-5d1f';
const TEXTS = [
  {
    recordId: 'GHSA-1',
    title: 'Path traversal',
    details: 'The flaw only affects Windows. It is bad.',
    packages: [],
    hash: 'h',
  },
];
const QUESTION = buildFactsQuestion(TEXTS);
const FACTS = {
  preconditions: [{ type: 'os', value: 'windows', quote: 'The flaw only affects Windows.', necessary: true }],
};

let fake: FakeLlm | undefined;

afterEach(async () => {
  await fake?.close();
  fake = undefined;
});

interface Asking {
  readonly pauses: readonly number[];
  readonly ask: (options?: AskOptions) => Promise<ModelAnswer>;
}

async function aClient(
  options: FakeLlmOptions = {},
  changes: Partial<Omit<ModelClientOptions, 'settings'>> & { readonly settings?: Partial<ModelSettings> } & {
    readonly timeoutMs?: number;
  } = {},
): Promise<Asking & { readonly server: FakeLlm }> {
  fake = await startFakeLlm({ key: KEY, ...options });
  const pauses: number[] = [];
  const { timeoutMs = 5_000, settings, ...rest } = changes;
  const client = createModelClient({
    settings: {
      provider: options.protocol ?? 'openai-compatible',
      baseUrl: fake.url,
      model: 'm',
      timeoutMs,
      ...settings,
    },
    key: KEY,
    policy: toAiPolicy({ allowPrivate: true, proxy: undefined }),
    clock: { nowMs: () => Date.now(), random: () => 0, pause: async (ms) => void pauses.push(ms) },
    ...rest,
  });
  return { server: fake, pauses, ask: async (asked) => await client.ask(QUESTION, asked) };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe.each<Provider>(['openai-compatible', 'anthropic'])('asking %s', (protocol) => {
  it('returns the parsed value with the audit data of the call', async () => {
    const { ask, server } = await aClient({ protocol }, { keepBodies: true });

    const answer = await ask();

    expect(server.problems).toEqual([]);
    expect(answer).toMatchObject({
      status: 'answered',
      value: FACTS,
      ids: {},
      model: 'fake-llm-2026-11',
      httpStatus: 200,
      attempts: 1,
      usage: { tokensIn: 100, tokensOut: 20 },
      requestHash: sha256(server.requests[0]?.text ?? ''),
    });
    expect(answer.bodies?.request).toBe(server.requests[0]?.text);
    expect(answer.responseHash).toBe(sha256(answer.bodies?.response ?? ''));
  });

  it.each(['rate-limit', 'server-error', 'overloaded', 'conflict', 'cut'] as const)(
    'retries after %s up to the limit',
    async (fault) => {
      const { ask, server, pauses } = await aClient({ protocol, faults: [fault, fault, fault], retryAfter: '7' });
      const first = await ask();
      server.behave({ faults: fault });
      const second = await ask();

      expect(first).toMatchObject({ status: 'answered', attempts: 4 });
      expect(second).toMatchObject({ status: 'failed', reason: 'provider_error', attempts: 4 });
      expect(pauses.slice(0, 3)).toEqual(fault === 'rate-limit' ? [7_000, 7_000, 7_000] : [500, 1_000, 2_000]);
    },
  );

  it('does not wait for a Retry-After that exceeds the limit', async () => {
    const { ask, pauses } = await aClient({ protocol, faults: 'rate-limit', retryAfter: '61' });

    expect(await ask()).toMatchObject({ status: 'failed', httpStatus: 429, attempts: 1, retryAfterSeconds: 61 });
    expect(pauses).toEqual([]);
  });

  it.each([
    ['unauthorized', 'auth', 401],
    ['forbidden', 'auth', 403],
    ['bad-request', 'provider_error', 400],
    ['redirect', 'provider_error', 307],
    ['not-the-protocol', 'provider_error', 200],
    ['huge', 'invalid_output', 200],
  ] as const)('does not retry after %s', async (fault, reason, httpStatus) => {
    const { ask, server } = await aClient({ protocol, faults: fault });

    expect(await ask()).toMatchObject({ status: 'failed', reason, httpStatus, attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  it.each(['hang', 'stall', 'endless-reasoning', 'slow'] as const)(
    'times out without a complete answer (%s)',
    async (fault) => {
      const { ask } = await aClient({ protocol, faults: fault, slowMs: 60_000 }, { timeoutMs: 100 });

      expect(await ask()).toMatchObject({ status: 'failed', reason: 'timeout', attempts: 4 });
    },
  );

  it.each([
    ['truncated', 'failed'],
    ['refusal', 'abstained'],
  ] as const)('does not retry after %s, which is %s, and counts its tokens', async (fault, status) => {
    const { ask } = await aClient({ protocol, faults: fault });

    expect(await ask()).toMatchObject({ status, reason: fault, attempts: 1, usage: { tokensIn: 100 } });
  });

  it.each(['broken-json', 'schema-violation', 'extra-member'] as const)(
    'asks once more for valid output after %s, and counts both attempts',
    async (fault) => {
      const { ask, server } = await aClient({ protocol, faults: [fault] });
      const repaired = await ask();
      server.behave({ faults: fault });
      const failed = await ask();

      expect(repaired).toMatchObject({ status: 'answered', attempts: 2, usage: { tokensIn: 200, tokensOut: 40 } });
      expect(failed).toMatchObject({ status: 'failed', reason: 'invalid_output', attempts: 2 });
      expect(server.problems).toEqual([]);
    },
  );

  it('parses an answer in a code fence after other text', async () => {
    const { ask } = await aClient({ protocol, faults: 'fenced' });

    expect(await ask()).toMatchObject({ status: 'answered', value: FACTS, attempts: 1 });
  });

  it('reports no tokens if the provider does not', async () => {
    const { ask } = await aClient({ protocol, faults: 'no-usage' });

    expect(await ask()).not.toHaveProperty('usage');
  });

  it.each<[string, readonly (Fault | undefined)[], number, number | undefined]>([
    ['that report their usage', ['broken-json'], 0, 200],
    ['without usage', ['no-usage'], 1, undefined],
    ['that were cut off, before one that reports its usage', ['cut', 'cut'], 2, 100],
    ['that timed out, before one that reports its usage', ['stall', 'hang', 'hang'], 3, 100],
    ['that are too large', ['huge'], 1, undefined],
    ['with an absurd usage', ['absurd-usage'], 1, undefined],
    ['that are errors', ['rate-limit', 'server-error'], 0, 100],
  ])('counts attempts %s', async (_, faults, unreported, tokensIn) => {
    const { ask } = await aClient({ protocol, faults }, { timeoutMs: 1_000 });

    const answer = await ask();

    expect(answer.unreported).toBe(unreported);
    expect(answer.usage?.tokensIn).toBe(tokensIn);
  });

  it('counts no attempt that never reached the provider', async () => {
    const { ask, server } = await aClient({ protocol });
    await server.close();
    fake = undefined;

    expect(await ask()).toMatchObject({ status: 'failed', reason: 'provider_error', attempts: 4, unreported: 0 });
  });

  it('waits for a slow provider', async () => {
    const { ask } = await aClient({ protocol, faults: 'slow' });

    expect(await ask()).toMatchObject({ status: 'answered' });
  });

  it('stops when the signal is aborted', async () => {
    const { ask } = await aClient({ protocol, faults: 'hang' });
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('stopping')), 50);

    await expect(ask({ signal: stop.signal })).rejects.toThrow('stopping');
  });

  it.each([
    ['rate-limit', 2],
    ['broken-json', 1],
  ] as const)('makes no further attempt after %s once canContinue returns false', async (fault, allowed) => {
    const { ask, server } = await aClient({ protocol, faults: fault });
    let asked = 0;

    const answer = await ask({ canContinue: async () => await Promise.resolve((asked += 1) < allowed) });

    expect(answer).toMatchObject({ status: 'failed', reason: 'interrupted', attempts: allowed });
    expect(server.requests).toHaveLength(allowed);
  });

  it.each(['unauthorized', 'server-error', 'bad-request', 'cut', 'redirect'] as const)(
    'does not reveal the key in the result of %s',
    async (fault) => {
      const { ask, server } = await aClient({ protocol, faults: fault });
      const answer = await ask();

      expect(JSON.stringify(server.requests[0]?.headers)).toContain(KEY);
      expect(server.requests[0]?.text).not.toContain(KEY);
      expect(JSON.stringify(answer)).not.toContain(KEY);
    },
  );
});

describe('a server that does not support every parameter', () => {
  it.each([
    [['json_schema']],
    [['json_schema', 'json_object']],
    [['temperature']],
    [['seed']],
    [['max_tokens']],
    [['json_schema', 'json_object', 'temperature', 'seed', 'max_tokens']],
  ])('is asked without %j, which is remembered', async (unknown) => {
    const { ask, server } = await aClient({ unknown });

    expect(await ask()).toMatchObject({ status: 'answered', value: FACTS, attempts: unknown.length + 1 });
    expect(await ask()).toMatchObject({ status: 'answered', attempts: 1 });
    expect(server.problems).toEqual([]);
  });

  it.each([
    [['output_config.format']],
    [['temperature']],
    [['output_config.format', 'tools']],
    [['output_config', 'tools', 'temperature']],
  ])('is asked without %j in the Anthropic protocol', async (unknown) => {
    const { ask } = await aClient({ protocol: 'anthropic', unknown });

    expect(await ask()).toMatchObject({ status: 'answered', value: FACTS, attempts: unknown.length + 1 });
    expect(await ask()).toMatchObject({ attempts: 1 });
  });

  it.each<[Provider, string, readonly boolean[]]>([
    ['openai-compatible', 'reasoning_effort', [true, false, false]],
    ['anthropic', 'thinking', [true, true, false, false]],
    ['anthropic', 'adaptive', [true, false, false]],
  ])('is asked with less control of reasoning in the protocol of %s: %s', async (protocol, name, sent) => {
    const { ask, server } = await aClient({ protocol, unknown: [name] }, { settings: { reasoningEffort: 'high' } });

    expect(await ask()).toMatchObject({ status: 'answered', value: FACTS, attempts: sent.length - 1 });
    expect(await ask()).toMatchObject({ status: 'answered', attempts: 1 });
    expect(server.problems).toEqual([]);
    expect(server.requests.map(({ text }) => text.includes(`"${name}"`))).toEqual(sent);
  });

  it('is asked with a budget for thinking if it knows no effort', async () => {
    const { ask, server } = await aClient(
      { protocol: 'anthropic', unknown: ['output_config', 'adaptive'] },
      { settings: { reasoningEffort: 'low' } },
    );

    expect(await ask()).toMatchObject({ status: 'answered', value: FACTS });
    expect(server.requests.at(-1)?.text).toContain('"budget_tokens":1024');
    expect(server.requests.at(-1)?.text).toContain('"tools"');
    expect(server.problems).toEqual([]);
  });

  it('is not remembered for a change that did not help', async () => {
    const { ask, server } = await aClient({ unknown: ['max_tokens', 'max_completion_tokens'] });

    expect(await ask()).toMatchObject({ status: 'failed', reason: 'provider_error', httpStatus: 400, attempts: 2 });
    server.behave({ unknown: [] });
    expect(await ask()).toMatchObject({ status: 'answered', attempts: 1 });
    expect(server.requests.at(-1)?.text).toContain('"max_tokens"');
  });

  it('is remembered by every client that shares the memory, separately from other servers', async () => {
    const abilities = createAbilityMemory();
    const { ask, server } = await aClient({ unknown: ['json_schema'] }, { abilities });
    await ask();
    const other = await startFakeLlm();
    const elsewhere = createModelClient({
      settings: { provider: 'openai-compatible', baseUrl: other.url, model: 'm', timeoutMs: 5_000 },
      key: null,
      policy: toAiPolicy({ allowPrivate: true, proxy: undefined }),
      abilities,
    });
    await elsewhere.ask(QUESTION);
    await other.close();

    expect(server.requests.at(-1)?.text).toContain('json_object');
    expect(other.requests[0]?.text).toContain('json_schema');
  });
});

describe('a provider that keeps failing', () => {
  it('is not called for a while, and is then tried with one call', async () => {
    let nowMs = 0;
    const clock = { nowMs: () => nowMs, random: () => 0, pause: async () => {} };
    const { ask, server } = await aClient({ faults: 'unauthorized' }, { clock });

    for (let i = 0; i < LIMITS.aiFailuresMax; i += 1) await ask();
    expect(await ask()).toMatchObject({ status: 'failed', reason: 'circuit_open', attempts: 0, requestHash: null });
    expect(server.requests).toHaveLength(LIMITS.aiFailuresMax);

    nowMs += LIMITS.aiFailurePauseMs;
    server.behave({ faults: [] });
    expect(await ask()).toMatchObject({ status: 'answered' });
    expect(await ask()).toMatchObject({ status: 'answered' });
  });

  it('does not include a provider whose calls were only aborted', async () => {
    const { ask, server } = await aClient({ faults: 'hang' });
    for (let i = 0; i < LIMITS.aiFailuresMax; i += 1)
      await expect(ask({ signal: AbortSignal.timeout(20) })).rejects.toThrow('timeout');
    server.behave({ faults: [] });

    expect(await ask()).toMatchObject({ status: 'answered' });
  });
});

describe('calls that are never made', () => {
  const settings = { provider: 'openai-compatible', model: 'm', timeoutMs: 5_000 } as const;
  const closed = toAiPolicy({ allowPrivate: false, proxy: undefined });

  it('include private addresses, unless the operator allows them', async () => {
    const { server } = await aClient();
    const client = createModelClient({ settings: { ...settings, baseUrl: server.url }, key: KEY, policy: closed });

    expect(await client.ask(QUESTION)).toMatchObject({ status: 'failed', reason: 'provider_error', attempts: 1 });
    expect(server.connections).toBe(0);
  });

  it('include names that resolve to a private address', async () => {
    const { server } = await aClient();
    const baseUrl = server.url.replace('http:', 'https:').replace('127.0.0.1', 'inside.example');
    const policy = {
      ...closed,
      resolve: (...[, , done]: Parameters<NonNullable<typeof closed.resolve>>) =>
        done(null, [{ address: '127.0.0.1', family: 4 }]),
    };
    const client = createModelClient({ settings: { ...settings, baseUrl }, key: KEY, policy });

    const answer = await client.ask(QUESTION);

    expect(answer).toMatchObject({ status: 'failed', problem: expect.stringContaining('no public address') as string });
    expect(server.connections).toBe(0);
  });

  it.each([
    ['a base URL that is none', { baseUrl: 'model' }, KEY, 'provider_error'],
    ['a key that no header takes', {}, 'sk-\nx', 'auth'],
    ['a header that says something else', { apiKeyHeader: 'Host' }, KEY, 'auth'],
    ['a header that is none', { apiKeyHeader: 'a: b' }, KEY, 'auth'],
  ])('include requests with %s', async (_, changes, key, reason) => {
    const { server } = await aClient();
    const policy = toAiPolicy({ allowPrivate: true, proxy: undefined });
    const client = createModelClient({ settings: { ...settings, baseUrl: server.url, ...changes }, key, policy });

    expect(await client.ask(QUESTION)).toMatchObject({ status: 'failed', reason, attempts: 0 });
    expect(server.connections).toBe(0);
  });
});

it('returns the ids of its request, which the value must be checked against', async () => {
  const server = await startFakeLlm({ faults: 'wrong-ids' });
  fake = server;
  const client = createModelClient({
    settings: { provider: 'openai-compatible', baseUrl: server.url, model: 'm', timeoutMs: 5_000 },
    key: null,
    policy: toAiPolicy({ allowPrivate: true, proxy: undefined }),
  });
  const finding = { subject: aSubject(), texts: TEXTS, sharing: 'advisory-only' } as const;
  const question = buildSecondQuestion(finding, []);

  const answer = await client.ask(question);

  expect(answer).toMatchObject({
    status: 'answered',
    ids: question.ids,
    value: { id: question.ids.finding === 'k1' ? 'k2' : 'k1' },
  });
  expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
});
