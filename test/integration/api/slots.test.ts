/** When an upload replaces an SBOM, when it is added, and how a replaced SBOM is restored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireReceipt, WireSbom } from '../../../src/api/contract/services/sbom.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

let assay: TestAssay;
beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());

async function upload(path: string, document: unknown): Promise<WireReceipt> {
  const response = await assay.request(`/api/v2/service/${path}`, { method: 'POST', body: JSON.stringify(document) });
  expect(response.status).toBe(200);
  return (await response.json()) as WireReceipt;
}

async function list(path: string): Promise<WireSbom[]> {
  return (await (await assay.request(`/api/v2/service/${path}`)).json()) as WireSbom[];
}

async function restore(id: string): Promise<{ readonly status: number; readonly body: WireSbom & { code?: string } }> {
  const response = await assay.request(`/api/v2/sbom/${id}/restore`, { method: 'POST' });
  return { status: response.status, body: (await response.json()) as WireSbom };
}

/** Changes rows by SQL to the state that an older Assay has left. */
async function change(text: string, values: readonly unknown[]): Promise<void> {
  const { id } = (await (await assay.request('/api/v2/organization')).json()) as { id: string };
  await assay.database.inOrg(id, async ({ client }) => {
    await client.query(text, [...values]);
  });
}

interface Written {
  readonly tool: string;
  readonly toolVersion?: string;
  readonly purls?: readonly string[];
  readonly build?: number;
}

function aDocument({ tool, toolVersion = '1.0', purls = ['pkg:npm/a@1'], build = 1 }: Written): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: build,
    metadata: {
      tools: { components: [{ type: 'application', name: tool, version: toolVersion }] },
      component: { type: 'application', name: 'shop' },
    },
    components: purls.map((purl) => ({ type: 'library', name: purl, version: '1', purl })),
  };
}

function codesOf({ warnings }: WireReceipt): string[] {
  return warnings.map(({ code }) => code).filter((code) => code.startsWith('SBOM_'));
}

describe('SBOMs without an image', () => {
  it('of different tools and one subject all count, and a second run replaces each by its own successor', async () => {
    const tools = ['syft', 'trivy', 'cdxgen'];
    const path = 'three/version/1/sbom';

    const first = [];
    for (const tool of tools) first.push(await upload(path, aDocument({ tool })));
    expect(await list(path)).toHaveLength(3);
    const second = [];
    for (const tool of tools) second.push(await upload(path, aDocument({ tool, toolVersion: '2.0', build: 2 })));

    expect(first.map(({ supersedes }) => supersedes)).toEqual([null, null, null]);
    expect(second.map(({ supersedes }) => supersedes)).toEqual(first.map(({ id }) => id));
    expect(second.map(({ slot }) => slot)).toEqual(tools.map((tool) => `application:shop [${tool}: npm]`));
    expect(new Set((await list(path)).map(({ id }) => id))).toEqual(new Set(second.map(({ id }) => id)));
  });

  it('of one tool and different package types coexist', async () => {
    const path = 'sides/version/1/sbom';

    const front = await upload(path, aDocument({ tool: 'syft', purls: ['pkg:npm/a@1'] }));
    const back = await upload(path, aDocument({ tool: 'syft', purls: ['pkg:pypi/b@1'] }));

    expect([front.supersedes, back.supersedes]).toEqual([null, null]);
    expect(codesOf(front)).toEqual([]);
    expect(back.warnings[0]).toEqual({
      code: 'SBOM_SIMILAR_EXISTS',
      count: 1,
      message: expect.stringContaining(`DELETE /api/v2/sbom/${front.id}`),
    });
    expect((await list(path)).map(({ id, similar }) => ({ id, similar }))).toEqual([
      { id: back.id, similar: [front.id] },
      { id: front.id, similar: [back.id] },
    ]);
  });

  it('with a new ecosystem are added, with a warning that explains how to replace the older one', async () => {
    const path = 'grown/version/1/sbom';
    const before = await upload(path, aDocument({ tool: 'syft' }));

    const grown = await upload(path, aDocument({ tool: 'syft', purls: ['pkg:npm/a@1', 'pkg:pypi/b@1'] }));
    const sameSlot = await upload(
      `${path}?slot=${encodeURIComponent(before.slot)}`,
      aDocument({ tool: 'syft', purls: ['pkg:npm/a@1', 'pkg:golang/c@1'] }),
    );

    expect(codesOf(grown)).toEqual(['SBOM_SIMILAR_EXISTS']);
    expect(grown.warnings[0]?.message).toContain(before.slot);
    expect(sameSlot).toMatchObject({ supersedes: before.id, slot: before.slot });
  });
});

