/** Bodies and responses that no schema of the contract describes, because they are streamed or have another media type. */

const SBOM_BODY = {
  type: 'object',
  description:
    'An SBOM in JSON: CycloneDX 1.2 to 1.7, or SPDX 2.2, 2.3 or 3.0, also wrapped as `{"sbom": ...}` by GitHub, ' +
    'or in an in-toto statement or a DSSE envelope. The format is ' +
    'detected from the document, not from the `Content-Type`.',
  examples: [
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', name: 'shop', version: '1.4.2' } },
      components: [{ type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' }],
    },
  ],
};

const VEX_BODY = {
  type: 'object',
  description:
    'A VEX document in JSON: CycloneDX 1.4 to 1.7, OpenVEX or CSAF VEX. The format is detected from the document, not from the ' +
    '`Content-Type`.',
  examples: [
    {
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': 'https://example.com/vex/2026-001',
      author: 'security@example.com',
      timestamp: '2026-11-01T00:00:00Z',
      version: 1,
      statements: [
        {
          vulnerability: { name: 'CVE-2021-23337' },
          products: [{ '@id': 'pkg:npm/lodash@4.17.20' }],
          status: 'not_affected',
          justification: 'vulnerable_code_not_in_execute_path',
        },
      ],
    },
  ],
};

const PROFILE_DOCUMENT_BODY = {
  type: 'string',
  format: 'binary',
  description:
    'Kubernetes objects, a Compose file, a Dockerfile, an image configuration, an AppArmor profile, a seccomp profile, or observed behavior.',
  examples: ['services:\n  web:\n    image: ghcr.io/acme/shop:1.4.2\n    user: "1000"\n    read_only: true\n'],
};

const REACHABILITY_BODY = {
  type: 'string',
  format: 'binary',
  description:
    'The output of `govulncheck -format json`, the JSON of osv-scanner with call analysis, or a CycloneDX SBOM with evidence.',
  examples: ['{"config":{"scanner_name":"govulncheck","scan_level":"symbol","scan_mode":"source"}}\n'],
};

/** Routes whose handlers read the body, by the end of their path. */
const STREAMED_BODIES: readonly (readonly [string, object])[] = [
  ['/vex', VEX_BODY],
  ['/document', PROFILE_DOCUMENT_BODY],
  ['/reachability', REACHABILITY_BODY],
  ['', SBOM_BODY],
];

export function findStreamedBody(url: string): object | undefined {
  return STREAMED_BODIES.find(([end]) => url.endsWith(end))?.[1];
}

const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

/** Responses that are not serialized by a schema. */
export const STREAMED_RESPONSES: Readonly<Record<string, object>> = {
  '/api/v2/sbom/:id/raw': {
    200: {
      description: 'The document as it was uploaded. `ETag` and `Content-Digest` contain its SHA-256.',
      content: BYTES,
    },
    304: { description: 'The document has not changed.', type: 'null' },
  },
  '/api/v2/service/:service/version/:version/reachability/:id/raw': {
    200: { description: 'The document as it was sent.', content: BYTES },
  },
  '/api/v2/vex/:id/raw': {
    200: { description: 'The document as it was uploaded.', content: BYTES },
  },
  '/api/v2/event/stream': {
    200: {
      description:
        'An endless stream of server-sent events. `id` is a cursor, `event` the type, `data` an `Event` in JSON.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
  },
  '/metrics': {
    200: {
      description: 'Metrics in the Prometheus text format.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
  },
};

function media(type: 'object' | 'string', description: string): object {
  return { schema: { type, description } };
}

const REPORTS = {
  'application/sarif+json': media('object', 'A SARIF 2.1.0 log.'),
  'application/vnd.cyclonedx+json': media('object', 'A CycloneDX 1.6 VDR.'),
};

const FINDING_MEDIA_TYPES = {
  ...REPORTS,
  'text/csv': media('string', 'All matching findings, one per line.'),
  'text/markdown': media('string', 'Counts, coverage and the most urgent findings.'),
};

/** Media types other than JSON, selected with `Accept`; they have no schema here. */
export const OTHER_MEDIA_TYPES: Readonly<Record<string, object>> = {
  '/api/v2/audit': {
    'text/csv': media('string', 'All matching entries, one per line.'),
  },
  '/api/v2/scan': REPORTS,
  '/api/v2/finding': FINDING_MEDIA_TYPES,
  '/api/v2/service/{service}/finding': FINDING_MEDIA_TYPES,
  '/api/v2/service/{service}/version/{version}/finding': FINDING_MEDIA_TYPES,
  '/api/v2/service/{service}/version/{version}/remediation': {
    'text/markdown': media('string', 'The plan for a pull request.'),
  },
  '/api/v2/service/{service}/version/{version}/vex': {
    'application/vnd.cyclonedx+json': media('object', 'With `format=cyclonedx`.'),
  },
  '/api/v2/service/{service}/diff': {
    'text/markdown': media('string', 'Release notes with fixed findings, new findings and upgrades.'),
  },
};
