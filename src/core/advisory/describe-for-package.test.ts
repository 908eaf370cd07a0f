import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anAffected,
  anOsvRecord,
  findMatches,
  indexAdvisories,
  readAdvisory,
} from '../../../test/support/advisories.ts';
import type { Advisory } from './advisory.ts';
import { describeForPackage } from './describe-for-package.ts';
import { describeVulnerability, type RecordFacts } from './vulnerability.ts';

interface Filed {
  readonly directory: string;
  readonly advisory: Advisory;
}

/** A record in the directory of the ecosystem of its first package. */
function filed(record: Record<string, unknown>, ...affected: readonly (readonly [string, string])[]): Filed {
  const entries = affected.map(([ecosystem, name]) => anAffected({ ecosystem, name, events: [{ introduced: '0' }] }));
  const [[ecosystem] = ['']] = affected;
  return {
    directory: ecosystem.split(':')[0] ?? '',
    advisory: readAdvisory(anOsvRecord({ ...record, affected: entries })),
  };
}

function toFacts({ directory, advisory }: Filed): RecordFacts {
  const { title, details, published, modified, withdrawn } = advisory;
  return {
    ...advisory,
    ...{ source: 'osv', directory, opening: title === '' ? details : '' },
    ...{ publishedAt: published ?? null, modifiedAt: modified, withdrawnAt: withdrawn ?? null },
  };
}

/** Describes the vulnerability like a finding of the package does. Pass only records about this vulnerability alone. */
function describeFinding(purl: string, cve: string, ...records: readonly Filed[]) {
  const match = findMatches(purl, indexAdvisories(records.map(({ advisory }) => advisory))).find(
    ({ groupId }) => groupId === cve,
  );
  if (match === undefined) throw new Error(`${purl} has no match for ${cve}`);
  const known = { ...describeVulnerability(cve, records.map(toFacts)), records: records.map(toFacts) };
  const [, ecosystem, name] = PACKAGE.exec(purl) ?? [];
  const about = { name: name ?? '', ecosystem: ECOSYSTEMS.get(ecosystem ?? '') ?? null };
  const { title, severity, cvss } = describeForPackage(known, about, match.evidence);
  return { title, severity, scores: cvss.map(({ score }) => score) };
}

const PACKAGE = /^pkg:([a-z]+(?:\/[a-z]+(?=\/))?)\/([^@]+)@/;
const ECOSYSTEMS: ReadonlyMap<string, string> = new Map([
  ['deb/debian', 'Debian'],
  ['apk/alpine', 'Alpine'],
  ['apk/wolfi', 'Wolfi'],
  ['rpm/redhat', 'Red Hat'],
  ['pypi', 'PyPI'],
]);

const CRITICAL = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const HIGH = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H';
const MEDIUM = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:N/A:H';
const LOW = 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N';
const NONE = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N';

function rated(vector: string): Record<string, unknown> {
  return { severity: [{ type: 'CVSS_V3', score: vector }] };
}

const ZLIB = 'CVE-2022-37434';
const ZLIB_IN_DEBIAN = filed(
  { id: ZLIB, details: 'The inflate function of zlib reads too far. Long story.', ...rated(CRITICAL) },
  ['Debian:11', 'zlib'],
);
const PYMINIZIP = filed(
  { id: 'GHSA-mgvv-9p9g-3jv4', aliases: [ZLIB], summary: 'pyminizip bundles an old zlib', ...rated(LOW) },
  ['PyPI', 'pyminizip'],
);
const ZLIB_IN_WOLFI = filed({ id: 'CGA-aaaa-bbbb-cccc', upstream: [ZLIB] }, ['Wolfi', 'zlib']);

const EXPAT = 'CVE-2022-40674';
const EXPAT_IN_ALPINE = filed({ id: `ALPINE-${EXPAT}`, details: 'Expat uses freed memory.', ...rated(CRITICAL) }, [
  'Alpine:v3.16',
  'expat',
]);
const EXPAT_IN_DEBIAN = filed({ id: `DEBIAN-${EXPAT}` }, ['Debian:11', 'expat']);
const XMLRPC_NOTICE = filed(
  { id: 'RHSA-2024:0421', upstream: [EXPAT], summary: 'Moderate: xmlrpc-c security update', ...rated(MEDIUM) },
  ['Red Hat:enterprise_linux:8::baseos', 'xmlrpc-c'],
);

