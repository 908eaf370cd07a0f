import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { VARIABLES } from './config/variables.ts';
import { DEFAULT_QUOTAS } from './core/limits.ts';
import { ECOSYSTEMS } from './core/identity/ecosystems/ecosystem.ts';

/** Required along with the URL of a mail server. */
const NEEDED_BY_MAIL = { ASSAY_PUBLIC_URL: 'https://assay.example.com', ASSAY_MAIL_FROM: 'assay@example.com' };
const read = (environment: Record<string, string>) => parseConfig(environment, '/srv');

describe('parseConfig', () => {
  it('works without any variable', () => {
    expect(read({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      dataDir: '/srv/.assay',
      role: 'all',
      databaseUrl: undefined,
      logLevel: 'info',
    });
  });

  it('reads quotas with 0 as unlimited, and has a default for each', () => {
    const { quotas } = read({ ASSAY_ORG_SERVICES_MAX: '7', ASSAY_ORG_FINDINGS_MAX: '0' });

    expect(quotas).toEqual({ ...DEFAULT_QUOTAS, services: 7, findings: 0 });
  });

  it('reads numbers, folders and limits', () => {
    expect(
      read({
        ASSAY_PORT: '0',
        ASSAY_DATA_DIR: '/var/lib/assay',
        ASSAY_BODY_BYTES_MAX: '1048576',
        ASSAY_TRUST_PROXY: '10.0.0.1, 10.0.0.2',
      }),
    ).toMatchObject({
      port: 0,
      dataDir: '/var/lib/assay',
      limits: { bodyBytesMax: 1_048_576 },
      trustProxy: ['10.0.0.1', '10.0.0.2'],
    });
  });

  it('enables mail only with a sender and a public URL', () => {
    const mail = { ASSAY_MAIL_URL: 'smtp://mail.example.com', ASSAY_MAIL_FROM: 'assay@example.com' };
    const publicUrl = { ASSAY_PUBLIC_URL: 'https://assay.example.com' };

    expect(read({}).mail).toBeUndefined();
    expect(read({ ...mail, ...publicUrl }).mail).toEqual({ url: mail.ASSAY_MAIL_URL, from: mail.ASSAY_MAIL_FROM });
    expect(() => read(mail)).toThrow('ASSAY_MAIL_URL requires ASSAY_PUBLIC_URL.');
    expect(() => read({ ...publicUrl, ASSAY_MAIL_URL: mail.ASSAY_MAIL_URL })).toThrow('requires ASSAY_MAIL_FROM.');
    expect(() => read({ ASSAY_MAIL_URL: 'https://mail.example.com' })).toThrow('must be an smtp:// or smtps:// URL');
  });

  it('counts the characters of a password, not their parts', () => {
    const twelve = '🔒'.repeat(12);

    expect(read({ ASSAY_OWNER_PASSWORD: twelve }).ownerPassword).toBe(twelve);
    expect(() => read({ ASSAY_OWNER_PASSWORD: '🔒'.repeat(6) })).toThrow('must have at least 12 characters');
  });

  it('reads a URL that was wrapped', () => {
    expect(read({ ASSAY_PUBLIC_URL: ' https://assay.exam\n\tple.com ' }).publicUrl).toBe('https://assay.example.com');
  });

  it('treats an empty value as unset', () => {
    expect(read({ ASSAY_PORT: '', ASSAY_DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined });
  });

  it('reads advisories of all ecosystems from the public export by default', () => {
    expect(read({}).advisories).toEqual({
      osvUrl: 'https://osv-vulnerabilities.storage.googleapis.com',
      kevUrl: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
      epssUrl: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz',
      ssvcUrl: 'https://codeload.github.com/cisagov/vulnrichment/zip/refs/heads/develop',
      packageIndexes: [],
      jarsUrl: undefined,
      distributionFiles: [],
      ecosystems: ECOSYSTEMS.map(({ family }) => family),
      sync: 'auto',
      intervalMinutes: 60,
    });
  });

  it('reads the files of distributions', () => {
    const files =
      'Amazon Linux:2=https://cdn.example.com/2/mirror.list, Amazon Linux:2:docker=file:///srv/docker/, Photon OS:5=https://p.example/5.json';

    expect(read({ ASSAY_DISTRIBUTION_ADVISORIES: files }).advisories.distributionFiles).toEqual([
      {
        directory: 'Amazon Linux:2',
        family: 'Amazon Linux',
        release: '2',
        url: 'https://cdn.example.com/2/mirror.list',
      },
      { directory: 'Amazon Linux:2:docker', family: 'Amazon Linux', release: '2', url: 'file:///srv/docker/' },
      { directory: 'Photon OS:5', family: 'Photon OS', release: '5.0', url: 'https://p.example/5.json' },
    ]);
  });

  it.each([
    ['Azure Linux=https://a.example/x.xml', 'must be a list of'],
    ['Debian:12=https://a.example/x.xml', 'must be a list of'],
    ['Oracle Linux=ftp://a.example/x.xml', 'must be a list of'],
    ['Oracle Linux', 'must be a list of'],
    ['Fedora:../x=https://a.example/', 'must be a list of'],
    ['Oracle Linux=https://a.example/1,Oracle Linux=https://a.example/2', 'a different name'],
  ])('rejects %s as a file of a distribution', (files, problem) => {
    expect(() => read({ ASSAY_DISTRIBUTION_ADVISORIES: files })).toThrow(problem);
  });

  it('reads package indexes with their releases', () => {
    const indexes = 'Debian:12=file:///srv/Packages.gz, Alpine:v3.19=https://mirror.example.com/APKINDEX.tar.gz';

    expect(read({ ASSAY_PACKAGE_INDEXES: indexes }).advisories.packageIndexes).toEqual([
      { family: 'Debian', release: '12', url: 'file:///srv/Packages.gz' },
      { family: 'Alpine', release: 'v3.19', url: 'https://mirror.example.com/APKINDEX.tar.gz' },
    ]);
  });

  it.each([
    ['https://mirror.example.com/osv', 'https://mirror.example.com/osv'],
    ['http://localhost:8000', 'http://localhost:8000'],
    ['file:///var/lib/osv-mirror', 'file:///var/lib/osv-mirror'],
    ['off', undefined],
    ['', 'https://osv-vulnerabilities.storage.googleapis.com'],
  ])('parses ASSAY_OSV_URL=%s as %s', (value, osvUrl) => {
    expect(read({ ASSAY_OSV_URL: value }).advisories.osvUrl).toBe(osvUrl);
  });

  it('omits disabled sources, and accepts the URL of any file', () => {
    const environment = { ASSAY_KEV_URL: 'off', ASSAY_EPSS_URL: 'https://mirror.example.com/get?file=epss.csv.gz' };

    expect(read(environment).advisories).toMatchObject({
      kevUrl: undefined,
      epssUrl: 'https://mirror.example.com/get?file=epss.csv.gz',
    });
  });

  it('uses no proxy by default', () => {
    expect(read({}).proxy).toEqual({ http: undefined, https: undefined, bypass: [] });
  });

  it.each([
    [{ HTTPS_PROXY: 'http://proxy:3128' }, { https: 'http://proxy:3128' }],
    [{ HTTP_PROXY: 'proxy:3128' }, { http: 'http://proxy:3128' }],
    [{ HTTPS_PROXY: 'http://upper:1', https_proxy: 'http://lower:2' }, { https: 'http://lower:2' }],
    [{ HTTPS_PROXY: 'http://upper:1', https_proxy: '' }, { https: 'http://upper:1' }],
    [{ no_proxy: ' a.example.com, 10.0.0.0/8 b:80' }, { bypass: ['a.example.com', '10.0.0.0/8', 'b:80'] }],
  ])('reads the proxy from %j', (environment, proxy) => {
    expect(read(environment).proxy).toMatchObject(proxy);
  });

  it.each([
    ['npm', ['npm']],
    [' PyPI , npm,PyPI,', ['PyPI', 'npm']],
  ])('parses ASSAY_ADVISORY_ECOSYSTEMS=%j as %j', (value, ecosystems) => {
    expect(read({ ASSAY_ADVISORY_ECOSYSTEMS: value }).advisories.ecosystems).toEqual(ecosystems);
  });

  it('syncs advisories manually or at the configured interval', () => {
    expect(read({ ASSAY_ADVISORY_SYNC: 'manual' }).advisories.sync).toBe('manual');
    expect(read({}).advisories.intervalMinutes).toBe(60);
    expect(read({ ASSAY_FEED_INTERVAL_MINUTES: '15' }).advisories.intervalMinutes).toBe(15);
  });

  it('names the first unknown ecosystem', () => {
    expect(() => read({ ASSAY_ADVISORY_ECOSYSTEMS: 'npm,Pypi,Nothing' })).toThrow('"Pypi" is unknown');
  });

  it.each([
    ['ASSAY_PORT', '70000'],
    ['ASSAY_PORT', '-1'],
    ['ASSAY_PORT', '0x10'],
    ['ASSAY_ROLE', 'both'],
    ['ASSAY_DATABASE_URL', 'mysql://x'],
    ['ASSAY_PUBLIC_URL', 'ftp://x'],
    ['ASSAY_BOOTSTRAP_TOKEN', 'asy_short'],
    ['ASSAY_OWNER_PASSWORD', 'short'],
    ['ASSAY_OWNER_EMAIL', 'no-address'],
    ['ASSAY_BODY_BYTES_MAX', '1e3'],
    ['ASSAY_ORG_SERVICES_MAX', '-1'],
    ['ASSAY_ORG_SERVICES_MAX', 'unlimited'],
    ['ASSAY_LOG_LEVEL', 'loud'],
    ['ASSAY_OSV_URL', 'OFF'],
    ['ASSAY_OSV_URL', 'mirror.example.com'],
    ['ASSAY_OSV_URL', 'ftp://mirror.example.com'],
    ['ASSAY_OSV_URL', 'https://mirror.example.com/?token=x'],
    ['ASSAY_OSV_URL', 'https://mirror.example.com/#x'],
    ['ASSAY_OSV_URL', 'file://mirror.example.com/osv'],
    ['ASSAY_ADVISORY_ECOSYSTEMS', 'npm,Nothing'],
    ['ASSAY_ADVISORY_ECOSYSTEMS', 'Debian:12'],
    ['ASSAY_ADVISORY_ECOSYSTEMS', ' , '],
    ['ASSAY_ADVISORY_SYNC', 'never'],
    ['ASSAY_FEED_INTERVAL_MINUTES', '45'],
    ['ASSAY_FEED_INTERVAL_MINUTES', '0'],
    ['ASSAY_KEV_URL', 'OFF'],
    ['ASSAY_EPSS_URL', 'ftp://mirror.example.com/epss.csv.gz'],
    ['ASSAY_PACKAGE_INDEXES', 'https://mirror.example.com/Packages.gz'],
    ['ASSAY_PACKAGE_INDEXES', 'Debian:99=https://mirror.example.com/Packages.gz'],
    ['ASSAY_PACKAGE_INDEXES', 'Debian:12=ftp://mirror.example.com/Packages.gz'],
    ['ASSAY_SSVC_URL', 'file://mirror.example.com/vulnrichment.zip'],
    ['HTTPS_PROXY', 'socks5://proxy:1080'],
    ['HTTP_PROXY', 'http://'],
    ['HTTP_PROXY', 'http://me:%zz@proxy:3128'],
  ])('rejects %s=%s and names the variable', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID', message: expect.stringContaining(name) as string }),
    );
  });

  it('never repeats a rejected secret', () => {
    for (const refused of [{ ASSAY_OWNER_PASSWORD: 'hunter2' }, { HTTPS_PROXY: 'socks5://me:hunter2@proxy' }])
      expect(() => read(refused)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('hunter2') as string }),
      );
  });

  it('enables crash points only with test hooks', () => {
    expect(read({ ASSAY_CRASH_AT: 'before-commit' }).crashAt).toBeUndefined();
    expect(read({ ASSAY_CRASH_AT: 'before-commit', ASSAY_TEST_HOOKS: '1' }).crashAt).toBe('before-commit');
    expect(read({ ASSAY_STOP_AT: 'job-claimed' }).stopAt).toBeUndefined();
    expect(read({ ASSAY_STOP_AT: 'job-claimed', ASSAY_TEST_HOOKS: '1' }).stopAt).toBe('job-claimed');
  });

  it.each(VARIABLES.map((variable) => [variable.name, variable] as const))(
    'accepts the documented example of %s',
    (name, variable) => {
      expect(() => read({ ...NEEDED_BY_MAIL, [name]: variable.example })).not.toThrow();
    },
  );
});
