import { describe, expect, it } from 'vitest';
import { describeCitedField } from './cited-field.ts';

describe('describeCitedField', () => {
  it.each([
    ['web: runtime.os', 'linux', { label: 'Operating system', profile: 'web', value: 'linux' }],
    ['a: b: privilege.runsAsRoot', 'no', { label: 'Runs as root', profile: 'a: b', value: 'No' }],
    ['web: runtime.arch', '["amd64","arm64"]', { label: 'CPU architectures', profile: 'web', value: 'amd64, arm64' }],
    ['web: runtime.arch', '["amd64","ar', { label: 'CPU architectures', profile: 'web', value: '["amd64","ar' }],
    ['web: runtime.os', null, { label: 'Operating system', profile: 'web', value: undefined }],
    [
      'web: usage.featuresNotUsed',
      '[{"note":"JSON only","purl":"pkg:npm/a","feature":"forms"},7]',
      { label: 'Features not used', profile: 'web', value: 'pkg:npm/a forms JSON only, ' },
    ],
    ['web: not.a.field', 'x', { label: 'web: not.a.field', profile: undefined, value: 'x' }],
    ['line 12', null, { label: 'line 12', profile: undefined, value: undefined }],
  ])('parses %s', (path, value, expected) => {
    expect(describeCitedField(path, value)).toEqual(expected);
  });
});
