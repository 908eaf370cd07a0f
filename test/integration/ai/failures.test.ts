/** Failures of the model: the analysis completes, the stage states the reason, and nothing is paid for twice. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/limits.ts';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import { AI_KEY, openAiDesk, toAiRecords, type AiDesk } from '../../support/ai-desk.ts';
import { startFakeLlm, type FakeLlm } from '../../support/fake-llm/fake-llm.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import { until } from '../../support/server-processes.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const PACKAGES = ['on-windows@1.0.0', 'everywhere@1.0.0'];
const READ = ['everywhere relevant', 'on-windows not_relevant'];
const UNREAD = ['everywhere relevant', 'on-windows relevant'];

let folder: string;
let assay: TestAssay;
let llm: FakeLlm;
let desk: AiDesk;

function aCatalog(cves: readonly string[], day: number): string {
  const vulnerabilities = cves.map((cveID) => ({
    cveID,
    vendorProject: 'A',
    product: 'B',
    vulnerabilityName: 'C',
    dateAdded: '2026-11-01',
    shortDescription: 'D',
    requiredAction: 'E',
    dueDate: '2026-12-01',
    knownRansomwareCampaignUse: 'Unknown',
  }));
  const dateReleased = `2026-11-0${day}T00:00:00.000Z`;
  return JSON.stringify({ title: 'KEV', catalogVersion: '1', dateReleased, count: cves.length, vulnerabilities });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-kev-'));
  await writeFile(join(folder, 'kev.json'), aCatalog(['CVE-2020-0001'], 1));
  const kev = pathToFileURL(join(folder, 'kev.json')).href;
  assay = await startMirroredAssay(toAiRecords(), { ASSAY_AI_ALLOW_PRIVATE: 'true', ASSAY_KEV_URL: kev });
});
afterAll(async () => {
  await assay.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  llm = await startFakeLlm({ key: AI_KEY });
  desk = await openAiDesk(assay);
  await desk.upload('shop', '0.9', []);
  await desk.profile();
});
afterEach(async () => await llm.close());

async function readAgain(): Promise<void> {
  const { status } = await desk.call('POST', '/service/shop/version/1.0/ai');
  expect(status).toBe(200);
}

describe('failures of a model', () => {
  it.each<[string, Parameters<FakeLlm['behave']>[0], object, string, string]>([
    ['has another key', { faults: 'unauthorized' }, {}, 'failed', 'auth'],
    ['answers nonsense', { faults: 'broken-json' }, {}, 'failed', 'invalid_output'],
    ['answers half', { faults: 'truncated' }, {}, 'failed', 'truncated'],
    ['sends elsewhere', { faults: 'redirect' }, {}, 'failed', 'provider_error'],
    ['says far too much', { faults: 'huge' }, {}, 'failed', 'invalid_output'],
    ['is silent', { faults: 'hang' }, { timeoutMs: 1_000, concurrency: 1 }, 'failed', 'timeout'],
    ['is down', { faults: 'server-error' }, {}, 'failed', 'provider_error'],
    ['would cost too much', {}, { budget: { tokensPerDay: 10 } }, 'skipped', 'budget'],
  ])(
    'leave the findings unchanged when it %s, and it is asked again later',
    async (_, behavior, changes, status, reason) => {
      llm.behave(behavior);
      await desk.enable(llm.url, changes);
      await desk.upload('shop', '1.0', PACKAGES);

      expect(await desk.verdicts()).toEqual(UNREAD);
      expect(await desk.stage()).toMatchObject({ status, reason });
      const { body } = await desk.call<WireAnalysis[]>('GET', '/service/shop/version/1.0/analysis');
      expect(new Set(body.map((each) => each.status))).toEqual(new Set(['completed']));

      llm.behave({ faults: [] });
      await desk.call('PATCH', '/organization/ai', { body: { budget: { tokensPerDay: null }, timeoutMs: 60_000 } });
      await readAgain();
      expect(await desk.verdicts()).toEqual(READ);
      expect(await desk.stage()).toMatchObject({ status: 'done', reason: null });
    },
  );

  it('that are temporary are retried automatically', async () => {
    llm.behave({ faults: ['rate-limit', 'server-error'] });
    await desk.enable(llm.url);
    await desk.upload('shop', '1.0', PACKAGES);

    expect(await desk.verdicts()).toEqual(READ);
  });

  it.each(['odd-name', 'absurd-usage'] as const)(
    'in its metadata (%s) do not corrupt the accounting',
    async (fault) => {
      llm.behave({ faults: fault });
      await desk.enable(llm.url, { budget: { priceIn: 1_000_000 } });
      await desk.upload('shop', '1.0', PACKAGES);

      expect(await desk.verdicts()).toEqual(READ);
      const [call] = await desk.rows<{ model: string; estimated: boolean }>('select model, estimated from ai_call');
      expect(call).toEqual({
        model: fault === 'odd-name' ? 'fake-llm' : 'fake-llm-2026-11',
        estimated: fault === 'absurd-usage',
      });
    },
  );

  it('caused by an unsupported parameter are solved by omitting the parameter', async () => {
    llm.behave({ unknown: ['json_schema', 'seed', 'temperature'] });
    await desk.enable(llm.url);
    await desk.upload('shop', '1.0', PACKAGES);

    expect(await desk.verdicts()).toEqual(READ);
  });

  it('in the middle of a run never cause an answer to be paid for twice', async () => {
    llm.behave({ faults: [undefined, undefined, 'bad-request', 'bad-request', 'bad-request', 'bad-request'] });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    await desk.rest();
    const before = llm.requests.length;
    const paid = await desk.rows<{ hash: string }>(
      `select encode(question_sha256, 'hex') as hash from ai_call where outcome = 'answered' and purpose <> 'canary'`,
    );
    llm.behave({ faults: [] });
    await readAgain();

    expect(await desk.verdicts()).toEqual(READ);
    expect(llm.requests.length).toBeGreaterThan(before);
    const all = await desk.rows<{ hash: string }>(
      `select encode(question_sha256, 'hex') as hash from ai_call where outcome = 'answered' and purpose <> 'canary'`,
    );
    expect(paid.length).toBeGreaterThan(0);
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(all.length);
    expect((await desk.stage()).counts['cached']).toBeGreaterThan(0);
  });

  it('in the form of a refusal change nothing, and it is not asked again', async () => {
    llm.behave({ faults: 'refusal' });
    await desk.enable(llm.url);
    await desk.upload('shop', '1.0', PACKAGES);

    expect(await desk.verdicts()).toEqual(UNREAD);
    expect(await desk.stage()).toMatchObject({ status: 'done', counts: { abstained: 2 } });
    const asked = llm.requests.length;
    await readAgain();
    await desk.rest();
    expect(llm.requests.length).toBe(asked);
  });

  it('that may have been billed count with the estimate, besides the reported tokens', async () => {
    llm.behave({ faults: ['cut', 'rate-limit', 'cut'] });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', ['everywhere@1.0.0']);
    await desk.rest();

    const [call] = await desk.rows<object>(
      'select attempts, estimated, tokens_out::int as out from ai_call order by id',
    );
    expect(call).toEqual({ attempts: 4, estimated: true, out: 2 * LIMITS.aiOutputTokensMax + 20 });
  });

  it('that may have been billed are not retried beyond the budget', async () => {
    llm.behave({ faults: 'cut' });
    await desk.enable(llm.url, { concurrency: 1, budget: { tokensPerDay: 1.5 * LIMITS.aiOutputTokensMax } });
    await desk.upload('shop', '1.0', ['everywhere@1.0.0']);
    await desk.rest();

    expect(llm.requests).toHaveLength(1);
    expect(await desk.rows('select attempts, reason, estimated from ai_call')).toEqual([
      { attempts: 1, reason: 'interrupted', estimated: true },
    ]);
  });

  it('due to the budget stop the run, and its answers are kept', async () => {
    await desk.enable(llm.url, { concurrency: 1, budget: { tokensPerDay: 5_500 } });
    await desk.upload('shop', '1.0', PACKAGES);

    expect(await desk.stage()).toMatchObject({ status: 'skipped', reason: 'budget' });
    const { today } = await desk.usage();
    expect(today.tokens).toBeLessThanOrEqual(5_500);
    expect(today.tokens).toBeGreaterThan(0);
  });
});

describe('an AI assessment', () => {
  it('becomes a suggestion when the vulnerability turns out to be exploited', async () => {
    await desk.enable(llm.url);
    await desk.upload('shop', '1.0', PACKAGES);
    expect(await desk.verdicts()).toEqual(READ);
    const asked = llm.requests.length;

    await writeFile(join(folder, 'kev.json'), aCatalog(['CVE-2020-0001', 'CVE-2024-20000'], 2));
    await desk.call('POST', '/advisory-source/kev/refresh');
    await until(async () => (await desk.verdicts()).includes('on-windows relevant suggested'));

    const { relevance } = await desk.find('shop', '1.0', 'on-windows');
    expect(relevance.suggestion).toMatchObject({ kind: 'ai', guards: ['known-exploited'] });
    expect(llm.requests.length).toBe(asked);
    const { body: events } = await desk.call<{ cause: string; detail: object }[]>(
      'GET',
      '/event?after=first&type=relevance.changed',
    );
    expect(events.at(-1)).toMatchObject({ cause: 'advisory', detail: { from: 'not_relevant', to: 'relevant' } });
  });
});

describe('a process that stops during a run', () => {
  it('is followed by one that neither pays nor publishes anything twice', async () => {
    const database = await createTestDatabase({ starter: true });
    const keyFile = join(folder, 'secret-key');
    await writeFile(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 });
    const environment = {
      ASSAY_AI_ALLOW_PRIVATE: 'true',
      ASSAY_DATABASE_URL: database.url,
      ASSAY_SECRET_KEY_FILE: keyFile,
    };
    const first = await startMirroredAssay(toAiRecords(), environment);
    const before = await openAiDesk(first);
    await before.upload('shop', '0.9', []);
    await before.profile();
    // The canary and the first question are answered, the second never is.
    llm.behave({ faults: [undefined, undefined, 'hang'] });
    await before.enable(llm.url, { concurrency: 1 });
    await before.upload('shop', '1.0', PACKAGES);
    await until(async () => await Promise.resolve(llm.requests.length >= 3));
    await first.stop();
    llm.behave({ faults: [] });

    const second = await startTestAssay(environment);
    try {
      const after = await openAiDesk(second, before.organization);
      expect(await after.verdicts()).toEqual(READ);
      const calls = await after.rows<{ hash: string; reason: string | null; estimated: boolean }>(
        `select encode(question_sha256, 'hex') as hash, reason, estimated from ai_call where purpose <> 'canary' order by id`,
      );
      // The call was sent, and its actual cost is unknown.
      expect(calls.filter(({ reason }) => reason !== null)).toMatchObject([{ reason: 'interrupted', estimated: true }]);
      const answered = calls.filter(({ reason }) => reason === null);
      expect(new Set(answered.map(({ hash }) => hash)).size).toBe(answered.length);
      expect(answered).toHaveLength(calls.length - 1);
      const told = await after.rows(`select id from event where type = 'relevance.changed'`);
      expect(told).toHaveLength(1);
    } finally {
      await second.stop();
      await database.drop();
    }
  });
});
