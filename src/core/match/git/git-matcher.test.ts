/** Records about a repository, and software that was built from it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anAffected,
  anOsvRecord,
  findMatches,
  indexAdvisories,
  readAdvisory,
} from '../../../../test/support/advisories.ts';
import type { PackageClaims } from '../../identity/packages/find-packages.ts';
import { identifyPackage } from '../identify-package.ts';
import { findUnassessedReason, matchPackage } from '../match-package.ts';
import type { PackageMatch } from '../match.ts';

const INTRODUCED = '1111111111111111111111111111111111111111';
const FIXED = '2222222222222222222222222222222222222222';
const LAST = '3333333333333333333333333333333333333333';
const OTHER = '4444444444444444444444444444444444444444';
const TAGS = ['OpenSSL_1_1_1', 'OpenSSL_1_1_1i', 'OpenSSL_1_1_1j', 'openssl-3.0.0', 'openssl-3.0.1'];
const ENDED = [{ introduced: INTRODUCED }, { fixed: FIXED }];

describe('a stated commit', () => {
  it.each([
    ['introduced it', INTRODUCED, 'affected'],
    ['is the last affected one', LAST, 'affected'],
    ['is listed', OTHER, 'affected'],
    ['fixed it', FIXED, 'none'],
    ['is unknown to the record', '5'.repeat(40), 'cannot_assess history-unknown'],
  ])('that %s', (_case, commit, outcome) => {
    const events = [...ENDED, { introduced: '0' }, { last_affected: LAST }];

    expect(test(`pkg:github/openssl/openssl@${commit}`, { events, versions: [...TAGS, OTHER] })).toBe(outcome);
  });

  it('decides before the version', () => {
    const purl = 'pkg:generic/openssl@3.0.1?vcs_url=git%2Bhttps://github.com/openssl/openssl';

    expect(test(`${purl}%40${FIXED}`, { events: ENDED, versions: TAGS })).toBe('none');
    expect(test(`${purl}%40${OTHER}`, { events: ENDED, versions: TAGS })).toBe('affected');
  });

  it('that is said to introduce and to fix it is undecided', () => {
    const events = [{ introduced: FIXED }, { fixed: FIXED }];

    expect(test(`pkg:github/openssl/openssl@${FIXED}`, { events })).toBe('cannot_assess contradictory-range');
  });
});

describe('a stated version', () => {
  it.each([
    ['OpenSSL_1_1_1i', 'affected'],
    ['1.1.1i', 'affected'],
    ['v3.0.1', 'affected'],
    ['3.0.1.0', 'affected'],
    // Behind all tags of a record with a fix.
    ['3.0.2', 'none'],
    ['3.1.0', 'none'],
    // Before the commit that introduced it.
    ['1.0.2', 'none'],
    // A fixed release of an older branch, or a version without a tag.
    ['1.1.1k', 'cannot_assess history-unknown'],
    ['20221101', 'cannot_assess history-unknown'],
  ])('%s is compared with the listed tags', (version, outcome) => {
    expect(test(`pkg:generic/openssl@${version}?vcs_url=${ADDRESS}`, { events: ENDED, versions: TAGS })).toBe(outcome);
  });

  it.each([
    ['no fix', [{ introduced: INTRODUCED }], '3.0.2', 'cannot_assess history-unknown'],
    [
      'only a last affected commit',
      [{ introduced: INTRODUCED }, { last_affected: LAST }],
      '3.0.2',
      'cannot_assess history-unknown',
    ],
    [
      'a beginning at the first commit',
      [{ introduced: '0' }, { fixed: FIXED }],
      '1.0.2',
      'cannot_assess history-unknown',
    ],
  ])('is undecided outside of the tags of a record with %s', (_case, events, version, outcome) => {
    expect(test(`pkg:generic/openssl@${version}?vcs_url=${ADDRESS}`, { events, versions: TAGS })).toBe(outcome);
  });

  it('is undecided if one range of several has no fix', () => {
    const ranges = [range(ENDED), range([{ introduced: OTHER }])];

    expect(test('pkg:gitlab/openssl/openssl@3.0.2', { ranges: ranges.map(onGitlab), versions: TAGS })).toBe(
      'cannot_assess history-unknown',
    );
  });

  it('is undecided by a record with commits only', () => {
    expect(test('pkg:github/openssl/openssl@3.0.2', { events: ENDED })).toBe('cannot_assess git-only');
  });

  it.each([
    ['7.31.0', 'none'],
    ['7.32.0', 'affected'],
    ['8.9.0', 'affected'],
    ['8.9.1', 'none'],
    ['curl-8_9_0', 'affected'],
    ['20240731', 'cannot_assess history-unknown'],
  ])('%s is compared with the bounds beside the commits', (version, outcome) => {
    expect(testCurl(version)).toBe(outcome);
  });

  it('has the fix that the bounds name', () => {
    const [match] = match1('pkg:conan/libcurl@8.9.0', CURL);

    expect(match).toMatchObject({
      state: 'affected',
      fixedVersions: ['8.9.1'],
      fixState: 'fixed',
      confidence: 'medium',
      assumptions: ['repository-from-name'],
    });
    expect(match?.evidence).toEqual([
      expect.objectContaining({
        matchedName: 'github.com/curl/curl',
        range: '>= 7.32.0, < 8.9.1',
        testedVersion: '8.9.0',
      }),
    ]);
  });
});

it('shows the fix that the bounds name for a listed tag, too', () => {
  const [entry] = CURL['affected'] as readonly object[];
  const listed = anOsvRecord({ ...CURL, affected: [{ ...entry, versions: ['curl-8_9_0'] }] });

  expect(match1('pkg:github/curl/curl@curl-8_9_0', listed)).toMatchObject([
    { fixedVersions: ['8.9.1'], evidence: [{ range: 'listed: curl-8_9_0', testedVersion: '8.9.0' }] },
  ]);
});

describe('confidence', () => {
  it.each<[string, Partial<PackageClaims>, string, readonly string[]]>([
    ['a purl of the host', { purls: ['pkg:github/openssl/openssl@openssl-3.0.1'] }, 'high', []],
    ['a listed name', { purls: ['pkg:vcpkg/openssl@3.0.1'] }, 'medium', ['repository-from-name']],
    [
      'a link',
      { version: '3.0.1', details: { references: [{ type: 'vcs', url: 'https://github.com/openssl/openssl' }] } },
      'medium',
      ['repository-from-link'],
    ],
  ])('is that of %s', (_case, claims, confidence, assumptions) => {
    const [match] = matchClaims(claims, aRecord({ events: ENDED, versions: TAGS }));

    expect(match).toMatchObject({ state: 'affected', class: 'vulnerability', confidence, assumptions });
  });
});

describe('further identities', () => {
  it('a repository on GitHub is still an action', () => {
    const action = anOsvRecord({
      affected: [anAffected({ ecosystem: 'GitHub Actions', name: 'openssl/openssl', events: [{ introduced: '0' }] })],
    });

    expect(match1('pkg:github/openssl/openssl@v3.0.1', action)).toMatchObject([{ state: 'affected' }]);
  });

  it('an action of a workflow is no repository', () => {
    const claims = { purls: ['pkg:github/openssl/openssl@v3.0.1'], packageType: 'github-action' };

    expect(matchClaims(claims, aRecord({ events: ENDED, versions: TAGS }))).toEqual([]);
  });

  it('a package of another ecosystem is never matched by its link', () => {
    const details = { references: [{ type: 'vcs', url: 'https://github.com/openssl/openssl' }] };

    expect(matchClaims({ purls: ['pkg:npm/openssl@3.0.1'], details }, aRecord({ versions: TAGS }))).toEqual([]);
  });

  it('a record under the name of a mirror counts', () => {
    const mirrored = aRecord({
      ranges: [{ ...range(ENDED), repo: 'git://git.openssl.org/openssl.git' }],
      versions: TAGS,
    });

    expect(match1('pkg:conan/openssl@3.0.1', mirrored)).toMatchObject([{ state: 'affected' }]);
  });
});

describe('coverage', () => {
  it('a commit without a place makes the component unchecked, once for all records', () => {
    const records = Array.from({ length: 5 }, (_, n) => aRecord({ events: ENDED, versions: TAGS }, `CVE-2024-100${n}`));

    expect(findReason('pkg:github/openssl/openssl@' + OTHER, records)).toBe('history-unknown');
    expect(findReason('pkg:github/openssl/openssl@' + FIXED, records)).toBeUndefined();
  });

  it('a record with commits only does not', () => {
    expect(findReason('pkg:github/openssl/openssl@3.0.2', [aRecord({ events: ENDED })])).toBeUndefined();
  });
});

it('gives the same answer for any order of tags, events, ranges and records', () => {
  const tag = fc.constantFrom(...TAGS, 'v1.0', 'OpenSSL_1_0_2', 'master', 'release-2.0', '20200101', OTHER);
  const event = fc.constantFrom(...ENDED, { introduced: '0' }, { last_affected: LAST }, { introduced: OTHER });
  const affected = fc.record({
    ranges: fc.array(
      fc.array(event, { minLength: 1, maxLength: 4 }).map((events) => range(events)),
      { minLength: 1, maxLength: 3 },
    ),
    versions: fc.uniqueArray(tag),
  });
  const version = fc.constantFrom('1.0.2', '1.1.1k', '2.0', '3.0.1', '3.0.9', OTHER, FIXED, 'openssl-3.0.0');
  fc.assert(
    fc.property(fc.array(affected, { minLength: 1, maxLength: 3 }), version, (list, stated) => {
      const records = list.map((each, n) => aRecord(each, `CVE-2024-100${n}`));
      const reversed = list
        .map((each, n) =>
          aRecord(
            {
              versions: each.versions.toReversed(),
              ranges: each.ranges.toReversed().map(({ events, ...rest }) => ({ ...rest, events: events.toReversed() })),
            },
            `CVE-2024-100${n}`,
          ),
        )
        .toReversed();
      const purl = `pkg:github/openssl/openssl@${stated}`;

      expect(match1(purl, ...reversed)).toEqual(match1(purl, ...records));
    }),
  );
});

const ADDRESS = 'git%2Bhttps://github.com/openssl/openssl';

const CURL = anOsvRecord({
  id: 'CVE-2024-7264',
  affected: [
    {
      ranges: [
        {
          type: 'GIT',
          repo: 'https://github.com/curl/curl',
          events: ENDED,
          database_specific: { versions: [{ introduced: '7.32.0' }, { fixed: '8.9.1' }] },
        },
      ],
    },
  ],
});

interface Range {
  readonly type: string;
  readonly repo: string;
  readonly events: readonly object[];
}

function range(events: readonly object[]): Range {
  return { type: 'GIT', repo: 'https://github.com/openssl/openssl', events };
}

function onGitlab(each: Range): Range {
  return { ...each, repo: 'https://gitlab.com/openssl/openssl' };
}

function aRecord(
  { events, ...members }: { readonly events?: readonly object[]; readonly [member: string]: unknown },
  id = 'CVE-2024-1000',
) {
  return anOsvRecord({ id, affected: [{ ranges: [range(events ?? ENDED)], ...members }] });
}

/** The state and reason of the only match. */
function test(purl: string, members: Parameters<typeof aRecord>[0]): string {
  return describeOnly(match1(purl, aRecord(members)));
}

