import { describe, expect, it } from 'vitest';
import { go } from './go.ts';

describe('go', () => {
  it.each(['(devel)', 'devel', 'go', 'go1', 'gopher', 'go1.x', 'go1.23-devel_abc', 'master', '1.2.x', 'gogo1.22'])(
    'cannot read %j',
    (text) => {
      expect(go.parse(text)).toBeUndefined();
    },
  );

  it.each([
    ['v1.2.3', undefined],
    ['go1.22rc1', undefined],
    ['v3.0.0+incompatible', undefined],
    ['v0.0.0-20190301021747-ccb9e902956d', 'pseudo-version'],
    ['v1.3.1-0.20190301021747-ccb9e902956d', 'pseudo-version'],
    ['v1.3.1-rc.1.0.20190301021747-ccb9e902956d+incompatible', 'pseudo-version'],
    ['v0.0.0-202303200415', undefined],
    ['v1.0.0-20190301021747', undefined],
    ['v1.2.3.4', 'nonconforming-version'],
  ])('assumes about %s: %s', (text, assumption) => {
    const version = go.parse(text);
    if (version === undefined) throw new Error('It can be read.');

    expect(go.assumptionOf?.(version)).toBe(assumption);
  });
});
