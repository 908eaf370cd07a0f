/**
 * A resource of another organization is indistinguishable from one that does not exist: in status, headers and body, on every
 * route and with every method, and it is never changed. The routes come from the OpenAPI document, so a new one is tested
 * automatically, and from the list of those of Dependency-Track; one that needs an unknown parameter or body makes these tests fail.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../support/documents.ts';
import { aMailSetting } from '../../support/mail-setting.ts';
import { listOperations, type NamedOperation, type OpenApiDocument } from '../../support/openapi-document.ts';
import { PASSWORD } from '../../support/people.ts';
import type { RawAnswer } from '../../support/raw-answer.ts';
import { exchange } from '../../support/raw-connection.ts';
import {
  createAbsentees,
  listAddresses,
  listDependencyTrackOperations,
  QUESTION_ID,
  toOwnAddress,
  type Address,
  type Things,
} from '../../support/route-matrix.ts';
import { hashRows } from '../../support/stored-rows.ts';
import { createTenantFixture, waitForRest, type TenantFixture } from '../../support/tenant-fixture.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';
import { anOpenVex } from '../../support/vex.ts';

/** Methods that create resources come last: before them no name of the other organization exists in the caller's own. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE', 'PATCH', 'PUT', 'POST'] as const;
/** Methods that no route has are rejected before authentication. */
const SERVED_METHODS = ['GET', 'DELETE', 'PATCH', 'PUT', 'POST'] as const;
/** Some thousand requests, on machines that are busy. */
const PATIENCE = { timeout: 360_000 };

/** Has no complete response to compare; its own test shows that it sends nothing of others. */
const ENDLESS = '/api/v2/event/stream';

/** Bodies that the routes accept; some depend on the caller. */
const BODIES: Readonly<Record<string, unknown>> = {
  'POST /api/v2/finding/{id}/suggestion': { action: 'false_positive', detail: 'It is another package.' },
  'POST /api/v2/session': ({ ownerEmail: email }: TenantFixture) => ({ email, password: PASSWORD }),
  'POST /api/v2/session/organization': ({ organizationId }: TenantFixture) => ({ organizationId }),
  'POST /api/v2/password-reset': ({ ownerEmail: email }: TenantFixture) => ({ email }),
  'POST /api/v2/password-reset/{code}': { password: PASSWORD },
  'PATCH /api/v2/me': { name: 'Grace Hopper' },
  'PATCH /api/v2/member/{person}': { role: 'viewer' },
  'POST /api/v2/invitation': { email: 'another@example.com', role: 'viewer' },
  'POST /api/v2/invitation/by-code/{code}': { name: 'A guest', password: PASSWORD },
  'POST /api/v2/finding/{id}/decision': { action: 'confirm' },
  'PATCH /api/v2/finding/{id}/work': { dueOn: '2030-01-31' },
  'POST /api/v2/finding/{id}/comment': { text: 'Planned.' },
  'POST /api/v2/decision/bulk': { filter: {}, decision: { action: 'confirm' }, dryRun: true },
  'PUT /api/v2/service/{service}/profile/{profile}': { fields: { 'exposure.reach': { value: 'internal' } } },
  'POST /api/v2/service/{service}/profile/{profile}/impact': { fields: {} },
  'PUT /api/v2/service/{service}/profile/{profile}/document': { defaultAction: 'SCMP_ACT_ALLOW' },
  'POST /api/v2/vex': anOpenVex({ version: 2 }),
  'POST /api/v2/service/{service}/vex': anOpenVex({ version: 2 }),
  'POST /api/v2/service/{service}/version/{version}/vex': anOpenVex({ version: 2 }),
  'PUT /api/v2/service/{service}/version/{version}/reachability': { config: { scan_level: 'symbol' } },
  'PUT /api/v2/question/{id}/answer': ({ serviceId }: TenantFixture) => ({ answer: 'no', services: [serviceId] }),
  'PUT /api/v2/service/{service}/question/{id}/answer': { answer: 'no' },
  'POST /api/v2/service': { name: 'a-new-service' },
  'PATCH /api/v2/service/{service}': { name: 'a-new-name' },
  'PATCH /api/v2/service/{service}/version/{version}': { tags: ['tag'] },
  'POST /api/v2/service/{service}/version/{version}/sbom': aCycloneDx(),
  'POST /api/v2/service/{service}/version/sbom': aCycloneDx(),
  'POST /api/v2/scan': aCycloneDx(),
  'POST /api/v2/token': { name: 'A token' },
  'PATCH /api/v2/organization': { name: 'A new name' },
  'PATCH /api/v2/organization/ai': { mode: 'suggest' },
  'POST /api/v2/webhook': { url: 'https://1.1.1.1/', enabled: false },
  'PATCH /api/v2/webhook/{id}': { description: 'new' },
  'POST /api/v2/notification': { name: 'Team', channel: 'slack', url: 'https://1.1.1.1/', enabled: false },
  'PATCH /api/v2/notification/{id}': { name: 'new' },
  'PATCH /api/v1/project/{uuid}': { tags: [{ name: 'tag' }] },
  'PUT /api/v1/bom': ({ versionId: project }: TenantFixture) => ({ project, bom: toBase64(aCycloneDx()) }),
  'PUT /api/v1/vex': ({ versionId: project }: TenantFixture) => ({ project, vex: toBase64(anOpenVex({ version: 2 })) }),
};
const QUERIES: Readonly<Record<string, string>> = {
  'POST /api/v2/service/{service}/version/sbom': '?version=by-query',
};

