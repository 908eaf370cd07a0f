import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { parseProfileDocument, summarizeDocument } from './profile-document.ts';

const OBSERVED = '{ "kind": "observed", "from": "2026-01-01T00:00:00Z", "to": "2026-01-09T00:00:00Z" }';

describe('parseProfileDocument', () => {
  it.each([
    ['apparmor', 'profile a { }'],
    ['apparmor', '# { \n/usr/bin/a {\n}\n'],
    ['seccomp', '{ "defaultAction": "SCMP_ACT_ERRNO" }'],
    ['seccomp', '\u{FEFF}\n{ "defaultAction": "SCMP_ACT_ERRNO" }'],
    ['observed', OBSERVED],
  ])('detects the kind %s', (kind, text) => {
    expect(parseProfileDocument(text).kind).toBe(kind);
  });

  it.each(['', 'hello', '{}', '[]', '{ "bomFormat": "CycloneDX" }'])('rejects %j as unknown kind', (text) => {
    expect(() => parseProfileDocument(text)).toThrow(
      expect.objectContaining({ code: 'PROFILE_DOCUMENT_KIND_UNKNOWN' }),
    );
  });

  it('uses the given kind', () => {
    expect(() => parseProfileDocument(OBSERVED, 'seccomp')).toThrow(/defaultAction/);
    expect(() => parseProfileDocument(OBSERVED, 'apparmor')).toThrow(/cannot be parsed/);
    expect(parseProfileDocument(OBSERVED, 'observed').kind).toBe('observed');
  });

  it.each([
    ['apparmor', `profile a { }\n${'#'.repeat(LIMITS.runtimeDocumentBytesMax)}`],
    ['seccomp', `{ "defaultAction": "SCMP_ACT_ERRNO"${' '.repeat(LIMITS.runtimeDocumentBytesMax)} }`],
    ['observed', `${OBSERVED}${' '.repeat(LIMITS.observedDocumentBytesMax)}`],
  ] as const)('rejects a document above the size limit: %s', (kind, text) => {
    expect(() => parseProfileDocument(text, kind)).toThrow(
      expect.objectContaining({ code: 'PROFILE_DOCUMENT_TOO_LARGE' }),
    );
    expect(() => parseProfileDocument(text)).toThrow(expect.objectContaining({ code: 'PROFILE_DOCUMENT_TOO_LARGE' }));
  });
});

describe('summarizeDocument', () => {
  it('lists AppArmor profiles with their lines', () => {
    const text = '# policy\nprofile web /usr/bin/web {\n  /etc/web/** r,\n  capability net_bind_service,\n}\n';

    expect(summarizeDocument(parseProfileDocument(text, 'apparmor'))).toEqual([
      { text: 'Profile web, enforced: 1 file, 1 capability and 0 network rules.', line: 2 },
    ]);
  });

  it('lists the actions of seccomp', () => {
    const text = JSON.stringify({
      defaultAction: 'SCMP_ACT_ERRNO',
      syscalls: [{ names: ['read', 'write'], action: 'SCMP_ACT_ALLOW' }],
    });

    expect(summarizeDocument(parseProfileDocument(text)).map((fact) => fact.text)).toEqual([
      'Default action: SCMP_ACT_ERRNO.',
      'Rules allow 2 system calls and block 0.',
    ]);
  });

  it('lists the observed behavior of an image', () => {
    const text = JSON.stringify({
      kind: 'observed',
      image: 'acme/web:1',
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-09T00:00:00Z',
      files: [{ path: '/a' }],
      listen: [{ proto: 'tcp', port: 80 }],
      user: 'root',
    });

    expect(summarizeDocument(parseProfileDocument(text)).map((fact) => fact.text)).toEqual([
      'Image acme/web:1, observed from 2026-01-01T00:00:00Z to 2026-01-09T00:00:00Z.',
      '1 files were used.',
      'Listens on tcp/80.',
      'Runs as root.',
    ]);
  });
});
