import { describe, expect, it } from 'vitest';
import { go, hasNoTag } from './go.ts';

describe('go', () => {
  it.each(['(devel)', 'devel', 'go', 'go1', 'gopher', 'go1.x', 'go1.23-devel_abc', 'master', '1.2.x', 'gogo1.22'])(
    'rejects %j',
    (text) => {
      expect(go.parse(text)).toBeUndefined();
    },
  );

  it.each([
    ['v1.2.3', undefined],
    ['go1.22rc1', undefined],
    ['v3.0.0+incompatible', undefined],
    ['v0.0.0-20190301021747-ccb9e902956d', undefined],
    ['v1.2.3.4', 'nonconforming-version'],
  ])('returns the assumption for %s: %s', (text, assumption) => {
    expect(go.assumptionOf?.(read(text))).toBe(assumption);
  });

  it.each([
    // It is not known which commits a later tag contains.
    ['v0.0.0-20190301021747-ccb9e902956d', 'v0.7.0', 'pseudo-version'],
    ['v1.3.1-0.20190301021747-ccb9e902956d', 'v1.3.1', 'pseudo-version'],
    ['v1.3.1-rc.1.0.20190301021747-ccb9e902956d+incompatible', 'v1.4.0', 'pseudo-version'],
    // After the same tag the timestamps decide, even if an advisory shortens them.
    ['v0.0.0-20190301021747-ccb9e902956d', 'v0.0.0-20200301021747-0123456789ab', undefined],
    ['v1.3.1-0.20190301021747-ccb9e902956d', 'v1.3.1-0.20200301021747-0123456789ab', undefined],
    ['v0.0.0-20190301021747-ccb9e902956d', '0.0.0-20240206', undefined],
    // After different tags they say nothing.
    ['v0.0.0-20190301021747-ccb9e902956d', 'v1.3.1-0.20180301021747-0123456789ab', 'pseudo-version'],
    ['v1.3.1-0.20190301021747-ccb9e902956d', 'v1.3.1-rc.1.0.20180301021747-0123456789ab', 'pseudo-version'],
    // Tags are ordered by their numbers, and so are a tag and a later commit.
    ['v1.2.3', 'v1.3.0', undefined],
    ['v1.2.3', 'v1.3.1-0.20190301021747-ccb9e902956d', undefined],
    ['v1.0.0-20190301021747', 'v1.0.0', undefined],
    ['v1.22.0-0', 'v1.22.0', undefined],
  ])('returns the doubt that %s is before %s: %s', (version, end, doubt) => {
    expect(go.doubtBefore?.(read(version), read(end))).toBe(doubt);
  });

  it.each([
    ['v0.0.0-20190301021747-ccb9e902956d', true],
    ['v8.0.0-20190301021747-ccb9e902956d', true],
    ['v1.3.1-0.20190301021747-ccb9e902956d', false],
    ['v1.3.1-rc.1.0.20190301021747-ccb9e902956d', false],
    ['v0.0.0', false],
    ['v0.0.0-rc1', false],
  ])('returns whether no tag comes before %s: %s', (text, expected) => {
    expect(hasNoTag(read(text))).toBe(expected);
  });
});

function read(text: string): NonNullable<ReturnType<typeof go.parse>> {
  const version = go.parse(text);
  if (version === undefined) throw new Error(`${text} can be read.`);
  return version;
}
