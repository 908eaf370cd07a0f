/**
 * Every way to address a resource of another organization, generated from the path templates of the OpenAPI document and those of
 * the routes that it does not list. An unknown
 * parameter is an error, so that a new kind of path cannot be forgotten.
 */
import { newId } from '../../src/store/new-id.ts';
import { toQuestionId } from '../../src/store/relevance/questions.ts';
import type { NamedOperation } from './openapi-document.ts';
import type { TenantFixture } from './tenant-fixture.ts';

export type Things = Omit<TenantFixture, 'organization' | 'cookie'>;
type Named = keyof Things;

/** The names of each resource, by the path segment before the parameter. */
const PARAMETERS: Readonly<Record<string, readonly Named[]>> = {
  'service/{service}': ['serviceId', 'serviceName'],
  'version/{version}': ['versionId', 'versionName', 'alias'],
  'alias/{alias}': ['alias'],
  'sbom/{id}': ['sbomId'],
  'component/{component}': ['componentId'],
  'finding/{id}': ['findingId'],
  'decision/{id}': ['decisionId'],
  'bulk/{batch}': ['batchId'],
  'comment/{comment}': ['commentId'],
  'profile/{profile}': ['profileName'],
  'vex/{id}': ['vexId'],
  'reachability/{id}': ['reachabilityId'],
  'call/{id}': ['aiCallId'],
  'analysis/{id}': ['analysisId'],
  'token/{id}': ['tokenId'],
  'member/{person}': ['personId', 'ownerId'],
  'session/{id}': ['sessionId'],
  'invitation/{id}': ['invitationId'],
  'by-code/{code}': ['invitationCode'],
  'password-reset/{code}': ['passwordResetCode'],
  'webhook/{id}': ['webhookId'],
  'notification/{id}': ['notificationId'],
  'unsubscribe/{code}': ['unsubscribeCode'],
  'delivery/{delivery}': ['deliveryId'],
  'project/{uuid}': ['versionId'],
  'token/{uuid}': ['analysisId'],
};

/** Routes of Dependency-Track, which are not in the OpenAPI document, with their scopes. */
const DEPENDENCY_TRACK_ROUTES = {
  'GET /api/v1/project': 'read',
  'GET /api/v1/project/{uuid}': 'read',
  'PATCH /api/v1/project/{uuid}': 'sbom:upload',
  'GET /api/v1/bom/token/{uuid}': 'sbom:upload',
  'GET /api/v1/event/token/{uuid}': 'sbom:upload',
  'GET /api/v1/finding/project/{uuid}': 'read',
  'GET /api/v1/finding/project/{uuid}/export': 'read',
  'GET /api/v1/vulnerability/project/{uuid}': 'read',
  'GET /api/v1/metrics/project/{uuid}/current': 'read',
  'GET /api/v1/metrics/project/{uuid}/refresh': 'read',
  'GET /api/v1/vex/cyclonedx/project/{uuid}': 'read',
  'GET /api/v1/team/self': 'read',
  'PUT /api/v1/bom': 'sbom:upload',
  'PUT /api/v1/vex': 'triage',
  'DELETE /api/v1/project/{uuid}': 'settings:write',
} as const;

export function listDependencyTrackOperations(): NamedOperation[] {
  return Object.entries(DEPENDENCY_TRACK_ROUTES).map(([name, scope]) => {
    const [method = '', path = ''] = name.split(' ');
    const operation = { operationId: name, summary: name, tags: [], security: [{ token: [scope] }], responses: {} };
    return { name, method, path, operation };
  });
}

/** A question that the fixture asks: whether the service processes archives. */
export const QUESTION_ID = toQuestionId({ kind: 'input', subject: 'archive', package: null });

/** Advisory data and questions belong to no organization: all organizations use the same names, and no path to it is foreign. */
const SHARED: Readonly<Record<string, string>> = {
  'advisory-source/{name}': 'kev',
  'vulnerability/{id}': 'CVE-2021-23337',
  'cve/{id}': 'CVE-2021-23337',
  // The id of a question is the hash of its words.
  'question/{id}': QUESTION_ID,
};

