import { describe, expect, it } from 'vitest';
import { fitsSocket } from './data-folder.ts';

// The socket path is the folder plus `/.s.PGSQL.5432`, which has 14 bytes.
describe('fitsSocket', () => {
  it.each([
    ['107 bytes', `/${'a'.repeat(92)}`, true],
    ['108 bytes', `/${'a'.repeat(93)}`, false],
    ['107 bytes in fewer characters', `/${'ü'.repeat(46)}`, true],
    ['109 bytes in fewer characters', `/${'ü'.repeat(47)}`, false],
  ])('checks a path of %s', (_, folder, fits) => {
    expect(fitsSocket(folder)).toBe(fits);
  });
});
