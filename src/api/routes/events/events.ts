/** Events, pulled in pages from a cursor or streamed live. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SERVICE_UNKNOWN } from '../../../pipeline/errors.ts';
import { UNAUTHENTICATED } from '../../../access/errors.ts';
import { toEventCursor } from '../../../events/event-cursor.ts';
import { createPageReader, getEventPosition, type EventPosition, type ReadPage } from '../../../events/event-pages.ts';
import { followEvents } from '../../../events/follow-events.ts';
import { toWireEvent } from '../../../events/to-wire-event.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { findServiceId, findVersionId, toEventFilter, wantsProgress } from './event-filter.ts';
import { EventListQuery, EventStreamQuery, WireEvent } from '../../contract/events/event.ts';
import { EventStreams } from '../../http/stream/event-streams.ts';
import { findPrincipal, getPrincipal, requireOrganization } from '../../http/guard-request.ts';
import { endWork } from '../../http/limits/request-work.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { WakeSignal } from '../../../events/wake-signal.ts';
import { POLL_INTERVAL_MS, type WakeUps } from '../../../events/wake-ups.ts';
import type { EventFilter, EventPage } from '../../../store/delivery/list-events.ts';

const tags = ['Events'];

export function eventsRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { database, wakeUps, longPolls, log, metrics } = deps;
  const readPage = createPageReader(database);
  const waitForEvents = createEventWaiter({ readPage, wakeUps });
  const streams = new EventStreams({ log, onCount: (count) => metrics.eventStreams.set(count) });
  app.addHook('preClose', async () => {
    longPolls.stop();
    await streams.endAll();
  });

  app.get(
    '/event',
    {
      config: { scope: 'read', errors: [SERVICE_UNKNOWN] },
      schema: {
        tags,
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'Returns events, oldest first, starting after the cursor `after`, or with the oldest event if `after` is not sent. Continue with the value of `X-Next-Cursor`, which is present even if the page is empty. Following the cursor returns every event exactly once. If Assay cannot wait although `wait` was sent, the response has `X-Waited: false`, and `X-Wait-Refused` gives the reason.',
        querystring: EventListQuery,
        response: { 200: z.array(WireEvent), ...ERRORS },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      const { orgId, services } = principal;
      const { after = 'first', limit, wait: waitSeconds, type: types, service, version } = request.query;
      const place = await getEventPosition(database, orgId, after);
      const serviceId = await findServiceId(database, { orgId, services }, service);
      const versionId = await findVersionId(database, { orgId, services }, { serviceId, version });
      const filter = toEventFilter(services, { serviceId, versionId, types });
      let page = await readPage(orgId, { ...filter, after: place.position, limit });
      if (waitSeconds > 0 && page.events.length === 0) {
        const from = { ...place, position: page.position };
        const waited = await longPolls.wait(
          request,
          reply.raw,
          async (signal) => await waitForEvents({ place: from, filter, limit, waitSeconds, signal }),
        );
        // In the meantime the token may have been revoked, or the session ended or switched to another organization.
        if ((await findPrincipal(request, deps))?.orgId !== orgId) throw UNAUTHENTICATED();
        if (waited.waited) page = waited.result;
        else void reply.headers({ 'x-waited': 'false', 'x-wait-refused': waited.reason });
      }
      const cursor = toEventCursor(place, page.position);
      void reply.header('x-next-cursor', cursor).header('cache-control', 'no-store');
      if (page.hasMore) void reply.header('link', toNextLink(request, cursor));
      return page.events.map(toWireEvent);
    },
  );

  app.get(
    '/event/stream',
    {
      config: { scope: 'read', errors: [SERVICE_UNKNOWN] },
      schema: {
        tags,
        operationId: 'streamEvents',
        summary: 'Stream events',
        description:
          'Sends events as server-sent events while they happen. The stream starts after `Last-Event-ID`, else after `after`, else with the next new event. The id of each message is a cursor. Messages of the types `analysis.progress` and `advisories.progress` have no id and are not repeated.',
        querystring: EventStreamQuery,
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      requireOrganization(principal, request.query.organization);
      reply.raw.once('close', streams.reserve(principal));
      const { orgId, services } = principal;
      const { after = 'latest', type: types, service } = request.query;
      const place = await getEventPosition(database, orgId, findLastEventId(request) ?? after);
      const serviceId = await findServiceId(database, { orgId, services }, service);
      setStreamHeaders(reply);
      if (request.method === 'HEAD') return await reply.send('');
      const stream = streams.open({
        principal,
        findPrincipal: async () => await findPrincipal(request, deps),
        follow: (signal, current) => {
          const filter = () => toEventFilter(current().services, { serviceId, types });
          return followEvents({
            place,
            readPage,
            wakeUps,
            filter,
            wantsProgress: (progress) => wantsProgress(progress, filter()),
            signal,
          });
        },
      });
      endWork(request);
      return await reply.send(stream);
    },
  );
}

/** Browsers send this header when they reconnect, once they have received an id. */
function findLastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  return id === undefined || id === '' ? undefined : String(id);
}

/** The connection is closed after the stream, and proxies must not cache, compress or buffer it. */
function setStreamHeaders(reply: FastifyReply): void {
  void reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
}

function toNextLink(request: FastifyRequest, cursor: string): string {
  const [path = '', query = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('after', cursor);
  return `<${path}?${parameters.toString()}>; rel="next"`;
}

// `wait=` of the list of events: if there are none, delays the response until one arrives or the time is up.
interface EventWait {
  readonly place: EventPosition;
  readonly filter: EventFilter;
  readonly limit: number;
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
}

function createEventWaiter(deps: {
  readonly readPage: ReadPage;
  readonly wakeUps: WakeUps;
}): (asked: EventWait) => Promise<EventPage> {
  return async (asked) => {
    const { place, filter, limit, waitSeconds, signal } = asked;
    const read = async (after: number): Promise<EventPage> =>
      await deps.readPage(place.orgId, { ...filter, after, limit });
    const bell = new WakeSignal();
    const stop = deps.wakeUps.onEvents(place.orgId, bell.notify);
    try {
      const until = performance.now() + waitSeconds * 1000;
      let page = await read(place.position);
      while (page.events.length === 0 && performance.now() < until && !signal.aborted) {
        if (!page.hasMore) await bell.sleep(Math.min(POLL_INTERVAL_MS, until - performance.now()), signal);
        page = await read(page.position);
      }
      return page;
    } finally {
      stop();
    }
  };
}