describe('an SBOM without a subject', () => {
  it('is added, with a warning that explains how to replace the previous one', async () => {
    const path = 'nameless/version/1/sbom';
    const nameless = (build: number): object => ({ ...aDocument({ tool: 'syft', build }), metadata: {} });
    const first = await upload(path, nameless(1));

    const second = await upload(path, nameless(2));

    expect(codesOf(first)).toEqual([]);
    expect(second).toMatchObject({ supersedes: null, slot: `sha256:${second.sha256}` });
    expect(second.warnings[0]).toMatchObject({
      code: 'SBOM_SIMILAR_EXISTS',
      message: expect.stringContaining(`DELETE /api/v2/sbom/${first.id}`),
    });
  });
});

describe('an image', () => {
  it('is named with its tag: two tags of one repository are two images', async () => {
    const path = 'tags/version/1/sbom';
    const amd = await upload(`${path}?image=r.example/app:1.0-amd64`, aDocument({ tool: 'syft' }));

    const arm = await upload(
      `${path}?image=r.example/app:1.0-arm64%40sha256:ab`,
      aDocument({ tool: 'syft', build: 2 }),
    );
    const again = await upload(`${path}?image=r.example/app:1.0-amd64`, aDocument({ tool: 'trivy', build: 3 }));

    expect([amd.slot, arm.slot, again.slot]).toEqual([
      'r.example/app:1.0-amd64',
      'r.example/app:1.0-arm64',
      'r.example/app:1.0-amd64',
    ]);
    expect(codesOf(arm)).toEqual(['SBOM_SIMILAR_EXISTS']);
    expect(codesOf(again)).toEqual(['SBOM_SUPERSEDED']);
    expect(again.supersedes).toBe(amd.id);
    expect(again.warnings[0]?.message).toContain(`POST /api/v2/sbom/${amd.id}/restore`);
    expect(await list(path)).toMatchObject([
      { id: again.id, supersedes: amd.id },
      { id: arm.id, supersedes: null },
    ]);
  });

  it('without a tag is named with its digest', async () => {
    const path = 'digests/version/1/sbom';

    const one = await upload(`${path}?image=app%40sha256:aa`, aDocument({ tool: 'syft' }));
    const two = await upload(`${path}?image=app%40sha256:bb`, aDocument({ tool: 'syft', build: 2 }));

    expect([one.slot, two.slot, two.supersedes]).toEqual(['app@sha256:aa', 'app@sha256:bb', null]);
  });

  it('gives the same bytes the same id, without a warning', async () => {
    const path = 'twice/version/1/sbom?image=app:1';
    const first = await upload(path, aDocument({ tool: 'syft' }));

    expect(await upload(path, aDocument({ tool: 'syft' }))).toMatchObject({
      id: first.id,
      deduplicated: true,
      supersedes: null,
      slot: 'app:1',
      warnings: [],
    });
  });
});

describe('a slot that an older Assay has named', () => {
  const asBefore = async (id: string, slot: string): Promise<void> =>
    await change('update sbom set slot = $2 where id = $1', [id, slot]);

  it('is kept for the same image and tag, and is not used for another tag', async () => {
    const path = 'older-image/version/1/sbom';
    const old = await upload(`${path}?image=r.example/app:1.0`, aDocument({ tool: 'syft' }));
    await asBefore(old.id, 'r.example/app');

    const same = await upload(`${path}?image=r.example/app:1.0`, aDocument({ tool: 'syft' }));
    const next = await upload(`${path}?image=r.example/app:1.0`, aDocument({ tool: 'syft', build: 2 }));
    const other = await upload(`${path}?image=r.example/app:1.1`, aDocument({ tool: 'syft', build: 3 }));
    const third = await upload(`${path}?image=r.example/app:1.0`, aDocument({ tool: 'syft', build: 4 }));

    expect(same).toMatchObject({ id: old.id, deduplicated: true, slot: 'r.example/app' });
    expect(next).toMatchObject({ supersedes: old.id, slot: 'r.example/app' });
    expect(other).toMatchObject({ supersedes: null, slot: 'r.example/app:1.1' });
    expect(codesOf(other)).toEqual(['SBOM_SIMILAR_EXISTS']);
    expect(third).toMatchObject({ supersedes: next.id, slot: 'r.example/app' });
    expect(await list(path)).toHaveLength(2);
  });

  it('is kept for the same subject, tool and package types', async () => {
    const path = 'older-subject/version/1/sbom';
    const old = await upload(`${path}?wait=30`, aDocument({ tool: 'syft', purls: ['pkg:npm/a@1', 'pkg:pypi/b@1'] }));
    await asBefore(old.id, 'application:shop');

    const other = await upload(path, aDocument({ tool: 'trivy', purls: ['pkg:npm/a@1', 'pkg:pypi/b@1'] }));
    const fewer = await upload(path, aDocument({ tool: 'syft', purls: ['pkg:npm/a@1'] }));
    const next = await upload(
      path,
      aDocument({ tool: 'syft', toolVersion: '2.0', purls: ['pkg:pypi/b@2', 'pkg:npm/a@2'] }),
    );

    expect([other.supersedes, fewer.supersedes, next.supersedes]).toEqual([null, null, old.id]);
    expect([codesOf(other), codesOf(fewer)]).toEqual([['SBOM_SIMILAR_EXISTS'], ['SBOM_SIMILAR_EXISTS']]);
    expect(next.slot).toBe('application:shop');
    expect(await list(path)).toHaveLength(3);
  });

  it('is not used by a document before the older one was parsed', async () => {
    const path = 'older-unread/version/1/sbom';
    const old = await upload(`${path}?wait=30`, aDocument({ tool: 'syft' }));
    await asBefore(old.id, 'application:shop');
    await change('update sbom set set_sha256 = null, tool = null where id = $1', [old.id]);

    expect((await upload(path, aDocument({ tool: 'syft', build: 2 }))).supersedes).toBeNull();
  });
});