function testCurl(version: string): string {
  return describeOnly(match1(`pkg:conan/libcurl@${version}`, CURL));
}

function describeOnly([match]: readonly PackageMatch[]): string {
  if (match === undefined) return 'none';
  const reason = match.evidence[0]?.reason;
  return reason === undefined ? match.state : `${match.state} ${reason}`;
}

function match1(purl: string, ...records: readonly unknown[]): PackageMatch[] {
  return findMatches(purl, indexAdvisories(records.map(readAdvisory)));
}

function matchClaims(claims: Partial<PackageClaims>, ...records: readonly unknown[]): PackageMatch[] {
  const index = indexAdvisories(records.map(readAdvisory));
  const { package: found, keys } = identifyPackage(
    { purls: [], group: undefined, version: undefined, source: undefined, ...claims },
    {},
  );
  if (found === undefined) throw new Error('The component is not identified.');
  return matchPackage(
    found,
    keys.flatMap((key) => index.get(key) ?? []),
  );
}

function findReason(purl: string, records: readonly unknown[]): string | undefined {
  const index = indexAdvisories(records.map(readAdvisory));
  const { package: found, keys } = identifyPackage(
    { purls: [purl], group: undefined, version: undefined, source: undefined },
    {},
  );
  if (found === undefined) throw new Error('The component is not identified.');
  const candidates = keys.flatMap((key) => index.get(key) ?? []);
  return findUnassessedReason(found, candidates, matchPackage(found, candidates));
}
