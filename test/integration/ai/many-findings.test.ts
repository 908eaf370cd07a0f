/** Calls, tokens and time for 2,000 findings, of which 60 % have an advisory without a precondition. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAiDesk, toAiRecords } from '../../support/ai-desk.ts';
import { startFakeLlm, type FakeLlm } from '../../support/fake-llm/fake-llm.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const FINDINGS = 2_000;
const NAMES = Array.from({ length: FINDINGS }, (_, i) => `part-${i}`);

/** Of ten: six name no precondition, two can be ruled out, two depend on a setting that is not known. */
function detailsOf(i: number): string {
  const start = `A length of part ${i} is larger than the buffer, and memory behind the buffer is shown.`;
  if (i % 10 < 6) return start;
  return i % 10 < 8
    ? `${start} This vulnerability only affects Windows.`
    : `${start} It can be exploited only if the option legacyMode is enabled.`;
}

const PHRASES = [{ text: 'option legacymode is enabled', type: 'configuration', value: 'legacyMode' }];

let assay: TestAssay;
let llm: FakeLlm;

beforeAll(async () => {
  const records = toAiRecords(NAMES.map((name, i) => ({ name, details: detailsOf(i) })));
  assay = await startMirroredAssay(records, { ASSAY_AI_ALLOW_PRIVATE: 'true' });
  llm = await startFakeLlm({ phrases: PHRASES });
});
afterAll(async () => {
  await llm.close();
  await assay.stop();
});

describe('2,000 findings', () => {
  it('cost one call for each advisory that can name a precondition, and a second service costs nothing', async () => {
    const desk = await openAiDesk(assay);
    await desk.enable(llm.url, { maxFindingsPerRun: FINDINGS });
    const addService = async (service: string): Promise<string> => {
      await desk.upload(service, '0.9', []);
      await desk.profile({ 'runtime.os': { value: 'linux', confirmed: true } }, service);
      const [calls, started] = [llm.requests.length, performance.now()];
      await desk.upload(
        service,
        '1.0',
        NAMES.map((name) => `${name}@1.0.0`),
      );
      await desk.rest();
      const { today } = await desk.usage();
      const seconds = ((performance.now() - started) / 1_000).toFixed(1);
      return `${service}: ${llm.requests.length - calls} calls, ${today.tokens} tokens so far, ${seconds} s with the analysis`;
    };

    const figures = [await addService('first'), await addService('second')];
    console.log(figures.join('\n'));

    expect(figures.map((line) => line.slice(0, line.indexOf(' calls')))).toEqual(['first: 1220', 'second: 0']);
    for (const service of ['first', 'second'])
      expect(await desk.stage(service)).toMatchObject({
        status: 'done',
        counts: { candidates: 2_000, notSent: 1_200, dismissed: 400, kept: 400, needsAnswers: 1 },
      });
    expect(llm.problems).toEqual([]);
  }, 300_000);
});