function toBase64(document: unknown): string {
  return Buffer.from(JSON.stringify(document)).toString('base64');
}

/** The caller: a program with a token, or a user with a session. */
const CREDENTIALS = ['token', 'session'] as const;
type Credential = (typeof CREDENTIALS)[number];

function credentialOf({ organization, cookie }: TenantFixture, credential: Credential): Record<string, string> {
  if (credential === 'token') return { Authorization: `Bearer ${organization.token}` };
  return { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
}

/** References to resources outside the path. */
const REFERENCES: readonly {
  readonly names: keyof Things;
  /** Absent: POST. */
  readonly method?: 'PUT' | 'PATCH';
  readonly target: (own: Things, things: Things) => string;
  readonly toBody: (things: Things) => unknown;
}[] = [
  {
    names: 'serviceId',
    target: () => '/api/v2/token',
    toBody: ({ serviceId }) => ({ name: 'A token', scopes: ['read'], services: [serviceId] }),
  },
  {
    names: 'serviceId',
    target: () => '/api/v2/webhook',
    toBody: ({ serviceId }) => ({ url: 'https://1.1.1.1/', enabled: false, services: [serviceId] }),
  },
  {
    names: 'serviceId',
    target: () => '/api/v2/notification',
    toBody: ({ serviceId }) => ({ name: 'x', channel: 'slack', url: 'https://1.1.1.1/', services: [serviceId] }),
  },
  {
    names: 'serviceId',
    target: () => '/api/v2/decision/bulk',
    toBody: ({ serviceId }) => ({ filter: { service: serviceId }, decision: { action: 'confirm' }, dryRun: true }),
  },
  {
    names: 'serviceId',
    method: 'PUT',
    target: () => `/api/v2/question/${QUESTION_ID}/answer`,
    toBody: ({ serviceId }) => ({ answer: 'no', services: [serviceId] }),
  },
  {
    names: 'versionId',
    target: (own, { versionId }) => `/api/v2/service/${own.serviceId}/version/sbom?version=${versionId}`,
    toBody: () => aCycloneDx(),
  },
  {
    names: 'versionId',
    method: 'PUT',
    target: () => '/api/v1/bom',
    toBody: ({ versionId }) => ({ project: versionId, bom: toBase64(aCycloneDx()) }),
  },
  {
    names: 'versionId',
    method: 'PUT',
    target: () => '/api/v1/vex',
    toBody: ({ versionId }) => ({ project: versionId, vex: toBase64(anOpenVex({ version: 2 })) }),
  },
  {
    names: 'personId',
    method: 'PATCH',
    target: ({ findingId }) => `/api/v2/finding/${findingId}/work`,
    toBody: ({ personId }) => ({ assigneeId: personId }),
  },
  {
    names: 'organizationId',
    target: () => '/api/v2/session/organization',
    toBody: ({ organizationId }) => ({ organizationId }),
  },
];

let assay: TestAssay;
let operations: NamedOperation[];
let owner: TenantFixture;
let caller: TenantFixture;
/** Two equal callers: one requests the resources of the owner, the other requests nonexistent ones in the same way. */
let pairs: Readonly<Record<Credential, { readonly caller: TenantFixture; readonly twin: TenantFixture }>>;

beforeAll(async () => {
  // One source that can be refreshed by request; its URL does not exist, so nothing is loaded.
  assay = await startTestAssay({
    ASSAY_KEV_URL: 'file:///absent/kev.json',
    ASSAY_ADVISORY_SYNC: 'manual',
    ...(await aMailSetting()),
  });
  const response = await assay.request('/api/v2/openapi.json', { token: null });
  operations = [...listOperations((await response.json()) as OpenApiDocument), ...listDependencyTrackOperations()];
  owner = await createTenantFixture(assay, 'owner');
  pairs = { token: await createPair(), session: await createPair() };
  ({ caller } = pairs.token);
  const fixtures = Object.values(pairs).flatMap((pair) => Object.values(pair));
  for (const fixture of [owner, ...fixtures]) await waitForRest(assay, fixture);
});

async function createPair(): Promise<{ caller: TenantFixture; twin: TenantFixture }> {
  return { caller: await createTenantFixture(assay, 'caller'), twin: await createTenantFixture(assay, 'caller') };
}

afterAll(async () => await assay.stop());

/** Excludes public routes: the code of an invitation is enough to read it. */
function templates(): string[] {
  const described = operations.filter(({ operation }) => operation.security?.length !== 0).map(({ path }) => path);
  return [...new Set(described)].filter((path) => path.includes('{'));
}

async function call(
  from: TenantFixture,
  credential: Credential,
  method: string,
  template: string,
  address: string,
): Promise<RawAnswer> {
  const given = BODIES[`${method} ${template}`];
  const body: unknown = typeof given === 'function' ? given(from) : given;
  return await exchange(assay.url, {
    method,
    target: address + (QUERIES[`${method} ${template}`] ?? ''),
    headers: { Host: 'test', ...credentialOf(from, credential), 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
  });
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const INSTANT = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z/g;

// A requested analysis joins that of an upload while that one is waiting.
const TRIGGER = /(?<="trigger\\":\\")(?:upload|manual)/g;

/**
 * Returns the response as text, with sent values, new ids and times replaced. Whether a connection is kept open depends on
 * timing.
 */
function comparable(answer: RawAnswer, sent: readonly string[]): string {
  const { date: _, 'x-request-id': __, etag: ___, connection: ____, 'keep-alive': _____, ...headers } = answer.headers;
  let text = JSON.stringify({ status: answer.status, headers, body: answer.body.toString() });
  for (const value of sent) text = text.replaceAll(value, '<sent>');
  return text.replaceAll(UUID, '<id>').replaceAll(INSTANT, '<time>').replaceAll(TRIGGER, '<trigger>');
}

/** Returns the owner's ids in a response, except those that the request itself contained. */
function ownersIdsIn(answer: RawAnswer, sent: readonly string[]): string[] {
  const { organization, cookie, ...things } = owner;
  const text = JSON.stringify(answer.headers) + answer.body.toString();
  return [organization.id, cookie, ...Object.values(things)].filter(
    (value) => !sent.includes(value) && text.includes(value),
  );
}

async function compare(
  credential: Credential,
  method: string,
  template: string,
  foreign: Address,
  absent: Address,
): Promise<string[]> {
  const toForeign = await call(pairs[credential].caller, credential, method, template, foreign.path);
  const toAbsent = await call(pairs[credential].twin, credential, method, template, absent.path);
  const problems = ownersIdsIn(toForeign, foreign.sent).map((id) => `tells ${id}`);
  const texts = [comparable(toForeign, foreign.sent), comparable(toAbsent, absent.sent)];
  if (texts[0] !== texts[1]) problems.push(`foreign ${texts[0]}, absent ${texts[1]}`);
  return problems.map((problem) => `${method} ${foreign.name}: ${problem}`);
}

describe('resources of another organization', () => {
  it.each(CREDENTIALS)('appear in no list, and cannot be named in a query or a body (%s)', async (credential) => {
    const before = await hashRows(assay.database, owner.organization.id);
    const from = pairs[credential].caller;
    const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{') && path !== ENDLESS);
    for (const { path } of lists) {
      for (const query of ['', `?q=${owner.serviceName}`]) {
        const answer = await call(from, credential, 'GET', path, path + query);
        expect([path, ownersIdsIn(answer, [owner.serviceName])]).toEqual([path, []]);
      }
    }

    const absent = createAbsentees('absee');
    for (const { method = 'POST', target, toBody, names } of REFERENCES) {
      const answers = [];
      for (const things of [owner, absent]) {
        const body = Buffer.from(JSON.stringify(toBody(things)));
        const headers = { Host: 'test', ...credentialOf(from, credential), 'Content-Type': 'application/json' };
        const answer = await exchange(assay.url, { method, target: target(from, things), headers, body });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        answers.push(comparable(answer, [things[names]]));
      }
      expect(answers[0]).toBe(answers[1]);
    }

    expect(lists.length).toBeGreaterThan(4);
    expect(await hashRows(assay.database, owner.organization.id)).toEqual(before);
  });

  it('are hidden in shared data: advisory data names only services of the caller', async () => {
    const shared = operations.filter(
      ({ method, path }) => method === 'GET' && path.includes('{') && listAddresses(path, caller, owner).length === 0,
    );
    for (const { path } of shared) {
      const answer = await call(caller, 'token', 'GET', path, toOwnAddress(path, caller));

      expect([path, ownersIdsIn(answer, [])]).toEqual([path, []]);
      expect(answer.body.toString()).toContain(caller.serviceId);
    }
    expect(shared.map(({ path }) => path)).toEqual(['/api/v2/vulnerability/{id}']);
  });

  it.each(CREDENTIALS)(
    'are indistinguishable from nonexistent ones, and stay unchanged (%s)',
    PATIENCE,
    async (credential) => {
      const before = await hashRows(assay.database, owner.organization.id);
      const pair = pairs[credential];
      const problems: string[] = [];
      let comparisons = 0;

      for (const method of credential === 'token' ? METHODS : SERVED_METHODS) {
        for (const template of templates()) {
          const absentees = listAddresses(template, pair.twin, createAbsentees('absee'));
          for (const [n, foreign] of listAddresses(template, pair.caller, owner).entries()) {
            problems.push(...(await compare(credential, method, template, foreign, absentees[n] ?? foreign)));
            comparisons += 1;
          }
        }
      }

      expect(problems).toEqual([]);
      console.log(`figure: ${templates().length} addresses, ${comparisons} comparisons with a ${credential}`);
      expect(comparisons).toBeGreaterThan(200);
      expect(await hashRows(assay.database, owner.organization.id)).toEqual(before);
    },
  );
});

describe('the matrix', () => {
  it('would detect a difference', async () => {
    const template = '/api/v2/sbom/{id}';
    // For the caller, its own document is neither foreign nor nonexistent.
    const [own] = listAddresses(template, caller, caller);
    const [absent] = listAddresses(template, pairs.token.twin, createAbsentees('absee'));
    if (own === undefined || absent === undefined) throw new Error('The template has a parameter.');

    const problems = await compare('token', 'GET', template, own, absent);

    expect(problems).toEqual([expect.stringContaining('SBOM_UNKNOWN')]);
    const toOwner = await call(owner, 'token', 'GET', template, `/api/v2/sbom/${owner.sbomId}`);
    expect(ownersIdsIn(toOwner, [owner.sbomId])).toContain(owner.serviceId);
  });

  it('rejects a parameter without known values', () => {
    expect(() => toOwnAddress('/api/v2/planet/{id}', owner)).toThrow(/add it to the table/);
  });

  it('calls every operation with the values that it needs to succeed for its owner', PATIENCE, async () => {
    const reader = await createTenantFixture(assay, 'other');
    for (const { name, method, path, operation } of operations.filter((each) => each.path !== ENDLESS)) {
      const own = method === 'GET' ? reader : await createTenantFixture(assay, 'other');
      if (operation.requestBody !== undefined) expect(Object.keys(BODIES)).toContain(name);

      const credential = operation.security?.[0]?.['token'] === undefined ? 'session' : 'token';
      const named = path.endsWith('/suggestion') ? { ...own, findingId: own.openFindingId } : own;
      const answer = await call(own, credential, method, path, toOwnAddress(path, named));

      expect([name, answer.status, answer.body.toString()]).toEqual([
        name,
        expect.toSatisfy(isSuccess),
        expect.anything(),
      ]);
    }
  });
});

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
