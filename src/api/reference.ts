/** The OpenAPI document and the readable reference, both made from the schemas that validate. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

const DESCRIPTION = `Upload an SBOM for one version of one service, and read what follows from it.

Every request carries an integration token: \`Authorization: Bearer asy_...\`. Errors have one shape, described as \`Error\`;
their codes are listed in docs/errors.md. Lists are bare arrays with \`X-Total-Count\` and \`Link\`.`;

export async function addReference(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Assay', version: '2', description: DESCRIPTION },
      servers: [{ url: '/' }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'asy_<id>_<secret>' } } },
      security: [{ token: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withoutInputTwins(jsonSchemaTransformObject(document)),
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list', persistAuthorization: false },
    // Its styles are partly inline; everything else of the policy stays.
    staticCSP:
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  });
  app.get('/api/v2/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-cache');
    return app.swagger();
  });
}

/** Each named schema appears a second time as `<name>Input`; only the plain one is referred to. */
function withoutInputTwins<Document extends object>(document: Document): Document {
  const { components } = document as { components?: { schemas?: Record<string, unknown> } };
  const schemas = components?.schemas ?? {};
  const text = JSON.stringify(document);
  for (const name of Object.keys(schemas)) {
    const isUsed = text.includes(`"#/components/schemas/${name}"`);
    if (name.endsWith('Input') && !isUsed) delete schemas[name];
  }
  return document;
}
