/** Advisories for an installation without a network: exported from one database, imported into another. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { anOsvExport, writeMirror } from '../../support/osv-mirror.ts';
import { runAssay, type CommandResult } from '../../support/run-assay.ts';
import { aDatabase, createTestDatabase } from '../../support/test-database.ts';
import { anUpdateinfo } from '../../support/xml-advisories.ts';
import { aFolder } from './places.ts';
import { unpackRecord } from '../../../src/store/advisories/vulnerabilities/unpack-record.ts';
import { openBundleFile } from '../../../src/feeds/bundle/bundle-file.ts';
import type { Enrichment } from '../../../src/core/advisory/enrichment/enrichment.ts';
import type { Item, PreparedBy } from '../../../src/feeds/bundle/bundle-format.ts';
import { writeBundle, type BundleSection } from '../../../src/feeds/bundle/write-bundle.ts';
import { findRealData } from '../../support/real-data.ts';

const TIMEOUT = { timeout: 180_000 };
const REAL = { timeout: 600_000 };

const NPM = Array.from({ length: 450 }, (_, n) =>
  anOsvRecord({
    id: `GHSA-aaaa-bbbb-${String(n).padStart(4, '0')}`,
    // Two records each share a vulnerability.
    aliases: [`CVE-2024-${10_000 + Math.floor(n / 2)}`],
    summary: `Number ${n}`,
    affected: [anAffected({ name: `package-${n}` })],
  }),
);
const DEBIAN = [
  anOsvRecord({
    id: 'DSA-1-1',
    upstream: ['CVE-2024-10000', 'CVE-2024-10001'],
    affected: [anAffected({ ecosystem: 'Debian:12', name: 'left-pad' })],
  }),
];
const KEV = {
  title: 'Catalog',
  catalogVersion: '1',
  dateReleased: '2026-01-01T00:00:00.0000Z',
  count: 1,
  vulnerabilities: [
    {
      cveID: 'CVE-2024-10000',
      vulnerabilityName: 'A',
      dateAdded: '2024-02-01',
      requiredAction: 'Update.',
      dueDate: '2024-03-01',
      knownRansomwareCampaignUse: 'Known',
    },
  ],
};
const EPSS =
  '#model_version:v2025.03.14,score_date:2026-01-02T00:00:00+0000\ncve,epss,percentile\nCVE-2024-10000,0.00043,0.1\nCVE-2024-10007,0.9,0.99\n';

const OFF = { ASSAY_OSV_URL: 'off', ASSAY_KEV_URL: 'off', ASSAY_EPSS_URL: 'off', ASSAY_SSVC_URL: 'off' };
/** Everything that an import writes, except the numbers and times of the import itself. */
const CONTENT = {
  records: `select source, directory, id, modified, published, withdrawn, class, severity, title, details, cvss, cwes,
      "references", aliases, upstream, related, group_ids, encode(projection_sha256, 'hex') as projection,
      encode(severity_sha256, 'hex') as severity_part, raw, mentions, missing_since, too_many_aliases
    from advisory_record order by source, directory, id collate "C"`,
  entries:
    'select source, directory, record_id, n, package_key, entry, listed, own, active from affected_entry order by source, directory, record_id collate "C", n',
  sources: 'select * from package_source order by key, source_name collate "C"',
  releases:
    'select family, release, loaded, comprehensive, fix_only from release_state order by family, release collate "C"',
  groups: 'select group_id from group_revision order by group_id collate "C"',
  directories:
    'select source, directory, state, high_water, records, pending, reader_version, refused from advisory_directory order by directory',
  aliases: 'select * from alias order by id collate "C"',
  enrichment: 'select cve, kev, epss_score, epss_percentile, ssvc from enrichment order by cve collate "C"',
  keys: 'select key from package_key order by key collate "C"',
};

let folder: string;
let from: string;
let bundle: string;
let mirror: Record<string, string>;

