/**
 * The impact of a profile change on AI assessments: stored answers are compared with the changed profile, without calling the
 * model.
 */
import { describe, expect, it } from 'vitest';
import type { WireImpact, WireImpactPreview } from '../../../src/api/contract/services/profile.ts';
import { AI_PROFILE, useAiDesk, type AiDesk } from '../../support/ai-desk.ts';
import type { FakeLlm } from '../../support/fake-llm/fake-llm.ts';

const PACKAGES = ['on-windows@1.0.0', 'everywhere@1.0.0'];
const READ = ['everywhere relevant', 'on-windows not_relevant'];
const IMPACT = '/service/shop/profile/web/impact';

let llm: FakeLlm;
let desk: AiDesk;

useAiDesk((parts) => {
  ({ llm, desk } = parts);
});

async function preview(changes: object): Promise<string[]> {
  const fields = { ...AI_PROFILE, ...changes };
  const { status, body } = await desk.call<WireImpactPreview>('POST', `${IMPACT}?version=1.0`, { body: { fields } });
  expect(status).toBe(200);
  return body.changed.map(({ package: name, from, to }) => `${name} ${from.status} > ${to.status}`);
}

describe.each(['advisory-only', 'structured-profile'])('an AI assessment with sharing %s', (sharing) => {
  it('changes only if the profile field that it relies on changes', async () => {
    await desk.enable(llm.url, { sharing });
    await desk.upload('shop', '1.0', PACKAGES);
    expect(await desk.verdicts()).toEqual(READ);
    const asked = llm.requests.length;

    expect(await preview({ 'runtime.os': { value: 'windows', confirmed: true } })).toContain(
      'on-windows not_relevant > relevant',
    );
    expect(await preview({ 'runtime.os': { value: 'unknown' } })).toContain('on-windows not_relevant > relevant');
    expect(await preview({ 'network.egress': { value: 'open', confirmed: true } })).toEqual([]);
    expect((await desk.call<WireImpact>('GET', `${IMPACT}?version=1.0`)).body.findings).toBe(2);
    expect(llm.requests.length).toBe(asked);
  });

  it('has no impact once AI is disabled', async () => {
    await desk.enable(llm.url, { sharing });
    await desk.upload('shop', '1.0', PACKAGES);
    await desk.rest();
    await desk.call('PATCH', '/organization/ai', { body: { enabled: false } });
    await desk.rest();

    expect(await preview({ 'runtime.os': { value: 'windows', confirmed: true } })).toEqual([]);
  });
});
