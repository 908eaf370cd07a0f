/** The OpenAPI document and the API reference, both generated from the schemas used for validation. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { isUnchanged, toEtag } from '../http/response/etags.ts';
import { hideRefusedFiles } from '../portal/portal-files.ts';
import { describeRoute, finishDocument } from './openapi-document.ts';

const DESCRIPTION = `Upload an SBOM for one version of one service, and read what follows from it.

Every request carries an integration token, \`Authorization: Bearer asy_...\`, or the cookie of a session; a change with a
cookie must come from the pages of Assay itself. Names that contain \`/\` are percent-encoded
into one piece of the path: \`team%2Fapi\`. Errors have one shape, described as \`Error\`; their codes are listed in
docs/reference/errors.md. A 4xx other than 408 and 429 means that the same request will fail again; everything that may pass is 408,
429 or 503. Lists are bare arrays; \`X-Total-Count\` and \`Link\` tell what else there is.`;

/** In the order of the reference page. */
const TAGS = [
  { name: 'Upload', description: 'What a build pipeline sends.' },
  { name: 'Versions', description: 'Versions of a service, their tags and aliases.' },
  { name: 'SBOMs', description: 'The documents of a version, one per slot.' },
  { name: 'Components', description: 'What the documents hold: each package version once, and how it came in.' },
  { name: 'Findings', description: 'Known vulnerabilities in the components of a version.' },
  { name: 'Decisions', description: 'What people decide about findings, and how they take it back.' },
  { name: 'Security profiles', description: 'How a service runs, who says so, and what would change if somebody did.' },
  { name: 'VEX', description: 'What others say about vulnerabilities, and what Assay tells others.' },
  { name: 'AI', description: 'Whether and how a model reads findings, what it is sent, and what it costs.' },
  {
    name: 'History',
    description: 'What changed between versions and over time, why, and whether a version may go on.',
  },
  { name: 'Analyses', description: 'What ran on the documents of a version, and when.' },
  { name: 'Events', description: 'What happened, in order, for programs that follow it.' },
  { name: 'Webhooks', description: 'Programs that are told of events, and what became of each message to them.' },
  { name: 'Advisories', description: 'What is known of vulnerabilities, from whom, and how old it is.' },
  { name: 'Services', description: 'What versions belong to.' },
  { name: 'Tokens', description: 'Integration tokens of the organization.' },
  { name: 'People', description: 'Signing in, the own account, the members of the organization and invitations.' },
  { name: 'Organization', description: 'Settings of the organization, and who changed what.' },
  { name: 'Operation', description: 'For machines that watch this one. No token is needed.' },
];

export async function addReference(app: FastifyInstance): Promise<void> {
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
      return { url, schema: describeRoute(schema, url, given.route) };
    },
    transformObject: (document) => finishDocument(jsonSchemaTransformObject(document)),
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
/** Requests right after the start are not delayed. */
const DOCUMENT_AFTER_MS = 10_000;

/**
 * Generating the document blocks the event loop for 0.2 s. It happens once, soon after the start or for the first reader, and the
 * bytes are kept.
 */
function createDocumentSender(
  app: FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let made: { readonly bytes: Buffer; readonly etag: string } | undefined;
  const make = (): NonNullable<typeof made> => {
    const document = app.swagger();
    return { bytes: Buffer.from(JSON.stringify(document)), etag: toEtag('', document) };
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setTimeout(() => (made ??= make()), DOCUMENT_AFTER_MS);
  });
  app.addHook('onClose', async () => clearTimeout(timer));
  return async (request, reply) => {
    made ??= make();
    const isKnown = isUnchanged(request, reply, made.etag);
    void reply.header('cache-control', 'no-cache');
    if (isKnown) return await reply.code(304).send(null);
    return await reply.type('application/json; charset=utf-8').send(made.bytes);
  };
}
