/**
 * AI settings: disabled means no connection, the settings control the provider, the key and the shared data, and neither the key
 * nor other data leaks.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  WireAiCall,
  WireAiCallDetails,
  WireAiExample,
  WireAiSettings,
  WireAiTest,
} from '../../../src/api/contract/ai.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { AI_KEY, AI_PACKAGES, AI_PROFILE, openAiDesk, toAiRecords, type AiDesk } from '../../support/ai-desk.ts';
import { startFakeLlm, type FakeLlm } from '../../support/fake-llm/fake-llm.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const PACKAGES = ['on-windows@1.0.0', 'everywhere@1.0.0'];

let assay: TestAssay;
let llm: FakeLlm;
let desk: AiDesk;

beforeAll(async () => {
  assay = await startMirroredAssay(toAiRecords(), { ASSAY_AI_ALLOW_PRIVATE: 'true' });
});
afterAll(async () => await assay.stop());
beforeEach(async () => {
  llm = await startFakeLlm();
  desk = await openAiDesk(assay);
});
afterEach(async () => await llm.close());

async function patch(body: object): Promise<{ status: number; body: WireAiSettings & { code?: string } }> {
  return await desk.call<WireAiSettings>('PATCH', '/organization/ai', { body });
}

describe('disabled AI', () => {
  it('is the default of an organization', async () => {
    const { body } = await desk.call<WireAiSettings>('GET', '/organization/ai');

    expect(body).toMatchObject({
      enabled: false,
      apiKey: null,
      baseUrl: null,
      model: null,
      sharing: 'structured-profile',
      mode: 'auto',
      guards: { cvss: 9, epss: 0.1 },
      concurrency: 4,
      timeoutMs: 60_000,
      maxFindingsPerRun: 500,
      storeBodies: false,
      allowsPrivate: true,
    });
  });

  it.each([
    ['in the organization', { enabled: false }, {}, 'ai_disabled'],
    ['for the service', {}, { aiOptOut: true }, 'opt_out'],
  ])('%s opens no connection during a whole analysis, even with a stored key', async (_, settings, service, reason) => {
    await desk.upload('shop', '0.9', []);
    await desk.profile();
    await desk.enable(llm.url, settings);
    if (Object.keys(service).length > 0) await desk.call('PATCH', '/service/shop', { body: service });
    await desk.upload('shop', '1.0', AI_PACKAGES);

    const verdicts = await desk.verdicts();
    expect(await desk.stage()).toMatchObject({ status: 'skipped', reason });
    expect(llm.connections).toBe(0);
    expect(
      await desk.rows(`select id from ai_call union all select question_sha256::text::uuid from model_answer`),
    ).toEqual([]);
    const plain = await openAiDesk(assay);
    await plain.upload('shop', '0.9', []);
    await plain.profile();
    await plain.upload('shop', '1.0', AI_PACKAGES);
    expect(verdicts).toEqual(await plain.verdicts());
  });

  it('stays unused if no finding is open', async () => {
    await desk.enable(llm.url);
    await desk.upload('shop', '1.1', ['harmless@1.0.0']);
    expect(await desk.stage('shop', '1.1')).toMatchObject({ status: 'skipped', reason: 'no_candidates' });
    await desk.rest();
    expect(llm.requests.filter(({ text }) => text.includes('harmless'))).toEqual([]);
  });
});

describe('the settings', () => {
  it('never return the key', async () => {
    const set = await desk.enable(llm.url);

    expect(set.apiKey).toMatchObject({ lastFour: 'KEY9' });
    expect(JSON.stringify(set)).not.toContain(AI_KEY);
    const [row] = await desk.rows<{ value: unknown }>(`select value from setting where name = 'aiKey'`);
    expect(JSON.stringify(row?.value)).not.toContain(AI_KEY);
    const removed = await patch({ apiKey: null });
    expect(removed.body.apiKey).toBeNull();
    expect(await desk.rows(`select 1 from setting where name = 'aiKey'`)).toEqual([]);
  });

  it('send a key to its own origin only', async () => {
    await desk.enable(llm.url);

    const moved = await patch({ baseUrl: 'http://127.0.0.1:9/v1' });
    expect(moved).toMatchObject({ status: 400, body: { code: 'AI_KEY_NEEDED', details: [{ path: '/apiKey' }] } });
    expect((await patch({ baseUrl: `${llm.url}/other` })).status).toBe(200);
    expect((await patch({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'another-key-altogether' })).status).toBe(200);
  });

  it.each<[string, object, number, string, string]>([
    ['without an address', { enabled: true }, 409, 'AI_SETTINGS_INCOMPLETE', '/baseUrl'],
    [
      'without a model',
      { enabled: true, baseUrl: 'https://model.example/v1' },
      409,
      'AI_SETTINGS_INCOMPLETE',
      '/model',
    ],
    ['with the metadata of a cloud', { baseUrl: 'http://169.254.169.254/v1' }, 400, 'AI_URL_INVALID', '/baseUrl'],
    ['with the same in another spelling', { baseUrl: 'http://0xa9fea9fe/v1' }, 400, 'AI_URL_INVALID', '/baseUrl'],
    ['with the same in IPv6', { baseUrl: 'http://[::ffff:169.254.169.254]/v1' }, 400, 'AI_URL_INVALID', '/baseUrl'],
    ['with the same behind NAT64', { baseUrl: 'http://[64:ff9b::a9fe:a9fe]/v1' }, 400, 'AI_URL_INVALID', '/baseUrl'],
    ['with the same in 6to4', { baseUrl: 'http://[2002:a9fe:a9fe::]/v1' }, 400, 'AI_URL_INVALID', '/baseUrl'],
    [
      'with the metadata of a cloud in IPv6',
      { baseUrl: 'http://[fd00:ec2::254]/v1' },
      400,
      'AI_URL_INVALID',
      '/baseUrl',
    ],
    ['with an address of one link', { baseUrl: 'http://[fe80::1]/v1' }, 400, 'AI_URL_INVALID', '/baseUrl'],
    ['with no address', { baseUrl: 'nowhere' }, 400, 'AI_URL_INVALID', '/baseUrl'],
    ['with credentials in the address', { baseUrl: 'https://a:b@model.example/v1' }, 400, 'AI_URL_INVALID', '/baseUrl'],
    ['with a key in the address', { baseUrl: 'https://model.example/v1?KEY=abc' }, 400, 'AI_URL_INVALID', '/baseUrl'],
    ['with another protocol', { baseUrl: 'file:///etc/passwd' }, 400, 'AI_URL_INVALID', '/baseUrl'],
    ['with a header of the message', { apiKeyHeader: 'content-length' }, 400, 'AI_KEY_HEADER_INVALID', '/apiKeyHeader'],
    ['with a key that is none', { apiKey: 'with spaces' }, 400, 'BODY_INVALID', '/apiKey'],
    ['of nothing', {}, 400, 'BODY_INVALID', '/'],
    ['with too few output tokens', { outputTokensMax: 100 }, 400, 'BODY_INVALID', '/outputTokensMax'],
    ['with an unknown effort', { reasoningEffort: 'utmost' }, 400, 'BODY_INVALID', '/reasoningEffort'],
    ['with a budget below nothing', { budget: { tokensPerDay: -1 } }, 400, 'BODY_INVALID', '/budget/tokensPerDay'],
  ])('%s are rejected, and the error names the member', async (_, body, status, code, path) => {
    expect(await patch(body)).toMatchObject({ status, body: { code, details: [{ path }] } });
  });

  it('are audited with the old and new values, and never with the key', async () => {
    await desk.enable(llm.url);
    await patch({ mode: 'suggest', guards: { epss: 0.5 }, reasoningEffort: 'high' });

    const { body } = await desk.call<{ action: string; before: object; after: object }[]>('GET', '/audit');
    const [last, first] = body.filter(({ action }) => action === 'ai.updated');
    expect(last).toMatchObject({
      before: { mode: 'auto', guards: { cvss: 9, epss: 0.1 }, reasoningEffort: 'default' },
      after: { mode: 'suggest', reasoningEffort: 'high', guards: { cvss: 9, epss: 0.5 }, apiKey: { lastFour: 'KEY9' } },
    });
    expect(first).toMatchObject({ before: { enabled: false, apiKey: null }, after: { enabled: true } });
    expect(JSON.stringify(body)).not.toContain(AI_KEY);
  });

  it('limit output and reasoning, which the budget takes into account', async () => {
    await desk.enable(llm.url, { enabled: false });
    const { body } = await patch({ outputTokensMax: 20_000, reasoningEffort: 'low' });
    expect(body).toMatchObject({ outputTokensMax: 20_000, reasoningEffort: 'low' });
    expect((await desk.call('POST', '/organization/ai/test')).body).toMatchObject({ ok: true });
    expect(JSON.parse(llm.requests[0]?.text ?? '')).toMatchObject({ max_tokens: 20_000, reasoning_effort: 'low' });

    await patch({ budget: { tokensPerDay: 20_000 } });
    expect((await desk.call('POST', '/organization/ai/test')).body).toMatchObject({ ok: false, reason: 'budget' });
    expect((await patch({ outputTokensMax: null })).body.outputTokensMax).toBeNull();
    expect((await desk.call('POST', '/organization/ai/test')).body).toMatchObject({ ok: true });
  });

  it('that were saved before a setting existed keep working', async () => {
    await desk.enable(llm.url);
    await desk.rows(`update setting set value = value - 'outputTokensMax' - 'reasoningEffort' where name = 'ai'`);

    const { body } = await desk.call<WireAiSettings>('GET', '/organization/ai');
    expect(body).toMatchObject({ enabled: true, outputTokensMax: null, reasoningEffort: 'default' });
  });

  it('can be read, but not changed or tested, with a read-only token', async () => {
    const reader = await desk.organization.newToken({ scopes: ['read'] });

    expect((await desk.call('GET', '/organization/ai', { token: reader })).status).toBe(200);
    for (const [method, path] of [
      ['PATCH', '/organization/ai'],
      ['POST', '/organization/ai/test'],
      ['GET', '/organization/ai/call'],
    ] as const)
      expect(
        (await desk.call(method, path, { token: reader, body: method === 'PATCH' ? { enabled: false } : undefined }))
          .status,
      ).toBe(403);
  });
});

describe('a connection test', () => {
  it('reports success, even while AI is disabled', async () => {
    await desk.enable(llm.url, { enabled: false });

    const { body } = await desk.call<WireAiTest>('POST', '/organization/ai/test');

    expect(body).toMatchObject({ ok: true, outcome: 'answered', reason: null, problem: null, httpStatus: 200 });
    expect(llm.requests).toHaveLength(1);
    const { body: calls } = await desk.call<WireAiCall[]>('GET', '/organization/ai/call');
    expect(calls).toMatchObject([{ purpose: 'test', outcome: 'answered', host: new URL(llm.url).host, attempts: 1 }]);
    expect((await desk.usage()).days).toMatchObject([{ calls: 1, outcomes: { answered: 1 } }]);
  });

  it('shows what was sent and received, without the key', async () => {
    await desk.enable(llm.url, { enabled: false });
    const { body: good } = await desk.call<WireAiTest>('POST', '/organization/ai/test');
    llm.behave({ faults: 'unauthorized' });
    const { body: bad } = await desk.call<WireAiTest>('POST', '/organization/ai/test');

    expect(good.bodies?.request).toBe(llm.requests[0]?.text);
    expect(good.bodies?.response).toContain('fake-llm-2026-11');
    expect(bad.bodies?.response).toContain('Incorrect API key provided: ***');
    // Nothing is stored unless the settings say so.
    const { body: calls } = await desk.call<WireAiCall[]>('GET', '/organization/ai/call');
    expect(calls.map(({ hasBodies }) => hasBodies)).toEqual([false, false]);
  });

  it('describes the failure without repeating the response of the provider', async () => {
    llm.behave({ faults: 'unauthorized' });
    await desk.enable(llm.url);

    const { body } = await desk.call<WireAiTest>('POST', '/organization/ai/test');

    expect(body).toMatchObject({ ok: false, outcome: 'failed', reason: 'auth', httpStatus: 401 });
    expect(body.problem).toMatch(/key/i);
    expect(JSON.stringify(body)).not.toContain(AI_KEY);
  });

  it('measures the model, so that later calls wait longer than configured', async () => {
    llm.behave({ faults: 'slow', slowMs: 1_500 });
    await desk.upload('shop', '0.9', []);
    await desk.profile();
    await desk.enable(llm.url, { enabled: false, timeoutMs: 1_000 });

    expect((await desk.call('POST', '/organization/ai/test')).body).toMatchObject({ ok: true });
    await patch({ enabled: true });
    await desk.upload('shop', '1.0', PACKAGES);

    expect(await desk.stage()).toMatchObject({ status: 'done', counts: { dismissed: 1 } });
  });

  it('is made however often it has failed before', async () => {
    llm.behave({ faults: 'unauthorized' });
    await desk.enable(llm.url, { enabled: false });
    for (let n = 0; n < LIMITS.aiFailuresMax; n += 1) await desk.call('POST', '/organization/ai/test');
    llm.behave({ faults: [] });

    expect((await desk.call('POST', '/organization/ai/test')).body).toMatchObject({ ok: true });
  });
});

describe('stored bodies', () => {
  it('can be read with the call, only in the same organization, until they are deleted', async () => {
    await desk.enable(llm.url, { storeBodies: true, enabled: false });
    await desk.call('POST', '/organization/ai/test');
    const { body: calls } = await desk.call<WireAiCall[]>('GET', '/organization/ai/call');
    expect(calls).toMatchObject([{ hasBodies: true }]);
    const path = `/organization/ai/call/${calls[0]?.id ?? ''}`;

    const { body } = await desk.call<WireAiCallDetails>('GET', path);
    expect(body).toMatchObject({ ...calls[0], bodies: { request: llm.requests[0]?.text } });
    expect(body.bodies?.response).toContain('fake-llm-2026-11');
    expect(JSON.stringify(body)).not.toContain(AI_KEY);

    const other = await openAiDesk(assay);
    expect(await other.call('GET', path)).toMatchObject({ status: 404, body: { code: 'AI_CALL_UNKNOWN' } });
    const reader = await desk.organization.newToken({ scopes: ['read'] });
    expect((await desk.call('GET', path, { token: reader })).status).toBe(403);
    await desk.rows('update ai_call set request_body = null, response_body = null');
    expect((await desk.call<WireAiCallDetails>('GET', path)).body).toMatchObject({ hasBodies: false, bodies: null });
  });
});

describe('the sent data', () => {
  const MARKED = {
    ...AI_PROFILE,
    'runtime.distro': { value: 'MARK-DISTRO', confirmed: true },
    'exposure.entryPoints': { value: [{ protocol: 'http', port: 47_811, auth: 'none' }], confirmed: true },
    'usage.featuresNotUsed': {
      value: [{ purl: 'pkg:npm/on-windows', feature: 'MARK-FEATURE', note: 'MARK-FEATURE-NOTE' }],
      confirmed: true,
    },
    'text.notes': { value: 'MARK-NOTES' },
  };
  const NEVER = ['MARK-SERVICE', 'MARK-VERSION', 'mark-image', 'MARK-DISTRO', '47811', 'Another organization', AI_KEY];

  async function shareAll(sharing: string): Promise<string> {
    await desk.upload('MARK-SERVICE', 'MARK-VERSION-0', []);
    await desk.profile(MARKED, 'MARK-SERVICE');
    await desk.enable(llm.url, { sharing });
    await desk.upload('MARK-SERVICE', 'MARK-VERSION', PACKAGES, 'registry.example/mark-image:1');
    await desk.rest();
    expect(llm.requests.length).toBeGreaterThan(2);
    return llm.requests.map(({ text }) => text).join('\n');
  }

  it.each([
    ['advisory-only', [], ['MARK-FEATURE', 'MARK-NOTES', 'MARK-FEATURE-NOTE', 'runtime.os']],
    [
      'structured-profile',
      ['runtime.os', 'on-windows'],
      ['MARK-FEATURE', 'MARK-NOTES', 'MARK-FEATURE-NOTE', 'amd64"]'],
    ],
    ['full-profile', ['MARK-FEATURE', 'MARK-NOTES', 'MARK-FEATURE-NOTE'], []],
  ])('with %s contains only what may be shared', async (sharing, shared, kept) => {
    const sent = await shareAll(sharing);

    for (const mark of shared) expect(sent).toContain(mark);
    for (const mark of [...kept, ...NEVER]) expect(sent).not.toContain(mark);
    const whileReading = llm.requests.filter(({ asked }) => asked?.purpose === 'facts').map(({ text }) => text);
    expect(whileReading.length).toBeGreaterThan(1);
    // Nothing of any profile field, in any mode.
    for (const mark of ['MARK-', ...Object.keys(MARKED)]) expect(whileReading.join('\n')).not.toContain(mark);
  });

  it('can be previewed word for word, without being sent', async () => {
    await desk.upload('shop', '0.9', []);
    await desk.profile();
    await desk.enable(llm.url, { enabled: false });
    await desk.upload('shop', '1.0', ['on-windows@1.0.0']);
    const { id } = await desk.find('shop', '1.0', 'on-windows');

    const { body } = await desk.call<WireAiExample>('GET', `/organization/ai/example?finding=${id}`);

    expect(llm.connections).toBe(0);
    expect(body.requests.map(({ purpose, isComplete }) => [purpose, isComplete])).toEqual([
      ['facts', true],
      ['second', false],
    ]);
    expect(JSON.stringify(body)).not.toContain(AI_KEY);
    expect(body.requests[0]?.headers['authorization']).toBe('Bearer ***');
    await patch({ enabled: true });
    await desk.call('POST', '/service/shop/version/1.0/ai');
    await desk.rest();
    const withoutWords = (text: string): string =>
      text.replaceAll(/[0-9a-f]{32}/g, '#').replaceAll(/\\"id\\":\\"[km][1-8]/g, '#');
    const sent = llm.requests.map(({ text }) => withoutWords(text));
    expect(sent).toContain(withoutWords(body.requests[0]?.body ?? ''));
    const { body: later } = await desk.call<WireAiExample>('GET', `/organization/ai/example?finding=${id}`);
    expect(later.requests.map(({ isComplete }) => isComplete)).toEqual([true, true]);
    expect(sent).toContain(withoutWords(later.requests[1]?.body ?? ''));
  });

  it.each(['CVE-2024-10001', 'x', ''])('is 404 for %j, which is not the id of a finding', async (id) => {
    await desk.enable(llm.url, { enabled: false });

    const { status, body } = await desk.call('GET', `/organization/ai/example?finding=${id}`);

    expect([status, body]).toMatchObject([404, { code: 'FINDING_UNKNOWN' }]);
  });

  it('is empty for an advisory that names no precondition', async () => {
    await desk.enable(llm.url, { enabled: false });
    await desk.upload('unknown-shop', '1.0', ['silent@1.0.0']);
    const { id } = await desk.find('unknown-shop', '1.0', 'silent');

    const { body } = await desk.call<WireAiExample>('GET', `/organization/ai/example?finding=${id}`);

    expect(body.requests).toEqual([]);
  });
});

describe('the key', () => {
  it('appears in no log, response, event, export, audit entry or row, whatever happens', async () => {
    await desk.upload('shop', '0.9', []);
    await desk.profile();
    await desk.enable(llm.url, { storeBodies: true });
    llm.behave({ faults: [undefined, 'unauthorized'] });
    await desk.upload('shop', '1.0', PACKAGES);
    await desk.rest();
    llm.behave({ faults: [] });
    await desk.call('POST', '/organization/ai/test');
    await desk.call('POST', '/service/shop/version/1.0/ai');
    await desk.rest();

    const answers = await Promise.all(
      [
        '/organization/ai',
        '/organization/ai/usage',
        '/organization/ai/call',
        '/audit',
        '/event?after=first',
        '/organization',
        '/service',
        '/service/shop/version/1.0/analysis',
        '/service/shop/version/1.0/finding',
        '/service/shop/version/1.0/vex?format=openvex',
        '/service/shop/version/1.0/vex?format=cyclonedx',
      ].map(async (path) => JSON.stringify(await desk.call('GET', path))),
    );
    const tables = await desk.rows<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const texts: string[] = [];
    for (const { name } of tables) texts.push(JSON.stringify(await desk.rows(`select to_jsonb(t) from ${name} t`)));
    expect(await desk.rows('select 1 from ai_call where request_body is not null')).not.toEqual([]);
    for (const text of [...answers, ...texts, assay.logs()]) expect(text.includes(AI_KEY)).toBe(false);
  });
});
