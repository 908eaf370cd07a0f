import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord } from '../../../test/support/advisories.ts';
import { aQuestion, aRecord } from '../../../test/support/remediation.ts';
import { recommend } from './recommend.ts';

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
