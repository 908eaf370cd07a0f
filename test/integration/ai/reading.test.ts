/** The AI step from upload to verdict: what is dismissed, what is suggested, what stays, and what off means. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AI_KEY, AI_PACKAGES, openAiDesk, toAiRecords, type AiDesk } from '../../support/ai-desk.ts';
import { startFakeLlm, type FakeLlm } from '../../support/fake-llm/fake-llm.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import type { TestAssay } from '../../support/test-assay.ts';

let assay: TestAssay;
let llm: FakeLlm;
let desk: AiDesk;

beforeAll(async () => {
  assay = await startMirroredAssay(toAiRecords(), { ASSAY_AI_ALLOW_PRIVATE: 'true' });
});
afterAll(async () => await assay.stop());
beforeEach(async () => {
  llm = await startFakeLlm({ key: AI_KEY });
  desk = await openAiDesk(assay);
});
afterEach(async () => await llm.close());

/** What a run without any model comes to. */
const UNREAD = AI_PACKAGES.map((text) => `${text.slice(0, text.indexOf('@'))} relevant`).toSorted();

async function upload(version = '1.0'): Promise<void> {
  await desk.upload('shop', version, AI_PACKAGES);
}

describe('the AI step', () => {
  it('dismisses what the profile rules out, and suggests where a guard forbids more', async () => {
    await desk.upload('shop', '0.9', []);
    await desk.profile();
    await desk.enable(llm.url);
    await upload();

    expect(await desk.verdicts()).toEqual([
      'critical-on-windows relevant suggested',
      'everywhere relevant',
      'fresh-on-windows relevant suggested',
      'injecting relevant suggested',
      'on-windows not_relevant',
      'thin-on-windows relevant suggested',
    ]);
    expect(llm.problems).toEqual([]);
    expect(await desk.stage()).toMatchObject({ status: 'done', reason: null });
  });
});
