/** The OpenAPI document matches the program: every route is documented, and every response is as documented. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCode, isTest, listFiles } from '../../../scripts/source-files.ts';
import { statusOf } from '../../../src/api/http/errors/error-status.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { openEventStream } from '../../support/event-stream.ts';
import {
  createAnswerJudge,
  listOperations,
  toLocal,
  type NamedOperation,
  type OpenApiDocument,
} from '../../support/openapi-document.ts';
import { aMailSetting } from '../../support/mail-setting.ts';
import { aMember, OURS, PASSWORD } from '../../support/people.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';
import { anOpenVex } from '../../support/vex.ts';
import { toUnsubscribeCode } from '../../../src/events/notifications/unsubscribe.ts';
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DECLARED_ROUTE = /\.(get|post|put|patch|delete)\(\s*'(\/[^']*)'/g;
/** The document does not describe its own path, nor the protocol for agents. */
const NOT_OF_THE_API = ['GET /api/v2/openapi.json', 'POST /mcp'];
/** Described in a guide, for clients that exist already. */
const OTHER_INTERFACE = 'src/api/dependency-track/';
const STREAM = 'GET /api/v2/event/stream';
const UPLOAD = 'POST /api/v2/service/{service}/version/{version}/sbom';
/** Has a vulnerability in the starter set. */
const TAR = { type: 'library', name: 'tar', version: '6.0.0', purl: 'pkg:npm/tar@6.0.0' };
const LODASH = { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' };

let assay: TestAssay;
let document: OpenApiDocument;
let operations: NamedOperation[];
let receiver: WebhookReceiver;

beforeAll(async () => {
  // One source that can be refreshed by request; its URL does not exist, so nothing is loaded.
  assay = await startTestAssay({
    ...(await aMailSetting()),
    ASSAY_KEV_URL: 'file:///absent/kev.json',
    ASSAY_ADVISORY_SYNC: 'manual',
    ASSAY_WEBHOOK_ALLOW_PRIVATE: 'true',
    ASSAY_AI_ALLOW_PRIVATE: 'true',
  });
  receiver = await startReceiver();
  const response = await assay.request('/api/v2/openapi.json', { token: null });
  document = (await response.json()) as OpenApiDocument;
  operations = listOperations(document);
});
afterAll(async () => {
  await receiver.die();
  await assay.stop();
});

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 and readable without a token', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(operations.length).toBeGreaterThan(25);
  });

  it('is sent as the same bytes every time, and not again to a client that has it', async () => {
    const [first, second, inReference] = await Promise.all(
      ['/api/v2/openapi.json', '/api/v2/openapi.json', '/api/docs/json'].map(
        async (path) => await assay.request(path, { token: null, headers: { 'accept-encoding': 'identity' } }),
      ),
    );
    const texts = await Promise.all([first, second, inReference].map(async (answer) => await answer?.text()));
    const etag = first?.headers.get('etag') ?? '';
    const again = await assay.request('/api/v2/openapi.json', { token: null, headers: { 'if-none-match': etag } });

    expect(new Set(texts).size).toBe(1);
    expect(first?.headers.get('content-length')).toBe(String(Buffer.byteLength(texts[0] ?? '')));
    expect(second?.headers.get('etag')).toBe(etag);
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('refers to existing schemas only, and contains no unused one', () => {
    const referred = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g);

    expect(new Set([...referred].map(([, name]) => name))).toEqual(new Set(Object.keys(document.components.schemas)));
  });

  it('gives every operation an id of its own, a summary, a described tag and a description of every status', () => {
    const tags = document.tags.map(({ name }) => name);
    const ids = operations.map(({ operation }) => operation.operationId);
    const lacking = operations.filter(
      ({ operation }) =>
        !/^[a-z]+([A-Z][a-z]+)*$/.test(operation.operationId) ||
        !/^[A-Z].*[^.]$/.test(operation.summary) ||
        operation.tags.length !== 1 ||
        !operation.tags.every((tag) => tags.includes(tag)) ||
        Object.values(operation.responses).some(({ description }) => !/^[A-Z].*\.$/s.test(description)),
    );

    expect(lacking.map(({ name }) => name)).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(tags.filter((tag) => !operations.some(({ operation }) => operation.tags.includes(tag)))).toEqual([]);
  });

  it('describes every parameter and every body, each with an example', () => {
    const lacking = operations.flatMap(({ name, operation: { parameters = [], requestBody } }) => [
      ...parameters
        .filter(({ description = '', schema }) => description === '' || (schema.examples ?? []).length === 0)
        .map((parameter) => `${name}: ${parameter.in} ${parameter.name}`),
      ...Object.entries(requestBody?.content ?? {})
        .filter(([, { example }]) => (requestBody?.description ?? '') === '' || example === undefined)
        .map(([type]) => `${name}: ${type}`),
    ]);

    expect(lacking).toEqual([]);
  });

  it('has examples of parameters and bodies that are valid', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ components: document.components }, 'assay');
    const isValid = (schema: object, example: unknown): boolean => ajv.validate(toLocal(schema), example);
    const invalid = operations.flatMap(({ name, operation: { parameters = [], requestBody } }) => [
      ...parameters
        .filter(({ schema }) => !(schema.examples ?? []).every((example) => isValid(schema, example)))
        .map((parameter) => `${name}: ${parameter.name}`),
      ...Object.values(requestBody?.content ?? {})
        .filter(({ schema, example }) => !isValid(schema, example))
        .map(() => `${name}: body`),
    ]);

    expect(invalid).toEqual([]);
  });

  it('shows an example of every error, with a code that has the status', () => {
    const problems = operations.flatMap(({ name, operation: { responses } }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .filter(([status, { content }]) => {
          const { example, examples = {} } = content?.['application/json'] ?? {};
          if (example !== undefined) return false;
          const errors = Object.values(examples).map(({ value }) => value as { code: string; errorMessage: string });
          return (
            errors.length === 0 ||
            !errors.every(({ code, errorMessage }) => statusOf(code) === Number(status) && errorMessage.endsWith('.'))
          );
        })
        .map(([status]) => `${name}: ${status}`),
    );

    expect(problems).toEqual([]);
  });

  it('documents the total of every list, and the links of every paged one', () => {
    const lists = operations.filter(({ operation }) => {
      const schema = operation.responses['200']?.content?.['application/json']?.schema;
      return schema !== undefined && 'type' in schema && schema.type === 'array';
    });
    const paged = operations.filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'limit'));
    const lacks = ({ operation }: NamedOperation, header: string): boolean =>
      operation.responses['200']?.headers?.[header] === undefined;
    const feeds = ['GET /api/v2/event'];
    const series = ['GET /api/v2/service/{service}/history'];

    expect(lists.filter((each) => lacks(each, 'X-Total-Count')).map(({ name }) => name)).toEqual(feeds);
    expect(paged.filter((each) => lacks(each, 'Link')).map(({ name }) => name)).toEqual(series);
  });

  it('describes the list of versions with and without the prefix in the same way', () => {
    const [prefixed, bare] = ['/api/v2', ''].map(
      (prefix) => getOperation(`GET ${prefix}/service/{service}/version`).operation,
    );

    expect(bare?.parameters).toEqual(prefixed?.parameters);
    expect(bare?.responses).toEqual(prefixed?.responses);
  });

  it('lists every status by its number, including those that any request can get', () => {
    const lists = operations.map(({ name, operation }) => ({ name, statuses: Object.keys(operation.responses) }));

    expect(lists.flatMap(({ statuses }) => statuses).filter((status) => !/^[1-5][0-9]{2}$/.test(status))).toEqual([]);
    for (const { name, statuses } of lists)
      expect({ name, statuses }).toEqual({
        name,
        statuses: expect.arrayContaining(['400', '408', '431', '500', '503']),
      });
  });

  it('describes every route that the source declares', () => {
    const files = listFiles(ROOT, ['src/api']).filter(
      (file) => isCode(file) && !isTest(file) && !file.includes(OTHER_INTERFACE),
    );
    const declared = files.flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(DECLARED_ROUTE)]);
    const names = declared.map(([, method = '', path = '']) => `${method.toUpperCase()} ${toTemplate(path)}`);
    const described = new Set(operations.map(({ method, path }) => `${method} ${path.replace('/api/v2', '')}`));

    expect(names.length).toBeGreaterThan(25);
    expect(names.filter((name) => !described.has(name) && !NOT_OF_THE_API.includes(name))).toEqual([]);
  });

  it('describes every method of every path', async () => {
    for (const { path: template } of operations) {
      const path = template.replaceAll(/\{[a-z]+\}/g, 'x');
      const described = operations.filter((each) => toPattern(each.path).test(path)).map(({ method }) => method);
      const methods = new Set(described.includes('GET') ? [...described, 'HEAD'] : described);

      const response = await assay.request(path, { method: 'OPTIONS' });

      expect([path, response.status]).toEqual([path, 405]);
      expect([path, response.headers.get('allow')]).toEqual([path, [...methods].toSorted().join(', ')]);
    }
  });

  it('names the required scope of each operation', async () => {
    const organization = await assay.newOrganization();
    const token = await organization.newToken({ scopes: [] });

    for (const { name, method, path, operation } of operations) {
      const [scope] = operation.security?.[0]?.['token'] ?? [];
      const isOpen = operation.security?.length === 0;
      const response = await assay.request(path.replaceAll(/\{[a-z]+\}/g, 'x'), { method, token });
      const { errorMessage } = scope === undefined ? {} : ((await response.json()) as { errorMessage?: string });

      expect([name, response.status === 403]).toEqual([name, !isOpen]);
      if (scope !== undefined) expect([name, errorMessage]).toEqual([name, expect.stringContaining(`"${scope}"`)]);
    }
  });

  it('has an example upload that is accepted', async () => {
    const { requestBody } = getOperation(UPLOAD).operation;
    const { schema, example } = requestBody?.content['application/json'] ?? {};

    const response = await assay.request('/api/v2/service/example/version/1/sbom?validate=strict', {
      method: 'POST',
      body: JSON.stringify(example),
    });

    expect(requestBody?.required).toBe(true);
    expect(schema).toMatchObject({ type: 'object' });
    expect(response.status).toBe(200);
  });

  // More than a hundred calls, each with its response checked against its schema.
  it('describes the responses of every operation, once each', { timeout: 90_000 }, async () => {
    const judge = createAnswerJudge(document);
    const problems: string[] = [];
    const called = new Set<string>();
    /** Once there is a cookie, it is sent instead of the token. */
    const session: { cookie?: string } = {};
    const call = async (name: string, params: Record<string, string> = {}, body?: unknown): Promise<Answer> => {
      const { method, path, operation } = getOperation(name);
      const address = path.replaceAll(/\{([a-z]+)\}/g, (_all, key: string) => encodeURIComponent(params[key] ?? ''));
      const response = await assay.request(address + (params['query'] ?? ''), {
        method,
        ...('cookie' in session && { token: null }),
        headers: {
          ...('cookie' in session && { ...session, ...OURS }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(params['ifMatch'] !== undefined && { 'if-match': params['ifMatch'] }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      for (const problem of await judge(operation, response.clone())) problems.push(`${name}: ${problem}`);
      if (!response.ok) problems.push(`${name}: ${response.status}`);
      called.add(name);
      const type = response.headers.get('content-type') ?? '';
      const answer: unknown = type.startsWith('application/json') ? await response.json() : {};
      const { headers = {} } = operation.responses[response.status] ?? {};
      const missing = ['X-Total-Count', 'Link'].filter((header) => header in headers && !response.headers.has(header));
      if (Array.isArray(answer) && missing.length > 0) problems.push(`${name}: no ${missing.join()}`);
      return answer as Answer;
    };

    const service = 'team/api';
    const version = '1.0';
    const first = await call(UPLOAD, { service, version, query: '?wait=30' }, aCycloneDx());
    await call(UPLOAD, { service, version }, aCycloneDx({ version: 2 }));
    await call(
      'POST /api/v2/service/{service}/version/sbom',
      { service, query: '?version=2.0&tag=a&tag=b' },
      aCycloneDx(),
    );
    await call('PUT /api/v2/service/{service}/version/{version}/alias/{alias}', { service, version, alias: 'latest' });
    for (const name of ['', '/sbom', '/analysis', '/finding', '/component']) {
      await call(`GET /api/v2/service/{service}/version/{version}${name}`, { service, version, query: '?limit=10' });
    }
    await call('GET /api/v2/service/{service}/version/{version}/finding/summary', { service, version });
    await call(UPLOAD, { service: 'found', version, query: '?wait=30' }, aCycloneDx({ components: [LODASH, TAR] }));
    for (const path of ['/service/{service}/finding', '/finding']) {
      await call(`GET /api/v2${path}`, { service: 'found' });
      await call(`GET /api/v2${path}/summary`, { service: 'found' });
    }
    await call('GET /api/v2/finding/vulnerability');
    for (const query of ['', '?groupBy=component&limit=1']) await call('GET /api/v2/finding/group', { query });
    for (const query of ['', '?groupBy=fix', '?groupBy=component&limit=1'])
      await call('GET /api/v2/service/{service}/version/{version}/finding/group', { service: 'found', version, query });
    await call('GET /api/v2/service/{service}/version/{version}/remediation', { service: 'found', version });
    // A model provider that fails at once.
    const asked = { enabled: true, baseUrl: `${assay.url}/v1`, model: 'none' };
    await call('PATCH /api/v2/organization/ai', {}, asked);
    await call('GET /api/v2/organization/ai');
    await call('POST /api/v2/service/{service}/version/{version}/ai', { service: 'found', version });
    await call('GET /api/v2/service/{service}/history/age', { service: 'found' });
    const [finding] = (await call('GET /api/v2/finding', { query: '?limit=1' })) as unknown as { id: string }[];
    await call('GET /api/v2/finding/{id}', { id: finding?.id ?? '' });
    await call('GET /api/v2/organization/ai/example', { query: `?finding=${finding?.id ?? ''}` });
    await call('POST /api/v2/organization/ai/test');
    await call('GET /api/v2/organization/ai/usage', { query: '?days=7' });
    const [asking] = (await call('GET /api/v2/organization/ai/call')) as unknown as { id: string }[];
    await call('GET /api/v2/organization/ai/call/{id}', { id: asking?.id ?? '' });
    await call('GET /api/v2/finding/{id}/history', { id: finding?.id ?? '' });
    await decideAndTakeBack(call, finding?.id ?? '');
    await workOnFinding(call, finding?.id ?? '');
    await sayHowItRuns(call, 'found');
    await hearOthers(call, { service: 'found', version });
    await answerQuestions(call, 'found');
    await call(
      'POST /api/v2/scan',
      { query: '?image=registry.example.com/app:1' },
      aCycloneDx({ components: [LODASH] }),
    );
    await call('GET /api/v2/service/{service}/diff', { service, query: '?base=1.0&head=2.0' });
    await call('GET /api/v2/service/{service}/cve/{id}/history', { service, id: 'cve-2021-23337' });
    await call('GET /api/v2/service/{service}/history', { service, query: '?limit=10' });
    await call('GET /api/v2/service/{service}/version/{version}/gate', { service, version, query: '?newSince=2.0' });
    await call('GET /api/v2/search', { query: '?q=left' });
    await call('GET /api/v2/service/{service}/version', { service });
    await call('GET /service/{service}/version', { service });
    await call('GET /api/v2/service', { query: '?q=team' });
    await call('GET /api/v2/service/{service}', { service });
    const created = await call('POST /api/v2/service', {}, { name: 'another' });
    await call('PATCH /api/v2/service/{service}', { service: created.id }, { name: 'renamed' });
    await call('DELETE /api/v2/service/{service}', { service: 'renamed' });
    await call('PATCH /api/v2/service/{service}/version/{version}', { service, version }, { tags: ['blue'] });
    await call('POST /api/v2/service/{service}/version/{version}/analysis', { service, version });
    await call('GET /api/v2/analysis/{id}', { id: first.analysisId });
    await call('POST /api/v2/analysis/retry');
    const [component] = (await call('GET /api/v2/component')) as unknown as { id: string }[];
    const address = { service, version, component: component?.id ?? '' };
    await call('GET /api/v2/service/{service}/version/{version}/component/{component}', address);
    await call('GET /api/v2/component/{component}', address);
    await call('GET /api/v2/sbom/{id}/component', { id: first.id });
    await call('POST /api/v2/sbom/{id}/restore', { id: first.id });
    for (const name of ['GET /api/v2/sbom/{id}', 'GET /api/v2/sbom/{id}/raw', 'DELETE /api/v2/sbom/{id}']) {
      await call(name, { id: first.id });
    }
    await call('DELETE /api/v2/service/{service}/version/{version}/alias/{alias}', {
      service,
      version,
      alias: 'latest',
    });
    await call('DELETE /api/v2/service/{service}/version/{version}', { service, version });
    const token = await call('POST /api/v2/token', {}, { name: 'pipeline', services: [service] });
    await call('GET /api/v2/token');
    await call('GET /api/v2/token/{id}', { id: token.id });
    await call('DELETE /api/v2/token/{id}', { id: token.id });
    await call('GET /api/v2/organization');
    await call('GET /api/v2/organization/usage');
    await call('PATCH /api/v2/organization', {}, { name: 'Ours' });
    await call('GET /api/v2/audit', { query: '?kind=token,service&since=2020-01-01T00:00:00Z' });
    const webhook = await call('POST /api/v2/webhook', {}, { url: 'https://1.1.1.1/', enabled: false });
    await call('GET /api/v2/webhook');
    await call('GET /api/v2/webhook/{id}', { id: webhook.id });
    await call('PATCH /api/v2/webhook/{id}', { id: webhook.id }, { url: receiver.url, enabled: true });
    await call('POST /api/v2/webhook/{id}/secret', { id: webhook.id });
    const { id: delivery } = await call('POST /api/v2/webhook/{id}/test', { id: webhook.id });
    await call('GET /api/v2/webhook/{id}/delivery', { id: webhook.id, query: '?status=delivered' });
    await call('POST /api/v2/webhook/{id}/delivery/{delivery}/redeliver', { id: webhook.id, delivery });
    await call('DELETE /api/v2/webhook/{id}', { id: webhook.id });
    const rule = { name: 'Team', channel: 'slack', url: receiver.url, tags: ['production'], minPriority: 'P1' };
    const notification = await call('POST /api/v2/notification', {}, rule);
    await call('GET /api/v2/notification');
    await call('GET /api/v2/notification/{id}', { id: notification.id });
    const daily = { timing: 'daily', digestHour: 6 };
    await call('PATCH /api/v2/notification/{id}', { id: notification.id }, daily);
    const tested = await call('POST /api/v2/notification/{id}/test', { id: notification.id });
    const [test] = (tested as unknown as { deliveries: { id: string }[] }).deliveries;
    await call('GET /api/v2/notification/{id}/delivery', { id: notification.id, query: '?status=delivered' });
    const redelivered = { id: notification.id, delivery: test?.id ?? '' };
    await call('POST /api/v2/notification/{id}/delivery/{delivery}/redeliver', redelivered);
    const { id: orgId } = await call('GET /api/v2/organization');
    await assay.database.inOrg(orgId, async ({ client }) => {
      const change = `update webhook set channel = 'email', recipients = array['ada@example.com'] where id = $1`;
      await client.query(change, [notification.id]);
    });
    const ruleKey = { orgId, ruleId: notification.id };
    const unsubscribeCode = toUnsubscribeCode(ruleKey, 'ada@example.com', new URL(receiver.url).href);
    await call('GET /api/v2/unsubscribe/{code}', { code: unsubscribeCode });
    await call('POST /api/v2/unsubscribe/{code}', { code: unsubscribeCode });
    await call('DELETE /api/v2/notification/{id}', { id: notification.id });
    await call('GET /api/v2/event', { query: '?limit=10' });
    // The stream never ends: only its start can be compared.
    const stream = await openEventStream(assay);
    stream.close();
    const { content } = getOperation(STREAM).operation.responses['200'] ?? {};
    expect(stream.response.headers.get('content-type')).toContain(Object.keys(content ?? {}).join());
    called.add(STREAM);
    await call('GET /api/v2/overview', { query: '?since=2020-01-01T00:00:00Z&sort=risk' });
    await call('GET /api/v2/overview/change', { query: '?since=2020-01-01T00:00:00Z' });
    await call('GET /api/v2/demo');
    await call('POST /api/v2/demo');
    await call('GET /api/v2/advisory-source');
    await call('POST /api/v2/advisory-source/{name}/refresh', { name: 'kev', query: '?complete=true' });
    await call('GET /api/v2/vulnerability', { query: '?q=cve-2021-4422' });
    await call('GET /api/v2/vulnerability/{id}', { id: 'cve-2021-44228' });
    for (const path of ['/healthz', '/readyz', '/metrics']) await call(`GET ${path}`);

    const invitation = await call('POST /api/v2/invitation', {}, { email: 'guest@example.com' });
    await call('GET /api/v2/invitation');
    await call('GET /api/v2/invitation/by-code/{code}', { code: invitation.code });
    const answer = { name: 'A guest', password: PASSWORD };
    await call('POST /api/v2/invitation/by-code/{code}', { code: invitation.code }, answer);
    const other = await call('POST /api/v2/invitation', {}, { email: 'invited@example.com' });
    await call('DELETE /api/v2/invitation/{id}', { id: other.id });
    await call('GET /api/v2/member');
    const organization = (await call('GET /api/v2/organization')) as unknown as { id: string };
    const owner = await aMember(assay, organization.id, 'owner');
    const member = await aMember(assay, organization.id, 'member');
    await call('GET /api/v2/member/{person}/token', { person: member.id });
    await call('PATCH /api/v2/member/{person}', { person: member.id }, { role: 'viewer' });
    const password = { password: PASSWORD };
    session.cookie = owner.cookie;
    const link = await call('POST /api/v2/member/{person}/password-reset', { person: member.id });
    delete session.cookie;
    const code = (link as unknown as { path: string }).path.slice('/reset-password/'.length);
    await call('GET /api/v2/password-reset');
    await call('POST /api/v2/password-reset', {}, { email: 'guest@example.com' });
    await call('GET /api/v2/password-reset/{code}', { code });
    await call('POST /api/v2/password-reset/{code}', { code }, password);
    await call('DELETE /api/v2/member/{person}', { person: member.id });
    await call('POST /api/v2/session', {}, { email: owner.email, password: owner.password });
    session.cookie = owner.cookie;
    await call('GET /api/v2/me');
    await call('PATCH /api/v2/me', {}, { name: 'Grace Hopper' });
    await call('GET /api/v2/inbox');
    await call('PUT /api/v2/finding/{id}/handled', { id: finding?.id ?? '' });
    await call('DELETE /api/v2/finding/{id}/handled', { id: finding?.id ?? '' });
    await call('POST /api/v2/session/organization', {}, { organizationId: organization.id });
    const [newest, second] = (await call('GET /api/v2/session')) as unknown as { id: string; current: boolean }[];
    await call('DELETE /api/v2/session/{id}', { id: (newest?.current === true ? second : newest)?.id ?? '' });
    await call('DELETE /api/v2/session');

    expect(problems).toEqual([]);
    expect(operations.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
  });

  it.each([
    ['a member is missing', 200, '{}', "must have required property 'id'"],
    [
      'a member that is not described',
      400,
      '{"errorMessage":"","code":"","requestId":"","sql":""}',
      'must NOT have additional',
    ],
    ['a status that is not described', 300, '{}', 'status 300 is not described'],
  ])('is compared with responses by a check that detects faults: %s', async (_case, status, body, problem) => {
    const response = new Response(body, { status, headers: { 'content-type': 'application/json; charset=utf-8' } });

    const problems = await createAnswerJudge(document)(getOperation(UPLOAD).operation, response);

    expect(problems.join('\n')).toContain(problem);
  });

  it.each([
    ['no token', { token: null }, 401],
    ['a body that is no SBOM', { body: '{}' }, 400],
    ['a name that looks like an id', { body: '{}', version: '00000000-0000-4000-8000-000000000000' }, 400],
    ['a compressed body that says otherwise', { body: '{}', headers: { 'content-encoding': 'gzip' } }, 400],
    ['an unknown encoding', { body: '{}', headers: { 'content-encoding': 'rot13' } }, 415],
  ])('describes errors: %s', async (_case, { version = '1', ...options }: ErrorCase, status) => {
    const response = await assay.request(`/api/v2/service/errors/version/${version}/sbom`, {
      method: 'POST',
      ...options,
    });

    expect(response.status).toBe(status);
    expect(await createAnswerJudge(document)(getOperation(UPLOAD).operation, response)).toEqual([]);
  });
});

interface Answer {
  readonly id: string;
  readonly code: string;
  readonly analysisId: string;
}

interface ErrorCase {
  readonly version?: string;
  readonly token?: string | null;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

function getOperation(name: string): NamedOperation {
  const found = operations.find((each) => each.name === name);
  if (found === undefined) throw new Error(`The document has no ${name}.`);
  return found;
}

function toTemplate(path: string): string {
  return path.replaceAll(/:([a-z]+)/g, '{$1}');
}

function toPattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{[a-z]+\}/g, '[^/]+')}$`);
}

type Call = (name: string, params?: Record<string, string>, body?: unknown) => Promise<unknown>;

async function decideAndTakeBack(call: Call, id: string): Promise<void> {
  const decision = { action: 'false_positive', detail: 'It is another package.' };
  await call('POST /api/v2/finding/{id}/suggestion', { id }, decision);
  await call('POST /api/v2/finding/{id}/decision', { id, query: '?dryRun=true' }, decision);
  const made = (await call('POST /api/v2/finding/{id}/decision', { id }, decision)) as { decisions: string[] };
  await call('GET /api/v2/finding/{id}/decision', { id });
  await call('DELETE /api/v2/decision/{id}', { id: made.decisions[0] ?? '' });
  const bulk = { findings: [id], decision };
  const many = (await call('POST /api/v2/decision/bulk', { ifMatch: '*' }, bulk)) as { batchId: string };
  await call('DELETE /api/v2/decision/bulk/{batch}', { batch: many.batchId });
}

async function workOnFinding(call: Call, id: string): Promise<void> {
  await call(
    'PATCH /api/v2/finding/{id}/work',
    { id },
    { dueOn: '2030-01-31', issueUrl: 'https://tracker.example.com/1' },
  );
  const { id: comment } = (await call('POST /api/v2/finding/{id}/comment', { id }, { text: 'Planned.' })) as {
    id: string;
  };
  await call('GET /api/v2/finding/{id}/comment', { id });
  await call('DELETE /api/v2/finding/{id}/comment/{comment}', { id, comment });
}

async function sayHowItRuns(call: Call, service: string): Promise<void> {
  const one = '/api/v2/service/{service}/profile/{profile}';
  const params = { service, profile: 'web' };
  const body = { fields: { 'exposure.reach': { value: 'internal', confirmed: true } } };
  await call(`PUT ${one}`, params, body);
  await call(`PUT ${one}/document`, params, {
    defaultAction: 'SCMP_ACT_ERRNO',
    syscalls: [{ names: ['read', 'x'], action: 'SCMP_ACT_ALLOW' }],
  });
  await call('GET /api/v2/service/{service}/profile', params);
  await call(`GET ${one}`, params);
  await call(`GET ${one}/version`, params);
  await call(`GET ${one}/impact`, params);
  await call(`POST ${one}/impact`, params, { fields: {} });
  await call(`DELETE ${one}`, params);
}

async function answerQuestions(call: Call, service: string): Promise<void> {
  const list = '/api/v2/service/{service}/question';
  const [asked] = (await call('GET /api/v2/question')) as { id: string }[];
  const id = asked?.id ?? '';
  await call(`GET ${list}`, { service });
  await call(`PUT ${list}/{id}/answer`, { service, id }, { answer: 'no', note: 'It reads no archives.' });
  await call(`GET ${list}`, { service, query: '?state=answered' });
  await call(`DELETE ${list}/{id}/answer`, { service, id });
  await call('PUT /api/v2/question/{id}/answer', { id }, { answer: 'unknown', services: [service] });
}

async function hearOthers(call: Call, params: { service: string; version: string }): Promise<void> {
  const ofVersion = '/api/v2/service/{service}/version/{version}/vex';
  await call(`POST ${ofVersion}`, params, anOpenVex());
  await call('POST /api/v2/service/{service}/vex', params, anOpenVex());
  const { id } = (await call('POST /api/v2/vex', {}, anOpenVex({ statements: [] }))) as { id: string };
  for (const name of [ofVersion, '/api/v2/service/{service}/vex', '/api/v2/vex']) await call(`GET ${name}`, params);
  await call(`GET ${ofVersion}`, { ...params, query: '?format=openvex' });
  await call('GET /api/v2/vex/{id}/raw', { id });
  await call('DELETE /api/v2/vex/{id}', { id });
  const reachability = '/api/v2/service/{service}/version/{version}/reachability';
  const pushed = (await call(`PUT ${reachability}`, params, { config: { scan_level: 'symbol' } })) as { id: string };
  await call(`GET ${reachability}`, params);
  await call(`GET ${reachability}/{id}/raw`, { ...params, id: pushed.id });
  await call(`DELETE ${reachability}/{id}`, { ...params, id: pushed.id });
  await call(`DELETE ${reachability}`, params);
}
