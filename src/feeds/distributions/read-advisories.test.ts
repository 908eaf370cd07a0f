import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  anOvalOfPatches,
  anOvalOfVulnerabilities,
  anUpdateinfo,
  criteriaOf,
  type Vulnerability,
} from '../../../test/support/xml-advisories.ts';
import type { Advisory } from '../../core/advisory/advisory.ts';
import { parsePublishedFile } from '../../core/advisory/distributions/published-file.ts';
import { parseOsvRecord } from '../../core/advisory/osv/parse-osv-record.ts';
import { describeWindow } from '../../core/versions/version-window.ts';
import { readAdvisories } from './read-advisories.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-advisories-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function read(directory: string, content: string | Uint8Array): Promise<readonly Advisory[]> {
  const path = join(folder, 'file');
  await writeFile(path, content);
  const request = {
    source: 'test',
    file: parsePublishedFile(directory) ?? expect.fail(`${directory} is not a name.`),
    changedAt: '2024-05-06T07:08:09.000Z',
    signal: new AbortController().signal,
    onSkipped: () => {},
  };
  const advisories: Advisory[] = [];
  for await (const record of readAdvisories(path, request)) {
    const advisory = parseOsvRecord(record);
    advisories.push('problem' in advisory ? expect.fail(advisory.problem) : advisory);
  }
  return advisories;
}

/** `2:kernel-5.15 kernel < 0:5.15.43-1.amzn2`, with the streams of a module. */
function describeAffected(advisories: readonly Advisory[]): readonly string[] {
  return advisories.flatMap(({ affected }) =>
    affected.map(({ release, channel, name, windows, problems, modules }) => {
      const place = channel === undefined ? release : `${release}:${channel}`;
      const ranges = [...windows.map(describeWindow), ...problems].join('; ');
      return `${place} ${name} ${ranges === '' ? 'not affected' : ranges}${modules === undefined ? '' : ` (${modules.join()})`}`;
    }),
  );
}

