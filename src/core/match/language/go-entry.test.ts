/** Go: tags, commits, versions of projects and of Go itself. The records are shortened versions of real ones. */
import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, matchRecords } from '../../../../test/support/advisories.ts';
import type { PackageMatch } from '../match.ts';

type Events = readonly Record<string, string>[];
const from0 = (event: Record<string, string>): Events => [{ introduced: '0' }, event];
const ALL: Events = [{ introduced: '0' }];

const COMMIT_2019 = 'v0.0.0-20190802002840-cff245a6509b';
const COMMIT_2022 = 'v0.0.0-20221109132830-872a965c6c65';

describe('a commit', () => {
  it.each([
    // golang.org/x/image < 0.5.0, CVE-2022-41727.
    ['from before the CVE', COMMIT_2019, 'CVE-2022-41727', 'affected medium older-commit'],
    ['from the year of the CVE', COMMIT_2022, 'CVE-2022-41727', 'affected low pseudo-version'],
    // A fork of k8s.io/kubernetes without tags.
    ['from after the CVE', COMMIT_2022, 'CVE-2015-5305', 'affected low pseudo-version'],
    ['without a CVE', COMMIT_2019, undefined, 'affected low pseudo-version'],
    [
      'behind a tag, from before the CVE',
      'v0.3.1-0.20190802002840-cff245a6509b',
      'CVE-2022-41727',
      'affected medium older-commit',
    ],
    [
      'behind a tag, from after the CVE',
      'v0.3.1-0.20221109132830-872a965c6c65',
      'CVE-2022-41727',
      'affected low pseudo-version',
    ],
    ['behind the fix', 'v0.5.1-0.20221109132830-872a965c6c65', 'CVE-2022-41727', ''],
  ])('%s is compared with a tag', (_case, version, cve, expected) => {
    expect(answer(version, { events: from0({ fixed: '0.5.0' }) }, { cve })).toBe(expected);
  });

  it.each([
    [
      'is affected before the fixing commit',
      COMMIT_2019,
      from0({ fixed: '0.0.0-20220906165146-f3363e06e74c' }),
      'affected high',
    ],
    ['is not affected after the fixing commit', COMMIT_2022, from0({ fixed: '0.0.0-20220906165146-f3363e06e74c' }), ''],
    ['is affected before a shortened commit', COMMIT_2019, from0({ fixed: '0.0.0-20220906' }), 'affected high'],
    ['is not affected after a shortened commit', COMMIT_2022, from0({ fixed: '0.0.0-202209061651' }), ''],
    [
      'is compared with a commit after a tag, with low confidence',
      COMMIT_2022,
      from0({ fixed: '0.1.1-0.20221104162952-702349b0e862' }),
      'affected low pseudo-version',
    ],
    [
      'is affected after the introducing tag',
      COMMIT_2022.replace('v0.0.0-', 'v1.2.1-0.'),
      [{ introduced: '1.2.0' }],
      'affected high',
    ],
    ['is affected by a record for all versions', COMMIT_2019, ALL, 'affected high'],
    [
      'is compared with the last affected tag, with low confidence',
      COMMIT_2019,
      from0({ last_affected: '0.5.0' }),
      'affected low pseudo-version',
    ],
  ])('%s', (_case, version, events, expected) => {
    expect(answer(version, { events })).toBe(expected);
  });

  it('listed by a record is certain', () => {
    const members = { events: from0({ fixed: '0.5.0' }), versions: [COMMIT_2022] };

    expect(answer(COMMIT_2022, members)).toBe('affected high');
  });
});

