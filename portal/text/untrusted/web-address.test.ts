import { describe, expect, it } from 'vitest';
import { findWebAddress } from './web-address.ts';

describe('findWebAddress', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    'ftp://example.com/',
    '//example.com/x',
    '/services',
    'https://nvd.nist.gov@evil.example/',
    'https://user:secret@example.com/',
    `https://example.com/${'x'.repeat(2_048)}`,
    'https://',
    '',
  ])('does not link %j', (reference) => {
    expect(findWebAddress([reference])).toBeUndefined();
  });

  it('returns the first reference that is safe to link', () => {
    const references = [
      'javascript:alert(1)',
      'https://nvd.nist.gov/vuln/detail/CVE-2021-44228',
      'http://example.com/',
    ];

    expect(findWebAddress(references)).toEqual({
      href: 'https://nvd.nist.gov/vuln/detail/CVE-2021-44228',
      host: 'nvd.nist.gov',
    });
  });

  it('shows an internationalized host in ASCII', () => {
    expect(findWebAddress(['https://\u0430pple.com/'])?.host).toBe('xn--pple-43d.com');
  });
});
