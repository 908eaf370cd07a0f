import { describe, expect, it } from 'vitest';
import { hackage } from './hackage.ts';

describe('hackage', () => {
  it.each(['v1.0', '1.0-1', '1.0a', '1..0', '1.', '.1', 'ghc-9.2.8'])('rejects %j', (text) => {
    expect(hackage.parse(text)).toBeUndefined();
  });
});