describe('bounds of the project', () => {
  // Shapes of GO-2026-5194, GO-2024-2768, GO-2025-3853, GO-2025-3740, GO-2026-4465 and GO-2025-3495.
  it.each<[string, string, Events, Events, string]>([
    ['end a range of tags without an end', 'v1.9.0', ALL, from0({ fixed: '2.0.10' }), 'affected medium custom-bound'],
    [
      'mark a later version as not affected',
      'v2.0.10',
      ALL,
      from0({ fixed: '2.0.10' }),
      'not_affected medium custom-bound',
    ],
    ['do not apply before the range of tags', 'v0.19.0', [{ introduced: '0.20.0' }], from0({ fixed: '2.0.10' }), ''],
    [
      'do not apply to a range of tags that has an end',
      COMMIT_2019,
      [...from0({ fixed: '0.0.0-20250806193153-183891f8d535' }), { introduced: '0.1.0' }],
      from0({ fixed: '2.3.2' }),
      'affected high',
    ],
    [
      'do not apply to commits after that end',
      'v0.0.0-20260101000000-183891f8d535',
      [...from0({ fixed: '0.0.0-20250806193153-183891f8d535' }), { introduced: '0.1.0' }],
      from0({ fixed: '2.3.2' }),
      '',
    ],
    [
      'are ignored if they are the rest of a range',
      'v1.50.0',
      from0({ fixed: '1.49.1' }),
      [{ introduced: '1.29.3' }],
      '',
    ],
    [
      'cannot determine the release of a commit',
      COMMIT_2019,
      ALL,
      from0({ fixed: '2.4.16' }),
      'affected low custom-bound pseudo-version',
    ],
    [
      'cannot determine the release of a commit that begins later',
      COMMIT_2019,
      ALL,
      [{ introduced: '2.0.0' }, { fixed: '2.4.16' }],
      'affected low custom-bound pseudo-version',
    ],
    [
      'can be compared if they are commits',
      COMMIT_2022,
      ALL,
      from0({ fixed: '0.0.0-20250521183405-c7a690348df7' }),
      'affected medium custom-bound',
    ],
    [
      'can be compared with a later commit',
      COMMIT_2022,
      ALL,
      from0({ fixed: '0.0.0-20210521183405-c7a690348df7' }),
      'not_affected medium custom-bound',
    ],
    [
      'are compared with a commit behind a tag',
      'v1.9.1-0.20221109132830-872a965c6c65',
      ALL,
      from0({ fixed: '2.4.16' }),
      'affected low custom-bound pseudo-version',
    ],
    ['may be invalid', 'v1.9.0', ALL, from0({ fixed: 'RELEASE.2025-02-28T09-55-16Z' }), 'cannot_assess high'],
    [
      'may be invalid for a commit',
      COMMIT_2022,
      ALL,
      from0({ fixed: 'RELEASE.2025-02-28' }),
      'affected low custom-bound pseudo-version',
    ],
    ['do not apply to an invalid version', 'main', ALL, from0({ fixed: '2.4.16' }), 'cannot_assess high'],
  ])('%s', (_case, version, events, custom, expected) => {
    expect(answer(version, { events, ...ofProject(custom) })).toBe(expected);
  });

  it('set the fix and the range in the evidence', () => {
    const members = {
      events: ALL,
      ...ofProject([{ introduced: '0' }, { fixed: '2.4.16' }, { introduced: '2.5.0' }, { fixed: '2.5.9' }]),
    };

    expect(match('v2.5.1+incompatible', members)).toMatchObject([
      { fixedVersions: ['2.5.9'], fixState: 'fixed', evidence: [{ range: '>= 2.5.0, < 2.5.9' }] },
    ]);
    expect(match(COMMIT_2019, members)).toMatchObject([
      { fixedVersions: ['2.4.16', '2.5.9'], evidence: [{ range: '< 2.4.16; >= 2.5.0, < 2.5.9' }] },
    ]);
  });
});

describe('versions that the module cannot have', () => {
  const PROMETHEUS: Events = [{ introduced: '2.24.1' }, { fixed: '2.37.4' }];

  it.each<[string, string, Events, string]>([
    ['an older tag of another count', 'v0.35.0', from0({ fixed: '2.37.4' }), 'affected low untagged-major'],
    ['the same before the beginning', 'v0.35.0', PROMETHEUS, 'not_affected low untagged-major'],
    ['a commit', COMMIT_2022, from0({ fixed: '2.37.4' }), 'affected low pseudo-version untagged-major'],
    ['a commit before the beginning', COMMIT_2022, PROMETHEUS, 'not_affected low untagged-major'],
    ['a version without go.mod', 'v2.35.0+incompatible', PROMETHEUS, 'affected high'],
    ['a version of the project', 'v2.35.0', PROMETHEUS, 'affected high'],
    ['the fixed version of the project', 'v2.37.4', PROMETHEUS, ''],
    ['a record that has none of them', 'v0.35.0', from0({ fixed: '1.2.0' }), 'affected high'],
    ['bounds of the module without go.mod', 'v1.13.1', from0({ fixed: '20.10.14+incompatible' }), 'affected high'],
    ['everything', 'v0.35.0', ALL, 'affected high'],
    ['a date for a number', 'v0.35.0', from0({ fixed: '20230606' }), 'affected low untagged-major'],
  ])('are recognized for %s: %s with %j', (_case, version, events, expected) => {
    expect(answer(version, { events })).toBe(expected);
  });

  it.each<[string, string, string, Events, string]>([
    ['the path has the number', 'x.example/y/v2', 'v2.1.0', from0({ fixed: '2.37.4' }), 'affected high'],
    ['the next one fixes it', 'x.example/y/v2', 'v2.1.0', from0({ fixed: '3.0.0' }), 'affected high'],
    [
      'the number is beyond the path',
      'x.example/y/v8',
      'v8.1.0',
      [{ introduced: '9.5.0' }, { fixed: '9.5.8' }],
      'not_affected low untagged-major',
    ],
    ['as gopkg.in writes it', 'gopkg.in/yaml.v2', 'v2.2.3', from0({ fixed: '2.2.8' }), 'affected high'],
    ['the number is in the middle', 'x.example/y/v2/pkg/api', 'v2.1.0', from0({ fixed: '2.37.4' }), 'affected high'],
  ])('are detected by the module path: %s', (_case, name, version, events, expected) => {
    const matches = matchRecords(`pkg:golang/${name}@${version}`, record([anAffected({ ...GO, name, events })]));

    expect(inWords(matches)).toBe(expected);
  });

  it('are not reported if a more certain record gives the same answer', () => {
    const affected = (events: Events): object[] => [anAffected({ ...GO, events })];
    const matches = matchRecords(
      'pkg:golang/x.example/y@v0.35.0',
      { ...record(affected(PROMETHEUS)), id: 'GHSA-1', aliases: ['CVE-2022-1000'] },
      { ...record(affected(from0({ fixed: '0.34.0' }))), id: 'GO-2022-1', aliases: ['CVE-2022-1000'] },
    );

    expect(matches).toEqual([]);
  });
});

