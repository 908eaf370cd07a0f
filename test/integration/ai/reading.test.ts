/** The AI step from upload to verdict: dismissed, suggested and unchanged findings, and decisions about them. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { WireEvent } from '../../../src/api/contract/events.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { AI_PACKAGES, AI_PROFILE, useAiDesk, type AiDesk } from '../../support/ai-desk.ts';
import type { FakeLlm } from '../../support/fake-llm/fake-llm.ts';
import { PERSONALITIES } from '../../support/fake-llm/personalities.ts';

let llm: FakeLlm;
let desk: AiDesk;

useAiDesk((parts) => {
  ({ llm, desk } = parts);
});

async function upload(version = '1.0', packages: readonly string[] = AI_PACKAGES): Promise<void> {
  await desk.upload('shop', version, packages);
}

async function relevanceEvents(): Promise<WireEvent[]> {
  const { body } = await desk.call<WireEvent[]>('GET', '/event?after=first&type=relevance.changed');
  return body;
}

const READ = [
  'critical-on-windows relevant suggested',
  'everywhere relevant',
  'fresh-on-windows relevant suggested',
  'injecting relevant suggested',
  'on-windows not_relevant',
  'silent relevant',
  'thin-on-windows relevant suggested',
];
const UNREAD = READ.map((line) => `${line.slice(0, line.indexOf(' '))} relevant`);

describe('the assessment of a version', () => {
  it('asks about findings beside decided ones, in packages of different major versions', async () => {
    await upload('1.0', ['on-windows@1.0.0', 'everywhere@2.0.0', 'silent@3.0.0']);
    const { id } = await desk.find('shop', '1.0', 'silent');
    await desk.decide(id, { action: 'in_triage', scope: 'service', detail: 'Checking.' });
    await desk.enable(llm.url);

    await desk.call('POST', '/service/shop/version/1.0/ai');

    expect((await desk.stage()).status).toBe('done');
    expect(await desk.verdicts()).toContain('on-windows not_relevant');
  });

  it('dismisses findings that the profile rules out, and only suggests it for guarded ones', async () => {
    await desk.enable(llm.url);
    await upload();

    expect(await desk.verdicts()).toEqual(READ);
    expect(llm.problems).toEqual([]);
    const { status, reason, counts } = await desk.stage();
    expect({ status, reason }).toEqual({ status: 'done', reason: null });
    expect(counts).toMatchObject({ candidates: 7, notSent: 1, dismissed: 1, suggested: 4, kept: 1 });
    expect(llm.requests.filter(({ text }) => text.includes('silent'))).toEqual([]);
    const [event, ...others] = await relevanceEvents();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      cause: 'profile',
      detail: { from: 'relevant', to: 'not_relevant', package: 'on-windows', code: 'ai-reading' },
    });
  });

  it('records the model, time, quotes and profile fields of each verdict', async () => {
    await desk.enable(llm.url);
    await upload();
    await desk.rest();

    const { relevance } = await desk.find('shop', '1.0', 'on-windows');

    expect(relevance.basis).toBe('ai');
    expect(relevance.reasons[0]).toMatchObject({
      kind: 'ai',
      effect: 'dismiss',
      actor: 'fake-1 prompt 3',
      state: 'not_affected',
      justification: 'requires_environment',
      at: expect.stringMatching(/^20/) as string,
      evidence: expect.arrayContaining([
        expect.objectContaining({ type: 'advisory', value: expect.stringContaining('only affects Windows') as string }),
        expect.objectContaining({ type: 'profile', path: 'web: runtime.os', value: 'linux' }),
      ]) as unknown,
    });
    const guarded = await desk.find('shop', '1.0', 'critical-on-windows');
    expect(guarded.relevance.suggestion).toMatchObject({ kind: 'ai', guards: ['critical'] });
    const { body: suggested } = await desk.call<unknown[]>('GET', '/service/shop/version/1.0/finding?suggested=true');
    expect(suggested).toHaveLength(4);
  });

  it('only makes suggestions in suggest mode', async () => {
    await desk.enable(llm.url, { mode: 'suggest' });
    await upload();

    expect(await desk.verdicts()).toEqual(
      READ.map((line) => (line.startsWith('on-windows') ? 'on-windows relevant suggested' : line)),
    );
  });

  it('sends only advisories if nothing else is shared, with the same result', async () => {
    await desk.enable(llm.url, { sharing: 'advisory-only' });
    await upload();

    expect(await desk.verdicts()).toEqual(READ);
    expect(new Set(llm.requests.map(({ asked }) => asked?.purpose))).toEqual(new Set(['facts', 'second']));
  });

  it.each(PERSONALITIES)(
    'never dismisses guarded, unproven or unknown findings with a model that is %s',
    async (personality) => {
      llm.behave({ personality });
      await desk.enable(llm.url);
      await upload();

      const verdicts = await desk.verdicts();
      expect(verdicts.map((line) => line.split(' ')[0])).toEqual(READ.map((line) => line.split(' ')[0]));
      expect(verdicts.filter((line) => line.includes('not_relevant') && !line.startsWith('on-windows '))).toEqual([]);
      expect(verdicts).toContain('everywhere relevant');
      const [, word = ''] = verdicts.find((line) => line.startsWith('on-windows '))?.split(' ') ?? [];
      // The profile rules this finding out, so a model that quotes the correct sentence is believed. One that quotes another one,
      // finds a way in its second check or misreads the canary is not.
      if (['always-relevant', 'lying-quote', 'misses-canary', 'invents-in-canary'].includes(personality))
        expect(word).toBe('relevant');
      if (personality === 'honest') expect(word).toBe('not_relevant');
      expect((await desk.stage()).status).toBe('done');
    },
  );

  it('ignores instructions in an advisory about other findings', async () => {
    llm.behave({ personality: 'injection-obeying' });
    await desk.enable(llm.url);
    await upload('1.0', ['injecting@1.0.0', 'everywhere@1.0.0']);

    const [everywhere, injecting] = await desk.verdicts();
    expect(everywhere).toBe('everywhere relevant');
    expect(injecting).toMatch(/^injecting relevant/);
  });

  it('reuses answers, and asks again only on request', async () => {
    await desk.enable(llm.url);
    await upload();
    await desk.rest();
    const asked = llm.requests.length;

    await upload('1.1');
    expect(await desk.verdicts('shop', '1.1')).toEqual(READ);
    expect(llm.requests.length).toBe(asked);

    const again = await desk.call('POST', '/service/shop/version/1.1/ai');
    expect(again.status).toBe(200);
    await desk.rest();
    expect(llm.requests.length).toBe(asked);

    const fresh = await desk.call('POST', '/service/shop/version/1.1/ai?fresh=true');
    expect(fresh.status).toBe(200);
    await desk.rest();
    expect(llm.requests.length).toBe(2 * asked);
    const { body: audit } = await desk.call<{ action: string; after: unknown }[]>('GET', '/audit');
    expect(audit.filter(({ action }) => action === 'ai.requested').map(({ after }) => after)).toMatchObject([
      { fresh: true },
      { fresh: false },
    ]);
    expect((await desk.usage()).days[0]).toMatchObject({ calls: 2 * asked });
    // One event for each finding, although it was assessed twice.
    expect((await relevanceEvents()).filter(({ detail }) => detail['package'] === 'on-windows')).toHaveLength(1);
  });
});

describe('a service without a security profile', () => {
  const OS = { type: 'operating-system', name: 'debian', version: '12', 'bom-ref': 'os' };
  const PARTS = ['on-windows', 'everywhere'].map((name) => {
    const purl = `pkg:npm/${name}@1.0.0`;
    return { type: 'library', name, version: '1.0.0', purl, 'bom-ref': purl };
  });

  it('is assessed with what the SBOM of its image shows', async () => {
    await desk.enable(llm.url);
    const body = aCycloneDx({ components: [OS, ...PARTS], dependencies: [] });
    const path = '/service/plain/version/1.0/sbom?wait=60&image=registry.example/plain:1';
    expect((await desk.call('POST', path, { body })).status).toBe(200);

    expect(await desk.verdicts('plain')).toEqual(['everywhere relevant', 'on-windows not_relevant']);
    const { relevance } = await desk.find('plain', '1.0', 'on-windows');
    expect(relevance.reasons[0]?.evidence).toContainEqual(
      expect.objectContaining({ type: 'profile', path: 'SBOM facts: runtime.os', value: 'linux' }),
    );
  });

  it('is read also if nothing is known, and the stage says what would decide more', async () => {
    await desk.enable(llm.url);
    await desk.upload('plain', '1.0', ['on-windows@1.0.0', 'everywhere@1.0.0']);

    expect(await desk.verdicts('plain')).toEqual(['everywhere relevant', 'on-windows relevant']);
    expect(await desk.stage('plain')).toMatchObject({ status: 'done', counts: { kept: 2, needsDeployment: 1 } });
  });
});

describe('an AI verdict', () => {
  beforeEach(async () => {
    await desk.enable(llm.url);
    await upload();
    await desk.rest();
  });

  it('ends when the profile field that it relies on changes', async () => {
    llm.behave({ faults: 'unauthorized' });
    await desk.profile({ ...AI_PROFILE, 'runtime.os': { value: 'windows', confirmed: true } });

    expect(await desk.verdicts()).toContain('on-windows relevant');
    expect((await relevanceEvents()).at(-1)).toMatchObject({
      cause: 'profile',
      detail: { from: 'not_relevant', to: 'relevant', package: 'on-windows' },
    });
  });

  it('does not apply while AI is disabled, is still shown, and applies again later', async () => {
    const asked = llm.requests.length;
    await desk.call('PATCH', '/organization/ai', { body: { enabled: false } });

    expect(await desk.verdicts()).toEqual(UNREAD);
    const { relevance } = await desk.find('shop', '1.0', 'on-windows');
    expect(relevance.reasons.find(({ kind }) => kind === 'ai')).toMatchObject({ effect: 'dismiss', applies: false });
    expect(await desk.stage()).toMatchObject({ status: 'skipped', reason: 'ai_disabled' });

    await desk.call('PATCH', '/organization/ai', { body: { enabled: true } });
    expect(await desk.verdicts()).toEqual(READ);
    expect(llm.requests.length).toBe(asked);
  });

  it('does not apply to a service that has opted out', async () => {
    const { status } = await desk.call('PATCH', '/service/shop', { body: { aiOptOut: true } });

    expect(status).toBe(200);
    expect(await desk.verdicts()).toEqual(UNREAD);
    expect(await desk.stage()).toMatchObject({ status: 'skipped', reason: 'opt_out' });
    expect(await desk.call('POST', '/service/shop/version/1.0/ai')).toMatchObject({
      status: 409,
      body: { code: 'AI_OPTED_OUT' },
    });
  });

  it('can be accepted, rejected and restored', async () => {
    const guarded = await desk.find('shop', '1.0', 'critical-on-windows');
    const accepted = await desk.decide(guarded.id, { action: 'accept_suggestion' });
    expect(accepted.status).toBe(200);
    expect(await desk.verdicts()).toContain('critical-on-windows not_relevant');
    const { decision } = await desk.find('shop', '1.0', 'critical-on-windows');
    expect(decision).toMatchObject({
      kind: 'human',
      justification: 'requires_environment',
      action: 'accept_suggestion',
    });
    await desk.takeBack(accepted.body.decisions[0] ?? '');
    expect(await desk.verdicts()).toContain('critical-on-windows relevant suggested');

    const rejected = await desk.decide(guarded.id, { action: 'reject_suggestion' });
    expect(rejected.status).toBe(200);
    expect(await desk.verdicts()).toContain('critical-on-windows relevant');
    await desk.call('POST', '/service/shop/version/1.0/analysis');
    expect(await desk.verdicts()).toContain('critical-on-windows relevant');
    await desk.takeBack(rejected.body.decisions[0] ?? '');
    expect(await desk.verdicts()).toContain('critical-on-windows relevant suggested');

    const dismissed = await desk.find('shop', '1.0', 'on-windows');
    await desk.decide(dismissed.id, { action: 'confirm' });
    expect(await desk.verdicts()).toContain('on-windows relevant');
  });

  it('is exported as under investigation until a user confirms it', async () => {
    const cyclonedx = await desk.call<{ vulnerabilities: { id: string; analysis: { state: string } }[] }>(
      'GET',
      '/service/shop/version/1.0/vex?format=cyclonedx',
    );
    const openvex = await desk.call<{ statements: { vulnerability: { name: string }; status: string }[] }>(
      'GET',
      '/service/shop/version/1.0/vex?format=openvex',
    );

    const { vulnerability } = await desk.find('shop', '1.0', 'on-windows');
    const states = cyclonedx.body.vulnerabilities.filter(({ id }) => id === vulnerability.id);
    expect(states).toMatchObject([{ analysis: { state: 'in_triage' } }]);
    const statements = openvex.body.statements.filter((each) => each.vulnerability.name === vulnerability.id);
    expect(statements).toMatchObject([{ status: 'under_investigation' }]);
  });
});
