import { describe, expect, it } from 'vitest';
import { aSubject } from '../../../../test/support/subjects.ts';
import { distroNotAffected } from './distro-not-affected.ts';

const OWNER = { name: 'python3-rpm', version: '4.18.0-3' };

describe('R04', () => {
  it.each(['distro-not-affected', 'owned-by-os-package'] as const)('dismisses as a fact for the code %s', (code) => {
    expect(distroNotAffected.judge(aSubject({ match: { dismissal: { code, owner: OWNER } } }))).toMatchObject({
      actor: 'R04 v1',
      code,
      effect: 'dismiss',
      class: 'fact',
      state: 'not_affected',
      evidence: [{ path: 'python3-rpm', value: '4.18.0-3' }],
    });
  });

  it('shortens a long name', () => {
    const owner = { name: 'x'.repeat(500), version: null };
    const opinion = distroNotAffected.judge(aSubject({ match: { dismissal: { code: 'distro-not-affected', owner } } }));

    expect(opinion?.evidence[0]?.path.length).toBeLessThanOrEqual(80);
    expect(opinion?.text.length).toBeLessThan(300);
  });

  it('does not apply without a dismissal', () => {
    expect(distroNotAffected.judge(aSubject())).toBeUndefined();
  });
});
