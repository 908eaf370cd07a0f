/** The API as a Fastify application, without a socket: `buildApp(deps)`, then `listen` or `inject`. */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import helmet from '@fastify/helmet';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { RateLimit } from '../access/limits/rate-limit.ts';
import { LIMITS } from '../core/limits.ts';
import { DATABASE_FULL } from '../store/errors.ts';
import type { ApiDeps, RouteApp } from './api-deps.ts';
import { dependencyTrackRoutes } from './dependency-track/routes.ts';
import { addReference } from './openapi/reference.ts';
import { METHOD_NOT_ALLOWED, ROUTE_UNKNOWN, SHUTTING_DOWN } from './errors.ts';
import { authenticateRequest, checkHttp, checkParameters, isPipelinedAfterInvalid } from './http/guard-request.ts';
import { sendClientError, handleServerEvents } from './http/server-events.ts';
import { addJsonParser } from './http/body/json-body.ts';
import { collectRoutes, type KnownRoutes } from './http/known-routes.ts';
import { isUnknownPage, sendPage, servePortal } from './portal-files.ts';
import { parseQueryString } from './http/query-string.ts';
import { createReadGuard } from './http/limits/rate-guard.ts';
import { advisorySourcesRoutes } from './routes/advisory-sources.ts';
import { aiRoutes } from './routes/organization/ai.ts';
import { analysesRoutes } from './routes/services/analyses.ts';
import { auditRoutes, organizationRoutes } from './routes/organization/organization.ts';
import { componentsRoutes } from './routes/services/components.ts';
import { decisionsRoutes } from './routes/findings/decisions.ts';
import { demoRoutes } from './routes/organization/demo.ts';
import { diffRoutes, historyRoutes } from './routes/findings/history.ts';
import { eventsRoutes } from './routes/events.ts';
import { findingRoutes } from './routes/findings/finding.ts';
import { findingGroupsRoutes } from './routes/findings/finding-groups.ts';
import { findingsRoutes } from './routes/findings/findings.ts';
import { gateRoutes } from './routes/findings/gate.ts';
import { healthRoutes, type AvailabilityState } from './routes/health.ts';
import { invitationsRoutes } from './routes/organization/invitations.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { meRoutes } from './routes/account/me.ts';
import { membersRoutes } from './routes/organization/members.ts';
import { overviewRoutes } from './routes/findings/overview.ts';
import { passwordResetsRoutes } from './routes/account/password-resets.ts';
import { profileImpactRoutes, profilesRoutes, profileDocumentsRoutes } from './routes/services/profiles.ts';
import { remediationRoutes } from './routes/findings/remediation.ts';
import { sbomsRoutes } from './routes/services/sboms.ts';
import { scanRoutes } from './routes/uploads/scan.ts';
import { searchRoutes } from './routes/search.ts';
import { servicesRoutes } from './routes/services/services.ts';
import { sessionsRoutes } from './routes/account/sessions.ts';
import { tokensRoutes } from './routes/organization/tokens.ts';
import { uploadsRoutes } from './routes/uploads/uploads.ts';
import { bareVersionListRoute, versionsRoutes } from './routes/services/versions.ts';
import { questionsRoutes } from './routes/findings/questions.ts';
import { reachabilityPushRoutes, reachabilityRoutes } from './routes/findings/reachability.ts';
import { vexImportsRoutes, vexRoutes } from './routes/findings/vex.ts';
import { inboxRoutes } from './routes/findings/inbox.ts';
import { workRoutes } from './routes/findings/work.ts';
import { vulnerabilitiesRoutes } from './routes/vulnerabilities.ts';
import { notificationsRoutes, unsubscribeRoutes } from './routes/notifications.ts';
import { webhooksRoutes } from './routes/webhooks.ts';
import { observeRequest } from '../telemetry/metrics.ts';
import { sendError } from './http/errors/send-error.ts';
import { addCompression } from './http/response/compression.ts';
import { addCursorGuard } from './http/response/cursor.ts';
import { addWorkLimits } from './http/limits/request-work.ts';
import { shedLoad } from './http/limits/shed-load.ts';

