import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listComprehensiveReleases } from '../../../src/store/advisories/releases.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await startTestPipeline();
});
afterAll(async () => await pipeline.close());
beforeEach(async () => {
  await pipeline.query('delete from affected_entry');
  await pipeline.query('delete from advisory_record');
  await pipeline.query(
    `insert into advisory_source (name, url, state) values ('osv', '', 'ready'), ('starter', '', 'ready') on conflict do nothing`,
  );
});

/** Stores records `<prefix>0`, `<prefix>1`, ... in the directory of the family, each for one package of every release. */
async function store(
  family: string,
  prefix: string,
  releases: readonly string[],
  { source = 'osv', count = 1 } = {},
): Promise<void> {
  await pipeline.query(
    `with record as (
       insert into advisory_record (source, directory, id, modified, class, severity, title, details, cvss, cwes, "references",
         aliases, upstream, group_ids, projection_sha256, raw, snapshot)
       select $1, $2, $3 || n, now(), 'vulnerability', 'unknown', '', '', '[]', '{}', '{}', '{}', '{}', '{}', '', '', 1
       from generate_series(0, $4 - 1) n returning source, directory, id)
     insert into affected_entry (source, directory, record_id, n, package_key, entry)
     select source, directory, id, r.n, concat_ws(e'\\x1f', $2::text, r.release, 'bash'), '{}'
     from record cross join unnest($5::text[]) with ordinality r(release, n)`,
    [source, family, prefix, count, releases],
  );
}

async function readOf(family: string, ...releases: readonly string[]): Promise<string[]> {
  const asked = releases.map((release) => ({ family, release }));
  const found = await pipeline.deps.database.reference(async (tx) => await listComprehensiveReleases(tx, asked));
  return [...found].map((prefix) => prefix.split('\u001f')[1] ?? '').toSorted();
}

describe('comprehensive releases', () => {
  it.each([
    ['Debian', 'DEBIAN-CVE-2024-100', ['12']],
    ['Debian', 'CVE-2024-100', ['12']],
    ['Ubuntu', 'UBUNTU-CVE-2024-100', ['12']],
    ['Debian', 'DSA-100', []],
    ['Ubuntu', 'USN-100', []],
    ['Red Hat', 'RHSA-2024:100', []],
    ['Red Hat', 'CVE-2024-100', ['12']],
    ['Alpine', 'ALPINE-CVE-2024-100', []],
  ])('are recognized in records of %s such as %s: %j', async (family, prefix, releases) => {
    await store(family, prefix, ['12']);

    expect(await readOf(family, '12', '13')).toEqual(releases);
  });

  it('do not come from the starter set', async () => {
    await store('Debian', 'DEBIAN-CVE-2024-100', ['12'], { source: 'starter' });

    expect(await readOf('Debian', '12')).toEqual([]);
  });

  it('exclude those that only a few of the newest records still name', async () => {
    await store('Debian', 'DEBIAN-CVE-2023-100', ['10', '11', '12'], { count: 400 });
    await store('Debian', 'DEBIAN-CVE-2024-100', ['12'], { count: 180 });
    await store('Debian', 'DEBIAN-CVE-2024-200', ['11', '12'], { count: 20 });
    await store('Debian', 'DEBIAN-CVE-2024-300', ['9', '12'], { count: 1 });
    await store('Debian', 'DSA-100', ['10'], { count: 30 });

    expect(await readOf('Debian', '9', '10', '11', '12')).toEqual(['11', '12']);
  });

  it('are empty for an empty list', async () => {
    expect(await readOf('Debian')).toEqual([]);
  });
});
