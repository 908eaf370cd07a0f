import { describe, expect, it } from 'vitest';
import { toInitdbArguments } from './create-cluster.ts';

describe('toInitdbArguments', () => {
  it.each([
    [15, '--locale=C.UTF-8'],
    [16, '--locale=C.UTF-8'],
    [17, '--builtin-locale=C.UTF-8'],
    [18, '--builtin-locale=C.UTF-8'],
  ])('sorts by code points with version %i', (major, locale) => {
    expect(toInitdbArguments('/data/pg.new', major, true)).toContain(locale);
  });

  it('skips fsync only when durability is off', () => {
    expect(toInitdbArguments('/data/pg.new', 18, true)).not.toContain('--no-sync');
    expect(toInitdbArguments('/data/pg.new', 18, false)).toContain('--no-sync');
  });
});