describe('subpaths', () => {
  const purl = 'pkg:golang/x.example/sys@v0.4.0#mountinfo';
  const about = (id: string, name: string, events = from0({ fixed: '1.0.0' })): object => ({
    ...record([anAffected({ ...GO, name, events })]),
    id,
    aliases: ['CVE-2022-1000'],
  });

  it.each([
    ['are a part of the path', [about('GO-1', 'x.example/sys/mountinfo')], 'affected high'],
    [
      'are ignored if only the parent module is known',
      [about('GO-1', 'x.example/sys')],
      'affected medium parent-module',
    ],
    [
      'are kept if a record names the full path',
      [about('GHSA-1', 'x.example/sys/mountinfo', from0({ fixed: '0.2.0' })), about('GO-1', 'x.example/sys')],
      '',
    ],
    ['do not match other modules', [about('GO-1', 'x.example/sys/user')], ''],
  ])('%s', (_case, records, expected) => {
    expect(inWords(matchRecords(purl, ...records))).toBe(expected);
  });

  it('are kept for other vulnerabilities of the full path', () => {
    const other = { ...about('GO-2', 'x.example/sys/mountinfo'), aliases: ['CVE-2022-2000'] };

    expect(inWords(matchRecords(purl, about('GO-1', 'x.example/sys'), other))).toBe(
      'affected medium parent-module; affected high',
    );
  });
});

describe('Go itself', () => {
  // Like GO-2024-2598: below 1.21.8, and from the first release candidate of 1.22 up to 1.22.1.
  const events: Events = [...from0({ fixed: '1.21.8' }), { introduced: '1.22.0-0' }, { fixed: '1.22.1' }];

  it.each([
    ['go1.22rc1', 'affected high'],
    ['1.22rc1', 'affected high'],
    ['go1.22.0', 'affected high'],
    ['1.22.0', 'affected high'],
    ['go1.21.7', 'affected high'],
    ['1.20', 'affected high'],
    ['go1.20', 'affected high'],
    ['v1.20.14', 'affected high'],
    ['1.21.8', ''],
    ['go1.22.1', ''],
    ['go1.22.1-custom', ''],
    ['go1.23rc1', ''],
  ])('is tested in version %s', (version, expected) => {
    const matches = matchRecords(
      `pkg:golang/stdlib@${version}`,
      record([anAffected({ ...GO, name: 'stdlib', events })]),
    );

    expect(inWords(matches)).toBe(expected);
  });

  it('distinguishes the library from the toolchain', () => {
    expect(matchRecords('pkg:golang/stdlib@1.20', record([anAffected({ ...GO, name: 'toolchain' })]))).toEqual([]);
    expect(matchRecords('pkg:golang/toolchain@1.20', record([anAffected({ ...GO, name: 'toolchain' })]))).toHaveLength(
      1,
    );
  });
});

describe('build metadata', () => {
  it.each([
    ['v3.1.0+incompatible', 'affected high'],
    ['v3.1.0+dirty', 'affected high'],
    ['v3.1.0+incompatible+dirty', 'affected high'],
    ['v3.2.0+incompatible', ''],
    ['v3.2.0+incompatible+dirty', ''],
  ])('is ignored: %s', (version, expected) => {
    expect(answer(version, { events: from0({ fixed: '3.2.0+incompatible' }) })).toBe(expected);
  });
});

const GO = { ecosystem: 'Go', name: 'x.example/y', type: 'SEMVER' };

function record(affected: readonly object[]): Record<string, unknown> {
  return anOsvRecord({ affected });
}

function ofProject(events: Events): object {
  return { ecosystem_specific: { custom_ranges: [{ type: 'ECOSYSTEM', events }] } };
}

function match(version: string, members: object, cve?: string): PackageMatch[] {
  const aliases = cve === undefined ? [] : [cve];
  const of = { ...record([anAffected({ ...GO, ...members })]), aliases };
  return matchRecords(`pkg:golang/x.example/y@${encodeURIComponent(version)}`, of);
}

function answer(version: string, members: object, { cve }: { readonly cve?: string | undefined } = {}): string {
  return inWords(match(version, members, cve));
}

/** Returns all matches in one line: `affected medium custom-bound`. */
function inWords(matches: readonly PackageMatch[]): string {
  return matches.map(({ state, confidence, assumptions }) => [state, confidence, ...assumptions].join(' ')).join('; ');
}
