/** A question that only the model finds in an advisory: asked at publication, and its answer decides the finding. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WireQuestion } from '../../../src/api/contract/findings/question.ts';
import { openAiDesk, toAiRecords } from '../../support/ai-desk.ts';
import { startFakeLlm, type FakeLlm } from '../../support/fake-llm/fake-llm.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const DETAILS =
  'An object of any class is created from a document. The vulnerability only affects applications that enable default typing.';
const PHRASES = [{ text: 'enable default typing', type: 'feature', value: 'default typing' }];

let assay: TestAssay;
let llm: FakeLlm;

beforeAll(async () => {
  assay = await startMirroredAssay(toAiRecords([{ name: 'typed', details: DETAILS }]), {
    ASSAY_AI_ALLOW_PRIVATE: 'true',
  });
  llm = await startFakeLlm();
});
afterAll(async () => {
  await assay.stop();
  await llm.close();
});

it('asks a person what no fact decides, and dismisses the finding if the answer is no', async () => {
  const desk = await openAiDesk(assay);
  llm.behave({ phrases: PHRASES });
  await desk.enable(llm.url);
  await desk.upload('shop', '1.0', ['typed@1.0.0']);
  expect(await desk.verdicts()).toEqual(['typed relevant']);

  const { body } = await desk.call<WireQuestion[]>('GET', '/service/shop/question');
  expect(body.map(({ text }) => text)).toEqual(['Does this service use "default typing" of typed?']);
  const path = `/service/shop/question/${body[0]?.id ?? ''}/answer`;
  await desk.call('PUT', path, { body: { answer: 'no', note: 'PRIVATE-NOTE' } });

  expect(await desk.verdicts()).toEqual(['typed not_relevant']);
  const second = llm.requests
    .map((request) => JSON.stringify(request))
    .filter((text) => text.includes('default typing: no'));
  expect(second).toHaveLength(1);
  expect(llm.requests.some((request) => JSON.stringify(request).includes('PRIVATE-NOTE'))).toBe(false);

  await desk.call('DELETE', path);
  expect(await desk.verdicts()).toEqual(['typed relevant']);
});
