/** Processes with the right key, with a wrong one, with an additional newer one, and with a missing key file. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cleanUpWebhooks } from '../../../src/events/webhooks/clean-up-webhooks.ts';
import { openKeyFile } from '../../../src/store/secrets/key-file.ts';
import { runAssay } from '../../support/run-assay.ts';
import { until } from '../../support/server-processes.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';
import { countSignatures, startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { openDesk, type MadeWebhook } from '../../support/webhooks.ts';

const TIMEOUT = { timeout: 60_000 };
const aKey = (): string => `${randomBytes(32).toString('base64')}\n`;

let folder: string;
let rightFile: string;
let first: TestAssay;
let organization: TestOrganization;
let webhook: MadeWebhook;
let receiver: WebhookReceiver;
const others: TestAssay[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-keys-'));
  rightFile = join(folder, 'right');
  await writeFile(rightFile, aKey(), { mode: 0o600 });
  receiver = await startReceiver();
  // Only answers requests: other processes send the messages.
  first = await startTestAssay({
    ASSAY_ROLE: 'web',
    ASSAY_SECRET_KEY_FILE: rightFile,
    ASSAY_WEBHOOK_ALLOW_PRIVATE: 'true',
  });
  organization = await first.newOrganization();
  webhook = await openDesk(first, organization).create({ url: receiver.url });
});
afterEach(async () => {
  for (const other of others.splice(0)) await other.stop();
});
afterAll(async () => {
  await first.stop();
  await receiver.die();
  await rm(folder, { recursive: true });
});

async function startOther(keyFile: string): Promise<TestAssay> {
  const other = await startTestAssay({
    ASSAY_DATABASE_URL: first.databaseUrl,
    ASSAY_SECRET_KEY_FILE: keyFile,
    ASSAY_WEBHOOK_ALLOW_PRIVATE: 'true',
  });
  others.push(other);
  return other;
}

async function readWarnings(assay: TestAssay): Promise<string[]> {
  const response = await assay.request('/readyz', { token: null });
  return ((await response.json()) as { warnings: string[] }).warnings;
}

describe('a process', TIMEOUT, () => {
  it('with a wrong key reports it, encrypts nothing, and leaves the messages to others', async () => {
    const wrongFile = join(folder, 'wrong');
    await writeFile(wrongFile, aKey(), { mode: 0o600 });
    const other = await startOther(wrongFile);
    const desk = openDesk(other, organization);

    const warnings = (await readWarnings(other)).filter((text) => text.includes('secret key'));
    const made = await desk.call('POST', '/webhook', { url: receiver.url });
    const [sent] = await desk.emit('analysis.completed');
    const [waiting] = await desk.logged(webhook.id, ([each]) => each?.error !== null && each?.error !== undefined);

    expect(warnings).toEqual([expect.stringContaining(`${wrongFile} does not match the database`)]);
    expect(warnings[0]).not.toContain('\n');
    expect(made).toMatchObject({ status: 503, body: { code: 'SECRET_KEY_WRONG' } });
    expect(waiting).toMatchObject({ id: sent, status: 'pending', attempts: 0 });
    expect(waiting?.error).toContain('encrypted with the key');
    expect(receiver.messages).toEqual([]);
    // Everything else keeps working.
    expect((await desk.call('GET', '/service')).status).toBe(200);

    await startOther(rightFile);
    await desk.hurry();
    await until(() => receiver.messages.length === 1);
    expect(receiver.messages[0]?.id).toBe(sent);
  });

  it('with an additional newer key decrypts everything, and encrypts it again', async () => {
    const before = receiver.messages.length;
    const bothFile = join(folder, 'both');
    await writeFile(bothFile, `# the newest last\n${await readFile(rightFile, 'utf8')}${aKey()}`, { mode: 0o600 });
    const { ring } = await openKeyFile(bothFile, { generate: false });
    const other = await startOther(bothFile);
    const desk = openDesk(other, organization);

    await desk.emit('analysis.completed');
    await until(() => receiver.messages.length > before);
    const { database } = other;
    await cleanUpWebhooks({ database, now: Date.now, keyRing: ring });
    const [row] = (await desk.query('select secret from webhook')) as { secret: string }[];

    expect((await readWarnings(other)).filter((text) => text.includes('secret key'))).toEqual([]);
    expect(receiver.messages.slice(before).map((message) => countSignatures(message, [webhook.secret]))).toEqual([1]);
    expect(ring.isCurrent(row?.secret ?? '')).toBe(true);
    // A process with only the old key now has the wrong one.
    const behind = await startOther(rightFile);
    expect((await readWarnings(behind)).join()).toContain('does not match the database');
  });

  it('continues with a new key and new secrets when the old keys are lost', async () => {
    const lostFile = join(folder, 'after-the-loss');
    await writeFile(lostFile, aKey(), { mode: 0o600 });
    const environment = { ASSAY_DATABASE_URL: first.databaseUrl, ASSAY_SECRET_KEY_FILE: lostFile };

    const before = await runAssay(['secret-key'], { folder, environment });
    const adopted = await runAssay(['secret-key', '--adopt'], { folder, environment });
    const after = await runAssay(['secret-key'], { folder, environment });
    const other = await startOther(lostFile);
    const desk = openDesk(other, organization);
    const { body } = await desk.call('POST', `/webhook/${webhook.id}/secret`);
    const [sent] = await desk.emit('analysis.completed');
    await until(() => receiver.messages.at(-1)?.id === sent);

    expect([before.code, adopted.code, after.code]).toEqual([1, 0, 0]);
    expect(before.stdout).toContain('does not match the database');
    expect(after.stdout).toContain('This key matches the database.');
    const message = receiver.messages.at(-1);
    if (message === undefined) throw new Error('A message has come.');
    expect(countSignatures(message, [(body as { secret: string }).secret])).toBe(1);
  });
});

describe('a configured key file', () => {
  it('must exist', async () => {
    const missing = join(folder, 'missing');

    await expect(startTestAssay({ ASSAY_SECRET_KEY_FILE: missing })).rejects.toMatchObject({
      code: 'SECRET_KEY_FILE_UNUSABLE',
      message: expect.stringContaining(missing) as string,
    });
  });
});