describe('updateinfo', () => {
  it('becomes a notice with its CVEs, times, severity and packages', async () => {
    const file = anUpdateinfo({
      id: 'ALAS2-2024-1',
      short: 'amazon-linux-2',
      packages: [
        { name: 'curl', fixed: '1:8.0-1.amzn2', arch: 'x86_64' },
        { name: 'curl', fixed: '1:8.0-1.amzn2', arch: 'aarch64' },
        { name: 'libcurl', fixed: '1:8.0-1.amzn2' },
        { name: 'curl-debuginfo', fixed: '1:8.0-1.amzn2' },
      ],
      cves: ['CVE-2024-1001', 'CVE-2024-1000'],
    });

    const advisories = await read('Amazon Linux', file);

    expect(advisories).toMatchObject([
      {
        id: 'ALAS2-2024-1',
        published: '2024-01-02T10:00:00.000000Z',
        modified: '2024-02-03T11:30:00.000000Z',
        details: 'Fixes <a> flaw.',
        severity: 'high',
        upstream: ['CVE-2024-1000', 'CVE-2024-1001'],
      },
    ]);
    expect(describeAffected(advisories)).toEqual(['2 curl < 1:8.0-1.amzn2', '2 libcurl < 1:8.0-1.amzn2']);
  });

  it.each([
    ['Amazon Linux', 'amazon-linux-ami', '1 a < 0:1-1'],
    ['Amazon Linux', 'amazon-linux-2', '2 a < 0:1-1'],
    ['Amazon Linux', 'amazon-linux-2---kernel-5.15', '2:kernel-5.15 a < 0:1-1'],
    ['Amazon Linux', 'amazon-linux-2---livepatch', '2 a < 0:1-1'],
    ['Amazon Linux', 'amazon-linux-2023', '2023 a < 0:1-1'],
    ['Amazon Linux', 'amazon-linux-2023---kernel-livepatch', '2023 a < 0:1-1'],
    ['Amazon Linux:2', 'amazon-linux-2023', undefined],
    ['Amazon Linux', 'F40', undefined],
    ['Fedora', 'F40', '40 a < 0:1-1'],
    ['Fedora:39', 'F40', undefined],
    ['Fedora', 'FEDORA-EPEL-9', undefined],
    ['Fedora', 'F40F', undefined],
  ])('of %s with the collection %s is about %s', async (directory, short, expected) => {
    const advisories = await read(
      directory,
      anUpdateinfo({ id: 'X-1', short, packages: [{ name: 'a', fixed: '0:1-1' }] }),
    );

    expect(describeAffected(advisories)).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each([
    ['important', 'high'],
    ['Medium', 'medium'],
    ['low', 'low'],
    ['critical', 'critical'],
  ])('with the severity %s is %s', async (severity, expected) => {
    const file = anUpdateinfo({ id: 'ALAS-1', short: 'amazon-linux-2', packages: [], severity });

    expect(await read('Amazon Linux', file)).toMatchObject([{ severity: expected }]);
  });
});

describe('notices in OVAL', () => {
  const ofArch = (arch: string, ...comments: readonly string[]): string =>
    criteriaOf(
      `Oracle Linux arch is ${arch}`,
      ...comments.map((comment) => criteriaOf(comment, 'a is signed with a key')),
    );

  it.each<[string, string, readonly string[]]>([
    [
      'packages of several releases and architectures, each with its version',
      `${criteriaOf('Oracle Linux 8 is installed', ofArch('x86_64', 'a is earlier than 0:1-1.el8'), ofArch('aarch64', 'a is earlier than 0:1-2.el8'))}${criteriaOf('Oracle Linux 9 is installed', ofArch('x86_64', 'a is earlier than 0:1-1.el9'))}`,
      ['8 a < 0:1-1.el8', '8 a < 0:1-2.el8', '9 a < 0:1-1.el9'],
    ],
    [
      'the stream of a module',
      criteriaOf(
        'Oracle Linux 8 is installed',
        criteriaOf('Module virt:ol is enabled', ofArch('x86_64', 'a is earlier than 0:1-1.module+el8.7.0+1')),
      ),
      ['8 a < 0:1-1.module+el8.7.0+1 (virt:ol)'],
    ],
    [
      'a module that is not stated',
      criteriaOf('Oracle Linux 8 is installed', 'a is earlier than 0:1-1.module+el8.7.0+1'),
      ['8 a < 0:1-1.module+el8.7.0+1 ()'],
    ],
    [
      'builds for live patches and certified builds as their own channels',
      criteriaOf(
        'Oracle Linux 8 is installed',
        'a is earlier than 2:1-15.ksplice1.el8_3',
        'a is earlier than 10:1-6.el8_7_fips',
      ),
      ['8:fips a < 10:1-6.el8_7_fips', '8:ksplice a < 2:1-15.ksplice1.el8_3'],
    ],
    ['nothing of a package without a release', criteriaOf('a is earlier than 0:1-1.el8'), []],
    ['nothing of another distribution', criteriaOf('Photon OS 3 is installed', 'a is earlier than 0:1-1'), []],
  ])('have %s', async (_, criteria, expected) => {
    const advisories = await read('Oracle Linux', anOvalOfPatches({ id: 'ELSA-2024-1', criteria }));

    expect(describeAffected(advisories).toSorted()).toEqual(expected);
  });

  it('have an id, times, a severity and CVEs', async () => {
    const criteria = criteriaOf('Oracle Linux 9 is installed', 'a is earlier than 0:1-1.el9');

    expect(await read('Oracle Linux:9', anOvalOfPatches({ id: 'ELSA-2024-1234', criteria }))).toMatchObject([
      {
        id: 'ELSA-2024-1234',
        title: 'an update (IMPORTANT)',
        modified: '2024-01-02T00:00:00.000000Z',
        severity: 'high',
        upstream: ['CVE-2024-1000'],
        affected: [{ name: 'a' }],
      },
    ]);
  });

  it('can be limited to a release', async () => {
    const criteria = criteriaOf('Oracle Linux 8 is installed', 'a is earlier than 0:1-1.el8');

    expect(describeAffected(await read('Oracle Linux:9', anOvalOfPatches({ id: 'ELSA-2024-1', criteria })))).toEqual(
      [],
    );
  });
});

describe('vulnerabilities in OVAL', () => {
  it.each<[string, readonly Vulnerability[], readonly string[]]>([
    ['a fix', [{ cve: 'CVE-2024-1', name: 'a', tests: [['less than', '0:1-1.azl3']] }], ['3 a < 0:1-1.azl3']],
    [
      'no fix',
      [{ cve: 'CVE-2024-1', name: 'a', tests: [['less than or equal', '0:1-1.azl3']], patchable: 'false' }],
      ['3 a <= 0:1-1.azl3'],
    ],
    [
      'a first version',
      [
        {
          cve: 'CVE-2024-1',
          name: 'a',
          tests: [
            ['less than', '0: 2-1.azl3'],
            ['greater than', '0:1.0.azl3'],
          ],
        },
      ],
      ['3 a >= 0:1.0.azl3, < 0:2-1.azl3'],
    ],
    [
      'no meaning for the release',
      [{ cve: 'CVE-2024-1', name: 'a', tests: [['less than', '0:1-1.azl3']], patchable: 'Not Applicable' }],
      ['3 a not affected'],
    ],
    [
      'a fix and a remark that it does not apply',
      [
        { cve: 'CVE-2024-1', name: 'a', tests: [['less than', '0:1-1.azl3']], patchable: 'Not Applicable' },
        { cve: 'CVE-2024-1', name: 'a', tests: [['less than', '0:2-1.azl3']] },
      ],
      ['3 a < 0:2-1.azl3'],
    ],
    [
      'a test in unknown words, which is not assessed',
      [{ cve: 'CVE-2024-1', name: 'a', tests: [['pattern match', '0:1-1.azl3']] }],
      ['3 a record-without-versions'],
    ],
    [
      'several packages',
      [
        { cve: 'CVE-2024-1', name: 'b', tests: [['less than', '0:1-1.azl3']] },
        { cve: 'CVE-2024-1', name: 'a', tests: [['less than', '0:2-1.azl3']] },
      ],
      ['3 a < 0:2-1.azl3', '3 b < 0:1-1.azl3'],
    ],
  ])('with %s', async (_, vulnerabilities, expected) => {
    const numbered = vulnerabilities.map((each) => ({ ...each, cve: 'CVE-2024-1000' }));

    expect(describeAffected(await read('Azure Linux:3', anOvalOfVulnerabilities(...numbered)))).toEqual(expected);
  });

  it('are one record per CVE, with the highest severity and the newest time', async () => {
    const common = { name: 'a', tests: [['less than', '0:1-1.azl3']] as const };
    const file = anOvalOfVulnerabilities(
      { ...common, cve: 'CVE-2024-1001', severity: 'Low' },
      { ...common, cve: 'CVE-2024-1000', severity: 'Medium', date: '2024-03-04T00:00:00Z' },
      { ...common, cve: 'CVE-2024-1000', name: 'b', severity: 'Critical', date: undefined },
    );

    expect(await read('Azure Linux:3', file)).toMatchObject([
      { id: 'CVE-2024-1000', severity: 'critical', modified: '2024-05-06T07:08:09.000000Z' },
      { id: 'CVE-2024-1001', severity: 'low', modified: '2024-01-02T00:00:00.000000Z' },
    ]);
  });
});

describe('the list of Photon OS', () => {
  const AFFECTED = 'all versions before 2-1.ph5 are vulnerable';

  it.each<[object, string]>([
    [{ res_ver: '2-1.ph5', aff_ver: AFFECTED, status: 'Fixed' }, '5.0 a < 2-1.ph5'],
    [{ res_ver: 'NA', aff_ver: AFFECTED }, '5.0 a < 2-1.ph5'],
    [{ res_ver: 'NA', aff_ver: 'all versions are vulnerable' }, '5.0 a all versions'],
    [{ res_ver: 'NA', aff_ver: 'NA', status: 'Not Affected' }, '5.0 a not affected'],
    [{}, '5.0 a all versions'],
  ])('with %j is %s', async (line, expected) => {
    const list = [{ cve_id: 'CVE-2024-1000', pkg: 'a', ...line }];

    expect(describeAffected(await read('Photon OS:5.0', JSON.stringify(list)))).toEqual([expected]);
  });

  it('becomes one record per vulnerability, with the time of the file', async () => {
    const list = [
      { cve_id: 'CVE-2024-1000', pkg: 'a', cve_score: 5, res_ver: '1-1.ph5' },
      { cve_id: 'CVE-2024-1000', pkg: 'b', cve_score: 9.8, res_ver: '1-1.ph5' },
      { cve_id: 'BDSA-2025-1', pkg: 'a', res_ver: 'NA' },
      ...[{ cve_id: 'Re', pkg: 'a' }, { cve_id: 'CVE-2024-1001' }, null, 'text'],
    ];

    expect(await read('Photon OS:5.0', JSON.stringify(list))).toMatchObject([
      { id: 'CVE-2024-1000', severity: 'critical', modified: '2024-05-06T07:08:09.000000Z', affected: [{}, {}] },
      { id: 'BDSA-2025-1', severity: 'unknown' },
    ]);
  });

  it('is looked at once, not again with every chunk of the file', async () => {
    const list = `${' '.repeat(500_000)}${JSON.stringify([{ cve_id: 'CVE-2024-1000', pkg: 'a', note: 'x'.repeat(500_000) }])}`;
    const trimStart = vi.spyOn(String.prototype, 'trimStart');
    try {
      await read('Photon OS:5.0', list);

      const trimmed = trimStart.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0);
      expect(trimmed).toBeLessThan(2 * list.length);
    } finally {
      trimStart.mockRestore();
    }
  });

  it('may begin with blanks, like a file in XML', async () => {
    const blanks = ' '.repeat(200_000);
    const oval = anOvalOfPatches();

    expect(await read('Photon OS:5.0', `${blanks}[{"cve_id":"CVE-2024-1000","pkg":"a"}]`)).toHaveLength(1);
    expect(await read('Photon OS:5.0', `${blanks}${oval.slice(oval.indexOf('<oval'))}`)).toEqual([]);
  });

  it('is rejected if it is truncated', async () => {
    const packed = gzipSync(JSON.stringify([{ cve_id: 'CVE-2024-1000', pkg: 'a' }]));

    await expect(read('Photon OS:5.0', packed.subarray(0, -9))).rejects.toMatchObject({
      code: 'FEED_REJECTED',
      message: expect.stringContaining('it is corrupt or truncated') as string,
    });
  });
});
