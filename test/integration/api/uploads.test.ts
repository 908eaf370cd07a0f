import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import { anIncompressibleDocument } from '../../support/distinct-documents.ts';
import { aCycloneDx, anSpdx } from '../../support/documents.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

let assay: TestAssay;
beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());

interface Receipt {
  readonly [name: string]: unknown;
  readonly id: string;
  readonly slot: string;
  readonly analysisId: string;
}

interface Answer {
  readonly status: number;
  readonly body: Receipt;
}

async function upload(path: string, document: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const body = document instanceof Uint8Array ? Buffer.from(document) : JSON.stringify(document);
  const response = await assay.request(`/api/v2/service/${path}`, { method: 'POST', body, headers });
  return { status: response.status, body: (await response.json()) as Receipt };
}

async function get<Body>(path: string): Promise<Body> {
  const response = await assay.request(`/api/v2${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

/** Counts the rows of one version, because analyses of others may finish at any time. */
async function countRows(table: 'sbom' | 'analysis' | 'event', versionId: unknown): Promise<number> {
  const { id } = await get<{ id: string }>('/organization');
  return await assay.database.inOrg(id, async ({ client }) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${table} where version_id = $1`,
      [versionId],
    );
    return rows[0]?.count ?? -1;
  });
}

const withName = (name: string): Record<string, unknown> =>
  aCycloneDx({ metadata: { component: { type: 'application', name, purl: `pkg:npm/${name}@1.0.0` } } });

