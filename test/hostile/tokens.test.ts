/** Hostile inputs, group "Tokens and tenancy": T1 to T4 and T7. T5 is the tenancy matrix of the API tests, T6 the rate limits. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestOrganization } from '../support/test-assay.ts';
import { useHostileAssay, type UploadChange } from '../support/hostile-assay.ts';
import type { RawAnswer } from '../support/raw-answer.ts';
import { exchange, RawConnection } from '../support/raw-connection.ts';
import { toHead } from '../support/raw-request.ts';
import { Secrets } from '../support/secrets.ts';
import { startTestAssay } from '../support/test-assay.ts';

const hostile = useHostileAssay();

const UNAUTHENTICATED = { status: 401, code: 'UNAUTHENTICATED' };

function authorization(...values: readonly string[]): UploadChange {
  hostile.secrets.add(...values.map((value) => value.replace(/^\w+ /, '')).filter((secret) => secret.length > 8));
  return { headers: { Authorization: values } };
}

describe('a request without a valid token', () => {
  it.each<[string, () => UploadChange]>([
    ['no header', () => ({ token: null })],
    ['only the scheme', () => authorization('Bearer')],
    ['the scheme and a space', () => authorization('Bearer ')],
    ['another scheme', () => authorization('Basic dXNlcjpwYXNzd29yZA==')],
    ['the header twice', () => authorization(`Bearer ${hostile.assay.token}`, `Bearer ${hostile.assay.token}`)],
    ['the token in the query', () => inQuery(hostile.assay.token)],
    ['the token in a cookie', () => ({ token: null, headers: { Cookie: `token=${hostile.assay.token}` } })],
  ])('T1 %s is rejected', async (_, change) => {
    const answer = await hostile.send(change(), UNAUTHENTICATED);

    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('T1 is rejected before its 100 MB are read', async () => {
    const answers = await hostile.watch(UNAUTHENTICATED, async () => {
      const connection = await RawConnection.open(hostile.assay.url);
      const headers = { 'Content-Length': String(100_000_000) };
      await connection.write(toHead(hostile.upload({ token: null, headers })));
      const answer = await connection.nextAnswer();
      connection.destroy();
      return answer === undefined ? [] : [answer];
    });

    expect(answers.map((answer) => answer.headers['connection'])).toEqual(['close']);
  });

  it('T1 a scheme in lower case is accepted', async () => {
    const answer = await hostile.send(authorization(`bearer ${hostile.assay.token}`), { status: 200 });

    expect(answer.status).toBe(200);
  });
});

function inQuery(token: string): UploadChange {
  return { token: null, target: `/api/v2/service/svc/version/1.0/sbom?token=${token}&access_token=${token}` };
}

describe('an invalid token', () => {
  it('T2 gets the same response, whatever is wrong with it', async () => {
    const known = hostile.assay.token;
    const secret = known.slice(-43);
    const otherSecret = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`;
    const wrong: Readonly<Record<string, string>> = {
      'an unknown id': `asy_${'0'.repeat(12)}_${secret}`,
      'a known id with a wrong secret': known.slice(0, -43) + otherSecret,
      'no token at all': 'a-malformed-token',
      'a character short': known.slice(0, -1),
      'a character long': `${known}A`,
      '10 KB': `${known.slice(0, 17)}${'A'.repeat(10_240)}`,
      'not ASCII': `${known.slice(0, -1)}\u00e9`,
    };

    const bodies = new Set<string>();
    for (const token of Object.values(wrong)) {
      const answer = await hostile.send(authorization(`Bearer ${token}`), UNAUTHENTICATED);
      bodies.add(withoutRequestId(answer));
    }

    expect(bodies.size).toBe(1);
  });
});

/** Whether the connection is kept open depends on how much of the body has arrived. */
function withoutRequestId({ status, headers, body }: RawAnswer): string {
  const { 'x-request-id': requestId = '', date: _, connection: __, 'keep-alive': ___, ...others } = headers;
  return JSON.stringify({ status, others, body: body.toString().replaceAll(requestId, '') });
}

async function newToken(organization: TestOrganization, options: Parameters<TestOrganization['newToken']>[0] = {}) {
  const token = await organization.newToken(options);
  hostile.secrets.add(token, organization.token);
  return token;
}

