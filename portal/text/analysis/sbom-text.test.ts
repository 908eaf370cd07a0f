import { describe, expect, it } from 'vitest';
import { formatBytes } from './sbom-text.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [812, '812 B'],
    [1_400, '1.4 kB'],
    [250_000, '250 kB'],
    [1_400_000, '1.4 MB'],
    [2_000_000_000_000, '2000 GB'],
  ])('formats %i as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
