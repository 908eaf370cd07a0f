import { describe, expect, it } from 'vitest';
import { bitnami } from './bitnami.ts';

describe('bitnami', () => {
  it.each(['nightly.2026-03-10.0', '-4', '1.2.x-4', '1..2-3', '1.2.3--4'])('rejects %j', (text) => {
    expect(bitnami.parse(text)).toBeUndefined();
  });

  it.each([
    ['1.2.3-4', undefined],
    ['1.2.3.4-5', 'nonconforming-version'],
  ])('returns the assumption for %s: %s', (text, assumption) => {
    const version = bitnami.parse(text);
    if (version === undefined) throw new Error('It can be read.');

    expect(bitnami.assumptionOf?.(version)).toBe(assumption);
  });
});