const OPENSSL = 'CVE-2023-0286';
const OPENSSL_NOTICE = filed({ id: 'DSA-5343-1', upstream: [OPENSSL], summary: 'openssl - security update' }, [
  'Debian:11',
  'openssl',
]);
const CRYPTOGRAPHY = filed(
  { id: 'GHSA-x4qr-2fvf-3mr5', aliases: [OPENSSL], summary: 'Wheels contain an old OpenSSL', ...rated(HIGH) },
  ['PyPI', 'cryptography'],
);

const CURL = 'CVE-2023-38545';
const CURL_NOTICE = filed(
  { id: 'RHSA-2023:5763', upstream: [CURL], summary: 'Important: curl security update', ...rated(HIGH) },
  ['Red Hat:enterprise_linux:9::baseos', 'curl'],
);
const CURL_IN_DEBIAN = filed(
  { id: CURL, details: 'A long host name overflows a buffer of curl.', ...rated(CRITICAL) },
  ['Debian:12', 'curl'],
);

const ZLIB1G = 'pkg:deb/debian/zlib1g@1:1.2.11.dfsg-2?upstream=zlib&distro=debian-11';
const LIBEXPAT1 = 'pkg:deb/debian/libexpat1@2.2.10-2?upstream=expat&distro=debian-11';
const LIBSSL = 'pkg:deb/debian/libssl1.1@1.1.1n-0?upstream=openssl&distro=debian-11';
const CURL_RPM = 'pkg:rpm/redhat/curl@7.76.1-14.el9?arch=x86_64&epoch=0&distro=rhel-9.2';

describe('the title of a finding', () => {
  it.each<[string, string, string, readonly Filed[], string]>([
    [
      'the record of its own distribution',
      ZLIB1G,
      ZLIB,
      [ZLIB_IN_DEBIAN, PYMINIZIP],
      'The inflate function of zlib reads too far',
    ],
    [
      'its own record for the bundling wheel',
      'pkg:pypi/pyminizip@0.2.4',
      ZLIB,
      [ZLIB_IN_DEBIAN, PYMINIZIP],
      'pyminizip bundles an old zlib',
    ],
    [
      'the description of the CVE',
      'pkg:apk/wolfi/zlib@1.2.11-r0?distro=wolfi',
      ZLIB,
      [ZLIB_IN_WOLFI, PYMINIZIP, ZLIB_IN_DEBIAN],
      'The inflate function of zlib reads too far',
    ],
    [
      'id and package',
      'pkg:apk/wolfi/zlib@1.2.11-r0?distro=wolfi',
      ZLIB,
      [ZLIB_IN_WOLFI, PYMINIZIP],
      'CVE-2022-37434 in zlib',
    ],
    [
      'another distribution that describes the CVE',
      LIBEXPAT1,
      EXPAT,
      [XMLRPC_NOTICE, EXPAT_IN_DEBIAN, EXPAT_IN_ALPINE],
      'Expat uses freed memory',
    ],
    [
      'id and package rather than a notice about another package',
      LIBEXPAT1,
      EXPAT,
      [XMLRPC_NOTICE, EXPAT_IN_DEBIAN],
      'CVE-2022-40674 in libexpat1',
    ],
    [
      'id and package rather than a notice about the package',
      LIBSSL,
      OPENSSL,
      [OPENSSL_NOTICE, CRYPTOGRAPHY],
      'CVE-2023-0286 in libssl1.1',
    ],
    [
      'the description of the CVE rather than a notice',
      CURL_RPM,
      CURL,
      [CURL_NOTICE, CURL_IN_DEBIAN],
      'A long host name overflows a buffer of curl',
    ],
  ])('comes from %s', (_source, purl, cve, records, title) => {
    expect(describeFinding(purl, cve, ...records).title).toBe(title);
  });

  it('prefers the curated record of the ecosystem to GitHub, and a title to a description', () => {
    const GHSA = filed({ id: 'GHSA-aaaa-bbbb-cccc', aliases: ['CVE-2024-1000'], summary: 'Of GitHub' }, [
      'PyPI',
      'acme',
    ]);
    const pysec = (changes: Record<string, unknown>): Filed =>
      filed({ id: 'PYSEC-2024-1', aliases: ['CVE-2024-1000'], ...changes }, ['PyPI', 'acme']);
    const title = (record: Filed): string => describeFinding('pkg:pypi/acme@1.0', 'CVE-2024-1000', GHSA, record).title;

    expect(title(pysec({ summary: 'Of PyPA' }))).toBe('Of PyPA');
    expect(title(pysec({ details: 'Described by PyPA.' }))).toBe('Of GitHub');
  });

  it('ignores withdrawn records', () => {
    const withdrawn = filed({ id: ZLIB, details: 'Not a flaw.', withdrawn: '2025-01-01T00:00:00Z' }, [
      'Debian:11',
      'zlib',
    ]);

    expect(describeFinding('pkg:apk/wolfi/zlib@1.2.11-r0?distro=wolfi', ZLIB, ZLIB_IN_WOLFI, withdrawn).title).toBe(
      'CVE-2022-37434 in zlib',
    );
  });
});

