/** Hostile inputs, group "Lists": invalid pages, and pages of a list that grows while it is read. */
import { describe, expect, it } from 'vitest';
import { useHostileAssay, type UploadChange } from '../support/hostile-assay.ts';
import { testRows } from '../support/hostile-rows.ts';
import { exchange } from '../support/raw-connection.ts';

const hostile = useHostileAssay();

const LIST = '/api/v2/service/svc/version';

function list(query: string): UploadChange {
  return { method: 'GET', target: `${LIST}?${query}`, body: undefined };
}

describe('the page size', () => {
  const refused = { status: 400, code: 'PARAMETER_INVALID', says: /limit.*1 to 1000/s };
  const wrong = ['0', '-1', '1001', '1e3', '0x10', 'abc', '', '1.5', '010', '9'.repeat(5_000), 'NaN', '%D9%A1', '%2B5'];

  testRows(hostile, [
    ...wrong.map((limit) => ({
      name: `L1 cannot be "${limit.slice(0, 20)}"`,
      change: () => list(`limit=${limit}`),
      ...refused,
    })),
    { name: 'L1 cannot be given twice', change: () => list('limit=1&limit=2'), ...refused, says: /limit/ },
    ...['1', '1000'].map((limit) => ({
      name: `L1 can be ${limit}`,
      change: () => list(`limit=${limit}`),
      status: 200,
    })),
  ]);
});

describe('the page offset', () => {
  const refused = { status: 400, code: 'PARAMETER_INVALID', says: /offset/ };

  testRows(
    hostile,
    ['-1', '99999999999999999999', '1e3', ''].map((offset) => ({
      name: `L2 cannot be "${offset}"`,
      change: () => list(`offset=${offset}`),
      ...refused,
    })),
  );

  it('L2 can be past the end', async () => {
    for (const version of ['1', '2', '3']) await upload(version);

    const answer = await hostile.send(list('offset=1000'), { status: 200 });

    expect(answer.headers['x-total-count']).toBe('3');
    expect(answer.body.toString()).toBe('[]');
  });
});

interface Version {
  readonly id: string;
  readonly createdAt: string;
}

async function upload(version: string): Promise<string> {
  const answer = await exchange(
    hostile.assay.url,
    hostile.upload({ target: `/api/v2/service/svc/version/${version}/sbom` }),
  );
  expect(answer.status).toBe(200);
  return (JSON.parse(answer.body.toString()) as { versionId: string }).versionId;
}

describe('a list that grows while it is read', () => {
  it('L3 shows every existing version exactly once, in order', async () => {
    const before: string[] = [];
    for (let n = 0; n < 60; n += 1) before.push(await upload(`before-${n}`));

    const growing = Array.from({ length: 50 }, async (_, n) => await upload(`meanwhile-${n}`));
    const pages = await readPages(`${LIST}?limit=10`);
    await Promise.all(growing);

    for (const page of pages) expect(new Set(page.map(({ id }) => id)).size).toBe(page.length);
    for (const page of pages) expect(page).toEqual(page.toSorted(newestFirst));
    const seen = pages.flat().map(({ id }) => id);
    expect(before.filter((id) => seen.filter((each) => each === id).length !== 1)).toEqual([]);
  });
});

function newestFirst(a: Version, b: Version): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

async function readPages(start: string): Promise<Version[][]> {
  const pages: Version[][] = [];
  for (let next: string | undefined = start; next !== undefined;) {
    const response = await hostile.assay.request(next);
    pages.push((await response.json()) as Version[]);
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return pages;
}