const API = '/api/v2';

export async function buildApp(deps: ApiDeps): Promise<FastifyInstance> {
  const refusals: AvailabilityState = { isShedding: () => false, databaseFullAt: -Infinity };
  const onError = (code: string): void => {
    deps.metrics.httpErrors.inc({ code });
    if (code === DATABASE_FULL.code) refusals.databaseFullAt = performance.now();
  };
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: deps.trustProxy.length > 0 ? [...deps.trustProxy] : false,
    bodyLimit: LIMITS.otherBodyBytesMax,
    // The three settings work only together: Node swaps the first two if the second is larger, and checks every 30 s.
    requestTimeout: LIMITS.requestTimeoutMs,
    http: {
      headersTimeout: LIMITS.headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
      maxHeaderSize: LIMITS.headerBytesMax,
    },
    forceCloseConnections: 'idle',
    // Fastify's 503 has a different shape; `refuseWhileClosing` responds instead.
    return503OnClosing: false,
    // A client that appends "/api/..." to a base URL with a trailing slash requests "//api/...".
    rewriteUrl: ({ url = '' }) => url.replace(/^\/{2,}/, '/'),
    routerOptions: { maxParamLength: LIMITS.pathParameterUnitsMax, querystringParser: parseQueryString },
    clientErrorHandler: (error, socket) => sendClientError(error, socket),
    frameworkErrors: (error, request, reply) => {
      const answer = reply as unknown as FastifyReply;
      void answer.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
      sendError(error, request, answer, onError);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('principal', undefined);
  app.decorateRequest('parameterNames');
  handleServerEvents(app.server as Server, (request, response) => app.routing(request, response));
  const known = collectRoutes(app);
  ignoreRequestsAfterInvalid(app);
  refuseWhileClosing(app);
  await addSecurityHeaders(app, deps);
  addGuards(app, deps, known);
  addWorkLimits(app, (change) => deps.metrics.requestsWaiting.inc(change));
  addCursorGuard(app, deps.webhooks.keyRing);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, onError));
  app.setNotFoundHandler(async (request, reply) => refuseUnknown(request, reply, known));
  addJsonParser(app);
  await addCompression(app);
  await addReference(app);
  await servePortal(app, deps.portalFolder);
  const typed = app.withTypeProvider<ZodTypeProvider>();
  await addTagged(typed, 'Health', (scope) => healthRoutes(scope, deps, refusals));
  await typed.register(async (scope) => await addApi(scope, deps, refusals), { prefix: API });
  await typed.register(async (scope) => await addDependencyTrack(scope, deps), { prefix: '/api' });
  await typed.register(async (scope) => mcpRoutes(scope, deps));
  // The given list of versions is also served without the prefix.
  await addTagged(typed, 'Versions', (scope) => bareVersionListRoute(scope, deps));
  return app;
}

/** Load shedding applies to these routes only: health and metrics must respond even when the server is overloaded. */
async function addApi(app: RouteApp, deps: ApiDeps, refusals: AvailabilityState): Promise<void> {
  refusals.isShedding = shedLoad(app, deps.limits.eventLoopDelayMsMax);
  for (const [tag, add] of ROUTES) await addTagged(app, tag, (scope) => add(scope, deps));
}

async function addDependencyTrack(app: RouteApp, deps: ApiDeps): Promise<void> {
  shedLoad(app, deps.limits.eventLoopDelayMsMax);
  await dependencyTrackRoutes(app, deps);
}

