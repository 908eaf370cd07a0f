/** Security profiles: confirmations, effective values, concurrent edits, and an impact preview that matches the actual change. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireAuditEntry } from '../../../src/api/contract/organization/organization.ts';
import {
  WireFieldSource,
  WireDocumentKind,
  WireSbomKind,
  type WireImpact,
  type WireImpactPreview,
  type WireProfile,
  type WireProfileSummary,
  type WireProfileVersion,
} from '../../../src/api/contract/services/profile.ts';
import { DOCUMENT_KINDS, FIELD_SOURCES } from '../../../src/core/vocabulary/profile.ts';
import { SBOM_KINDS } from '../../../src/core/vocabulary/sbom.ts';
import { DESK_RECORDS, openDecisionDesk, type DecisionDesk } from '../../support/decision-desk.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const PATH = '/service/shop/profile/web';
const INTERNAL = { 'exposure.reach': { value: 'internal', confirmed: true } };

let assay: TestAssay;
let desk: DecisionDesk;

beforeAll(async () => {
  assay = await startMirroredAssay(DESK_RECORDS);
});
afterAll(async () => {
  await assay.stop();
});
beforeEach(async () => {
  desk = await openDecisionDesk(assay);
  await desk.upload('shop', '1.0', ['left-pad@1.0.0', 'colors@1.0.0', 'builder@1.0.0'], 'ghcr.io/acme/shop:1.0');
});

async function put(fields: object, more: object = {}, path = PATH): Promise<WireProfile & { code?: string }> {
  const { body } = await desk.call<WireProfile>('PUT', path, { body: { fields, ...more } });
  await desk.rest();
  return body;
}

/** `left-pad P3`, for the newest version. */
async function bands(): Promise<string[]> {
  const findings = await desk.list('shop', '1.0');
  return findings.map(({ component, relevance, priority }) => `${component.name} ${relevance.status} ${priority.band}`);
}

async function putRuntime(text: string | Buffer<ArrayBuffer>, query = ''): Promise<Response> {
  const { token } = desk.organization;
  const answer = await assay.request(`/api/v2${PATH}/document${query}`, { method: 'PUT', token, body: text });
  await desk.rest();
  return answer;
}

