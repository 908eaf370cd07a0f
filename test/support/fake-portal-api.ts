/**
 * Serves the built portal with its real headers and a fake API that returns the answers set by a test. For page states that a
 * real server reaches slowly or never: stuck queues, lost connections, strange names.
 */
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { WireMe } from '../../src/api/contract/organization/person.ts';
import { servePortal } from '../../src/api/portal-files.ts';
import { addFakeRoutes, DEFAULT_ANSWERS, sendError, type PortalAnswers } from './fake-portal-routes.ts';
import { anId } from './wire-answers.ts';

export interface FakePortal {
  readonly url: string;
  /** The cookie of a signed-in browser. */
  readonly session: { readonly name: string; readonly value: string };
  /** Changes the answers from now on. */
  answer(changes: Partial<PortalAnswers>): void;
  /** Sends an event to every open stream. */
  emit(type: string, event: object): void;
  /** Returns the number of open streams. */
  streams(): number;
  /** Returns the methods, paths and queries of the API requests. */
  requests(): readonly string[];
  stop(): Promise<void>;
}

export const PORTAL_FOLDER = join(import.meta.dirname, '../../portal/dist');
export const CREDENTIALS = { email: 'ada@example.org', password: 'correct horse battery staple' };
const SESSION = { name: 'assay_session', value: 'x'.repeat(43) };
/** Requests that need no session. */
const PUBLIC = ['POST /api/v2/session', 'GET /api/v2/invitation/', 'POST /api/v2/invitation/'];

export async function startFakePortal(first: Partial<PortalAnswers> = {}): Promise<FakePortal> {
  let answers: PortalAnswers = { ...DEFAULT_ANSWERS, ...first };
  const requests: string[] = [];
  const streams = new Set<FastifyReply>();
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 1_000 } });
  await servePortal(app, PORTAL_FOLDER);
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    const asked = `${request.method} ${request.url}`;
    requests.push(asked);
    if (answers.failWith !== undefined)
      return await sendError(reply, answers.failWith, 'SERVER_BUSY', 'The server is overloaded.');
    const isKnown =
      request.headers.cookie?.includes(`${SESSION.name}=${SESSION.value}`) === true && !answers.isSignedOut;
    if (!isKnown && !PUBLIC.some((each) => asked.startsWith(each)))
      return await sendError(reply, 401, 'UNAUTHENTICATED', 'Sign in first.');
    return undefined;
  });
  const change = (changes: Partial<PortalAnswers>): void => {
    answers = { ...answers, ...changes };
  };
  addFakeRoutes(app, () => answers);
  addPeople(app, () => answers, change);
  addStream(app, () => answers, streams);
  await app.listen({ host: '127.0.0.1', port: 0 });
  let eventCount = 0;
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    session: SESSION,
    answer: change,
    emit: (type, event) => {
      eventCount += 1;
      const data = JSON.stringify({
        type,
        at: new Date().toISOString(),
        serviceId: anId(1),
        versionId: anId(2),
        ...event,
      });
      for (const { raw } of streams) raw.write(`id: ${eventCount}\nevent: ${type}\ndata: ${data}\n\n`);
    },
    streams: () => streams.size,
    requests: () => requests,
    stop: async () => {
      for (const { raw } of streams) raw.destroy();
      await app.close();
    },
  };
}

function addPeople(
  app: FastifyInstance,
  now: () => PortalAnswers,
  change: (changes: Partial<PortalAnswers>) => void,
): void {
  const signIn = async (reply: FastifyReply): Promise<FastifyReply> => {
    change({ isSignedOut: false });
    void reply.header('set-cookie', `${SESSION.name}=${SESSION.value}; Path=/; HttpOnly; SameSite=Lax`);
    const { person, organization, role } = now().me;
    return await reply.send({ person, organization, role, expiresAt: '2027-01-01T00:00:00.000Z' });
  };
  app.post<{ Body: { readonly email: string; readonly password: string } }>(
    '/api/v2/session',
    async (request, reply) => {
      const { email, password } = request.body;
      if (email === CREDENTIALS.email && password === CREDENTIALS.password) return await signIn(reply);
      return await sendError(reply, 401, 'SIGN_IN_FAILED', 'E-mail or password is wrong.');
    },
  );
  app.delete('/api/v2/session', async (_request, reply) => {
    return await reply.header('set-cookie', `${SESSION.name}=; Path=/; Max-Age=0`).code(204).send();
  });
  app.get('/api/v2/session', async () => [
    {
      id: anId(20),
      current: true,
      createdAt: '2026-11-14T20:00:00.000Z',
      lastUsedAt: '2026-11-14T20:00:00.000Z',
      expiresAt: '2026-12-14T20:00:00.000Z',
      userAgent: 'Firefox on Linux',
      address: '192.0.2.7',
    },
  ]);
  app.get('/api/v2/me', async () => now().me);
  app.patch<{ Body: Partial<WireMe> }>('/api/v2/me', async ({ body }) => {
    const preferences = { ...now().me.preferences, ...body.preferences };
    change({ me: { ...now().me, preferences } });
    return now().me;
  });
  app.get('/api/v2/invitation/by-code/:code', async () => ({
    organization: now().me.organization,
    email: 'grace@example.org',
    role: 'member',
  }));
  app.post('/api/v2/invitation/by-code/:code', async (_request, reply) => await signIn(reply));
}

/** The stream stays open until the browser or the test closes it. */
function addStream(app: FastifyInstance, now: () => PortalAnswers, streams: Set<FastifyReply>): void {
  app.get('/api/v2/event/stream', async (_request, reply) => {
    if (!now().hasStream) return await sendError(reply, 404, 'ROUTE_UNKNOWN', 'There is no stream.');
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    reply.raw.write(': open\n\n');
    streams.add(reply);
    reply.raw.on('close', () => streams.delete(reply));
    return reply;
  });
}