/** In the order of the OpenAPI document, with the tag of operations that name no other. */
const ROUTES: readonly (readonly [tag: string, add: (app: RouteApp, deps: ApiDeps) => void])[] = [
  ['Services', servicesRoutes],
  ['Versions', versionsRoutes],
  ['SBOMs', sbomsRoutes],
  ['Analyses', analysesRoutes],
  ['Components', componentsRoutes],
  ['Findings', findingsRoutes],
  ['Findings', findingGroupsRoutes],
  ['Findings', findingRoutes],
  ['Decisions', decisionsRoutes],
  ['Work', workRoutes],
  ['Work', inboxRoutes],
  ['History', diffRoutes],
  ['Gates', gateRoutes],
  ['History', historyRoutes],
  ['Remediation', remediationRoutes],
  ['Security profiles', profilesRoutes],
  ['Security profiles', profileImpactRoutes],
  ['VEX', vexRoutes],
  ['Reachability', reachabilityRoutes],
  ['Questions', questionsRoutes],
  ['Overview', overviewRoutes],
  ['Search', searchRoutes],
  ['Advisory sources', advisorySourcesRoutes],
  ['Vulnerabilities', vulnerabilitiesRoutes],
  ['Tokens', tokensRoutes],
  ['Organization', organizationRoutes],
  ['AI', aiRoutes],
  ['Demo', demoRoutes],
  ['Audit log', auditRoutes],
  ['Account', sessionsRoutes],
  ['Account', passwordResetsRoutes],
  ['Account', meRoutes],
  ['Members', membersRoutes],
  ['Members', invitationsRoutes],
  ['Webhooks', webhooksRoutes],
  ['Notifications', notificationsRoutes],
  ['Notifications', unsubscribeRoutes],
  ['Events', eventsRoutes],
  ['Uploads', uploadsRoutes],
  ['Uploads', scanRoutes],
  ['Security profiles', profileDocumentsRoutes],
  ['VEX', vexImportsRoutes],
  ['Reachability', reachabilityPushRoutes],
];

/** The routes have a scope of their own, so that they can replace the parsers of bodies. */
async function addTagged(app: RouteApp, tag: string, add: (scope: RouteApp) => void): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', ({ schema }) => {
      if (schema !== undefined) schema.tags ??= [tag];
    });
    add(scope);
  });
}

/** Runs before all other hooks and synchronously, because the next pipelined request follows immediately. */
function ignoreRequestsAfterInvalid(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isPipelinedAfterInvalid(request)) reply.hijack();
    else done();
  });
}

function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!isClosing) return;
    void reply.header('x-request-id', request.id);
    throw SHUTTING_DOWN();
  });
}

async function addSecurityHeaders(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    // The header has no effect over plain http, and on localhost it would lock out other programs on the machine.
    strictTransportSecurity: deps.publicUrl?.startsWith('https://') === true ? { maxAge: 31_536_000 } : false,
  });
}

function addGuards(app: FastifyInstance, deps: ApiDeps, known: KnownRoutes): void {
  const failedAuthentications = new RateLimit({
    perMinute: LIMITS.failedAuthenticationsPerMinuteMax,
    burst: LIMITS.failedAuthenticationsPerMinuteMax,
  });
  const { authenticator, sessions, publicUrl, now } = deps;
  const guard = { authenticator, sessions, failedAuthentications, publicUrl, now };
  const checkReadRate = createReadGuard(deps);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    deps.proxyWatch.observe(request);
    checkHttp(request, reply);
    if (isUnknownPage(request)) {
      await sendPage(reply.code(404), deps.portalFolder);
      return;
    }
    // Before Fastify inspects the body, which it rejects for methods that it knows but the API does not serve.
    if (request.is404) refuseUnknown(request, reply, known);
    await authenticateRequest(request, reply, guard);
    checkReadRate(request);
    checkParameters(request);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = request.routeOptions.url;
    const status = reply.statusCode;
    observeRequest(deps.metrics, { method, route, status, seconds: reply.elapsedTime / 1000 });
    const fields = {
      requestId: request.id,
      method,
      route: route ?? 'unknown',
      status,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.debug({ ...fields, publicId: request.principal?.publicId }, 'request completed');
  });
}

function refuseUnknown(request: FastifyRequest, reply: FastifyReply, known: KnownRoutes): never {
  const methods = known.methodsOf(request.url);
  // A missing static file has a route with this method.
  if (methods.length === 0 || methods.includes(request.method)) throw ROUTE_UNKNOWN();
  const allowed = methods.join(', ');
  void reply.header('allow', allowed);
  throw METHOD_NOT_ALLOWED({ method: request.method, allowed });
}
