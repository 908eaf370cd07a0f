import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeMirror, type Files } from '../../../test/support/osv-mirror.ts';
import { readFeed } from '../../../test/support/read-feed.ts';
import {
  anOvalOfPatches,
  anOvalOfVulnerabilities,
  anUpdateinfo,
  criteriaOf,
} from '../../../test/support/xml-advisories.ts';
import { parsePublishedFile } from '../../core/advisory/distributions/published-file.ts';
import type { Feed } from '../feed.ts';
import { createDistributionsFeed } from './distributions.ts';

const { signal } = new AbortController();
const CORE = anUpdateinfo({
  id: 'ALAS2-2024-1',
  short: 'amazon-linux-2',
  packages: [{ name: 'curl', fixed: '0:8.0-1.amzn2' }],
});
const AZURE = anOvalOfVulnerabilities({ cve: 'CVE-2024-1000', name: 'curl', tests: [['less than', '0:8.0-1.azl3']] });
const ORACLE = anOvalOfPatches({
  id: 'ELSA-2024-1',
  criteria: criteriaOf('Oracle Linux 8 is installed', 'curl is earlier than 0:8.0-1.el8'),
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-distributions-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Takes the path of the file of each directory. */
async function openFeed(files: Readonly<Files>, directories: Readonly<Record<string, string>>): Promise<Feed> {
  await writeMirror(folder, files);
  const configured = Object.entries(directories).map(([directory, path]) => ({
    ...(parsePublishedFile(directory) ?? expect.fail(`${directory} is not a name.`)),
    url: `${pathToFileURL(folder).href}${path}`,
  }));
  return createDistributionsFeed({ files: configured, stagingDir: join(folder, 'staging') });
}

function refusal(problem: string): object {
  return { code: 'FEED_REJECTED', message: expect.stringContaining(problem) as string };
}

function repomd(location: string): string {
  return `<repomd><data type="primary"><location href="repodata/p.xml.gz"/></data><data type="updateinfo"><location href="${location}"/></data></repomd>`;
}

describe('readAll', () => {
  it.each<[string, string, string | Uint8Array, string]>([
    ['updateinfo', 'Amazon Linux:2', CORE, 'ALAS2-2024-1'],
    ['updateinfo, compressed with gzip', 'Amazon Linux:2', gzipSync(CORE), 'ALAS2-2024-1'],
    ['updateinfo, compressed with zstd', 'Amazon Linux:2', zstdCompressSync(CORE), 'ALAS2-2024-1'],
    ['notices in OVAL', 'Oracle Linux', ORACLE, 'ELSA-2024-1'],
    ['vulnerabilities in OVAL', 'Azure Linux:3', AZURE, 'CVE-2024-1000'],
    ['the list of Photon OS', 'Photon OS:5.0', '[{"cve_id":"CVE-2024-1000","pkg":"curl"}]', 'CVE-2024-1000'],
    [
      'notices of Photon OS',
      'Photon OS:3.0',
      anOvalOfPatches({ id: 'PHSA-2020:1', criteria: criteriaOf('Photon OS 3 is installed', 'a is earlier than 1-1') }),
      'PHSA-2020:1',
    ],
  ])('reads %s', async (_, directory, content, id) => {
    const feed = await openFeed({ '/file': content }, { [directory]: '/file' });

    const { keys, batches, progress } = await readFeed(feed);

    expect(keys).toEqual([`${directory}/${id}`]);
    expect(JSON.parse(new TextDecoder().decode(batches[0]?.[0]?.bytes))).toMatchObject({
      id,
      modified: expect.stringMatching(/^20.*Z$/) as string,
      affected: [{ package: { name: expect.any(String) as string } }],
    });
    expect(progress.at(-1)).toMatchObject({ directory, records: 1, skipped: 0 });
  });

  it('reads the updateinfo of a yum repository, also through a list of mirrors', async () => {
    const feed = await openFeed(
      {
        '/2/core/repodata/repomd.xml': repomd('repodata/u.xml.gz'),
        '/2/core/repodata/u.xml.gz': gzipSync(CORE),
        '/2/mirror.list': `${pathToFileURL(folder).href}/2/core\n`,
      },
      { 'Amazon Linux:2': '/2/core/', 'Amazon Linux:2:again': '/2/mirror.list' },
    );

    const { keys } = await readFeed(feed);

    expect(keys).toEqual(['Amazon Linux:2/ALAS2-2024-1', 'Amazon Linux:2:again/ALAS2-2024-1']);
  });

  it('counts updates that fix no vulnerability, and repeated ids', async () => {
    const update = { id: 'FEDORA-2024-1', short: 'F40', packages: [{ name: 'curl', fixed: '0:8.0-1.fc40' }] };
    const file = anUpdateinfo(update, update, { ...update, id: 'FEDORA-2024-2', type: 'bugfix', cves: [] });
    const feed = await openFeed({ '/file': file }, { Fedora: '/file' });

    const { keys, progress } = await readFeed(feed);

    expect(keys).toEqual(['Fedora/FEDORA-2024-1']);
    expect(progress.at(-1)).toMatchObject({ records: 1, skipped: 2 });
  });

  const BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><updates>&b;</updates>';

  it.each<[string, string | Uint8Array, string]>([
    ['entities', BOMB, 'a document type declaration is not allowed'],
    ['an unknown entity', '<updates><update>&x;</update></updates>', 'not valid XML'],
    ['deep nesting', `<updates>${'<update>'.repeat(100_000)}`, 'nested deeper than 64'],
    [
      'deep nesting inside of an advisory',
      `<updates><update>${'<a>'.repeat(70)}${'</a>'.repeat(70)}</update></updates>`,
      'nested deeper than 64',
    ],
    [
      'an advisory with too many elements',
      `<updates><update>${'<a/>'.repeat(200_001)}</update></updates>`,
      'more than',
    ],
    ['an endless tag', `<updates><update a="${'x'.repeat(200_000)}"/></updates>`, 'not valid XML'],
    [
      'too many attributes',
      `<updates><update ${Array.from({ length: 200 }, (_, n) => `a${n}="1"`).join(' ')}/></updates>`,
      'more than 100 attributes',
    ],
    ['an unfinished file', CORE.slice(0, -10), 'not valid XML'],
    ['an unfinished archive', gzipSync(CORE).subarray(0, -20), 'corrupt or truncated'],
    ['an empty file', '', 'it is empty'],
    ['text', 'not found', 'not valid XML'],
    ['a web page', '<html><body>Sign in</body></html>', 'neither an updateinfo.xml nor a file in OVAL'],
    ['bzip2', Buffer.from('BZh91AY'), 'compressed with bzip2, which cannot be read'],
    ['xz', Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0), 'compressed with xz'],
    ['a file of another distribution', ORACLE, 'names a package of Amazon Linux:2'],
    ['a file of another release', CORE.replace('amazon-linux-2', 'amazon-linux-2023'), 'names a package of'],
  ])('rejects %s', async (_, content, problem) => {
    const feed = await openFeed({ '/file': content }, { 'Amazon Linux:2': '/file' });

    await expect(readFeed(feed)).rejects.toMatchObject(refusal(problem));
  });

  it.each<[string, string, string, string]>([
    ['a list that is nested deeply', 'Photon OS:5.0', '['.repeat(100_000), 'neither XML nor a list in JSON'],
    ['a list that is no list', 'Photon OS:5.0', '{"a":1}', 'neither XML nor a list in JSON'],
    ['OVAL of another release', 'Azure Linux:2', AZURE, 'it is about the release 3'],
  ])('rejects %s', async (_, directory, content, problem) => {
    const feed = await openFeed({ '/file': content }, { [directory]: '/file' });

    await expect(readFeed(feed)).rejects.toMatchObject(refusal(problem));
  });

  it('cuts long text', async () => {
    const feed = await openFeed(
      { '/file': CORE.replace('Fixes ', 'x'.repeat(10_000_000)) },
      { 'Amazon Linux:2': '/file' },
    );

    const { batches } = await readFeed(feed);

    expect(batches[0]?.[0]?.bytes.length).toBeLessThan(200_000);
  });

  it.each<[string, Files, string, string]>([
    ['a missing file', {}, '/file', 'it has no file'],
    ['a repository without an index', {}, '/repo/', 'it has no repodata/repomd.xml'],
    ['an index without updateinfo', { '/repo/repodata/repomd.xml': '<repomd/>' }, '/repo/', 'names no updateinfo'],
    [
      'an index that leads elsewhere',
      { '/repo/repodata/repomd.xml': repomd('../../../etc/passwd') },
      '/repo/',
      'outside of repodata',
    ],
    ['an index that is not XML', { '/repo/repodata/repomd.xml': 'x' }, '/repo/', 'not valid XML'],
    [
      'a mirror at another server',
      { '/mirror.list': 'https://elsewhere.example/2\n' },
      '/mirror.list',
      'no repository at the same server',
    ],
  ])('rejects %s', async (_, files, path, problem) => {
    const feed = await openFeed(files, { 'Amazon Linux:2': path });

    await expect(readFeed(feed)).rejects.toMatchObject(refusal(problem));
  });
});

describe('readList', () => {
  it('says that everything must be read, and then that nothing has changed', async () => {
    const feed = await openFeed({ '/file': CORE }, { 'Amazon Linux:2': '/file' });

    const list = await feed.readList('Amazon Linux:2', {}, { signal });

    expect(list).toMatchObject({ entries: [], isUnlisted: true });
    const etag = typeof list === 'object' ? list.etag : undefined;
    expect(await feed.readList('Amazon Linux:2', { etag }, { signal })).toBe('unchanged');
  });

  it('compares the index of a repository', async () => {
    const files = { '/repo/repodata/repomd.xml': repomd('repodata/u.xml'), '/repo/repodata/u.xml': CORE };
    const feed = await openFeed(files, { 'Amazon Linux:2': '/repo/' });

    const list = await feed.readList('Amazon Linux:2', {}, { signal });

    const etag = typeof list === 'object' ? list.etag : undefined;
    expect(await feed.readList('Amazon Linux:2', { etag }, { signal })).toBe('unchanged');
  });
});