async function statusOn(url: string, token: string): Promise<number> {
  return (await exchange(url, hostile.upload({ token }))).status;
}

describe('a token that was valid', () => {
  it('T3 is rejected once it is revoked, also by another instance', async () => {
    const other = await startTestAssay({ ASSAY_DATABASE_URL: hostile.assay.databaseUrl });
    onTestFinished(async () => await other.stop());
    const organization = await hostile.assay.newOrganization();
    const token = await newToken(organization);
    expect(await statusOn(other.url, token)).toBe(200);
    expect(await statusOn(hostile.assay.url, token)).toBe(200);

    await revoke(organization, token);
    const start = performance.now();

    expect(await statusOn(hostile.assay.url, token)).toBe(401);
    while ((await statusOn(other.url, token)) === 200) await delay(50);
    const ms = performance.now() - start;
    console.log(`revoked on another instance after ${Math.round(ms)} ms`);
    expect(ms).toBeLessThan(10_000);
    expect(other.logs()).not.toContain(token.slice(-43));
    await hostile.send({ token }, UNAUTHENTICATED);
  });

  it('T3 is rejected once it has expired', async () => {
    const organization = await hostile.assay.newOrganization();
    const expiresAt = Date.now() + 1_500;
    const token = await newToken(organization, { expiresAt: new Date(expiresAt).toISOString() });
    expect(await statusOn(hostile.assay.url, token)).toBe(200);

    await delay(expiresAt - Date.now());
    while (Date.now() < expiresAt + 10_000 && (await statusOn(hostile.assay.url, token)) === 200) await delay(50);

    await hostile.send({ token }, UNAUTHENTICATED);
  });
});

async function revoke(organization: TestOrganization, token: string): Promise<void> {
  const options = { token: organization.token };
  const tokens = (await (await hostile.assay.request('/api/v2/token', options)).json()) as {
    id: string;
    publicId: string;
  }[];
  const { id } = tokens.find(({ publicId }) => token.includes(publicId)) ?? {};
  const answer = await hostile.assay.request(`/api/v2/token/${id}`, { ...options, method: 'DELETE' });
  expect(answer.status).toBe(204);
}

describe('a token without permission', () => {
  it('T4 to upload is told which scope it lacks', async () => {
    const organization = await hostile.assay.newOrganization();
    const token = await newToken(organization, { scopes: ['read'] });

    const answer = await hostile.send({ token }, { status: 403, code: 'SCOPE_MISSING', says: /sbom:upload/ });

    expect(answer.status).toBe(403);
  });

  it('T4 for a service of its own organization gets the same response as for an unknown service', async () => {
    const organization = await hostile.assay.newOrganization();
    const [bound] = await Promise.all(
      ['service-a', 'service-b'].map(async (name) => {
        const upload = hostile.upload({ target: uploadTo(name), token: organization.token });
        const { body } = await exchange(hostile.assay.url, upload);
        return (JSON.parse(body.toString()) as { serviceId: string }).serviceId;
      }),
    );
    const token = await newToken(organization, { serviceIds: [bound ?? ''], scopes: ['read', 'sbom:upload'] });

    const refused = { status: 404, code: 'SERVICE_UNKNOWN' };
    const hidden = await hostile.send({ token, target: uploadTo('service-b') }, refused);
    const absent = await hostile.send({ token, target: uploadTo('service-x') }, refused);

    expect(withoutRequestId(hidden)).toBe(withoutRequestId(absent).replace('service-x', 'service-b'));
    const own = await exchange(hostile.assay.url, hostile.upload({ token, target: uploadTo('service-a') }));
    expect(own.status).toBe(200);
  });
});

function uploadTo(service: string): string {
  return `/api/v2/service/${service}/version/1.0/sbom`;
}

describe('the search for leaked secrets', () => {
  it('T7 searches for real secrets and would find them', () => {
    const secrets = new Secrets();
    secrets.add('asy_0123456789ab_the-secret-part');

    expect(secrets.leaks({ log: 'token asy_0123456789ab refused' })).toEqual([]);
    expect(secrets.leaks({ log: '{"token":"the-secret-part"}' })).toEqual(['log']);
    expect(hostile.secrets.count).toBeGreaterThan(15);
  });
});
