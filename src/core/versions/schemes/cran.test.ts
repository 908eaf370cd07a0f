import { describe, expect, it } from 'vitest';
import { cran } from './cran.ts';

describe('cran', () => {
  it.each(['v1.0', '1.0a', '1..0', '1.0-', '-1.0', '1.0_1', '1.0 1', '1--0'])('rejects %j', (text) => {
    expect(cran.parse(text)).toBeUndefined();
  });
});
