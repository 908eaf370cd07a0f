/** Events, pulled in pages from a cursor or streamed live. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SERVICE_UNKNOWN, VERSION_UNKNOWN } from '../../pipeline/errors.ts';
import { UNAUTHENTICATED } from '../../access/errors.ts';
import {
  toEventCursor,
  toWireEvent,
  createPageReader,
  getEventPosition,
  type EventPosition,
  type ReadPage,
} from '../../events/event-pages.ts';
import { followEvents } from '../../events/follow-events.ts';
import type { ApiDeps, RouteApp } from '../api-deps.ts';
import { EventListQuery, EventStreamQuery, WireEvent } from '../contract/events.ts';
import { EventStreams } from '../http/stream/event-streams.ts';
import { findPrincipal, getPrincipal, requireOrganization } from '../http/guard-request.ts';
import { toLink } from '../http/response/page-headers.ts';
import { endWork } from '../http/limits/request-work.ts';
import { WakeSignal, POLL_INTERVAL_MS, type WakeUps } from '../../events/wake-ups.ts';
import type { EventFilter, EventPage } from '../../store/delivery/list-events.ts';
import { isUuid } from '../../core/naming/uuid.ts';
import type { Caller } from '../../pipeline/deps.ts';
import type { Database } from '../../store/database.ts';
import type { Progress } from '../../store/delivery/progress.ts';
import { findService, isInScope, type ServiceScope } from '../../store/portfolio/services.ts';
import { findVersion } from '../../store/portfolio/versions/versions.ts';
import { toReference } from '../http/path-parameters.ts';
import { PARAMETER_INVALID } from '../errors.ts';

export function eventsRoutes(app: RouteApp, deps: ApiDeps): void {
  const { database, wakeUps, longPolls, log, metrics } = deps;
  const readPage = createPageReader(database);
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
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'Returns events, oldest first unless `order` is `newest`, starting after the cursor `after`, or with the oldest event if `after` is not sent. Continue with the value of `X-Next-Cursor`, which is present even if the page is empty. Following the cursor returns every event exactly once. If Assay cannot wait although `wait` was sent, the response has `X-Waited: false`, and `X-Wait-Rejected` gives the reason.',
        querystring: EventListQuery,
        response: { 200: z.array(WireEvent) },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      const { orgId, services } = principal;
      const { after = 'first', limit, order, wait: waitSeconds, type: types, service, version } = request.query;
      const isNewestFirst = order === 'newest';
      if (isNewestFirst && (version === undefined || request.query.after !== undefined || waitSeconds > 0))
        throw PARAMETER_INVALID({
          summary: 'The parameter "order=newest" requires "version". Send it without "after" and "wait".',
        });
      const place = await getEventPosition(database, orgId, after);
      const serviceId = await findServiceId(database, { orgId, services }, service);
      const versionId = await findVersionId(database, { orgId, services }, { serviceId, version });
      const filter = toEventFilter(services, { serviceId, versionId, types });
      let page = await readPage(orgId, { ...filter, after: place.position, limit, isNewestFirst });
      if (waitSeconds > 0 && page.events.length === 0) {
        const from = { ...place, position: page.position };
        const waited = await longPolls.wait(
          request,
          reply.raw,
          async (signal) =>
            await waitForEvents({ readPage, wakeUps }, { place: from, filter, limit, waitSeconds, signal }),
        );
        // In the meantime the token may have been revoked, or the session ended or switched to another organization.
        if ((await findPrincipal(request, deps))?.orgId !== orgId) throw UNAUTHENTICATED();
        if (waited.waited) page = waited.result;
        else void reply.headers({ 'x-waited': 'false', 'x-wait-rejected': waited.reason });
      }
      const cursor = toEventCursor(place, page.position);
      void reply.header('x-next-cursor', cursor).header('cache-control', 'no-store');
      if (page.hasMore) void reply.header('link', toLink(request, { after: cursor }, 'next'));
      return page.events.map(toWireEvent);
    },
  );

  app.get(
    '/event/stream',
    {
      config: { scope: 'read', errors: [SERVICE_UNKNOWN] },
      schema: {
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

interface EventWait {
  readonly place: EventPosition;
  readonly filter: EventFilter;
  readonly limit: number;
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
}

/** `wait=` of the list of events: if there are none, delays the response until one arrives or the time is up. */
async function waitForEvents(
  { readPage, wakeUps }: { readonly readPage: ReadPage; readonly wakeUps: WakeUps },
  { place, filter, limit, waitSeconds, signal }: EventWait,
): Promise<EventPage> {
  const read = async (after: number): Promise<EventPage> => await readPage(place.orgId, { ...filter, after, limit });
  const bell = new WakeSignal();
  const stop = wakeUps.onEvents(place.orgId, bell.notify);
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
}

type Reader = Pick<Caller, 'orgId' | 'services'>;

/** An id is not looked up: events outlive their service, and an unknown id simply has none. */
async function findServiceId(
  database: Database,
  caller: Reader,
  service: string | undefined,
): Promise<string | undefined> {
  if (service === undefined) return undefined;
  const reference = toReference('service name', service);
  if (isUuid(reference)) return reference;
  const found = await database.inOrg(caller.orgId, async (tx) => await findService(tx, reference, caller.services));
  if (found === undefined) throw SERVICE_UNKNOWN({ service: reference });
  return found.id;
}

/** An id is not looked up, as with services: events outlive their version. */
async function findVersionId(
  database: Database,
  caller: Reader,
  { serviceId, version }: { readonly serviceId: string | undefined; readonly version: string | undefined },
): Promise<string | undefined> {
  if (version === undefined) return undefined;
  if (serviceId === undefined)
    throw PARAMETER_INVALID({ summary: 'The parameter "version" requires "service". Send both.' });
  const reference = toReference('version name', version);
  if (isUuid(reference)) return reference;
  const found = isInScope(serviceId, caller.services)
    ? await database.inOrg(caller.orgId, async (tx) => await findVersion(tx, serviceId, reference))
    : undefined;
  if (found === undefined) throw VERSION_UNKNOWN({ version: reference });
  return found.id;
}

interface RequestedEvents {
  readonly serviceId: string | undefined;
  readonly versionId?: string | undefined;
  readonly types: EventFilter['types'];
}

/** A token restricted to services sees only their events. */
function toEventFilter(services: ServiceScope, { serviceId, versionId, types }: RequestedEvents): EventFilter {
  if (serviceId !== undefined) {
    const serviceIds = isInScope(serviceId, services) ? [serviceId] : [];
    return { types, serviceIds, ...(versionId !== undefined && { versionId }) };
  }
  return services === 'all' ? { types } : { types, serviceIds: services, alsoCommon: true };
}

/** A client that filters by type wants events only, no progress. */
function wantsProgress(progress: Progress, { types, serviceIds, alsoCommon = false }: EventFilter): boolean {
  if (types !== undefined) return false;
  if (serviceIds === undefined) return true;
  return progress.kind === 'analysis' ? serviceIds.includes(progress.serviceId) : alsoCommon;
}
