import { describe, expect, it } from 'vitest';
import { explainDismissal } from './distro-not-affected.ts';

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
