import { describe, expect, it } from 'vitest';
import { aSubject } from '../../../../test/support/subjects.ts';
import { judgeFinding } from '../judge-finding.ts';
import { maliciousName } from './malicious-name.ts';

const NAME_ONLY = { match: { class: 'vulnerability', assumptions: ['malicious-name'] } } as const;

describe('R25', () => {
  it('only notes that a malicious package used the name', () => {
    expect(maliciousName.judge(aSubject(NAME_ONLY))).toMatchObject({
      code: 'malicious-name',
      effect: 'annotate',
      state: 'in_triage',
      text: 'A malicious public package used this name. This version is not listed as malicious. Check that it came from your own registry.',
    });
  });

  it.each(['malicious', 'vulnerability'] as const)(
    'does not apply when a record of class %s covers the version',
    (kind) => {
      expect(maliciousName.judge(aSubject({ match: { class: kind } }))).toBeUndefined();
    },
  );

  it.each(['unknown', 'critical'] as const)(
    'neither escalates nor prioritizes the finding with severity %s',
    (severity) => {
      const { verdict, priority } = judgeFinding(aSubject({ ...NAME_ONLY, vulnerability: { severity, cvss: [] } }));

      expect(verdict).toMatchObject({ status: 'relevant', isEscalated: false });
      expect(verdict.reasons.map(({ code }) => code)).toEqual(['malicious-name']);
      expect(['P2', 'P3', 'P4']).toContain(priority.band);
    },
  );
});