describe('a security profile', () => {
  it('is created once, and is the default when it is the first', async () => {
    const first = await desk.call<WireProfile>('PUT', PATH, { body: { fields: INTERNAL } });
    const again = await desk.call<WireProfile>('PUT', PATH, { body: { fields: INTERNAL } });

    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toMatchObject({ name: 'web', isDefault: true, version: 1, hash: first.body.hash });
    const { body: listed } = await desk.call<WireProfileSummary[]>('GET', '/service/shop/profile');
    expect(listed).toMatchObject([{ name: 'web', version: 1, documentCount: 0 }]);
  });

  it('records the caller as confirming user, and ignores any other name', async () => {
    const cookie = await desk.signIn('member', 'Ada Lovelace');
    const forged = { value: 'internal', confirmed: true, confirmedBy: 'Forged name', source: 'sbom' };
    const { body } = await desk.call<WireProfile>('PUT', PATH, {
      body: { fields: { 'exposure.reach': forged } },
      cookie,
    });

    expect(body.stated['exposure.reach']).toMatchObject({
      value: 'internal',
      source: 'user',
      basis: 'confirmed',
      confirmedBy: 'Ada Lovelace',
    });
    const sentBack = await put(body.stated);
    expect(sentBack).toMatchObject({ version: 1, stated: { 'exposure.reach': { confirmedBy: 'Ada Lovelace' } } });
  });

  it('includes values detected from the SBOM of an image, and reports conflicts with stated values', async () => {
    const profile = await put({ 'runtime.containerized': { value: 'no', confirmed: true } });

    expect(profile.conflicts).toMatchObject([
      { path: 'runtime.containerized', used: { value: 'no' }, other: { value: 'yes', source: 'sbom', basis: 'fact' } },
    ]);
    expect((await put({})).fields['runtime.containerized']).toMatchObject({ value: 'yes', source: 'sbom' });
  });

  it.each([
    ['a field that does not exist', { fields: { 'exposure.reached': { value: 'x' } } }, 'PROFILE_INVALID'],
    ['a value that does not exist', { fields: { 'exposure.reach': { value: 'moon' } } }, 'PROFILE_INVALID'],
    ['appliesTo that is null', { fields: {}, appliesTo: null }, 'BODY_INVALID'],
    ['appliesTo with a member that does not exist', { fields: {}, appliesTo: { hosts: [] } }, 'BODY_INVALID'],
    ['a pattern that cannot be read', { fields: {}, appliesTo: { images: ['[a'] } }, 'PROFILE_INVALID'],
    [
      'a member that does not exist',
      { fields: { 'exposure.reach': { value: 'internal', sure: true } } },
      'BODY_INVALID',
    ],
    [
      'a document that was never sent',
      { fields: {}, documents: [{ sha256: 'ab', inForce: true }] },
      'PROFILE_DOCUMENT_UNKNOWN',
    ],
  ])('rejects %s', async (_, body, code) => {
    expect(await desk.call('PUT', PATH, { body })).toMatchObject({ status: 400, body: { code } });
  });

  it('prevents two users from overwriting each other', async () => {
    const { etag } = await desk.call('PUT', PATH, { body: { fields: {} } });

    const first = await desk.call('PUT', PATH, { body: { fields: INTERNAL }, ifMatch: etag });
    const second = await desk.call('PUT', PATH, { body: { fields: {} }, ifMatch: etag });

    expect([first.status, second.status, second.body.code]).toEqual([200, 412, 'PRECONDITION_FAILED']);
    expect((await desk.call('DELETE', PATH, { ifMatch: etag })).status).toBe(412);
  });

  it('has immutable versions with an audit entry each, and can be deleted', async () => {
    await put(INTERNAL);
    await put({});
    const { body: versions } = await desk.call<WireProfileVersion[]>('GET', `${PATH}/version`);
    expect(versions).toMatchObject([
      { version: 2, fields: {} },
      { version: 1, fields: { 'exposure.reach': { value: 'internal' } } },
    ]);

    expect((await desk.call('DELETE', PATH)).status).toBe(204);

    const { body: audit } = await desk.call<WireAuditEntry[]>('GET', '/audit?limit=10');
    expect(audit.map(({ action }) => action).slice(0, 3)).toEqual([
      'profile.deleted',
      'profile.updated',
      'profile.created',
    ]);
    expect((await desk.call('GET', PATH)).body.code).toBe('PROFILE_UNKNOWN');
    expect(await put(INTERNAL)).toMatchObject({ version: 1 });
  });

  it('cannot be the default if another profile is', async () => {
    await put({});
    const other = '/service/shop/profile/worker';

    expect(await put({}, { isDefault: true }, other)).toMatchObject({ code: 'PROFILE_DEFAULT_TAKEN' });
    expect(await put({}, {}, other)).toMatchObject({ isDefault: false });
  });

  it('is the only default after concurrent creations', async () => {
    const paths = ['a', 'b', 'c'].map((name) => `/service/shop/profile/${name}`);

    const answers = await Promise.all(
      paths.map(async (path) => await desk.call('PUT', path, { body: { fields: {} } })),
    );

    const { body: listed } = await desk.call<WireProfileSummary[]>('GET', '/service/shop/profile');
    expect(listed.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(listed.length);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  });

  it('requires the scope to write profiles, and is visible with access to the service', async () => {
    await put(INTERNAL);
    const token = await desk.organization.newToken({ scopes: ['read'] });

    expect((await desk.call('GET', PATH, { token })).status).toBe(200);
    expect((await desk.call('PUT', PATH, { body: { fields: {} }, token })).body.code).toBe('SCOPE_MISSING');
  });

  it('leaves the path `/version/{version}/profile` unused', async () => {
    const answer = await desk.call('POST', '/service/shop/version/1.0/profile', { body: {} });

    expect(answer.body.code).toBe('ROUTE_UNKNOWN');
  });
});

describe('the impact of a profile', () => {
  it('matches the actual change of a field', async () => {
    await put({});
    const before = await bands();
    const { body: impact } = await desk.call<WireImpact>('GET', `${PATH}/impact`);
    const reach = impact.assumptions.find(({ path }) => path === 'exposure.reach');
    const value = reach?.values.find((each) => each.value === 'none');

    await put({ 'exposure.reach': { value: 'none', confirmed: true } });

    const after = await bands();
    const changed = before.filter((line) => !after.includes(line)).length;
    expect(changed).toBeGreaterThan(0);
    expect(value?.total).toBe(changed);
    expect(impact).toMatchObject({ version: { name: '1.0' }, findings: 3, truncated: false });
    expect(impact.assumptions[0]?.largestTotal).toBe(
      Math.max(...impact.assumptions.map(({ largestTotal }) => largestTotal)),
    );
  });

  it('matches the actual change of a whole profile, finding by finding', async () => {
    const before = await bands();
    const fields = { 'exposure.reach': { value: 'host-only', confirmed: true } };
    const { body: preview } = await desk.call<WireImpactPreview>('POST', `${PATH}/impact`, { body: { fields } });
    expect(await bands()).toEqual(before);

    await put(fields);

    const expected = before.map((line) => {
      const moved = preview.changed.find((each) => line.startsWith(`${each.package} `));
      return moved === undefined ? line : `${moved.package} ${moved.to.status} ${moved.to.band}`;
    });
    expect((await bands()).toSorted()).toEqual(expected.toSorted());
    expect(preview.counts.total).toBe(preview.changed.length);
    expect(preview.changed.length).toBeGreaterThan(0);
  });

  it('is empty for known fields, and for a service without a version', async () => {
    await put(INTERNAL);
    const { body: impact } = await desk.call<WireImpact>('GET', `${PATH}/impact`);
    expect(impact.assumptions.map(({ path }) => path)).not.toContain('exposure.reach');
    await desk.call('POST', '/service', { body: { name: 'empty' } });
    await desk.call('PUT', '/service/empty/profile/web', { body: { fields: {} } });

    const { body: none } = await desk.call<WireImpact>('GET', '/service/empty/profile/web/impact');

    expect(none).toEqual({ version: null, findings: 0, truncated: false, assumptions: [] });
  });
});

describe('a runtime document', () => {
  const APPARMOR = 'profile web /usr/bin/web {\n  include <abstractions/base>\n  /etc/web/** r,\n}\n';
  const OBSERVED = JSON.stringify({
    kind: 'observed',
    image: 'ghcr.io/acme/shop:1.0',
    from: '2026-01-01T00:00:00Z',
    to: '2026-01-09T00:00:00Z',
    files: [{ path: '/usr/bin/web' }],
    user: 'root',
    listen: [{ proto: 'tcp', port: 443 }],
  });

  it('is returned with its warnings and facts, and takes effect when it is activated', async () => {
    await put({});
    const sent = (await (await putRuntime(APPARMOR)).json()) as WireProfile;
    expect(sent).toMatchObject({
      version: 2,
      documents: [
        {
          kind: 'apparmor',
          inForce: false,
          sizeBytes: APPARMOR.length,
          warnings: [{ code: 'unresolved-include', line: 2 }],
          facts: [{ line: 1 }],
        },
      ],
    });
    const documents = sent.documents.map(({ sha256 }) => ({ sha256, inForce: true }));

    const confirmed = await put(sent.stated, { documents });
    const gone = await put(sent.stated, { documents: [] });

    expect(confirmed).toMatchObject({ version: 3, documents: [{ inForce: true }] });
    expect(gone).toMatchObject({ version: 4, documents: [] });
  });

  it('suggests fields from observed behavior', async () => {
    await put({});

    const profile = (await (await putRuntime(OBSERVED, '?kind=observed')).json()) as WireProfile;

    expect(profile.suggestions).toMatchObject({
      'privilege.runsAsRoot': { value: 'yes', source: 'imported', basis: null },
      'exposure.entryPoints': { value: [{ protocol: 'tcp', port: 443, auth: 'unknown' }] },
    });
  });

  it.each([
    ['is not AppArmor', 'profile web {', '?kind=apparmor', 400, 'PROFILE_DOCUMENT_UNREADABLE'],
    ['is of no kind', 'hello', '', 400, 'PROFILE_DOCUMENT_KIND_UNKNOWN'],
    ['is not UTF-8', Buffer.from([0xff, 0xfe, 0x00]), '?kind=seccomp', 400, 'PROFILE_DOCUMENT_UNREADABLE'],
  ])('that %s changes nothing', async (_, text, query, status, code) => {
    await put({});
    const answer = await putRuntime(text, query);

    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
    expect((await desk.call<WireProfile>('GET', PATH)).body).toMatchObject({ version: 1, documents: [] });
  });

  it('creates the profile if there is none', async () => {
    expect(await (await putRuntime(APPARMOR)).json()).toMatchObject({ version: 1, documents: [{ kind: 'apparmor' }] });
  });
});

describe('a deployment document', () => {
  const manifest = (user: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: production }
spec:
  template:
    metadata: { labels: { app: shop } }
    spec:
      containers:
        - name: web
          image: ghcr.io/acme/shop:1.0
          securityContext: { runAsUser: ${user}, readOnlyRootFilesystem: true }
`;
  const push = async (text: string, query: string): Promise<WireProfile> =>
    (await (await putRuntime(text, query)).json()) as WireProfile;

  it('suggests values until it is confirmed', async () => {
    const sent = await push(manifest(1000), '?name=shop.yaml');
    const documents = sent.documents.map(({ sha256 }) => ({ sha256, inForce: true }));

    const confirmed = await put(sent.stated, { documents });

    expect(sent.suggestions['privilege.runsAsRoot']).toMatchObject({
      value: 'no',
      source: 'imported',
      basis: null,
      evidence: 'shop.yaml line 11: runAsUser: 1000',
    });
    expect(sent.fields['privilege.runsAsRoot']).toBeUndefined();
    expect(confirmed.fields['privilege.runsAsRoot']).toMatchObject({
      value: 'no',
      basis: 'confirmed',
      source: 'imported',
    });
    expect(confirmed.fields['ops.environment']).toMatchObject({ value: 'prod' });
    expect(confirmed.suggestions).toEqual({});
  });

  it('replaces the one of the same name, with its values', async () => {
    await push(manifest(1000), '?name=shop.yaml&inForce=true');
    const after = await push(manifest(0), '?name=shop.yaml&inForce=true');

    expect(after.documents).toHaveLength(1);
    expect(after.fields['privilege.runsAsRoot']).toMatchObject({ value: 'yes', basis: 'confirmed' });
  });

  it('does not change the profile if it is the same', async () => {
    const first = await push(manifest(1000), '?name=shop.yaml&inForce=true');

    expect(await push(manifest(1000), '?name=shop.yaml&inForce=true')).toEqual(first);
  });

  it('yields to a value that a member has confirmed, and reports the difference', async () => {
    await push(manifest(1000), '?name=shop.yaml&inForce=true');
    const profile = await put({ 'privilege.runsAsRoot': { value: 'yes', confirmed: true } });

    expect(profile.fields['privilege.runsAsRoot']).toMatchObject({ value: 'yes', source: 'user' });
    expect(profile.conflicts).toMatchObject([
      { path: 'privilege.runsAsRoot', other: { value: 'no', source: 'imported' } },
    ]);
  });

  it('that is a template is rejected with the cure', async () => {
    const answer = await putRuntime('apiVersion: v1\nkind: Service\nmetadata: { name: {{ .Release.Name }} }\n');

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'PROFILE_DOCUMENT_NOT_RENDERED',
      errorMessage: expect.stringContaining('helm template'),
    });
  });
});

it('uses the same values in the API as in the core', () => {
  expect(WireFieldSource.options).toEqual([...FIELD_SOURCES]);
  expect(WireSbomKind.options).toEqual([...SBOM_KINDS]);
  expect(WireDocumentKind.options).toEqual([...DOCUMENT_KINDS]);
});
