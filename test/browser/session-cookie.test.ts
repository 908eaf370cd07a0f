/**
 * The session cookie in a real browser: kept over https and plain http, not readable by scripts, and of no use to other sites.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { requireSameOrigin } from '../../src/api/http/same-origin.ts';
import { clearSessionCookie, findSessionCookie, setSessionCookies } from '../../src/api/http/session-cookie.ts';
import { createSelfSigned } from '../support/self-signed.ts';
import { hasBrowser } from './browser.ts';

const ENDS_AT = new Date(Date.now() + 3_600_000).toISOString();
const SESSION = { secret: 'x'.repeat(43), device: 'd'.repeat(43), endsAt: ENDS_AT };

/** Starts a server with the cookie and the origin check of the API, and nothing else. */
async function startServer(https: boolean): Promise<{ app: FastifyInstance; port: number }> {
  const app = (https ? Fastify({ https: createSelfSigned() }) : Fastify()) as unknown as FastifyInstance;
  app.get('/', async (_request, reply) => await reply.type('text/html').send('<title>Assay</title>'));
  app.post('/sign-in', async (request, reply) => {
    setSessionCookies(request, reply, undefined, SESSION);
    return {};
  });
  app.post('/sign-out', async (request, reply) => {
    clearSessionCookie(request, reply, undefined);
    return {};
  });
  app.get('/who', async (request) => ({
    names: namesIn(request.headers.cookie),
    secret: findSessionCookie(request, undefined),
  }));
  app.post('/change', async (request) => {
    requireSameOrigin(request, undefined);
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, port: (app.server.address() as { port: number }).port };
}

function namesIn(cookie = ''): string[] {
  return cookie.split('; ').map((pair) => pair.split('=', 1)[0] ?? '');
}

describe.runIf(hasBrowser())('session cookie', () => {
  const servers: FastifyInstance[] = [];
  const ports: Record<string, number> = {};
  let browser: Browser;
  beforeAll(async () => {
    for (const scheme of ['http', 'https']) {
      const { app, port } = await startServer(scheme === 'https');
      servers.push(app);
      ports[scheme] = port;
    }
    browser = await chromium.launch({
      executablePath: inject('chromiumPath') ?? '',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--host-resolver-rules=MAP *.example 127.0.0.1',
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    for (const app of servers) await app.close();
  });

  async function open(address: string): Promise<Page> {
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await page.goto(address);
    return page;
  }

  async function send(page: Page, path: string, method = 'POST'): Promise<{ status: number; body: unknown }> {
    return await page.evaluate(
      async ([to, how]) => {
        const response = await fetch(to, { method: how, credentials: 'include' });
        return { status: response.status, body: (await response.json()) as unknown };
      },
      [path, method] as const,
    );
  }

  it.each([
    ['http', 'localhost', 'assay_session'],
    ['http', '127.0.0.1', 'assay_session'],
    ['http', 'assay.example', 'assay_session'],
    ['https', 'localhost', '__Host-assay_session'],
    ['https', 'assay.example', '__Host-assay_session'],
  ])('is stored on %s://%s as %s until it is deleted', async (scheme, host, name) => {
    const page = await open(`${scheme}://${host}:${ports[scheme]}/`);

    const device = name.replace('session', 'device');
    await send(page, '/sign-in');

    expect((await send(page, '/who', 'GET')).body).toEqual({ names: [name, device], secret: SESSION.secret });
    expect(await page.evaluate('document.cookie')).toBe('');
    expect((await send(page, '/change')).status).toBe(200);
    await send(page, '/sign-out');
    expect((await send(page, '/who', 'GET')).body).toEqual({ names: [device] });
  });

  it('is of no use to a page of another site', async () => {
    const ours = `http://assay.example:${ports['http']}`;
    const page = await open(`${ours}/`);
    await send(page, '/sign-in');
    const refused: number[] = [];
    page.on('response', (response) => {
      if (response.url() === `${ours}/change`) refused.push(response.status());
    });

    await page.goto(`http://evil.example:${ports['http']}/`);
    await page.evaluate(`fetch('${ours}/change', { method: 'POST', mode: 'no-cors', credentials: 'include' })`);

    expect(refused).toEqual([500]);
  });
});
