/** Requests in the form in which published clients of Dependency-Track send them. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Metrics, Project, UploadToken } from '../../../src/api/dependency-track/contract.ts';
import type { WireSbom } from '../../../src/api/contract/services/sbom.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

const LODASH = { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' };
const LOG4J = {
  type: 'library',
  group: 'org.apache.logging.log4j',
  name: 'log4j-core',
  version: '2.14.1',
  purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
};
const VULNERABLE = aCycloneDx({ components: [LODASH, LOG4J] });

let assay: TestAssay;
let organization: TestOrganization;
beforeAll(async () => {
  assay = await startTestAssay();
  organization = await assay.newOrganization();
});
afterAll(async () => await assay.stop());

async function call(path: string, options: RequestInit & { key?: string | undefined } = {}): Promise<Response> {
  const { key = organization.token, headers, ...rest } = options;
  return await fetch(assay.url + path, { ...rest, headers: { 'X-Api-Key': key, ...(headers as object) } });
}

async function get<Body>(path: string): Promise<Body> {
  const response = await call(path);
  expect([response.status, path]).toEqual([200, path]);
  return (await response.json()) as Body;
}

async function put(fields: Record<string, unknown>, document: unknown = VULNERABLE, key?: string): Promise<Response> {
  const bom = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)).toString('base64');
  return await call('/api/v1/bom', {
    key,
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, bom }),
  });
}

async function post(fields: Record<string, string>, document: unknown = VULNERABLE, key?: string): Promise<Response> {
  const form = new FormData();
  form.append('bom', new Blob([JSON.stringify(document)]), 'bom');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return await call('/api/v1/bom', { key, method: 'POST', body: form });
}

async function tokenOf(response: Response): Promise<UploadToken> {
  expect([response.status, await response.clone().text()]).toEqual([200, expect.stringContaining('token')]);
  return (await response.json()) as UploadToken;
}

async function untilProcessed(token: string): Promise<void> {
  await expect
    .poll(async () => await get(`/api/v1/event/token/${token}`), { timeout: 30_000 })
    .toEqual({ processing: false });
}

/** Uploads, and returns the UUID of the analyzed project. */
async function aProject(projectName: string, document: unknown = VULNERABLE): Promise<string> {
  const { token, projectUuid } = await tokenOf(
    await put({ projectName, projectVersion: '1.0', autoCreate: true }, document),
  );
  await untilProcessed(token);
  return projectUuid;
}

async function errorOf(response: Response): Promise<{ status: number; code: string; errorMessage: string }> {
  return { status: response.status, ...((await response.json()) as { code: string; errorMessage: string }) };
}

async function sbomsOf(service: string, query = ''): Promise<WireSbom[]> {
  const path = `/api/v2/service/${service}/version/1.0/sbom${query}`;
  return (await (await assay.request(path, { token: organization.token })).json()) as WireSbom[];
}

