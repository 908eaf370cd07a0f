import { describe, expect, it } from 'vitest';
import { upstreamVersions } from './upstream-version.ts';
import type { SchemeId } from '../../vocabulary/package.ts';

describe('upstreamVersions', () => {
  it.each<[string, SchemeId, string]>([
    ['1.16.0-4', 'debian', '1.16.0'],
    ['1:2.0.1-2+deb12u1', 'debian', '2.0.1'],
    ['2.0.1+dfsg-2', 'debian', '2.0.1'],
    ['2.0.1+dfsg1.1-2', 'debian', '2.0.1'],
    ['2.0.1~ds1-1', 'debian', '2.0.1'],
    ['2.0.1.dfsg-1', 'debian', '2.0.1'],
    ['5.2+really4.3-1', 'debian', '4.3'],
    ['2.6.0+bzr6595-6', 'debian', '2.6.0+bzr6595'],
    ['1.0+git20200101.abc-1', 'debian', '1.0'],
    ['1.0~rc1-1', 'debian', '1.0rc1'],
    ['1.0', 'debian', '1.0'],
    ['4.16.1.3-29.el9', 'rpm', '4.16.1.3'],
    ['1:10.7.0-1.20.14.0.1.module+el9.4.0+22015+c05247b8', 'rpm', '10.7.0'],
    ['1.0~beta2-1.fc36', 'rpm', '1.0beta2'],
    ['22.1.1-r0', 'apk', '22.1.1'],
    ['1.0_rc1-r2', 'apk', '1.0rc1'],
  ])('derives from %s (%s) the version %s', (version, scheme, upstream) => {
    expect(upstreamVersions(version, scheme)).toContain(upstream);
  });

  it.each(['', '-1', '1:', ':'])('returns no empty version for %j', (version) => {
    for (const each of upstreamVersions(version, 'debian')) expect(each).not.toBe('');
  });
});
