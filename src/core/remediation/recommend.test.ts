import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord } from '../../../test/support/advisories.ts';
import { aQuestion, aRecord } from '../../../test/support/remediation.ts';
import { recommend, adviseWithoutCleanVersion, type NoCleanVersionFacts } from './recommend.ts';
import { chooseTarget } from './targets/choose-target.ts';

const CONTEXT = { name: 'left-pad', at: '2026-01-01T00:00:00.000000Z' };
const V1 = 'pkg:npm/left-pad@1.0.0';

describe('recommend', () => {
  it('returns no further advice for a clean version', () => {
    const question = aQuestion(V1, [aRecord('CVE-1', { introduced: '0' }, { fixed: '1.1.0' })]);

    expect(recommend(question, CONTEXT)).toEqual({ answer: expect.objectContaining({ outcome: 'clean' }) });
  });

  it.each([
    ['no fix', V1, [aRecord('CVE-1', { introduced: '0' })], 'no_fix'],
    ['a later introduction', V1, [aRecord('CVE-1', { introduced: '0.9.0' })], 'not_affected_before'],
    ['malware', V1, [aRecord('MAL-2024-1', { introduced: '0' })], 'malicious'],
    [
      'the status of a distribution',
      'pkg:deb/debian/foo@1.0-1?distro=debian-12',
      [
        anOsvRecord({
          id: 'DEBIAN-CVE-2024-1',
          affected: [
            anAffected({
              ecosystem: 'Debian:12',
              name: 'foo',
              events: [{ introduced: '0' }],
              ecosystem_specific: { urgency: 'end-of-life' },
            }),
          ],
        }),
      ],
      'wont_fix',
    ],
    [
      'a fix in a paid channel',
      'pkg:rpm/redhat/foo@1.0-1.el9?distro=rhel-9.2&epoch=0',
      [
        anOsvRecord({
          id: 'RHSA-2024:1',
          upstream: ['CVE-2024-1'],
          affected: [
            anAffected({
              ecosystem: 'Red Hat:rhel_eus:9.2::baseos',
              name: 'foo',
              events: [{ introduced: '0' }, { fixed: '0:1.0-1.el9_2.1' }],
            }),
          ],
        }),
      ],
      'paid_channel',
    ],
    [
      'an ended release',
      'pkg:deb/debian/foo@1.0-1?distro=debian-9',
      [
        anOsvRecord({
          id: 'DEBIAN-CVE-2024-1',
          affected: [anAffected({ ecosystem: 'Debian:9', name: 'foo', events: [{ introduced: '0' }] })],
        }),
      ],
      'eol',
    ],
  ])('returns the situation for %s', (_, purl, records, situation) => {
    expect(recommend(aQuestion(purl, records), CONTEXT).withoutClean?.situation).toBe(situation);
  });

  it('returns no advice when there is no vulnerability', () => {
    expect(recommend(aQuestion(V1, []), CONTEXT)).toEqual({
      answer: expect.objectContaining({ outcome: 'not_needed' }),
    });
  });
});

const NONE: NoCleanVersionFacts = {
  name: 'left-pad',
  answer: { outcome: 'none', best: undefined, above: undefined },
  classes: ['vulnerability'],
  fixStates: ['not_fixed'],
};

describe('adviseWithoutCleanVersion', () => {
  it.each<[string, Partial<NoCleanVersionFacts>, string, string | null]>([
    ['no fix', {}, 'no_fix', 'can_not_fix'],
    [
      'the word of a distribution',
      { fixStates: ['wont_fix'], distroStatus: { status: 'end-of-life', source: 'Debian' } },
      'wont_fix',
      'will_not_fix',
    ],
    ['an ended release', { isReleaseEnded: true }, 'eol', 'will_not_fix'],
    ['a fix in a paid channel', { channel: 'Red Hat EUS 9.2' }, 'paid_channel', 'update'],
    [
      'a workaround',
      { workaround: { text: 'Turn it off.', source: 'GHSA-1', url: undefined } },
      'workaround',
      'workaround_available',
    ],
    [
      'only a last affected version',
      { answer: { outcome: 'none', best: undefined, above: '1.4.0' } },
      'only_last_affected',
      'update',
    ],
    ['another package', { replacement: { name: 'x.y/z/v2', version: '2.0.1' } }, 'replaced', 'update'],
    ['no maintainer', { classes: ['informational'] }, 'unmaintained', 'can_not_fix'],
    ['malware', { classes: ['malicious'] }, 'malicious', null],
    ['an older version without it', { notAffectedBefore: '1.2.0' }, 'not_affected_before', 'rollback'],
    [
      'nothing that can be compared',
      { answer: { outcome: 'cannot_assess', best: undefined, above: undefined } },
      'cannot_assess',
      null,
    ],
  ])('returns the situation for %s', (_, changes, situation, response) => {
    const answer = adviseWithoutCleanVersion({ ...NONE, ...changes });

    expect(answer).toMatchObject({ situation, response });
    expect(answer?.text).toMatch(/^[A-Z].*\.$/s);
  });

  it('says how many vulnerabilities remain in a better version', () => {
    const records = [aRecord('CVE-1', { introduced: '0' }, { fixed: '1.1.0' }), aRecord('CVE-2', { introduced: '0' })];
    const answer = chooseTarget(aQuestion('pkg:npm/left-pad@1.0.0', records));

    expect(adviseWithoutCleanVersion({ ...NONE, answer })).toMatchObject({
      situation: 'reduces',
      response: 'update',
      text: 'Upgrade left-pad to 1.1.0 to reduce the risk; 1 vulnerability remains.',
    });
  });

  it('names the source and the URL of a workaround', () => {
    const workaround = { text: 'Turn it off.', source: 'GHSA-1', url: 'https://osv.dev/vulnerability/GHSA-1' };

    expect(adviseWithoutCleanVersion({ ...NONE, workaround })?.text).toBe(
      'Workaround from GHSA-1 (https://osv.dev/vulnerability/GHSA-1): Turn it off.',
    );
  });

  it('returns undefined when there is a clean version, except for malware', () => {
    const answer = chooseTarget(
      aQuestion('pkg:npm/left-pad@1.0.0', [aRecord('CVE-1', { introduced: '0' }, { fixed: '1.1.0' })]),
    );

    expect(adviseWithoutCleanVersion({ ...NONE, answer })).toBeUndefined();
    expect(adviseWithoutCleanVersion({ ...NONE, answer, classes: ['malicious'] })).toMatchObject({
      kind: 'remove',
      text: expect.stringContaining('1.1.0'),
    });
  });
});
