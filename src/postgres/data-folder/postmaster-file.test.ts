import { describe, expect, it } from 'vitest';
import { parsePostmasterFile } from './postmaster-file.ts';

describe('parsePostmasterFile', () => {
  it('parses a server that accepts connections', () => {
    const text = '5107\n/data/pg\n1794714777\n5432\n/data/s\n\n  9978034         4\nready   \n';

    expect(parsePostmasterFile(text)).toEqual({ pid: 5107, port: 5432, socketDir: '/data/s', ready: true });
  });

  it.each([
    ['is starting', '5107\n/data/pg\n1794714777\n5432\n/data/s\n\n  9978034         4\nstarting\n'],
    ['is stopping', '5107\n/data/pg\n1794714777\n5432\n/data/s\n\n  9978034         4\nstopping\n'],
    ['has written only its first lines', '5107\n/data/pg\n1794714777\n5432\n'],
  ])('does not report a server as ready that %s', (_, text) => {
    expect(parsePostmasterFile(text)).toMatchObject({ pid: 5107, ready: false });
  });

  it('parses the negative pid of a single-user server', () => {
    expect(parsePostmasterFile('-5107\n/data/pg\n')?.pid).toBe(5107);
  });

  it.each(['', '\n', '0\n', 'x\n', '12x\n', '99999999999\n'])('returns undefined for %j', (text) => {
    expect(parsePostmasterFile(text)).toBeUndefined();
  });
});
