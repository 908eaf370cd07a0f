/** An advisory is read once for all services of an organization, and one canary advisory is read with each batch. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AI_PROFILE, openAiDesk, toAiRecords, type AiDesk } from '../../support/ai-desk.ts';
import { startFakeLlm, type FakeLlm } from '../../support/fake-llm/fake-llm.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const NAMES = Array.from({ length: 200 }, (_, i) => `part-${i}`);
const PACKAGES = NAMES.map((name) => `${name}@1.0.0`);
const RECORDS = NAMES.map((name, i) => ({
  name,
  details: `Part ${i} opens a path that ends in a backslash before it is cleaned. This vulnerability only affects Windows.`,
}));

let assay: TestAssay;
let llm: FakeLlm;
let desk: AiDesk;

beforeAll(async () => {
  assay = await startMirroredAssay(toAiRecords(RECORDS), { ASSAY_AI_ALLOW_PRIVATE: 'true' });
});
afterAll(async () => await assay.stop());
beforeEach(async () => {
  llm = await startFakeLlm();
  desk = await openAiDesk(assay);
});
afterEach(async () => await llm.close());

async function addService(service: string, packages: readonly string[], fields: object = AI_PROFILE): Promise<void> {
  await desk.upload(service, '0.9', []);
  await desk.profile(fields, service);
  await desk.upload(service, '1.0', packages);
  await desk.rest();
}

async function countCalls(): Promise<Record<string, number>> {
  const rows = await desk.rows<{ purpose: string; calls: number }>(
    'select purpose, count(*)::int as calls from ai_call group by 1',
  );
  return Object.fromEntries(rows.map(({ purpose, calls }) => [purpose, calls]));
}

describe('200 advisories', () => {
  it('are read once, whatever other service has them and whatever its profile says', async () => {
    await desk.enable(llm.url, { budget: { priceIn: 1, priceOut: 2 } });
    await desk.call('PATCH', '/organization/ai', { body: { enabled: false } });
    await addService('first', PACKAGES);
    expect((await desk.usage()).expected).toMatchObject({ advisories: 200, calls: 200 });
    expect((await desk.usage()).expected.cost).toBeGreaterThan(0);
    await desk.call('PATCH', '/organization/ai', { body: { enabled: true } });
    await desk.call('POST', '/service/first/version/1.0/ai');
    await desk.rest();
    expect((await desk.usage()).expected).toEqual({ advisories: 200, calls: 0, tokens: 0, cost: 0 });
    expect(await countCalls()).toEqual({ facts: 200, second: 200, canary: 2 });
    expect(llm.requests).toHaveLength(402);

    // The same facts: not even a second opinion is new.
    await addService('second', PACKAGES);
    expect(await desk.stage('second')).toMatchObject({ status: 'done', counts: { dismissed: 200 } });
    expect(llm.requests).toHaveLength(402);

    const windows = { ...AI_PROFILE, 'runtime.os': { value: 'windows', confirmed: true } };
    await addService('on-windows', PACKAGES, windows);
    expect(await desk.stage('on-windows')).toMatchObject({ status: 'done', counts: { kept: 200 } });
    expect(llm.requests).toHaveLength(402);
    expect(llm.problems).toEqual([]);
    // 602 assessments, one after the other for each service: about a minute on a slow machine.
  }, 180_000);
});

describe('a canary', () => {
  it.each(['misses-canary', 'invents-in-canary'] as const)(
    'that a model misreads turns the dismissals of its batch into suggestions (%s)',
    async (personality) => {
      llm.behave({ personality });
      await desk.enable(llm.url);
      await addService('shop', PACKAGES.slice(0, 3));

      expect(await desk.verdicts()).toEqual(['part-0', 'part-1', 'part-2'].map((name) => `${name} relevant suggested`));
      expect(await desk.stage()).toMatchObject({ status: 'done', counts: { doubtful: 3, suggested: 3 } });
      // A suggestion needs no second opinion.
      expect(await countCalls()).toEqual({ canary: 1, facts: 3 });
      const { relevance } = await desk.find('shop', '1.0', 'part-0');
      expect(relevance.suggestion).toMatchObject({ guards: ['canary'] });

      // Only reading again helps, with a model that reads the canary correctly.
      llm.behave({ personality: 'honest' });
      await addService('other', PACKAGES.slice(0, 3));
      expect(await desk.stage('other')).toMatchObject({ counts: { doubtful: 3, suggested: 3 } });
      await desk.call('POST', '/service/shop/version/1.0/ai?fresh=true');
      expect(await desk.verdicts()).toEqual(['part-0', 'part-1', 'part-2'].map((name) => `${name} not_relevant`));
      expect(await countCalls()).toEqual({ canary: 2, facts: 6, second: 3 });
    },
  );

  it('without an answer leaves the batch unread, and the run is repeated', async () => {
    llm.behave({ faults: 'unauthorized' });
    await desk.enable(llm.url);
    await addService('shop', PACKAGES.slice(0, 3));

    expect(await desk.stage()).toMatchObject({ status: 'failed', reason: 'auth', counts: { failed: 1, left: 3 } });
    expect(await countCalls()).toEqual({ canary: 1 });
  });
});
