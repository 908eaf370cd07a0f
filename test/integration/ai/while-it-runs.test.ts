/** Changes during a run: AI is disabled, its settings change, or another process asks the same question. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import type { OrgTx } from '../../../src/store/database.ts';
import type { Stage } from '../../../src/store/findings/analyses/analyses.ts';
import { recordFinishedStage } from '../../../src/store/findings/analyses/finished-stages.ts';
import { lockVersion } from '../../../src/store/portfolio/versions/change-versions.ts';
import { AI_PROFILE, useAiDesk, type AiDesk } from '../../support/ai-desk.ts';
import { startFakeLlm, type FakeLlm } from '../../support/fake-llm/fake-llm.ts';
import { until } from '../../support/server-processes.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const PACKAGES = ['on-windows@1.0.0', 'everywhere@1.0.0'];
const READ = ['everywhere relevant', 'on-windows not_relevant'];

let assay: TestAssay;
let llm: FakeLlm;
let desk: AiDesk;

useAiDesk((parts) => {
  ({ assay, llm, desk } = parts);
});

async function hasAsked(count: number): Promise<void> {
  await until(async () => await Promise.resolve(llm.requests.length >= count));
}

describe('a run', () => {
  it.each<[string, string, object, string]>([
    ['is switched off', '/organization/ai', { enabled: false }, 'ai_disabled'],
    ['reads a service that wants it no more', '/service/shop', { aiOptOut: true }, 'opt_out'],
  ])('that %s sends nothing from then on', async (_, path, body, reason) => {
    llm.behave({ faults: 'slow', slowMs: 1_000 });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    await hasAsked(1);

    expect((await desk.call('PATCH', path, { body })).status).toBe(200);
    const asked = llm.requests.length;

    expect(await desk.stage()).toMatchObject({ status: 'skipped', reason, retryAt: null });
    expect(llm.requests.length).toBe(asked);
    expect(await desk.rows('select version_id from pending_assessment')).toEqual([]);
  });

  it('continues when another service that asks the same question first wants it no more', async () => {
    await desk.upload('other', '0.9', []);
    await desk.profile(AI_PROFILE, 'other');
    llm.behave({ faults: 'slow', slowMs: 2_000 });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    await hasAsked(1);
    await desk.upload('other', '1.0', PACKAGES);
    // The canary of the second service: the first one waits with its question, and the second one for the answer.
    await hasAsked(2);

    await desk.call('PATCH', '/service/shop', { body: { aiOptOut: true } });

    expect(await desk.stage('shop')).toMatchObject({ status: 'skipped', reason: 'opt_out' });
    expect(await desk.stage('other')).toMatchObject({ status: 'done' });
  });

  it('that is disabled between two attempts makes no second one', async () => {
    llm.behave({ faults: 'rate-limit', retryAfter: '2' });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    await hasAsked(1);

    await desk.call('PATCH', '/organization/ai', { body: { enabled: false } });

    expect(await desk.stage()).toMatchObject({ status: 'skipped', reason: 'ai_disabled' });
    expect(llm.requests.length).toBe(1);
    expect(await desk.rows('select outcome, reason, attempts from ai_call')).toEqual([
      { outcome: 'failed', reason: 'interrupted', attempts: 1 },
    ]);
  });

  it('that gets another model continues with it, and sends nothing more to the old one', async () => {
    const other = await startFakeLlm({ key: 'sk-of-another-provider' });
    try {
      llm.behave({ faults: 'slow', slowMs: 1_000 });
      await desk.enable(llm.url, { concurrency: 1 });
      await desk.upload('shop', '1.0', PACKAGES);
      await hasAsked(1);

      const body = { baseUrl: other.url, apiKey: 'sk-of-another-provider', model: 'fake-2' };
      expect((await desk.call('PATCH', '/organization/ai', { body })).status).toBe(200);
      const asked = llm.requests.length;

      expect(await desk.verdicts()).toEqual(READ);
      expect(await desk.stage()).toMatchObject({ status: 'done' });
      expect(llm.requests.length).toBe(asked);
      expect(other.requests.length).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });

  it('that gets a smaller budget stops when it is reached', async () => {
    llm.behave({ faults: 'slow', slowMs: 1_000 });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    await hasAsked(1);

    await desk.call('PATCH', '/organization/ai', { body: { budget: { tokensPerDay: 1 } } });

    expect(await desk.stage()).toMatchObject({ status: 'skipped', reason: 'budget' });
    expect(llm.requests.length).toBe(1);
  });

  it('assesses at most the allowed number of findings, at any concurrency', async () => {
    await desk.enable(llm.url, { concurrency: 4, maxFindingsPerRun: 1 });
    await desk.upload('shop', '1.0', [...PACKAGES, 'critical-on-windows@1.0.0', 'thin-on-windows@1.0.0']);
    await desk.rest();

    // The results of the first run are published, and the next run continues from there.
    const { body } = await desk.call<WireAnalysis[]>('GET', '/service/shop/version/1.0/analysis');
    const left = body.toReversed().map(({ stages }) => stages.find(({ name }) => name === 'ai')?.counts['left'] ?? 0);
    expect(left).toEqual([3, 2]);
  });
});

describe('a service whose answers are slow', () => {
  it('does not hold back another service of the organization', async () => {
    await desk.upload('slow-shop', '0.9', []);
    await desk.profile(AI_PROFILE, 'slow-shop');
    llm.behave({ faults: ['hang'] });
    await desk.enable(llm.url, { concurrency: 2 });
    await desk.upload('slow-shop', '1.0', ['thin-on-windows@1.0.0']);
    await hasAsked(1);

    await desk.upload('shop', '1.0', PACKAGES);

    await until(async () => (await verdictsNow('shop')).includes('on-windows not_relevant'));
    expect(await verdictsNow('slow-shop')).toEqual(['thin-on-windows relevant']);
    expect(await desk.rows('select 1 from ai_reservation')).toHaveLength(1);
  });

  async function verdictsNow(service: string): Promise<string[]> {
    const findings = await desk.list(service, '1.0');
    return findings.map(({ component, relevance }) => `${component.name} ${relevance.status}`);
  }
});

describe('a request for an assessment', () => {
  it('waits for the stage that ends at the same time, instead of a deadlock', async () => {
    await desk.enable(llm.url);
    await desk.upload('shop', '1.0', PACKAGES);
    await desk.rest();
    const [analysis] = (await desk.call<WireAnalysis[]>('GET', '/service/shop/version/1.0/analysis?limit=1')).body;
    if (analysis === undefined) throw new Error('Nothing was analyzed.');
    const stage = {
      name: 'remediation',
      status: 'failed',
      startedAt: null,
      finishedAt: null,
      counts: {},
      reason: 'test',
    };

    const { asked } = await assay.database.inOrg(desk.organization.id, async (tx) => {
      await lockVersion(tx, analysis.versionId);
      const answer = desk.call('POST', '/service/shop/version/1.0/ai');
      await until(async () => await isWaitingForLock(tx));
      await recordFinishedStage(tx, analysis.id, stage as Stage);
      return { asked: answer };
    });

    expect((await asked).status).toBe(200);
    expect(await desk.stage()).toMatchObject({ status: 'done' });
  });

  async function isWaitingForLock({ client }: OrgTx): Promise<boolean> {
    const { rows } = await client.query(
      'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    );
    return rows.length > 0;
  }
});

describe('another process that asks the same question', () => {
  beforeEach(async () => {
    await desk.enable(llm.url, { timeoutMs: 2_000 });
    await desk.upload('shop', '1.0', PACKAGES);
    await desk.rest();
    await desk.rows(`
      insert into ai_reservation (org_id, id, at, purpose, host, model, prompt_version, question_sha256, tokens_in, tokens_out,
        price_in, price_out, cost, leased_until)
      select org_id, gen_random_uuid(), now(), purpose, 'model.example', model, prompt_version, question_sha256, 1, 1, 0, 0, 0,
        now() + interval '1 hour' from model_answer`);
  });

  async function readAgain(): Promise<void> {
    expect((await desk.call('POST', '/service/shop/version/1.0/ai')).status).toBe(200);
  }

  it('is waited for, and only one of the two pays', async () => {
    const asked = llm.requests.length;
    const answers = await desk.rows<object>('delete from model_answer returning *');
    await readAgain();
    // The canary shows that the run has found no answers.
    await hasAsked(asked + 1);
    await new Promise((resolve) => setTimeout(resolve, 700));
    await desk.rows(`with ended as (delete from ai_reservation)
      insert into model_answer select * from jsonb_populate_recordset(null::model_answer, '${toSqlText(answers)}'::jsonb)`);

    expect(await desk.stage()).toMatchObject({ status: 'done' });
    // Only the canary is asked again.
    expect(llm.requests.length).toBe(asked + 1);
  });

  it('and has died is not waited for longer than the timeout of an answer', async () => {
    await desk.rows('delete from model_answer');
    await readAgain();

    expect(await desk.stage()).toMatchObject({ status: 'done' });
    expect(await desk.verdicts()).toEqual(READ);
  });
});

/** Formats bytes as PostgreSQL text. */
function toSqlText(rows: readonly object[]): string {
  const written = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]: [string, unknown]) => [
        name,
        Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
      ]),
    ),
  );
  return JSON.stringify(written).replaceAll("'", "''");
}
