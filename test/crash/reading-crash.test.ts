/**
 * Kills the process while a model assesses the findings of a version: before the call, with the response received, and at each
 * step after it. The next process completes the work, pays for no saved answer again and publishes nothing twice, and every call
 * that was sent, or may have been, is recorded.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASSESSMENT_CRASH_POINTS, type CrashPoint } from '../../src/pipeline/deps.ts';
import { AI_KEY, AI_PROFILE, toAiRecords } from '../support/ai-desk.ts';
import type { AssayProcess, Installation } from '../support/assay-process.ts';
import { startFakeLlm, type FakeLlm } from '../support/fake-llm/fake-llm.ts';
import { startOsvBucket, type OsvBucket } from '../support/osv-bucket.ts';
import { until } from '../support/server-processes.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { upload } from '../support/upload.ts';
import { findHalfWritten } from './find-half-written.ts';
import { hurryDeadJobs } from './hurry-dead-jobs.ts';

const TIMEOUT_MS = 240_000;
/** Points at which the outcome of the call is unknown. */
const LOST: ReadonlySet<CrashPoint> = new Set(['assessment-reserved', 'assessment-answered']);
const RECORDS = toAiRecords().slice(0, 1);

let installation: Installation;
let bucket: OsvBucket;
let llm: FakeLlm;

beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { npm: RECORDS } });
  llm = await startFakeLlm({ key: AI_KEY });
  installation = await startedInstallation();
  const assay = launch();
  const url = await assay.ready;
  await until(async () => (await installation.ask(READY_SOURCE)).length > 0);
  await put(url, 'first', []);
  await call(url, 'PUT', '/service/shop/profile/web', { fields: AI_PROFILE });
  const whom = { baseUrl: llm.url, model: 'fake-1', apiKey: AI_KEY };
  await call(url, 'PATCH', '/organization/ai', { enabled: true, ...whom, concurrency: 1, timeoutMs: 1_000 });
  await until(isSettled);
  await assay.end('SIGTERM');
}, TIMEOUT_MS);
afterAll(async () => {
  await installation.remove();
  await llm.close();
  await bucket.stop();
}, TIMEOUT_MS);

const READY_SOURCE = `select 1 from advisory_source where name = 'osv' and state = 'ready'`;

function launch(environment: Readonly<Record<string, string>> = {}): AssayProcess {
  return installation.launch({
    environment: {
      ASSAY_OSV_URL: bucket.url,
      ASSAY_ADVISORY_ECOSYSTEMS: 'npm',
      ASSAY_AI_ALLOW_PRIVATE: 'true',
      ...environment,
    },
  });
}

async function call(url: string, method: string, path: string, body: object): Promise<void> {
  const { status } = await fetch(`${url}/api/v2${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${installation.token}`, 'content-type': 'application/json' },
  });
  if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}.`);
}

/** The response may be lost when the process dies. */
async function put(url: string, version: string, components: readonly object[]): Promise<void> {
  const body = Buffer.from(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }));
  await upload(url, installation.token, { service: 'shop', version, slot: 'main', body });
}

/** Returns true when no analysis, assessment or plan is running or waiting. */
async function isSettled(): Promise<boolean> {
  await hurryDeadJobs(installation);
  const open = await installation.ask(
    `select 1 from analysis where finished_at is null
     union all select 1 from awaited_reading
     union all select 1 from pgboss.job where name in ('read-with-ai', 'reanalyze-version')
       and state in ('created', 'retry', 'active')`,
  );
  return open.length === 0;
}

interface Call {
  readonly hash: string;
  readonly outcome: string;
  readonly reason: string | null;
}

let callsSeen = 0;

/** Lists the calls since the previous listing. */
async function listNewCalls(): Promise<Call[]> {
  const calls = await installation.ask<Call & Record<string, unknown>>(
    `select encode(question_sha256, 'hex') as hash, outcome, reason from ai_call order by at, id`,
  );
  const fresh = calls.slice(callsSeen);
  callsSeen = calls.length;
  return fresh;
}

describe('when the process dies', () => {
  it.each(ASSESSMENT_CRASH_POINTS.map((point, n) => [point, n] as const))(
    'at %s, the next process assesses the rest, and pays for no saved answer twice',
    { timeout: TIMEOUT_MS },
    async (point, n) => {
      const sentBefore = llm.requests.length;
      const dying = launch({ ASSAY_TEST_HOOKS: '1', ASSAY_CRASH_AT: point });
      await put(await dying.ready, point, [
        { type: 'library', name: 'on-windows', version: `1.0.${n}`, purl: `pkg:npm/on-windows@1.0.${n}` },
      ]);
      expect((await dying.exited).signal).toBe('SIGKILL');

      const next = launch();
      await next.ready;
      await until(isSettled);
      // Simulates the end of the lease, which is minutes away.
      await installation.ask(`update ai_reservation set leased_until = now()`);
      await installation.ask(`insert into pgboss.job (name, data) values ('repair-sweep', '{}')`);
      await until(async () => (await installation.ask('select 1 from ai_reservation')).length === 0);

      expect(await verdictOf(point)).toEqual([{ relevance: 'not_relevant' }]);
      const calls = await listNewCalls();
      const answered = calls.filter(({ outcome }) => outcome === 'answered').map(({ hash }) => hash);
      expect(new Set(answered).size).toBe(answered.length);
      const lost = calls.filter(({ outcome }) => outcome !== 'answered');
      expect(lost.map(({ reason }) => reason)).toEqual(LOST.has(point) ? ['interrupted'] : []);
      // Every sent call is recorded. For a call that was only about to be sent, the outcome is unknown.
      const sent = llm.requests.length - sentBefore;
      expect(sent).toBe(answered.length + (point === 'assessment-answered' ? 1 : 0));
      const told = await installation.ask(
        `select 1 from event e join service_version v on v.id = e.version_id
         where v.name = $1 and e.type = 'relevance.changed'`,
        [point],
      );
      expect(told).toHaveLength(1);
      expect(await findHalfWritten(installation)).toEqual([]);
      await next.end('SIGTERM');
    },
  );
});

async function verdictOf(version: string): Promise<object[]> {
  return await installation.ask(
    `select f.relevance from version_finding f join service_version v on v.id = f.version_id
     where v.name = $1 and f.known_to is null`,
    [version],
  );
}