describe('the severity of a finding', () => {
  it.each<[string, string, string, readonly Filed[], string, readonly number[]]>([
    ['a record about the package', ZLIB1G, ZLIB, [ZLIB_IN_DEBIAN, PYMINIZIP], 'critical', [9.8]],
    ['the bundling wheel, for the wheel', 'pkg:pypi/pyminizip@0.2.4', ZLIB, [ZLIB_IN_DEBIAN, PYMINIZIP], 'low', [1.8]],
    [
      'the CVE, where no record about the package has one',
      LIBEXPAT1,
      EXPAT,
      [XMLRPC_NOTICE, EXPAT_IN_DEBIAN, EXPAT_IN_ALPINE],
      'critical',
      [9.8],
    ],
    ['another package, where nothing else has one', LIBSSL, OPENSSL, [OPENSSL_NOTICE, CRYPTOGRAPHY], 'high', [7.5]],
    [
      'the notice of its own distribution about this CVE alone',
      CURL_RPM,
      CURL,
      [CURL_NOTICE, CURL_IN_DEBIAN],
      'high',
      [7.5],
    ],
    ['nothing', 'pkg:apk/wolfi/zlib@1.2.11-r0?distro=wolfi', ZLIB, [ZLIB_IN_WOLFI], 'unknown', []],
  ])('comes from %s', (_source, purl, cve, records, severity, scores) => {
    expect(describeFinding(purl, cve, ...records)).toMatchObject({ severity, scores });
  });

  const CVE = 'CVE-2024-1000';
  const ghsa = (changes: Record<string, unknown>): Filed =>
    filed({ id: 'GHSA-aaaa-bbbb-cccc', aliases: [CVE], ...changes }, ['PyPI', 'acme']);
  const pysec = (changes: Record<string, unknown>): Filed =>
    filed({ id: 'PYSEC-2024-1', aliases: [CVE], ...changes }, ['PyPI', 'acme']);
  const inDebian = (changes: Record<string, unknown>): Filed => filed({ id: CVE, ...changes }, ['Debian:12', 'acme']);
  const severityOf = (...records: readonly Filed[]): string =>
    describeFinding('pkg:pypi/acme@1.0', CVE, ...records).severity;

  it('is the worst severity of the records about the package', () => {
    expect(severityOf(ghsa(rated(HIGH)), pysec(rated(LOW)), inDebian(rated(CRITICAL)))).toBe('high');
    expect(severityOf(ghsa(rated(LOW)), pysec(rated(HIGH)), inDebian(rated(CRITICAL)))).toBe('high');
  });

  it('is not lowered below the score of the CVE by a label without a score', () => {
    const label = (word: string): Filed => ghsa({ database_specific: { severity: word } });

    expect(severityOf(label('LOW'), inDebian(rated(HIGH)))).toBe('high');
    expect(severityOf(label('CRITICAL'), inDebian(rated(HIGH)))).toBe('critical');
    expect(severityOf(label('LOW'))).toBe('low');
  });

  it('is not lowered below the score of another package by a label without a score', () => {
    const other = filed({ id: 'BIT-acme-2024-1000', aliases: [CVE], ...rated(CRITICAL) }, ['Bitnami', 'acme-driver']);

    expect(severityOf(ghsa({ database_specific: { severity: 'LOW' } }), other)).toBe('critical');
    expect(severityOf(ghsa(rated(LOW)), other)).toBe('low');
  });

  it('is "none" only if no record rates it higher', () => {
    expect(severityOf(ghsa(rated(NONE)), inDebian(rated(HIGH)))).toBe('high');
    expect(severityOf(ghsa(rated(NONE)))).toBe('none');
  });
});