describe('an upload', () => {
  it('reports what it created and stored', async () => {
    const text = JSON.stringify(aCycloneDx());

    const { status, body } = await upload('team%2Fapi/version/repo%2Fapp%40sha256%3Aab/sbom', Buffer.from(text));

    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'queued',
      deduplicated: false,
      supersedes: null,
      serviceCreated: true,
      versionName: 'repo/app@sha256:ab',
      versionCreated: true,
      image: null,
      format: 'cyclonedx',
      specVersion: '1.6',
      sha256: createHash('sha256').update(text).digest('hex'),
      sizeBytes: text.length,
      warnings: [],
    });
  });

  it('is listed under its version and returned byte for byte', async () => {
    const bytes = Buffer.from(`\ufeff${JSON.stringify(aCycloneDx(), null, 2).replaceAll('\n', '\r\n')}  \n`);
    const { body } = await upload('bytes/version/1/sbom', bytes);

    const raw = await assay.request(`/api/v2/sbom/${body.id}/raw`);
    const listed = await get<Receipt[]>('/service/bytes/version/1/sbom');

    expect(Buffer.from(await raw.arrayBuffer()).equals(bytes)).toBe(true);
    expect(raw.headers.get('etag')).toBe(`"${String(body['sha256'])}"`);
    expect(raw.headers.get('content-disposition')).toContain('attachment');
    expect(listed.map((sbom) => sbom.id)).toEqual([body.id]);
  });

  it('stores documents that are too large for one chunk', async () => {
    const bytes = anIncompressibleDocument(10_000_000);
    const { body, status } = await upload('large/version/1/sbom?wait=20', bytes);

    const raw = await assay.request(`/api/v2/sbom/${body.id}/raw`);

    expect(status).toBe(200);
    expect(Buffer.from(await raw.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('ends analyzed, with every stage done or skipped for a reason', async () => {
    const { body } = await upload('waits/version/1/sbom?wait=30', aCycloneDx());

    const read = async (): Promise<WireAnalysis> => await get<WireAnalysis>(`/analysis/${body.analysisId}`);
    const analysis = await read();

    expect(body).toMatchObject({
      status: 'analyzed',
      summary: {
        analysis: 'completed',
        componentCount: 1,
        findings: { total: 0, hidden: 0 },
        coverage: { components: 1, checked: 1 },
      },
    });
    expect(analysis.status).toBe('completed');
    expect(analysis.stages.map((stage) => stage.name)).toEqual([
      'parse',
      'identify',
      'match',
      'relevance',
      'remediation',
      'history',
      'ai',
    ]);
    expect(analysis.stages.map((stage) => stage.status)).toEqual([
      'done',
      'done',
      'done',
      'done',
      expect.stringMatching(/^(pending|done)$/) as string,
      'done',
      'skipped',
    ]);
    // The remediation stage follows the findings.
    const planned = async (): Promise<unknown> => (await read()).stages.find(({ name }) => name === 'remediation');
    const counts = { actions: 0, fixes: 0, residual: 0 };
    await expect.poll(planned).toMatchObject({ status: 'done', counts, reason: null });
    expect(analysis.stages.slice(0, 3).map((stage) => stage.counts)).toEqual([
      { documents: 1, read: 1, failed: 0 },
      { components: 1, checked: 1 },
      { evaluated: expect.any(Number) as number, known: expect.any(Number) as number },
    ]);
    expect(analysis.sources).toEqual([
      {
        name: 'starter',
        records: expect.any(Number) as number,
        newestRecordAt: expect.any(String) as string,
        lastSuccessAt: expect.any(String) as string,
        ageSeconds: expect.any(Number) as number,
      },
    ]);
  });

  it('warns about unknown parameters, and about repeated names', async () => {
    const text = JSON.stringify(aCycloneDx()).replace('"name":"left-pad"', '"name":"left-pad","name":"left-pad"');

    const { body } = await upload('warned/version/1/sbom?colour=red&wait=30', Buffer.from(text));
    const sbom = await get<{ warnings: unknown; status: string }>(`/sbom/${body.id}`);

    const warnings = [
      { code: 'JSON_DUPLICATE_KEY', count: 1 },
      { code: 'PARAMETER_UNKNOWN', count: 1 },
    ];
    expect(body).toMatchObject({ status: 'analyzed_with_warnings', warnings });
    expect(sbom).toMatchObject({ status: 'analyzed_with_warnings', warnings });
  });

  it('accepts git facts, without the secrets in them, and tags for a version that it creates', async () => {
    const query = `git_branch=main&git_commit_sha=abc&git_origin=${encodeURIComponent('https://x:s3cr3t@host/org/repo')}&tag=nightly&tag=beta`;
    await upload(`git/version/1/sbom?${query}`, aCycloneDx());
    await upload('git/version/1/sbom?tag=late&git_branch=other', withName('second'));

    const version = await get<Record<string, unknown>>('/service/git/version/1');

    expect(version).toMatchObject({
      tags: ['nightly', 'beta'],
      git: { branch: 'main', commitSha: 'abc', origin: 'https://host/org/repo' },
    });
  });

  it('responds with 202 on request', async () => {
    expect(await upload('async/version/1/sbom', aCycloneDx(), { prefer: 'respond-async' })).toMatchObject({
      status: 202,
    });
  });

  it('parses SPDX whatever the Content-Type is', async () => {
    const { body } = await upload('spdx/version/1/sbom', anSpdx(), { 'content-type': 'application/json' });

    expect(body).toMatchObject({ format: 'spdx', specVersion: '2.3' });
  });

  it('accepts a strict upload only if it is valid against the official schema', async () => {
    const valid = await upload('strict/version/1/sbom?validate=strict', aCycloneDx());
    const invalid = await upload(
      'strict/version/2/sbom?validate=strict',
      aCycloneDx({ components: [{ type: 'nonsense', name: 'x' }] }),
    );

    expect(valid.status).toBe(200);
    expect(invalid).toMatchObject({ status: 400, body: { code: 'SBOM_INVALID' } });
    expect(invalid.body['details']).toContainEqual(expect.objectContaining({ path: '/components/0/type' }));
  });
});

describe('the second upload path', () => {
  it('takes the version from a parameter', async () => {
    expect((await upload('second/version/sbom?version=1.2.3', aCycloneDx())).body).toMatchObject({
      versionName: '1.2.3',
    });
  });

  it('creates a version named after the whole image reference, and finds it by that or by an alias', async () => {
    const image = 'registry:5000/team/app:1.0@sha256:abc';
    const created = await upload(`second/version/sbom?image=${encodeURIComponent(image)}`, aCycloneDx());
    await assay.request(`/api/v2/service/second/version/${encodeURIComponent(image)}/alias/app%3A2`, { method: 'PUT' });
    const byAlias = await upload('second/version/sbom?image=app%3A2', aCycloneDx());

    expect(created.body).toMatchObject({
      versionName: image,
      versionCreated: true,
      slot: 'registry:5000/team/app:1.0',
      image,
    });
    expect(byAlias.body).toMatchObject({ versionName: image, versionCreated: false, slot: 'app:2' });
  });

  it('requires a version or an image', async () => {
    expect(await upload('second/version/sbom', aCycloneDx())).toMatchObject({
      status: 400,
      body: { code: 'PARAMETER_INVALID' },
    });
  });

  it('allows a version named sbom', async () => {
    await upload('second/version/sbom/sbom', aCycloneDx());

    expect(await get('/service/second/version/sbom')).toMatchObject({ name: 'sbom' });
  });
});

describe('a slot', () => {
  it('gives the same bytes the same id, without a new analysis or event', async () => {
    const first = await upload('dedupe/version/1/sbom?wait=30', aCycloneDx());
    const before = [
      await countRows('sbom', first.body['versionId']),
      await countRows('analysis', first.body['versionId']),
      await countRows('event', first.body['versionId']),
    ];

    const second = await upload('dedupe/version/1/sbom', aCycloneDx());

    expect(second.body).toMatchObject({
      id: first.body.id,
      deduplicated: true,
      analysisId: first.body.analysisId,
      status: 'analyzed',
    });
    expect([
      await countRows('sbom', first.body['versionId']),
      await countRows('analysis', first.body['versionId']),
      await countRows('event', first.body['versionId']),
    ]).toEqual(before);
  });

  it('contains one document: other bytes supersede it, and it stays listed and downloadable', async () => {
    const first = await upload('slots/version/1/sbom', withName('app'));
    const second = await upload('slots/version/1/sbom', { ...withName('app'), version: 2 });

    const live = await get<Receipt[]>('/service/slots/version/1/sbom');
    const all = await get<Receipt[]>('/service/slots/version/1/sbom?all=true');

    expect(second.body).toMatchObject({
      supersedes: first.body.id,
      versionCreated: false,
      slot: 'pkg:npm/app [?: npm]',
    });
    expect(live.map((sbom) => sbom.id)).toEqual([second.body.id]);
    expect(all).toMatchObject([
      { id: second.body.id },
      { id: first.body.id, superseded: true, supersededBy: second.body.id },
    ]);
    expect((await assay.request(`/api/v2/sbom/${first.body.id}/raw`)).status).toBe(200);
  });

  it.each([
    ['the parameter', '?slot=backend&image=a%2Fb', 'backend'],
    ['the image and its tag', '?image=registry%3A5000%2Fteam%2Fapp%3A1.0', 'registry:5000/team/app:1.0'],
    ['the subject of the document', '', 'pkg:npm/app [?: npm]'],
  ])('is named by %s', async (_what, query, slot) => {
    expect((await upload(`named/version/1/sbom${query}`, withName('app'))).body.slot).toBe(slot);
  });

  it('is separate for every document without a subject', async () => {
    const first = await upload('subjectless/version/1/sbom', aCycloneDx({ metadata: {} }));
    const second = await upload('subjectless/version/1/sbom', aCycloneDx({ metadata: {}, version: 2 }));

    expect(first.body.slot).toBe(`sha256:${String(first.body['sha256'])}`);
    expect(second.body['supersedes']).toBeNull();
    expect(await get('/service/subjectless/version/1/sbom')).toHaveLength(2);
  });

  it('is rejected beyond a hundred per version', async () => {
    for (let n = 0; n < 100; n += 1) await upload(`full/version/1/sbom?slot=s${n}`, aCycloneDx());

    expect(await upload('full/version/1/sbom?slot=one-more', aCycloneDx())).toMatchObject({
      status: 409,
      body: { code: 'SBOM_LIMIT' },
    });
    expect(await upload('full/version/1/sbom?slot=s7', aCycloneDx({ version: 2 }))).toMatchObject({ status: 200 });
  });

  it('treats fifty concurrent identical uploads as one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => await upload('parallel/version/1/sbom', aCycloneDx())),
    );

    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.body['deduplicated'] === false)).toHaveLength(1);
    const versionId = answers[0]?.body['versionId'];
    expect([await countRows('sbom', versionId), await countRows('analysis', versionId)]).toEqual([1, 1]);
  });

  it('ends with the last of many concurrent uploads, and stores all of them', async () => {
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, n) => await upload('race/version/1/sbom', { ...withName('racer'), version: n + 1 }),
      ),
    );

    const all = await get<Receipt[]>('/service/race/version/1/sbom?all=true');

    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(all).toHaveLength(20);
    expect(all.filter((sbom) => sbom['superseded'] === false)).toHaveLength(1);
  });
});

