import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { exchange } from '../../../test/support/raw-connection.ts';
import type { RawRequest } from '../../../test/support/raw-request.ts';
import { refuseOtherOrigin, requireSameOrigin } from './same-origin.ts';
import {
  clearSessionCookie,
  findDeviceCookie,
  findSessionCookie,
  setSessionCookies,
  listPlainHttpWarnings,
} from './session-cookie.ts';

const SECRET = 'x'.repeat(43);
const DEVICE = 'd'.repeat(43);
const ENDS_AT = '2026-03-01T00:00:00.000Z';

function buildServer(publicUrl: string | undefined, trustProxy = false): FastifyInstance {
  const app = Fastify({ trustProxy });
  app.post('/sign-in', async (request, reply) => {
    setSessionCookies(request, reply, publicUrl, { secret: SECRET, device: DEVICE, endsAt: ENDS_AT });
    return {};
  });
  app.post('/sign-out', async (request, reply) => {
    clearSessionCookie(request, reply, publicUrl);
    return {};
  });
  app.get('/who', async (request) => ({ secret: findSessionCookie(request, publicUrl) ?? null }));
  app.get('/device', async (request) => ({ device: findDeviceCookie(request, publicUrl) ?? null }));
  app.post('/change', async (request) => {
    requireSameOrigin(request, publicUrl);
    return {};
  });
  app.post('/begin', async (request) => {
    refuseOtherOrigin(request, publicUrl);
    return {};
  });
  return app;
}

const PLAIN = `assay_session=${SECRET}; Expires=Sun, 01 Mar 2026 00:00:00 GMT; Path=/; HttpOnly; SameSite=Lax`;
const SECURE = `__Host-${PLAIN}; Secure`;
const [HTTP, HTTPS] = ['http://assay.example', 'https://assay.example'];

describe('session cookies', () => {
  it.each<[string, string | undefined, Record<string, string>, string]>([
    ['the public address is https', HTTPS, {}, SECURE],
    ['the public address is https, whatever the page says', HTTPS, { origin: HTTP }, SECURE],
    ['the public address is http', HTTP, {}, PLAIN],
    ['the page is https', undefined, { origin: HTTPS }, SECURE],
    ['the page is http', undefined, { origin: HTTP }, PLAIN],
    ['a program asks', undefined, {}, PLAIN],
    ['the page has no origin', undefined, { origin: 'null' }, PLAIN],
  ])('have the right name and attributes when %s', async (_case, publicUrl, headers, cookie) => {
    const { headers: answered } = await buildServer(publicUrl).inject({ method: 'POST', url: '/sign-in', headers });

    expect(answered['set-cookie']).toEqual([cookie, cookie.replace(/session=x+/, `device=${DEVICE}`)]);
  });

  it('are secure when a trusted proxy reports https', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const { headers: answered } = await buildServer(undefined, true).inject({
      method: 'POST',
      url: '/sign-in',
      headers,
    });

    expect(answered['set-cookie']?.[0]).toBe(SECURE);
  });

  it('keep the device cookie at sign-out', async () => {
    const { headers } = await buildServer(HTTPS).inject({ method: 'POST', url: '/sign-out' });
    const cookie = `__Host-assay_device=${DEVICE}`;
    const answer = await buildServer(HTTPS).inject({ url: '/device', headers: { cookie } });

    expect(headers['set-cookie']).not.toContain('device');
    expect(answer.json()).toEqual({ device: DEVICE });
  });

  it('are cleared under their actual name', async () => {
    const { headers } = await buildServer(HTTPS).inject({ method: 'POST', url: '/sign-out' });

    expect(headers['set-cookie']).toBe('__Host-assay_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure');
  });

  it.each<[string, string | undefined, string | null]>([
    [`assay_session=${SECRET}`, undefined, SECRET],
    [`assay_session=${SECRET}`, HTTP, SECRET],
    // It could have been set by an attacker on the network or by a neighboring host.
    [`assay_session=${SECRET}`, HTTPS, null],
    [`__Host-assay_session=${SECRET}`, HTTPS, SECRET],
    [`__Host-assay_session=${SECRET}; assay_session=other`, undefined, SECRET],
    ['assay_session=a; assay_session=b', undefined, null],
    ['__Host-assay_session=a; __Host-assay_session=b', HTTPS, null],
    ['', undefined, null],
  ])('are read from %j when the public URL is %s', async (cookie, publicUrl, secret) => {
    const answer = await buildServer(publicUrl).inject({ url: '/who', headers: { cookie } });

    expect(answer.json()).toEqual({ secret });
  });
});

describe('same-origin check', () => {
  /** Uses a socket, because only then repeated headers stay separate. */
  async function post(publicUrl: string | undefined, target: string, headers: RawRequest['headers']): Promise<number> {
    const app = buildServer(publicUrl);
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const { status } = await exchange(url, { method: 'POST', target, headers: { host: 'test', ...headers } });
    await app.close();
    return status;
  }

  it.each<[string | undefined, RawRequest['headers'], boolean]>([
    [HTTPS, { origin: HTTPS }, true],
    // A proxy changed the Host header.
    [HTTPS, { origin: HTTPS, host: 'inside:8080' }, true],
    [HTTPS, { origin: HTTP, host: 'assay.example' }, false],
    [HTTPS, { origin: 'https://evil.example' }, false],
    [HTTP, { origin: 'http://localhost:8080', host: 'localhost:8080' }, true],
    [undefined, { origin: HTTP, host: 'assay.example' }, true],
    [undefined, { origin: HTTP, host: 'ASSAY.example' }, true],
    [undefined, { origin: 'http://assay.example.evil', host: 'assay.example' }, false],
    [undefined, { origin: 'file://', host: '' }, false],
    [undefined, { 'sec-fetch-site': 'same-origin' }, true],
    [undefined, { 'sec-fetch-site': ['same-origin', 'same-origin'] }, false],
    [undefined, {}, false],
  ])('with the public URL %s and headers %j: accepted = %s', async (publicUrl, headers, isOurs) => {
    expect(await post(publicUrl, '/change', headers)).toBe(isOurs ? 200 : 500);
  });

  it('allows an unknown origin only for requests that need no session', async () => {
    expect(await post(HTTPS, '/begin', {})).toBe(200);
    expect(await post(HTTPS, '/begin', { origin: 'null' })).toBe(500);
  });
});

describe('listPlainHttpWarnings', () => {
  it.each([
    ['127.0.0.1', undefined, 0],
    ['::1', undefined, 0],
    ['0.0.0.0', undefined, 1],
    ['0.0.0.0', 'http://localhost:8080', 0],
    ['127.0.0.1', 'http://assay.example', 1],
    ['0.0.0.0', 'https://assay.example', 0],
  ])('for host %s and public URL %s: %i warnings', (host, publicUrl, count) => {
    expect(listPlainHttpWarnings({ host, publicUrl })).toHaveLength(count);
  });
});