/** Query strings that some paths need. */
const QUERIES: Readonly<Record<string, (things: Things) => string>> = {
  '/api/v2/service/{service}/diff': ({ versionId }) => `?base=${versionId}&head=${versionId}`,
  '/api/v2/service/{service}/profile/{profile}/impact': ({ versionId }) => `?version=${versionId}`,
  '/api/v2/organization/ai/example': ({ findingId }) => `?finding=${findingId}`,
  '/api/v2/vulnerability': () => '?q=lodash',
  '/api/v2/search': () => '?q=lodash',
  '/api/v2/overview/change': () => '?since=2020-01-01T00:00:00Z',
};

export interface Address {
  /** For example `/api/v2/service/{own serviceId}/version/{versionName}`. */
  readonly name: string;
  readonly path: string;
  /** The values in the path that do not belong to the caller. */
  readonly sent: readonly string[];
}

/** Creates names of resources that do not exist, in the form of those in the fixture. */
export function createAbsentees(suffix: string): Things {
  return {
    serviceId: newId(),
    serviceName: `service-${suffix}`,
    versionId: newId(),
    versionName: `version-${suffix}`,
    alias: `alias-${suffix}`,
    sbomId: newId(),
    analysisId: newId(),
    componentId: newId(),
    findingId: newId(),
    openFindingId: newId(),
    decisionId: newId(),
    batchId: newId(),
    commentId: newId(),
    profileName: `profile-${suffix}`,
    vexId: newId(),
    reachabilityId: newId(),
    aiCallId: newId(),
    tokenId: newId(),
    organizationId: newId(),
    ownerEmail: `${newId()}@example.com`,
    ownerId: newId(),
    sessionId: newId(),
    personId: newId(),
    invitationId: newId(),
    invitationCode: 'x'.repeat(43),
    passwordResetCode: 'x'.repeat(43),
    webhookId: newId(),
    notificationId: newId(),
    unsubscribeCode: Buffer.alloc(48, 7).toString('base64url'),
    deliveryId: newId(),
  };
}

/** Returns the path to the caller's own resources, by id where they have one. */
export function toOwnAddress(template: string, own: Things): string {
  return fill(template, (_, names) => own[firstOf(names)]) + (QUERIES[template]?.(own) ?? '');
}

/**
 * Returns one path for each parameter and each of its names: the parameters before it belong to the caller; it and those after it
 * belong to another organization, or do not exist.
 */
export function listAddresses(template: string, own: Things, others: Things): Address[] {
  const parameters = parametersOf(template);
  return parameters.flatMap((names, at) =>
    names.map((name) => {
      const chosen = parameters.map((alternatives, index) => (index === at ? name : firstOf(alternatives)));
      return {
        name: fill(template, (index) => `{${index < at ? 'own ' : ''}${chosen[index] ?? ''}}`),
        path:
          fill(template, (index) => (index < at ? own : others)[chosen[index] ?? name]) +
          (QUERIES[template]?.(others) ?? ''),
        sent: [...chosen.slice(at).map((each) => others[each]), ...(template in QUERIES ? [others.versionId] : [])],
      };
    }),
  );
}

function parametersOf(template: string): (readonly Named[])[] {
  const parameters: (readonly Named[])[] = [];
  fill(template, (_, names) => {
    parameters.push(names);
    return '';
  });
  return parameters;
}

function fill(template: string, valueOf: (index: number, names: readonly Named[]) => string): string {
  let index = 0;
  return template.replaceAll(/([^/]*)\/(\{[^}]+\})/g, (_, before: string, parameter: string) => {
    const shared = SHARED[`${before}/${parameter}`];
    if (shared !== undefined) return `${before}/${shared}`;
    const names = PARAMETERS[`${before}/${parameter}`];
    if (names === undefined) throw new Error(`No value for ${parameter} of ${template}: add it to the table.`);
    const value = valueOf(index, names);
    index += 1;
    return `${before}/${value}`;
  });
}

function firstOf(names: readonly Named[]): Named {
  const [first] = names;
  if (first === undefined) throw new Error('A parameter has at least one name.');
  return first;
}
