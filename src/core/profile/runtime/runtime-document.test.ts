import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { parseRuntimeDocument } from './runtime-document.ts';

const OBSERVED = '{ "kind": "observed", "from": "2026-01-01T00:00:00Z", "to": "2026-01-09T00:00:00Z" }';

describe('parseRuntimeDocument', () => {
  it.each([
    ['apparmor', 'profile a { }'],
    ['apparmor', '# { \n/usr/bin/a {\n}\n'],
    ['seccomp', '{ "defaultAction": "SCMP_ACT_ERRNO" }'],
    ['seccomp', '\u{FEFF}\n{ "defaultAction": "SCMP_ACT_ERRNO" }'],
    ['observed', OBSERVED],
  ])('detects the kind %s', (kind, text) => {
    expect(parseRuntimeDocument(text).kind).toBe(kind);
  });

  it.each(['', 'hello', '{}', '[]', '{ "bomFormat": "CycloneDX" }'])('rejects %j as unknown kind', (text) => {
    expect(() => parseRuntimeDocument(text)).toThrow(expect.objectContaining({ code: 'RUNTIME_PROFILE_KIND_UNKNOWN' }));
  });

  it('uses the given kind', () => {
    expect(() => parseRuntimeDocument(OBSERVED, 'seccomp')).toThrow(/defaultAction/);
    expect(() => parseRuntimeDocument(OBSERVED, 'apparmor')).toThrow(/cannot be parsed/);
    expect(parseRuntimeDocument(OBSERVED, 'observed').kind).toBe('observed');
  });

  it.each([
    ['apparmor', `profile a { }\n${'#'.repeat(LIMITS.runtimeDocumentBytesMax)}`],
    ['seccomp', `{ "defaultAction": "SCMP_ACT_ERRNO"${' '.repeat(LIMITS.runtimeDocumentBytesMax)} }`],
    ['observed', `${OBSERVED}${' '.repeat(LIMITS.observedDocumentBytesMax)}`],
  ] as const)('rejects a document above the size limit: %s', (kind, text) => {
    expect(() => parseRuntimeDocument(text, kind)).toThrow(
      expect.objectContaining({ code: 'RUNTIME_PROFILE_TOO_LARGE' }),
    );
    expect(() => parseRuntimeDocument(text)).toThrow(expect.objectContaining({ code: 'RUNTIME_PROFILE_TOO_LARGE' }));
  });
});
