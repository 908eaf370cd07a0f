import { describe, expect, it } from 'vitest';
import { aQuestion, aRecord } from '../../../test/support/remediation.ts';
import { chooseTarget } from './targets/choose-target.ts';
import { findReplacement } from './find-replacement.ts';
import { findWorkaround } from './find-workaround.ts';
import { adviseWithoutCleanVersion, type NoCleanVersionFacts } from './no-clean-version.ts';
import { readAdvisory, anAffected, anOsvRecord } from '../../../test/support/advisories.ts';

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
    ['a feature', { feature: 'JNDI' }, 'feature', 'workaround_available'],
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

describe('findWorkaround', () => {
  it.each([
    ['### Impact\nBad.\n\n### Workarounds\nTurn it off.\n\n### References\nx', 'Turn it off.'],
    ['## Mitigation\nUse a proxy.', 'Use a proxy.'],
    ['### Workarounds\nNone.', undefined],
    ['### Workarounds\nThere are no known workarounds.', undefined],
    ['### Impact\nA workaround is not known.', undefined],
    ['', undefined],
  ])('returns the workaround of %j', (details, expected) => {
    expect(findWorkaround(details)).toBe(expected);
  });
});

describe('findReplacement', () => {
  const goEntry = (name: string, ...events: readonly Record<string, string>[]) =>
    anAffected({ ecosystem: 'Go', name, type: 'SEMVER', events });
  const { affected } = readAdvisory(
    anOsvRecord({
      affected: [
        goEntry('x.y/z', { introduced: '0' }),
        goEntry('x.y/z/v2', { introduced: '0' }, { fixed: '2.0.1' }),
        goEntry('x.y/other/v3', { introduced: '0' }, { fixed: '3.0.1' }),
      ],
    }),
  );

  it.each([
    ['x.y/z', { name: 'x.y/z/v2', version: '2.0.1' }],
    ['x.y/z/v2', undefined],
    ['x.y/w', undefined],
  ])('returns the replacement of %s', (name, expected) => {
    expect(findReplacement({ family: 'Go', name }, affected)).toEqual(expected);
  });
});