async function run(
  url: string,
  parameters: readonly string[],
  environment: Record<string, string> = OFF,
): Promise<CommandResult> {
  return await runAssay(['advisories', ...parameters], {
    folder,
    environment: { ...environment, ASSAY_DATABASE_URL: url },
  });
}

async function ask<Row extends object>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

async function contentOf(url: string): Promise<Record<string, object[]>> {
  const content: Record<string, object[]> = {};
  for (const [name, query] of Object.entries(CONTENT)) content[name] = await ask(url, query);
  // A bundle may compress a record in another way than the archive of its source.
  const records = (content['records'] ?? []) as { raw: Uint8Array }[];
  content['records'] = await Promise.all(
    records.map(async (record) => ({ ...record, raw: (await unpackRecord(record.raw)).toString() })),
  );
  return content;
}

describe('a bundle', TIMEOUT, () => {
  beforeAll(async () => {
    const database = await createTestDatabase();
    from = database.url;
    folder = await mkdtemp(join(tmpdir(), 'assay-bundle-'));
    await writeMirror(join(folder, 'osv'), anOsvExport({ npm: NPM, Debian: DEBIAN }));
    await writeFile(join(folder, 'kev.json'), JSON.stringify(KEV));
    await writeFile(join(folder, 'epss.csv'), EPSS);
    const at = (name: string): string => pathToFileURL(join(folder, name)).href;
    mirror = {
      ASSAY_OSV_URL: at('osv'),
      ASSAY_KEV_URL: at('kev.json'),
      ASSAY_EPSS_URL: at('epss.csv'),
      ASSAY_SSVC_URL: 'off',
    };
    bundle = join(folder, 'advisories.bundle');
    await run(from, ['sync'], mirror);
    await run(from, ['export', bundle]);
    return async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    };
  });

  it('carries records, entries, alias groups and enrichment, byte for byte', async () => {
    const to = await aDatabase();

    const result = await run(to, ['import', bundle]);

    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/^Imported 451 records in \d+ s: 451 changed\.$/m);
    const [ours, theirs] = [await contentOf(from), await contentOf(to)];
    expect(theirs).toEqual(ours);
    const advisories = (ours['records'] as { source: string }[]).filter(({ source }) => source === 'osv');
    expect(advisories).toHaveLength(451);
    expect(ours['enrichment']).toHaveLength(2);
  });

  it('is copied as rows, and parsed again if another version of Assay has created it', async () => {
    const [same, other] = [await aDatabase(), await aDatabase()];
    const old = join(await aFolder(), 'old.bundle');
    await rewrite(old, { prepared: { migration: '0001-directory', reader: 1 } });

    const copied = await run(same, ['import', bundle]);
    const parsed = await run(other, ['import', old]);

    expect(copied.stdout).not.toContain('Another version');
    expect(parsed.stdout).toContain('Another version of Assay has created it');
    expect([copied.code, parsed.code]).toEqual([0, 0]);
    expect(await contentOf(same)).toEqual(await contentOf(other));
  });

  it('carries the files of distributions, which are copied as rows', async () => {
    const [source, to] = [await aDatabase(), await aDatabase()];
    const place = await aFolder();
    const packages = [{ name: 'left-pad', fixed: '0:1.0-1.amzn2' }];
    const file = join(place, 'updateinfo.xml');
    await writeFile(file, anUpdateinfo({ id: 'ALAS2-2024-1', short: 'amazon-linux-2', packages }));
    const files = join(place, 'distributions.bundle');
    await run(source, ['sync'], {
      ...OFF,
      ASSAY_DISTRIBUTION_ADVISORIES: `Amazon Linux:2=${pathToFileURL(file).href}`,
    });
    await run(source, ['export', files]);

    expect(await run(to, ['import', files])).toMatchObject({ code: 0, stderr: '' });
    expect(await contentOf(to)).toEqual(await contentOf(source));
  });

  it('carries records of NVD beside those of OSV, in both ways', async () => {
    const [source, same, other] = [await aDatabase(), await aDatabase(), await aDatabase()];
    const place = await aFolder();
    const criteria = 'cpe:2.3:a:nodejs:node.js:*:*:*:*:*:*:*:*';
    const beside = { vulnerable: false, criteria: 'cpe:2.3:h:acme:router:-:*:*:*:*:*:*:*' };
    const nodes = [{ vulnerable: true, criteria, versionEndExcluding: '18.9.1' }, beside].map((each) => ({
      operator: 'OR',
      cpeMatch: [each],
    }));
    const cve = { id: 'CVE-2024-10000', lastModified: '2024-02-01T00:00:00.000' };
    const vulnerabilities = [{ cve: { ...cve, configurations: [{ operator: 'AND', nodes }] } }];
    await writeFile(join(place, 'nvdcve-2.0-2024.json'), JSON.stringify({ vulnerabilities }));
    const real = join(place, 'nvd.bundle');
    await run(source, ['sync'], { ...mirror, ASSAY_NVD_URL: pathToFileURL(place).href });
    await run(source, ['export', real]);
    const old = join(place, 'old.bundle');
    await rewrite(old, { from: real, prepared: { migration: '0001-directory', reader: 1 } });

    const copied = await run(same, ['import', real]);
    const parsed = await run(other, ['import', old]);

    expect([copied.stderr, parsed.stderr]).toEqual(['', '']);
    const contents = await contentOf(same);
    // The releases of distributions come with OSV.
    const sources = Object.groupBy(contents['records'] as { source: string }[], (record) => record.source);
    expect(Object.keys(sources).toSorted()).toEqual(['nvd', 'osv', 'releases']);
    expect([sources['nvd']?.length, sources['osv']?.length]).toEqual([1, 451]);
    expect(contents['keys']).toContainEqual({ key: 'CPE\u001F\u001Fa:nodejs:node.js' });
    expect(contents).toEqual(await contentOf(source));
    expect(contents).toEqual(await contentOf(other));
  });

  it.skipIf(findRealData('osv') === undefined)('of real records has the same rows in both ways', REAL, async () => {
    const [source, same, other] = [await aDatabase(), await aDatabase(), await aDatabase()];
    const place = await aFolder();
    const ecosystems = { ASSAY_ADVISORY_ECOSYSTEMS: 'Hex,NuGet,SUSE,SwiftURL' };
    const real = join(place, 'real.bundle');
    await run(source, ['sync'], {
      ...OFF,
      ...ecosystems,
      ASSAY_OSV_URL: pathToFileURL(findRealData('osv') ?? '').href,
    });
    await run(source, ['export', real]);
    const old = join(place, 'old.bundle');
    await rewrite(old, { from: real, prepared: { migration: '0001-directory', reader: 1 } });

    const copied = await run(same, ['import', real], { ...OFF, ...ecosystems });
    const parsed = await run(other, ['import', old], { ...OFF, ...ecosystems });

    expect([copied.stderr, parsed.stderr]).toEqual(['', '']);
    const contents = await contentOf(same);
    expect(contents['records']?.length).toBeGreaterThan(2_000);
    expect(contents['sources']?.length).toBeGreaterThan(100);
    expect(contents).toEqual(await contentOf(source));
    expect(contents).toEqual(await contentOf(other));
  });

  it.each<[string, string, (lines: string) => string]>([
    ['a link to a script', 'advisory_record', (lines) => lines.replace(/\t\{\}\t\{CVE/, '\t{javascript:1}\t{CVE')],
    [
      'an unknown severity',
      'advisory_record',
      (lines) => lines.replace('\tvulnerability\t', '\tvulnerability\tsevere'),
    ],
    ['an id with a space', 'advisory_record', (lines) => lines.replace('GHSA-aaaa-bbbb-0000\t', 'GHSA aaaa\t')],
    ['a record twice', 'advisory_record', (lines) => `${lines.slice(0, lines.indexOf('\n') + 1)}${lines}`],
    ['one record less', 'advisory_record', (lines) => lines.slice(lines.indexOf('\n') + 1)],
    ['a date after the end of time', 'advisory_record', (lines) => lines.replace(/\t20\d\d-/, '\t9999-')],
    ['too few columns', 'advisory_record', (lines) => lines.replace('\t', '')],
    ['a row that is cut off', 'affected_entry', (lines) => lines.slice(0, -10)],
    ['an entry without versions', 'affected_entry', (lines) => lines.replace('"versions": [', '"version": [')],
    ['a list of lists', 'affected_entry', (lines) => lines.replace('"versions": []', '"versions": [["1"]]')],
    ['a window of numbers', 'affected_entry', (lines) => lines.replace(/"fixed": "[^"]*"/, '"fixed": 1')],
    ...[
      '"binaries": [{"name": "a"}]',
      '"platforms": [{"os": ["linux"]}]',
      '"commits": {"introduced": []}',
      '"modules": "a"',
    ].map((member): [string, string, (lines: string) => string] => [
      `the member ${member}`,
      'affected_entry',
      (lines) => lines.replace('"versions": [', `${member}, "versions": [`),
    ]),
    ['an unknown scheme', 'affected_entry', (lines) => lines.replace('"scheme": "semver"', '"scheme": "none"')],
    ['the key of another package', 'affected_entry', (lines) => lines.replace(/package-\d+\t/, 'lodash\t')],
    ['an entry of another record', 'affected_entry', (lines) => lines.replace('GHSA-aaaa', 'GHSA-none')],
    ['a statement', 'affected_entry', (lines) => `${lines}\\.\ndrop table advisory_record;\n`],
  ])('with %s in its rows changes nothing', async (_what, table, forge) => {
    const to = await aDatabase();
    const forged = join(await aFolder(), 'forged.bundle');
    await rewrite(forged, { forge: { table, directory: 'npm', change: forge } });

    const { code, stderr } = await run(to, ['import', forged]);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The rows of "osv\/npm" were rejected: [^\n]+\n/);
    expect(await ask(to, `select * from advisory_record where directory = 'npm'`)).toEqual([]);
    expect(await ask(to, `select * from affected_entry where directory = 'npm'`)).toEqual([]);
  });

  it('has the age of its data, and does not reveal its location', async () => {
    const to = await aDatabase();
    await ask(from, `update advisory_source set last_success_at = '2026-01-05T00:00:00Z' where name = 'osv'`);
    const old = join(await aFolder(), 'old.bundle');
    await run(from, ['export', old]);

    await run(to, ['import', old]);

    const sources = await ask(
      to,
      'select name, url, state, enabled, last_success_at, etag from advisory_source order by name',
    );
    expect(sources).toEqual(
      ['epss', 'kev', 'osv', 'releases'].map((name) => ({
        name,
        url: 'bundle',
        state: 'ready',
        enabled: false,
        last_success_at: new Date('2026-01-05T00:00:00Z'),
        etag: null,
      })),
    );
  });

  it('can be imported again without a change, and a later sync continues from it', async () => {
    const to = await aDatabase();
    await run(to, ['import', bundle]);

    const again = await run(to, ['import', bundle]);
    const online = await run(to, ['sync'], mirror);

    expect(again.stdout).toMatch(/^Imported 451 records in \d+ s: 0 changed\.$/m);
    expect(online).toMatchObject({ code: 0, stderr: '' });
    expect(online.stdout).toMatch(/ 0 changed\.$/m);
    expect(await contentOf(to)).toEqual(await contentOf(from));
    const [osv] = await ask<{ url: string }>(to, `select url from advisory_source where name = 'osv'`);
    expect(osv?.url).toBe(`${mirror['ASSAY_OSV_URL']}/`);
  });

  it('that is older than the loaded data is rejected', async () => {
    const to = await aDatabase();
    const newer = [...NPM, anOsvRecord({ id: 'GHSA-aaaa-bbbb-zzzz', modified: '2025-06-01T00:00:00Z' })];
    const place = await aFolder();
    await writeMirror(place, anOsvExport({ npm: newer, Debian: DEBIAN }));
    await run(to, ['sync'], { ...OFF, ASSAY_OSV_URL: pathToFileURL(place).href });
    const before = await contentOf(to);

    const { code, stderr } = await run(to, ['import', bundle]);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The data of "osv\/npm" is older than the loaded data/);
    expect((await contentOf(to))['records']).toEqual(before['records']);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['was cut off', (bytes) => bytes.subarray(0, bytes.length - 1_000)],
    ['has one bit changed', (bytes) => flip(bytes, bytes.length / 2)],
    ['has another digest', (bytes) => flip(bytes, bytes.length - 1)],
    ['is something else', () => Buffer.from('{"format":"assay-advisories"}')],
    ['is empty', () => Buffer.alloc(0)],
  ])('that %s changes nothing', async (_what, change) => {
    const to = await aDatabase();
    const path = join(await aFolder(), 'damaged.bundle');
    await writeFile(path, change(await readFile(bundle)));

    const { code, stderr } = await run(to, ['import', path]);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The data of "bundle" was rejected: [^\n]+\n$/);
    expect(await ask(to, 'select * from advisory_source')).toEqual([]);
    expect(await ask(to, 'select * from advisory_record')).toEqual([]);
  });

  it('is not created from the starter set, nor at a path that is not writable', async () => {
    const place = await aFolder();

    const empty = await run(await aDatabase(), ['export', join(place, 'a')]);
    const unwritable = await run(from, ['export', join(place, 'absent', 'a')]);

    expect([empty.code, empty.stderr]).toEqual([1, expect.stringMatching(/^Nothing to export: [^\n]+\n$/)]);
    expect([unwritable.code, unwritable.stderr]).toEqual([1, expect.stringMatching(/^Cannot write the bundle [^\n]+/)]);
    await expect(stat(join(place, 'a'))).rejects.toThrow('ENOENT');
  });
});