describe('describeForPackage', () => {
  const ALL = [ZLIB_IN_DEBIAN, PYMINIZIP, ZLIB_IN_WOLFI] as const;
  const IN_ALPINE = filed({ id: ZLIB, details: 'Another text about zlib.', ...rated(HIGH) }, ['Alpine:v3.16', 'zlib']);

  it("uses the copy of a record in the directory of the package's ecosystem", () => {
    expect(describeFinding(ZLIB1G, ZLIB, IN_ALPINE, ZLIB_IN_DEBIAN)).toMatchObject({ severity: 'critical' });
    expect(describeFinding('pkg:apk/alpine/zlib@1.2.11-r0?distro=3.16', ZLIB, IN_ALPINE, ZLIB_IN_DEBIAN)).toEqual({
      title: 'Another text about zlib',
      ...{ severity: 'high', scores: [7.5] },
    });
  });

  it('does not depend on the order of the records', () => {
    const records = [...ALL, IN_ALPINE];
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: records.length }), (shuffled) => {
        for (const purl of [ZLIB1G, 'pkg:pypi/pyminizip@0.2.4', 'pkg:apk/wolfi/zlib@1.2.11-r0?distro=wolfi']) {
          expect(describeFinding(purl, ZLIB, ...shuffled)).toEqual(describeFinding(purl, ZLIB, ...records));
        }
      }),
    );
  });

  it('never uses the title of a notice or of a record that is only about other packages', () => {
    const aRecord = fc.record({
      id: fc.constantFrom(ZLIB, `DEBIAN-${ZLIB}`, 'GHSA-aaaa-aaaa-aaaa', 'PYSEC-2022-1', 'RHSA-2022:1', 'DSA-1-1'),
      isAbout: fc.boolean(),
      isTitled: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(aRecord, { selector: ({ id }) => id }), (drawn) => {
        const records = drawn.map(({ id, isTitled }): RecordFacts => ({
          ...toFacts(ZLIB_IN_DEBIAN),
          ...{ id, title: isTitled ? `Title of ${id}` : '', opening: isTitled ? '' : `Text of ${id}.` },
        }));
        const evidence = drawn.filter(({ isAbout }) => isAbout).map(({ id }) => ({ source: 'osv', recordId: id }));
        const known = { ...describeVulnerability(ZLIB, records), records };
        const { title } = describeForPackage(known, { name: 'zlib1g', ecosystem: 'Debian' }, evidence);

        const allowed = drawn.filter(
          ({ id, isAbout }) => (isAbout && !/^(?:RHSA|DSA)/.test(id)) || id === ZLIB || id === `DEBIAN-${ZLIB}`,
        );
        const titles = allowed.map(({ id, isTitled }) => (isTitled ? `Title of ${id}` : `Text of ${id}`));
        expect(titles.length === 0 ? [`${ZLIB} in zlib1g`] : titles).toContain(title);
      }),
    );
  });
});

describe('describeVulnerability', () => {
  it.each<[string, string, readonly Filed[], string]>([
    ['its own record', ZLIB, [PYMINIZIP, ZLIB_IN_DEBIAN], 'The inflate function of zlib reads too far'],
    ['the record of a distribution for its CVE', EXPAT, [XMLRPC_NOTICE, EXPAT_IN_ALPINE], 'Expat uses freed memory'],
    [
      'the record of a package where nothing describes the CVE',
      OPENSSL,
      [OPENSSL_NOTICE, CRYPTOGRAPHY],
      'Wheels contain an old OpenSSL',
    ],
    ['no notice', CURL, [CURL_NOTICE], ''],
    ['the notice itself', 'RHSA-2023:5763', [CURL_NOTICE], 'Important: curl security update'],
  ])('uses the title of %s', (_source, id, records, title) => {
    expect(describeVulnerability(id, records.map(toFacts)).title).toBe(title);
  });

  it('uses the worst severity of all records', () => {
    expect(describeVulnerability(ZLIB, [PYMINIZIP, ZLIB_IN_DEBIAN].map(toFacts)).severity).toBe('critical');
  });
});