describe('a superseded SBOM', () => {
  it('can be restored beside the newer one, in its own slot, and the version is analyzed again', async () => {
    const path = 'kept/version/1/sbom?image=r.example/app:1.0';
    const old = await upload(`${path}&wait=30`, aDocument({ tool: 'syft', purls: ['pkg:npm/old@1'] }));
    const next = await upload(`${path}&wait=30`, aDocument({ tool: 'syft', build: 2 }));

    const { status, body } = await restore(old.id);
    const again = await restore(old.id);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: old.id,
      slot: `r.example/app:1.0 (kept ${old.id.slice(-8)})`,
      superseded: false,
      supersededBy: null,
      similar: [],
    });
    expect(body.analysisId).not.toBe(old.analysisId);
    expect(again).toMatchObject({ status: 200, body: { slot: body.slot, analysisId: body.analysisId } });
    expect((await list('kept/version/1/sbom')).map(({ id, supersedes }) => ({ id, supersedes }))).toEqual([
      { id: next.id, supersedes: null },
      { id: old.id, supersedes: null },
    ]);
    const third = await upload(path, aDocument({ tool: 'syft', build: 3 }));
    expect(third.supersedes).toBe(next.id);
    expect(await list('kept/version/1/sbom')).toHaveLength(2);
  });

  it('is restored with an event and an audit entry', async () => {
    const path = 'told/version/1/sbom?slot=main';
    const old = await upload(path, aDocument({ tool: 'syft' }));
    const next = await upload(path, aDocument({ tool: 'syft', build: 2 }));

    const { body } = await restore(old.id);

    const events = (await (
      await assay.request('/api/v2/event?after=first&type=sbom.restored&limit=1000')
    ).json()) as Record<string, unknown>[];
    expect(events.filter((event) => event['sbomId'] === old.id)).toMatchObject([
      { versionId: old.versionId, analysisId: body.analysisId, detail: { slot: body.slot, beside: next.id } },
    ]);
    const audit = (await (await assay.request('/api/v2/audit?limit=1000')).json()) as Record<string, unknown>[];
    expect(
      audit.find((entry) => entry['action'] === 'sbom.restored' && JSON.stringify(entry).includes(old.id)),
    ).toMatchObject({ before: { slot: 'main', supersededBy: next.id }, after: { slot: body.slot } });
  });

  it('gets its own slot back when the newer one was deleted', async () => {
    const path = 'back/version/1/sbom?slot=main';
    const old = await upload(path, aDocument({ tool: 'syft' }));
    const next = await upload(path, aDocument({ tool: 'syft', build: 2 }));
    await assay.request(`/api/v2/sbom/${next.id}`, { method: 'DELETE' });

    expect((await restore(old.id)).body.slot).toBe('main');
  });

  it('cannot be restored after it was deleted', async () => {
    const path = 'gone/version/1/sbom?slot=main';
    const old = await upload(path, aDocument({ tool: 'syft' }));
    await upload(path, aDocument({ tool: 'syft', build: 2 }));
    await assay.request(`/api/v2/sbom/${old.id}`, { method: 'DELETE' });

    expect(await restore(old.id)).toMatchObject({ status: 409, body: { code: 'SBOM_DELETED' } });
    expect(await restore('0192f3a0-0000-7000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { code: 'SBOM_UNKNOWN' },
    });
  });
});
