import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  aCveRecord,
  aVulnrichmentArchive,
  readEnrichmentFeed,
  type EnrichmentResult,
} from '../../../test/support/read-enrichment.ts';
import { writeZip, type ZipEntry } from '../../../test/support/zip-writer.ts';
import type { EnrichmentRequest } from '../feed.ts';
import { createVulnrichmentFeed } from './vulnrichment.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-ssvc-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function read(archive: Uint8Array, request?: Partial<EnrichmentRequest>): Promise<EnrichmentResult> {
  const file = join(folder, 'vulnrichment.zip');
  await writeFile(file, archive);
  const feed = createVulnrichmentFeed({ url: pathToFileURL(file).href, stagingDir: join(folder, 'staging') });
  const result = await readEnrichmentFeed(feed, request);
  if (result === 'unchanged') throw new Error('It was not read.');
  return result;
}

const NAME = '2024/1xxx/CVE-2024-1000.json';
const GOOD: ZipEntry = { name: NAME, content: aCveRecord('CVE-2024-1000', 'active') };

describe('createVulnrichmentFeed', () => {
  it('reads the archive of a repository', async () => {
    const { rows, asOf, progress } = await read(aVulnrichmentArchive(30));

    expect(rows).toHaveLength(30);
    expect(rows[0]).toEqual({
      cve: 'CVE-2024-1000',
      ssvc: { exploitation: 'none', automatable: false, technicalImpact: 'partial', at: '2024-06-11T14:04:20.266694Z' },
    });
    expect(asOf).toBeNull();
    expect(progress.at(-1)).toMatchObject({ directory: 'ssvc', records: 30, skipped: 1 });
  });

  it('skips records without a CISA assessment and other files', async () => {
    const { rows } = await read(
      writeZip([
        GOOD,
        {
          name: '2024/1xxx/CVE-2024-1001.json',
          content: '{"cveMetadata":{"cveId":"CVE-2024-1001","state":"REJECTED"}}',
        },
        { name: '.github/renovate-config.json', content: '{' },
        { name: '../CVE-2024-1002.json', content: aCveRecord('CVE-2024-1002') },
      ]),
    );

    expect(rows.map(({ cve }) => cve)).toEqual(['CVE-2024-1000']);
  });

  it.each<[string, Uint8Array, Partial<EnrichmentRequest>, string]>([
    ['an empty file', Buffer.alloc(0), {}, 'not a zip archive, or it is truncated'],
    ['an HTML page', Buffer.from('<html>'), {}, 'not a zip archive, or it is truncated'],
    ['a truncated archive', aVulnrichmentArchive(9).subarray(0, -50), {}, 'not a zip archive, or it is truncated'],
    ['an empty archive', writeZip([]), {}, 'it is empty'],
    ['an archive of other things', writeZip([{ name: 'a/README.md', content: 'x' }]), {}, 'it is empty'],
    ['a corrupt record', writeZip([{ ...GOOD, checksum: 1 }]), {}, '"CVE-2024-1000" is corrupt'],
    ['a record that is not JSON', writeZip([{ name: NAME, content: '{' }]), {}, '1 of its 1 rows cannot be parsed'],
    [
      'a record under the name of another',
      writeZip([{ name: NAME, content: aCveRecord('CVE-2024-1001') }]),
      {},
      '1 of its 1 rows cannot be parsed',
    ],
    ['a bomb', writeZip([{ name: NAME, content: Buffer.alloc(2_000_000) }]), {}, '1 of its 1 rows cannot be parsed'],
    ['much less than before', aVulnrichmentArchive(89), { before: { records: 100, asOf: null } }, 'had 100 before'],
  ])('rejects %s', async (_, archive, request, problem) => {
    await expect(read(archive, request)).rejects.toMatchObject({
      code: 'FEED_REJECTED',
      message: expect.stringContaining(problem) as string,
    });
  });
});
