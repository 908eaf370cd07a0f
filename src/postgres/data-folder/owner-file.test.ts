import { describe, expect, it } from 'vitest';
import { describeThisProcess, isOwnerAlive, parseOwner } from './owner-file.ts';

describe('parseOwner', () => {
  it('parses what was written', () => {
    const owner = { pid: 7, processStart: 'boot/12', mode: 'namespace', socketDir: '/tmp/assay-socket-abc123' };

    expect(parseOwner(JSON.stringify(owner))).toEqual(owner);
  });

  it.each(['', 'null', '[]', '{"pid"', '{"pid":"7"}', '{"pid":0}', '{"pid":-1}', '{"pid":1.5}'])(
    'returns undefined for %j',
    (text) => {
      expect(parseOwner(text)).toBeUndefined();
    },
  );
});

describe('isOwnerAlive', () => {
  it('returns true for this process', async () => {
    expect(await isOwnerAlive(await describeThisProcess())).toBe(true);
  });

  it('returns false when the pid was reused by another process', async () => {
    expect(await isOwnerAlive({ pid: process.pid, processStart: 'another boot/1' })).toBe(false);
  });

  it('returns false for a process that has exited', async () => {
    expect(await isOwnerAlive({ pid: 2_147_483_646, processStart: undefined })).toBe(false);
  });
});
