import { describe, expect, it } from 'vitest';
import { toFileName } from './file-name.ts';

describe('toFileName', () => {
  it.each([
    ['team/shop-2.4.1-findings.csv', 'team-shop-2.4.1-findings.csv'],
    ['../../etc/passwd', 'etc-passwd'],
    ['.hidden', 'hidden'],
    ['<img src=x>.csv', 'img-src-x-.csv'],
    ['\u202E', 'findings'],
  ])('converts %s to %s', (name, file) => {
    expect(toFileName(name)).toBe(file);
  });

  it('keeps the extension of a long name', () => {
    expect(toFileName(`${'x'.repeat(500)}.csv`)).toHaveLength(120);
    expect(toFileName(`${'x'.repeat(500)}.csv`)).toMatch(/\.csv$/);
  });
});
