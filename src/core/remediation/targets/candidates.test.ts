import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord } from '../../../../test/support/advisories.ts';
import { aQuestion, aRecord, recordOf } from '../../../../test/support/remediation.ts';
import { LIMITS } from '../../limits.ts';
import { matcherFor } from '../../match/matchers.ts';
import { findVersionAxis } from './at-version.ts';
import { type CandidateList, type FurtherVersions, findCandidates } from './candidates.ts';
import { chooseTarget } from './choose-target.ts';

const from0 = { introduced: '0' };

function candidatesOf(purl: string, records: readonly unknown[], further?: FurtherVersions): CandidateList {
  const { package: packageVersion, entries } = aQuestion(purl, records);
  const tested = matcherFor(packageVersion.identity.family)?.match(packageVersion, entries) ?? [];
  const axis = findVersionAxis(tested);
  if (axis === undefined) throw new Error('No record speaks of the package.');
  return findCandidates(packageVersion, axis, tested, further);
}

function versionsOf(list: CandidateList): string[] {
  return list.candidates.map(({ version }) => version);
}

describe('findCandidates', () => {
  it('returns fixes and listed versions above the installed one, in order', () => {
    const records = [
      anOsvRecord({
        id: 'CVE-1',
        affected: [anAffected({ events: [from0, { fixed: '1.10.0' }], versions: ['1.11.0', '0.9.0'] })],
      }),
      aRecord('CVE-2', { introduced: '0' }, { fixed: '1.9.0' }),
    ];
    const list = candidatesOf('pkg:npm/left-pad@1.0.0', records);

    expect(list.candidates.map(({ version, sources, verifiedExists }) => [version, sources, verifiedExists])).toEqual([
      ['1.9.0', ['fixed'], 'unknown'],
      ['1.10.0', ['fixed'], 'unknown'],
      ['1.11.0', ['listed'], true],
    ]);
  });

  it('ignores a last affected version', () => {
    expect(
      versionsOf(candidatesOf('pkg:npm/left-pad@1.0.0', [aRecord('CVE-1', from0, { last_affected: '1.4.0' })])),
    ).toEqual([]);
  });

  it('merges several spellings into one candidate, as the stronger source writes it', () => {
    const records = [
      anOsvRecord({
        id: 'GHSA-aaaa-bbbb-cccc',
        affected: [anAffected({ ecosystem: 'PyPI', name: 'foo', events: [from0, { fixed: '2.0' }] })],
      }),
      anOsvRecord({
        id: 'PYSEC-2024-1',
        affected: [anAffected({ ecosystem: 'PyPI', name: 'foo', events: [from0, { fixed: '2.0.0' }] })],
      }),
    ];

    expect(versionsOf(candidatesOf('pkg:pypi/foo@1.0', records))).toEqual(['2.0.0']);
    expect(versionsOf(candidatesOf('pkg:pypi/foo@1.0', records.toReversed()))).toEqual(['2.0.0']);
  });

  it('prefers the spelling of a version that is known to exist', () => {
    const records = [
      recordOf('Maven', 'g:a')('CVE-1', from0, { fixed: '4.1.45' }),
      anOsvRecord({
        id: 'GHSA-aaaa-bbbb-cccc',
        affected: [{ ...anAffected({ ecosystem: 'Maven', name: 'g:a', events: [] }), versions: ['4.1.45.Final'] }],
      }),
    ];
    const { candidates } = candidatesOf('pkg:maven/g/a@4.1.44.Final', records);

    expect(candidates.map(({ version, verifiedExists }) => [version, verifiedExists])).toEqual([
      ['4.1.45.Final', true],
    ]);
  });

  it('uses a catalog to verify versions and skips yanked ones', () => {
    const records = [
      aRecord('CVE-1', from0, { fixed: '1.1.0' }),
      aRecord('CVE-2', from0, { fixed: '1.2.0' }),
      aRecord('CVE-3', from0, { fixed: '1.3.0' }),
    ];
    const catalog = [
      { version: 'v1.1.0', isYanked: true },
      { version: '1.2.0', isYanked: false },
      { version: '1.4.0', isYanked: false },
    ];
    const list = candidatesOf('pkg:npm/left-pad@1.0.0', records, { catalog });

    expect(list.candidates.map(({ version, verifiedExists }) => [version, verifiedExists])).toEqual([
      ['1.2.0', true],
      ['1.3.0', false],
      ['1.4.0', true],
    ]);
    expect(list.skipped).toEqual([{ version: 'v1.1.0', reason: 'yanked' }]);
  });

  it('uses a commit of a Go module only if there is no tag', () => {
    const goRecord = recordOf('Go', 'x.y/z');
    const commit = '0.0.0-20220722155217-630584e8d5aa';
    const installed = 'pkg:golang/x.y/z@v0.0.0-20190101000000-abcdefabcdef';

    expect(versionsOf(candidatesOf(installed, [goRecord('GO-1', from0, { fixed: commit })]))).toEqual([commit]);
    const list = candidatesOf(installed, [
      goRecord('GO-1', from0, { fixed: commit }),
      goRecord('GO-2', from0, { fixed: '0.1.0' }),
    ]);
    expect(versionsOf(list)).toEqual(['0.1.0']);
    expect(list.skipped).toEqual([{ version: commit, reason: 'commit' }]);
  });

  it('uses the custom ranges of a Go module', () => {
    const custom = {
      ecosystem_specific: { custom_ranges: [{ type: 'ECOSYSTEM', events: [from0, { fixed: '2.3.0' }] }] },
    };
    const record = anOsvRecord({
      id: 'GO-1',
      affected: [{ ...anAffected({ ecosystem: 'Go', name: 'x.y/z', type: 'SEMVER', events: [from0] }), ...custom }],
    });
    const list = candidatesOf('pkg:golang/x.y/z@v1.0.0', [record]);

    expect(list.candidates.map(({ version, sources }) => [version, sources])).toEqual([['2.3.0', ['custom']]]);
  });

  it('skips a fix in a paid channel', () => {
    const pro = anOsvRecord({
      id: 'UBUNTU-CVE-2024-1',
      affected: [
        anAffected({ ecosystem: 'Ubuntu:Pro:20.04:LTS', name: 'foo', events: [from0, { fixed: '1.0-1ubuntu1+esm1' }] }),
      ],
    });
    const installed = 'pkg:deb/ubuntu/foo@1.0-1?distro=ubuntu-20.04';
    const list = candidatesOf(installed, [pro]);

    expect(versionsOf(list)).toEqual([]);
    expect(list.skipped).toEqual([{ version: '1.0-1ubuntu1+esm1', reason: 'channel' }]);
    expect(chooseTarget(aQuestion(installed, [pro]))).toMatchObject({ outcome: 'none' });
  });

  it('ignores fixes of another release or another family', () => {
    const records = [
      anOsvRecord({
        id: 'DEBIAN-CVE-2024-1',
        affected: [
          anAffected({ ecosystem: 'Debian:13', name: 'foo', events: [from0, { fixed: '2.0-1' }] }),
          anAffected({ ecosystem: 'Debian:12', name: 'foo', events: [from0] }),
        ],
      }),
      anOsvRecord({
        id: 'GHSA-aaaa-bbbb-cccc',
        affected: [anAffected({ ecosystem: 'PyPI', name: 'foo', events: [from0, { fixed: '1.5' }] })],
      }),
    ];

    expect(versionsOf(candidatesOf('pkg:deb/debian/foo@1.0-1?distro=debian-12', records))).toEqual([]);
  });

  it('ignores fixes of another module stream', () => {
    const update = (stream: string, fixed: string) =>
      anOsvRecord({
        id: `ALSA-2024:${stream}`,
        summary: `nodejs:${stream} security update`,
        affected: [anAffected({ ecosystem: 'AlmaLinux:8', name: 'nodejs', events: [from0, { fixed }] })],
      });
    const records = [update('16', '16.2-1.module_el8.6.0+1'), update('18', '18.1-1.module_el8.6.0+2')];
    const installed = 'pkg:rpm/almalinux/nodejs@16.1-1.module_el8.5.0%2B1?distro=almalinux-8&rpmmod=nodejs:16';

    expect(versionsOf(candidatesOf(installed, records))).toEqual(['16.2-1.module_el8.6.0+1']);
  });

  it('keeps fixes before listed versions when the limit is reached', () => {
    const versions = Array.from({ length: 5_000 }, (_, n) => `2.0.${n}`);
    const record = anOsvRecord({
      id: 'CVE-1',
      affected: [
        anAffected({ events: [from0, { fixed: '1.1.0' }, { introduced: '9.0.0' }, { fixed: '9.1.0' }], versions }),
      ],
    });
    const list = candidatesOf('pkg:npm/left-pad@1.0.0', [record]);

    expect(list.isTruncated).toBe(true);
    expect(list.candidates).toHaveLength(LIMITS.remediationCandidatesMax);
    expect(versionsOf(list)[0]).toBe('1.1.0');
    expect(versionsOf(list).at(-1)).toBe('9.1.0');
  });
});
