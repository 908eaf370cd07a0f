/** Every real file of a distribution is either read completely, or refused with a clear reason. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDistributionFiles, type RealFile } from '../../../test/support/distribution-files.ts';
import type { Advisory } from '../../core/advisory/advisory.ts';
import { parsePublishedFile } from '../../core/advisory/distributions/published-file.ts';
import { parseOsvRecord } from '../../core/advisory/osv/parse-osv-record.ts';
import { readAdvisories } from './read-advisories.ts';

const FILES = listDistributionFiles();
/** Files that are broken on purpose. */
const BROKEN: Readonly<Record<string, string>> = {
  'amazon/vuln-list-update/amazon/testdata/fixtures/updateinfo_invalid.xml.gz': 'Unclosed root tag',
  'amazon/vuls-data-update/pkg/fetch/amazon/testdata/fixtures/updateinfo_invalid_xml.xml.gz': 'it is empty',
  'oracle/vuln-list-update/oracle/oval/testdata/broken-oval-data.xml.bz2': 'Unexpected close tag',
  'oracle/vuls-data-update/pkg/fetch/oracle/linux/testdata/fixtures/invalid.xml': 'neither an updateinfo.xml',
  'oracle/vuls-data-update/pkg/fetch/oracle/linux/testdata/fixtures/invalid.xml.bz2': 'not valid XML',
  'photon/vuln-list-update/photon/testdata/cve_data_photon_invalid_format.json': 'neither XML nor a list',
};

/** One version is a list of versions, for two vulnerabilities: they cannot be assessed. */
const UNREADABLE: Readonly<Record<string, readonly string[]>> = {
  'azurelinux-mariner/azurelinux-3.0-oval.xml.gz': ['unparsable-bound', 'unparsable-bound'],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-real-files-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function read({ copyTo, directory }: RealFile): Promise<readonly Advisory[]> {
  const file = parsePublishedFile(directory) ?? expect.fail(`${directory} is not a name.`);
  const request = { source: 'test', file, changedAt: '2026-01-01T00:00:00Z', onSkipped: () => {} };
  const advisories: Advisory[] = [];
  for await (const record of readAdvisories(copyTo(folder), { ...request, signal: new AbortController().signal })) {
    const advisory = parseOsvRecord(record);
    advisories.push('problem' in advisory ? expect.fail(advisory.problem) : advisory);
  }
  return advisories;
}

describe.skipIf(FILES.length === 0)('the real files', () => {
  it.each(FILES)('$file', async (real) => {
    const problem = BROKEN[real.file];
    if (problem !== undefined) {
      await expect(read(real)).rejects.toMatchObject({
        code: 'FEED_REJECTED',
        message: expect.stringContaining(problem) as string,
      });
      return;
    }
    const advisories = await read(real);

    const problems = advisories.flatMap(({ affected }) => affected.flatMap((entry) => entry.problems));
    expect(problems).toEqual(UNREADABLE[real.file] ?? []);
    expect(new Set(advisories.map(({ id }) => id)).size).toBe(advisories.length);
  });

  it.each([
    ['azurelinux-mariner/azurelinux-3.0-oval.xml.gz', { records: 1_886, fixed: 2_264, unfixed: 0, withoutRange: 2 }],
    [
      'azurelinux-mariner/cbl-mariner-1.0-oval.xml.gz',
      { records: 2_149, fixed: 2_032, unfixed: 126, withoutRange: 78 },
    ],
    ['photon/com.vmware.phsa-photon3.xml.gz', { records: 222, fixed: 778, unfixed: 0, withoutRange: 0 }],
  ])('%s has the expected states', async (name, expected) => {
    const advisories = await read(FILES.find(({ file }) => file === name) ?? expect.fail('The file is missing.'));

    const entries = advisories.flatMap(({ affected }) => affected);
    const count = (isCounted: (entry: (typeof entries)[number]) => boolean): number => entries.filter(isCounted).length;
    expect({
      records: advisories.length,
      fixed: count(({ windows }) => windows.length > 0 && windows.every(({ fixed }) => fixed !== undefined)),
      unfixed: count(({ windows }) => windows.some(({ fixed }) => fixed === undefined)),
      withoutRange: count(({ windows }) => windows.length === 0),
    }).toEqual(expected);
  });
});
