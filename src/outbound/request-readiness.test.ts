import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requestReadiness } from './request-readiness.ts';

async function answeredBy(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const PROBLEMS = [{ code: 'STORAGE_LOW', message: 'The disk is nearly full.' }];
const toBody = (status: string): string =>
  JSON.stringify({ status, database: 'up', queue: 'up', problems: PROBLEMS, warnings: [] });

describe('requestReadiness', () => {
  it.each([
    ['127.0.0.1', 200, 'ok'],
    ['0.0.0.0', 200, 'degraded'],
    ['127.0.0.1', 503, 'unavailable'],
  ] as const)('recognizes Assay on %s (%i %s)', async (host, code, status) => {
    const port = await answeredBy((_request, response) => response.writeHead(code).end(toBody(status)));

    expect(await requestReadiness(host, port)).toEqual({ status, problems: PROBLEMS });
  });

  it.each<[string, RequestListener]>([
    ['answers something else', (_request, response) => response.end('<html>')],
    ['answers another JSON', (_request, response) => response.end('{"status":"ok"}')],
    ['sends elsewhere', (_request, response) => response.writeHead(302, { location: '/healthz' }).end()],
    ['hangs up', (request) => request.destroy()],
  ])('does not recognize a program that %s as Assay', async (_, listener) => {
    expect(await requestReadiness('127.0.0.1', await answeredBy(listener))).toBeUndefined();
  });
});
