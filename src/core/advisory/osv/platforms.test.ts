import { describe, expect, it } from 'vitest';
import { platformsOf } from './platforms.ts';

function ofGo(...imports: readonly object[]): object {
  return { ecosystem_specific: { imports } };
}

describe('platformsOf', () => {
  it.each([
    ['one import of Go', ofGo({ path: 'os', goos: ['windows'] }), [{ os: ['windows'], arch: [] }]],
    [
      'several imports, each limited',
      ofGo({ goos: ['windows'] }, { goos: ['windows'] }, { goarch: ['s390x'] }),
      [
        { os: ['windows'], arch: [] },
        { os: [], arch: ['s390x'] },
      ],
    ],
    [
      'RustSec',
      { ecosystem_specific: { affects: { os: ['windows', 'macos'], arch: ['x86_64'], functions: [] } } },
      [{ os: ['darwin', 'windows'], arch: ['amd64'] }],
    ],
  ])('returns the limits of %s', (_, entry, platforms) => {
    expect(platformsOf(entry)).toEqual({ platforms });
  });

  it.each([
    ['an import without a limit beside one with', ofGo({ goos: ['windows'] }, { path: 'net' })],
    ['an unknown name', { ecosystem_specific: { affects: { os: ['unix'] } } }],
    ['empty lists', { ecosystem_specific: { affects: { os: [], arch: [] } } }],
    ['members of another kind', ofGo({ goos: 'windows', goarch: 7 })],
    ['an entry of another database', { ecosystem_specific: { severity: 'HIGH' } }],
    ['no object', null],
  ])('returns no limit for %s', (_, entry) => {
    expect(platformsOf(entry)).toEqual({});
  });

  it('keeps the known part of a limit if the other part has an unknown value', () => {
    const entry = { ecosystem_specific: { affects: { os: ['windows'], arch: ['quantum'] } } };

    expect(platformsOf(entry)).toEqual({ platforms: [{ os: ['windows'], arch: [] }] });
  });
});
