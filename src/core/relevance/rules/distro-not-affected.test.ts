import { describe, expect, it } from 'vitest';
import { aSubject } from '../../../../test/support/subjects.ts';
import { distroNotAffected, explainDismissal } from './distro-not-affected.ts';

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

describe('explainDismissal', () => {
  it.each([
    [
      'distro-not-affected',
      'Installed by the package python3-rpm 4.18.0-3, which its distribution lists as not affected.',
    ],
    [
      'owned-by-os-package',
      'Installed by the package python3-rpm 4.18.0-3. Its distribution also lists unfixed vulnerabilities and does not list this one.',
    ],
  ] as const)('explains %s: %s', (code, text) => {
    expect(explainDismissal({ code, owner: { name: 'python3-rpm', version: '4.18.0-3' } })).toEqual({ code, text });
  });

  it('names an owner without a version by its name', () => {
    const { text } = explainDismissal({ code: 'distro-not-affected', owner: { name: 'bash', version: null } });

    expect(text).toBe('Installed by the package bash, which its distribution lists as not affected.');
  });

  it('keeps the sentence short and well-formed for a long owner name', () => {
    const long = '\u{1F600}'.repeat(256);
    const { text } = explainDismissal({ code: 'owned-by-os-package', owner: { name: long, version: long } });

    expect(text.length).toBeLessThan(300);
    expect(text.isWellFormed()).toBe(true);
  });
});