interface Rewriting {
  readonly from?: string;
  readonly prepared?: PreparedBy;
  readonly forge?: {
    readonly table: string;
    readonly directory: string;
    readonly change: (lines: string) => string;
  };
}

/** Writes a bundle with a valid digest whose rows were changed. */
async function rewrite(path: string, { from: original = bundle, prepared, forge }: Rewriting): Promise<void> {
  const { signal } = new AbortController();
  const file = await openBundleFile(original, signal);
  async function* sections(): AsyncGenerator<BundleSection> {
    for (const section of file.sections) {
      const items: Item[] = [];
      for await (const part of file.readSection(section, signal)) items.push(...part);
      if (section.kind === 'enrichment') {
        const rows = items.map(
          ({ name, bytes }) => ({ cve: name, ...JSON.parse(Buffer.from(bytes).toString()) }) as Enrichment,
        );
        yield { ...section, rows: one(rows) };
        continue;
      }
      if (section.kind === 'records') {
        const { source, directory } = section;
        yield {
          kind: 'records',
          source,
          directory,
          records: one(items.map(({ name, bytes }) => ({ id: name, bytes }))),
        };
        continue;
      }
      const lines = Buffer.concat(items.map(({ bytes }) => bytes)).toString();
      const isForged = section.table === forge?.table && section.directory === forge.directory;
      const changed = isForged ? forge.change(lines) : lines;
      if (isForged && changed === lines) throw new Error('The forgery changes nothing.');
      yield { ...section, lines: one(Buffer.from(changed)) };
    }
  }
  await writeBundle(path, sections(), { createdAt: file.createdAt, prepared: prepared ?? file.prepared!, signal });
  await file.close();
}

async function* one<Value>(value: Value): AsyncGenerator<Value> {
  yield await Promise.resolve(value);
}

function flip(bytes: Buffer, position: number): Buffer {
  const changed = Buffer.from(bytes);
  const at = Math.floor(position);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}
