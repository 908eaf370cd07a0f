import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { readRuntimeDocument } from './runtime-document.ts';

const OBSERVED = '{ "kind": "observed", "from": "2026-01-01T00:00:00Z", "to": "2026-01-09T00:00:00Z" }';

describe('the kind of a runtime document', () => {
  it.each([
    ['apparmor', 'profile a { }'],
    ['apparmor', '# { \n/usr/bin/a {\n}\n'],
    ['seccomp', '{ "defaultAction": "SCMP_ACT_ERRNO" }'],
    ['seccomp', '\u{FEFF}\n{ "defaultAction": "SCMP_ACT_ERRNO" }'],
    ['observed', OBSERVED],
  ])('is found out: %s', (kind, text) => {
    expect(readRuntimeDocument(text).kind).toBe(kind);
  });

  it.each(['', 'hello', '{}', '[]', '{ "bomFormat": "CycloneDX" }'])('is not known of %j', (text) => {
    expect(() => readRuntimeDocument(text)).toThrow(expect.objectContaining({ code: 'RUNTIME_PROFILE_KIND_UNKNOWN' }));
  });

  it('counts when it is given', () => {
    expect(() => readRuntimeDocument(OBSERVED, 'seccomp')).toThrow(/defaultAction/);
    expect(() => readRuntimeDocument(OBSERVED, 'apparmor')).toThrow(/cannot be read/);
    expect(readRuntimeDocument(OBSERVED, 'observed').kind).toBe('observed');
  });

  it.each([
    ['apparmor', `profile a { }\n${'#'.repeat(LIMITS.runtimeDocumentBytesMax)}`],
    ['seccomp', `{ "defaultAction": "SCMP_ACT_ERRNO"${' '.repeat(LIMITS.runtimeDocumentBytesMax)} }`],
    ['observed', `${OBSERVED}${' '.repeat(LIMITS.observedDocumentBytesMax)}`],
  ] as const)('has a size that is limited: %s', (kind, text) => {
    expect(() => readRuntimeDocument(text, kind)).toThrow(
      expect.objectContaining({ code: 'RUNTIME_PROFILE_TOO_LARGE' }),
    );
    expect(() => readRuntimeDocument(text)).toThrow(expect.objectContaining({ code: 'RUNTIME_PROFILE_TOO_LARGE' }));
  });
});
