/** The OpenAPI document and the API reference, both generated from the schemas used for validation. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { runWhenIdle } from '../http/run-when-idle.ts';
import { isUnchanged, toEtag } from '../http/response/etags.ts';
import { hideRefusedFiles } from '../portal-files.ts';
import { createErrorResponses } from './error-responses.ts';
import { describeRoute, finishDocument } from './openapi-document.ts';

const DESCRIPTION = `Upload an SBOM for each version of a service, and read its vulnerabilities, their relevance and history, and the
upgrades that fix them.

## Authentication

Send an integration token with every request: \`Authorization: Bearer asy_...\`. The portal uses a session cookie instead;
requests with a cookie that change something must come from the portal itself.

## Names in paths

\`{service}\` is a name or id, \`{version}\` a name, alias or id. Percent-encode names into one path segment:
\`team/api\` becomes \`team%2Fapi\`.

## Errors

Every error has the same body, described as \`Error\`. \`code\` is stable; docs/reference/errors.md lists all codes. Retry a request only after
408, 429 or 5xx. Any other 4xx fails again unless the request changes. Each response has an \`X-Request-Id\` header.

## Lists and paging

A list is a JSON array. \`X-Total-Count\` is the number of items in the whole list.

- Lists that take \`limit\` and \`offset\` return one page. The \`Link\` header has the paths of the \`first\`, \`prev\`, \`next\` and
  \`last\` page. To read a list completely, follow \`next\` until it is missing.
- In lists that also take \`cursor\`, the \`next\` link contains one. A cursor continues exactly after the last item, even if items
  were added in the meantime, and has no maximum depth. Send the same filters with every page.
- Lists without \`limit\` are complete.
- Events are a feed without a total: continue with \`X-Next-Cursor\` as \`after\`.

Filters with several values are separated by commas. A parameter that is sent twice is an error, except \`tag\`.

## Conditional requests

Responses that are polled have an \`ETag\`; send it as \`If-None-Match\` to get 304 while nothing has changed. Send it as \`If-Match\`
with a change to get 412 if the resource has changed since.`;

/** In the order of the reference page. */
const TAGS = [
  { name: 'Uploads', description: 'Upload SBOMs from a build, or scan one without storing it.' },
  { name: 'Gates', description: 'Decide whether a build may continue.' },
  { name: 'Services', description: 'Applications or components that have versions.' },
  { name: 'Versions', description: 'Versions of a service, with their tags and aliases.' },
  { name: 'SBOMs', description: 'SBOMs of a version, one per slot.' },
  { name: 'Components', description: 'Packages in SBOMs, with their dependency paths.' },
  { name: 'Analyses', description: 'Analyses of the SBOMs of a version.' },
  { name: 'Findings', description: 'Known vulnerabilities in the components of a version.' },
  { name: 'Work', description: 'The inbox, and assignees, due dates, issues and comments of findings.' },
  { name: 'Decisions', description: 'Triage of findings: decide, preview and revert.' },
  { name: 'Remediation', description: 'Upgrades that fix the findings of a version, in order.' },
  { name: 'History', description: 'Changes between versions and over time, with their causes.' },
  { name: 'Security profiles', description: 'How a service runs, and the effect on the relevance of findings.' },
  { name: 'VEX', description: 'VEX documents of suppliers, and VEX exports.' },
  { name: 'Reachability', description: 'Analyses of calls in the build of a version.' },
  { name: 'Questions', description: 'Questions about services whose answers settle findings.' },
  { name: 'Vulnerabilities', description: 'Known vulnerabilities and the services that are affected.' },
  { name: 'Advisory sources', description: 'Sources of advisory data and their state.' },
  { name: 'Events', description: 'Feed and live stream of everything that happens.' },
  { name: 'Webhooks', description: 'Event deliveries to your own endpoints.' },
  { name: 'Notifications', description: 'Messages to Slack, Microsoft Teams and e-mail addresses.' },
  { name: 'Overview', description: 'Summary of all services.' },
  { name: 'Search', description: 'Search across all resources.' },
  { name: 'AI', description: 'AI assessments: settings, previews, cost and call log.' },
  { name: 'Tokens', description: 'Integration tokens of the organization.' },
  { name: 'Account', description: 'Sign-in, sessions, passwords and your own account.' },
  { name: 'Members', description: 'Members of the organization and invitations.' },
  { name: 'Organization', description: 'Settings and quotas of the organization.' },
  { name: 'Audit log', description: 'Changes to the organization, with their authors.' },
  { name: 'Demo', description: 'Demo services to try out Assay.' },
  { name: 'Health', description: 'Health checks and metrics. No token is required.' },
];

export async function addReference(app: FastifyInstance): Promise<void> {
  const errorResponses = createErrorResponses();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Assay', version: '2', description: DESCRIPTION },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', bearerFormat: 'asy_<id>_<secret>' },
          session: { type: 'apiKey', in: 'cookie', name: '__Host-assay_session' },
        },
      },
      security: [{ token: [] }],
      tags: TAGS,
    },
    transform: (given) => {
      const { schema, url } = jsonSchemaTransform(given);
      return { url, schema: describeRoute(schema, url, given.route, errorResponses) };
    },
    transformObject: (document) => finishDocument(jsonSchemaTransformObject(document), errorResponses),
  });
  const sendDocument = createDocumentSender(app);
  await app.register(async (scope) => {
    hideRefusedFiles(scope);
    await scope.register(swaggerUi, {
      routePrefix: DOCS,
      uiHooks: {
        preHandler: (request, reply, done) => {
          if (request.routeOptions.url === `${DOCS}/json`) void sendDocument(request, reply);
          else done();
        },
      },
      // Hides the bar that loads documents from other URLs.
      uiConfig: { docExpansion: 'list', persistAuthorization: false, layout: 'BaseLayout' },
      theme: { title: 'Assay API' },
      // Swagger UI uses inline styles; the rest of the policy stays.
      staticCSP:
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    });
  });
  app.get('/api/v2/openapi.json', { schema: { hide: true } }, sendDocument);
}

const DOCS = '/api/docs';

/**
 * Generating the document blocks the event loop for up to 0.7 s. It happens once, when no request has arrived for a while or for the
 * first reader, and the bytes are kept.
 */
function createDocumentSender(
  app: FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let made: { readonly bytes: Buffer; readonly etag: string } | undefined;
  const make = (): NonNullable<typeof made> => {
    const document = app.swagger();
    return { bytes: Buffer.from(JSON.stringify(document)), etag: toEtag('', document) };
  };
  runWhenIdle(app, () => {
    made ??= make();
  });
  return async (request, reply) => {
    made ??= make();
    const isKnown = isUnchanged(request, reply, made.etag);
    void reply.header('cache-control', 'no-cache');
    if (isKnown) return await reply.code(304).send(null);
    return await reply.type('application/json; charset=utf-8').send(made.bytes);
  };
}