describe('a document that is deleted', () => {
  it('stays in the records, and its version is analyzed without it', async () => {
    const { body } = await upload('deleted/version/1/sbom?wait=30', aCycloneDx());

    const answer = await assay.request(`/api/v2/sbom/${body.id}`, { method: 'DELETE' });
    const again = await assay.request(`/api/v2/sbom/${body.id}`, { method: 'DELETE' });

    expect([answer.status, again.status]).toEqual([204, 204]);
    expect(await get('/service/deleted/version/1/sbom')).toEqual([]);
    expect(await get('/service/deleted/version/1/sbom?all=true')).toMatchObject([{ id: body.id, deleted: true }]);
    expect(await get('/service/deleted/version/1/analysis')).toMatchObject([
      { trigger: 'deletion' },
      { trigger: 'upload' },
    ]);
    expect((await upload('deleted/version/1/sbom', aCycloneDx())).body).toMatchObject({ deduplicated: false });
  });
});

describe('an unknown service', () => {
  it('is rejected if the organization does not create services automatically, before the body is read', async () => {
    await assay.request('/api/v2/organization', {
      method: 'PATCH',
      body: '{"autoCreateServices":false}',
      headers: { 'content-type': 'application/json' },
    });

    const answer = await upload('unknown/version/1/sbom', aCycloneDx());

    await assay.request('/api/v2/organization', {
      method: 'PATCH',
      body: '{"autoCreateServices":true}',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({ status: 404, body: { code: 'SERVICE_UNKNOWN' } });
  });
});

describe('compressed uploads', () => {
  it('are the same document as plain ones', async () => {
    const text = JSON.stringify(aCycloneDx());
    const plain = await upload('zipped/version/1/sbom', Buffer.from(text));
    const zipped = await upload('zipped/version/1/sbom', gzipSync(text), { 'content-encoding': 'gzip' });

    expect(zipped.body).toMatchObject({ id: plain.body.id, deduplicated: true, sha256: plain.body['sha256'] });
  });
});