describe('an upload', () => {
  it('with PUT and base64 creates the project, and reports when it is processed', async () => {
    const { token, projectUuid } = await tokenOf(
      await put({ project: null, autoCreate: true, projectName: 'put', projectVersion: '1.0', parentUUID: null }),
    );
    await untilProcessed(token);

    expect(await get(`/api/v1/bom/token/${token}`)).toEqual({ processing: false });
    expect(await get(`/api/v1/project/${projectUuid}`)).toEqual({
      ...{ uuid: projectUuid, name: 'put', version: '1.0', classifier: 'APPLICATION', active: true },
      ...{ isLatest: false, tags: [] },
    });
    const [stored] = await sbomsOf('put');
    const raw = await assay.request(`/api/v2/sbom/${stored?.id}/raw`, { token: organization.token });
    expect(await raw.json()).toEqual(VULNERABLE);
  });

  it('with POST and a form sets the tags and the latest version', async () => {
    const fields = { projectName: 'post', autoCreate: 'true', projectTags: 'backend, java', isLatest: 'true' };
    const first = await tokenOf(await post({ ...fields, projectVersion: '1.0', parentName: 'none' }));
    const second = await tokenOf(await post({ ...fields, projectVersion: '2.0' }));

    const projects = await get<Project[]>('/api/v1/project?name=post');
    expect(projects.map(({ uuid, isLatest }) => [uuid, isLatest])).toEqual([
      [second.projectUuid, true],
      [first.projectUuid, false],
    ]);
    expect(projects[0]?.tags).toEqual([{ name: 'backend' }, { name: 'java' }]);
  });

  it('replaces the SBOM of the project, as in Dependency-Track, and stores the same bytes once', async () => {
    const fields = { projectName: 'replace', projectVersion: '1.0', autoCreate: true };
    await tokenOf(await put(fields));
    const first = await tokenOf(await put(fields));
    // Another subject would have a slot of its own.
    const other = aCycloneDx({ metadata: { component: { type: 'application', name: 'other' } } });
    const second = await tokenOf(await put({ project: first.projectUuid }, other));
    await untilProcessed(second.token);

    expect(second.projectUuid).toBe(first.projectUuid);
    expect(await sbomsOf('replace', '?all=true')).toHaveLength(2);
    expect((await sbomsOf('replace')).map(({ slot }) => slot)).toEqual(['dependency-track']);
    expect(await get(`/api/v1/finding/project/${first.projectUuid}`)).toEqual([]);
  });

  it('replaces the tags of an existing project, with the tags as objects', async () => {
    const fields = { projectName: 'tags', projectVersion: '1.0', autoCreate: true };
    await tokenOf(await put({ ...fields, projectTags: [{ name: 'old' }] }));
    const { projectUuid } = await tokenOf(await put({ ...fields, projectTags: [{ name: 'new' }, 'more'] }));
    expect((await get<Project>(`/api/v1/project/${projectUuid}`)).tags).toEqual([{ name: 'new' }, { name: 'more' }]);

    const changed = await call(`/api/v1/project/${projectUuid}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tags: [{ name: 'patched' }], isLatest: true, description: 'ignored' }),
    });
    expect(await changed.json()).toMatchObject({ tags: [{ name: 'patched' }], isLatest: true });
  });

  it('without autoCreate requires an existing project', async () => {
    const fields = { projectName: 'absent', projectVersion: '1.0' };
    expect(await errorOf(await put(fields))).toMatchObject({ status: 404, code: 'SERVICE_UNKNOWN' });
    await tokenOf(await put({ ...fields, autoCreate: true }));
    await tokenOf(await put(fields));
    expect(await errorOf(await put({ ...fields, projectVersion: '2.0' }))).toMatchObject({
      ...{ status: 404, code: 'VERSION_UNKNOWN' },
    });
    expect(await errorOf(await put({ project: '00000000-0000-4000-8000-000000000000' }))).toMatchObject({
      ...{ status: 404, code: 'VERSION_UNKNOWN' },
    });
  });

  it.each([
    ['no name', { projectVersion: '1.0' }, 'both "projectName" and "projectVersion"'],
    ['a blank version', { projectName: 'shop', projectVersion: ' ' }, 'both "projectName" and "projectVersion"'],
    ['a project that is no UUID', { project: 'shop' }, '"/project" must be a UUID'],
    ['a name that cannot be stored', { projectName: 'a\u0000b', projectVersion: '1' }, 'control or invisible'],
  ])('with %s is refused', async (_what, fields, problem) => {
    const error = await errorOf(await put({ autoCreate: true, ...fields }));
    expect(error).toMatchObject({ status: 400, errorMessage: expect.stringContaining(problem) });
  });

  it('of XML is refused with the option that makes it JSON', async () => {
    const xml = '\ufeff<?xml version="1.0"?><bom xmlns="http://cyclonedx.org/schema/bom/1.4"/>';
    const error = await errorOf(await put({ projectName: 'xml', projectVersion: '1.0', autoCreate: true }, xml));

    expect(error).toMatchObject({ status: 415, code: 'SBOM_FORMAT_UNSUPPORTED' });
    expect(error.errorMessage).toContain('outputFormat=json');
    expect(error.errorMessage).toMatch(/upload that file\.$/);
    expect(await get('/api/v1/project?name=xml')).toEqual([]);
  });

  it('has the limits of our own uploads, on the compressed body and on the document', async () => {
    const bom = Buffer.from(JSON.stringify(VULNERABLE)).toString('base64');
    const body = gzipSync(JSON.stringify({ projectName: 'gzip', projectVersion: '1.0', autoCreate: true, bom }));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    await tokenOf(await call('/api/v1/bom', { method: 'PUT', headers, body }));

    const bomb = gzipSync(`{"bom":"${'ICAg'.repeat(16 * 1024 * 1024)}"}`);
    const refused = await call('/api/v1/bom', { method: 'PUT', headers, body: bomb });
    expect(await errorOf(refused)).toMatchObject({ status: 413, code: 'BODY_RATIO_TOO_HIGH' });
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    expect(await errorOf(await put({ projectName: 'deep', projectVersion: '1' }, `{"a":${deep}}`))).toMatchObject({
      ...{ status: 400, code: 'JSON_TOO_DEEP' },
    });
  });
});

describe('an API key', () => {
  it('is a token with its scopes and services, and is accepted by these routes only', async () => {
    const uuid = await aProject('keys');
    const { serviceId } = (await (
      await assay.request('/api/v2/service/keys/version/1.0', { token: organization.token })
    ).json()) as { serviceId: string };
    const bound = await organization.newToken({ scopes: ['sbom:upload', 'read'], serviceIds: [serviceId] });
    const uploader = await organization.newToken({ scopes: ['sbom:upload'] });
    const status = async (path: string, key: string) => (await call(path, { key })).status;

    expect(await status(`/api/v1/project/${uuid}`, 'wrong')).toBe(401);
    expect(await status(`/api/v1/project/${uuid}`, uploader)).toBe(403);
    expect(await status(`/api/v1/project/${uuid}`, bound)).toBe(200);
    expect(await status('/api/v2/service', organization.token)).toBe(401);
    expect((await put({ projectName: 'other', projectVersion: '1', autoCreate: true }, VULNERABLE, bound)).status).toBe(
      404,
    );
    const others = await aProject('not-bound');
    expect(await status(`/api/v1/project/${others}`, bound)).toBe(404);
    const listed = await (await call('/api/v1/project', { key: bound })).json();
    expect((listed as Project[]).map(({ name }) => name)).toEqual(['keys']);
    const both = await call('/api/v1/project', { headers: { authorization: `Bearer ${organization.token}` } });
    expect(both.status).toBe(401);
    const bearer = await assay.request('/api/v1/project', { token: organization.token });
    expect(bearer.status).toBe(200);
  });

  it('has the permissions that clients look for, but none for policies', async () => {
    const { permissions } = await get<{ permissions: { name: string }[] }>('/api/v1/team/self');

    expect(permissions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['BOM_UPLOAD', 'VIEW_PORTFOLIO', 'VIEW_VULNERABILITY']),
    );
    expect(permissions).not.toContainEqual({ name: 'VIEW_POLICY_VIOLATION' });
    expect((await call('/api/v1/violation/project/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });
});

describe('the version', () => {
  it('names the API that clients expect, without a key', async () => {
    const response = await fetch(`${assay.url}/api/version`);

    expect(response.headers.get('x-powered-by')).toMatch(/^Dependency-Track v4\./);
    expect(await response.json()).toMatchObject({
      application: 'Dependency-Track',
      version: expect.stringMatching(/^4\.[0-9]+\.[0-9]+$/),
      framework: { name: 'Assay' },
    });
  });
});

describe('a project', () => {
  it('is found by name and version, and listed page by page', async () => {
    const uuid = await aProject('lookup');

    const found = await get<Project>('/api/v1/project/lookup?name=lookup&version=1.0');
    expect(found.uuid).toBe(uuid);
    expect((await call('/api/v1/project/lookup?name=lookup&version=2.0')).status).toBe(404);
    const all = await call('/api/v1/project?excludeInactive=true&pageSize=1000&pageNumber=1&sortName=name');
    const total = Number(all.headers.get('x-total-count'));
    const listed = (await all.json()) as Project[];
    expect(listed).toHaveLength(total);
    const second = await get<Project[]>('/api/v1/project?pageSize=1&pageNumber=2');
    expect(second).toEqual([listed[1]]);
  });

  it('is deleted with the permission to change settings', async () => {
    const uuid = await aProject('deleted');
    const key = await organization.newToken({ scopes: ['sbom:upload', 'read'] });

    expect((await call(`/api/v1/project/${uuid}`, { method: 'DELETE', key })).status).toBe(403);
    expect((await call(`/api/v1/project/${uuid}`, { method: 'DELETE' })).status).toBe(204);
    expect((await call(`/api/v1/project/${uuid}`)).status).toBe(404);
  });
});

describe('findings', () => {
  it('have the shape that clients parse', async () => {
    const uuid = await aProject('findings');

    const findings = await get<Finding[]>(`/api/v1/finding/project/${uuid}`);

    const log4shell = findings.find(({ vulnerability }) => vulnerability.vulnId === 'CVE-2021-44228');
    expect(log4shell).toMatchObject({
      component: {
        ...{ name: 'log4j-core', group: 'org.apache.logging.log4j', version: '2.14.1', project: uuid },
        ...{ purl: LOG4J.purl, projectName: 'findings', projectVersion: '1.0' },
      },
      vulnerability: { source: 'NVD', severity: 'CRITICAL', severityRank: 0 },
      analysis: { state: 'NOT_SET', isSuppressed: false },
    });
    const { component, vulnerability, matrix } = log4shell ?? {};
    expect(matrix).toBe(`${uuid}:${component?.uuid}:${vulnerability?.uuid}`);
    expect(new Set(findings.map((finding) => finding.matrix)).size).toBe(findings.length);
    const page = await call(`/api/v1/finding/project/${uuid}?pageNumber=2&pageSize=1`);
    expect(page.headers.get('x-total-count')).toBe(String(findings.length));
    expect(await page.json()).toEqual([findings[1]]);
    const exported = await get<{ findings: Finding[] }>(`/api/v1/finding/project/${uuid}/export`);
    expect(exported).toMatchObject({
      project: { uuid, name: 'findings', version: '1.0' },
      meta: { application: 'Assay' },
    });
    expect(exported.findings.map((finding) => finding.matrix)).toEqual(findings.map((finding) => finding.matrix));
    const vulnerabilities = await get<{ vulnId: string }[]>(`/api/v1/vulnerability/project/${uuid}`);
    expect(vulnerabilities.map(({ vulnId }) => vulnId).toSorted()).toEqual(
      [...new Set(findings.map((finding) => finding.vulnerability.vulnId))].toSorted(),
    );
  });

  it('are counted like the list, with the risk score of Dependency-Track', async () => {
    const uuid = await aProject('metrics');
    const findings = await get<Finding[]>(`/api/v1/finding/project/${uuid}`);
    const count = (severity: string) =>
      findings.filter(({ vulnerability }) => vulnerability.severity === severity).length;

    expect((await call(`/api/v1/metrics/project/${uuid}/refresh`)).status).toBe(200);
    const metrics = await get<Metrics>(`/api/v1/metrics/project/${uuid}/current`);

    expect(metrics).toMatchObject({
      ...{ critical: count('CRITICAL'), high: count('HIGH'), medium: count('MEDIUM'), low: count('LOW') },
      ...{ unassigned: count('UNASSIGNED'), findingsTotal: findings.length, findingsAudited: 0, suppressed: 0 },
      ...{ vulnerableComponents: 2, components: 2 },
    });
    expect(metrics.inheritedRiskScore).toBe(
      metrics.critical * 10 + metrics.high * 5 + metrics.medium * 3 + metrics.low + metrics.unassigned * 5,
    );
  });

  it('that are decided have the state of the decision, and are suppressed if not relevant', async () => {
    const uuid = await aProject('decided');
    const [first] = await get<Finding[]>(`/api/v1/finding/project/${uuid}`);
    const path = '/api/v2/service/decided/version/1.0/finding';
    const own = (await (await assay.request(path, { token: organization.token })).json()) as {
      id: string;
      vulnerability: { id: string };
    }[];
    const id = own.find(({ vulnerability }) => vulnerability.id === first?.vulnerability.vulnId)?.id;
    const decided = await assay.request(`/api/v2/finding/${id}/decision`, {
      method: 'POST',
      token: organization.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'false_positive', detail: 'Another product.' }),
    });
    expect(decided.status).toBe(200);
    const { analysisIds } = (await decided.json()) as { analysisIds: string[] };
    for (const analysisId of analysisIds) await untilProcessed(analysisId);

    const shown = await get<Finding[]>(`/api/v1/finding/project/${uuid}`);
    expect(shown.map(({ matrix }) => matrix)).not.toContain(first?.matrix);
    const all = await get<Finding[]>(`/api/v1/finding/project/${uuid}?suppressed=true`);
    expect(all.find(({ matrix }) => matrix === first?.matrix)?.analysis).toEqual({
      ...{ state: 'FALSE_POSITIVE', isSuppressed: true, detail: 'Another product.' },
    });
    const metrics = await get<Metrics>(`/api/v1/metrics/project/${uuid}/current`);
    expect(metrics).toMatchObject({ suppressed: 1, findingsTotal: shown.length });
  });

  it('are not reported before the project is analyzed', async () => {
    const projectUuid = await aProject('unanalyzed');
    await assay.database.inOrg(organization.id, async ({ client }) => {
      await client.query(`update analysis set status = 'failed', coverage = null where version_id = $1`, [projectUuid]);
    });

    for (const path of ['finding/project/#', 'finding/project/#/export', 'metrics/project/#/current']) {
      const response = await call(`/api/v1/${path.replace('#', projectUuid)}`);
      expect(await errorOf(response)).toMatchObject({ status: 404, code: 'PROJECT_NOT_ANALYZED' });
    }
  });
});

describe('VEX', () => {
  it('is exported as CycloneDX, and read back', async () => {
    const uuid = await aProject('vex');
    const response = await call(`/api/v1/vex/cyclonedx/project/${uuid}`);
    expect(response.headers.get('content-type')).toContain('application/vnd.cyclonedx+json');
    const exported = (await response.json()) as { vulnerabilities: object[] };
    expect(exported.vulnerabilities.length).toBeGreaterThan(1);

    const vex = Buffer.from(JSON.stringify(exported));
    const sent = await call('/api/v1/vex', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ projectName: 'vex', projectVersion: '1.0', vex: vex.toString('base64') }),
    });
    await untilProcessed((await tokenOf(sent)).token);
    const form = new FormData();
    form.append('vex', vex.toString());
    form.append('project', uuid);
    await tokenOf(await call('/api/v1/vex', { method: 'POST', body: form }));

    const list = await assay.request('/api/v2/service/vex/version/1.0/vex', { token: organization.token });
    expect(await list.json()).toEqual([expect.objectContaining({ scope: 'version' })]);
  });
});
