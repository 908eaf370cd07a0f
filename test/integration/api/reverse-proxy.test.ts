/** Sign-ins behind one reverse proxy: failures of others do not lock users out, and an untrusted proxy is reported. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { aMember, callAs, type TestPerson } from '../../support/people.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

async function start(environment: Record<string, string> = {}): Promise<{ assay: TestAssay; ada: TestPerson }> {
  const assay = await startTestAssay(environment);
  onTestFinished(async () => await assay.stop());
  const { id } = await assay.newOrganization();
  return { assay, ada: await aMember(assay, id, 'owner') };
}

async function signIn(
  assay: TestAssay,
  { email, password, cookie }: { email: string; password: string; cookie?: string },
  forwardedFor?: string,
): Promise<Response> {
  const headers = {
    ...(cookie !== undefined && { cookie }),
    ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
  };
  return await callAs(assay, undefined, '/session', { method: 'POST', body: { email, password }, headers });
}

async function warningsOf(assay: TestAssay): Promise<string[]> {
  const { warnings } = (await (await assay.request('/readyz')).json()) as { warnings: string[] };
  return warnings.filter((warning) => warning.includes('ASSAY_TRUST_PROXY'));
}

function warningsIn(logs: string): string[] {
  return logs.split('\n').filter((line) => line.includes('ASSAY_TRUST_PROXY'));
}

describe('a sign-in from a shared address', () => {
  it('works after many failures of others, and in a known browser also after failures on the account', async () => {
    const { assay, ada } = await start();
    for (let n = 0; n < 70; n += 1) {
      expect((await signIn(assay, { email: `${n}@example.com`, password: 'a guess' })).status).toBe(401);
    }

    const first = await signIn(assay, ada);
    expect(first.status).toBe(200);
    const [, device = ''] = first.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    for (let n = 0; n < 10; n += 1) await signIn(assay, { ...ada, cookie: '', password: 'a guess' });

    expect(device).toMatch(/^assay_device=[A-Za-z0-9_-]{43}$/);
    expect((await signIn(assay, { ...ada, cookie: '' })).status).toBe(429);
    expect((await signIn(assay, { ...ada, cookie: device })).status).toBe(200);
    expect((await signIn(assay, { ...ada, cookie: `assay_device=${'x'.repeat(43)}` })).status).toBe(429);
  });
});

describe('X-Forwarded-For', () => {
  it('of an untrusted peer is reported once, with the setting to use', async () => {
    const { assay, ada } = await start();
    expect(await warningsOf(assay)).toEqual([]);

    for (let n = 0; n < 3; n += 1) await signIn(assay, { ...ada, cookie: '' }, `203.0.113.${n}`);

    await expect.poll(async () => await warningsOf(assay)).toHaveLength(1);
    const lines = warningsIn(assay.logs());
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', peer: '127.0.0.1' });
  });

  it('of a trusted proxy is used, and nothing is reported', async () => {
    const { assay, ada } = await start({ ASSAY_TRUST_PROXY: '127.0.0.1' });

    for (let n = 0; n < 10; n += 1) await signIn(assay, { ...ada, cookie: '', password: 'a guess' }, '203.0.113.1');

    expect((await signIn(assay, { ...ada, cookie: '' }, '203.0.113.1')).status).toBe(429);
    expect((await signIn(assay, { ...ada, cookie: '' }, '203.0.113.2')).status).toBe(200);
    expect([await warningsOf(assay), warningsIn(assay.logs())]).toEqual([[], []]);
  });
});
