import { describe, expect, it } from 'vitest';
import { pub } from './pub.ts';

describe('pub', () => {
  it.each(['any', '^1.0.0', '1.2.3+', '1.2.3+a+b', '1.2.3+a..b', '1.2.3-', '1.2.x'])('rejects %j', (text) => {
    expect(pub.parse(text)).toBeUndefined();
  });

  it.each([
    ['1.2.3+4', undefined],
    ['1.2.3.4', 'nonconforming-version'],
  ])('returns the assumption for %s: %s', (text, assumption) => {
    const version = pub.parse(text);
    if (version === undefined) throw new Error('It can be read.');

    expect(pub.assumptionOf?.(version)).toBe(assumption);
  });
});
