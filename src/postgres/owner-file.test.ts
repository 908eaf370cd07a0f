import { describe, expect, it } from 'vitest';
import { describeThisProcess, ownerLives, parseOwner } from './owner-file.ts';

describe('parseOwner', () => {
  it('reads what was written', () => {
    const owner = { pid: 7, processStart: 'boot/12', mode: 'namespace', socketDir: '/tmp/assay-socket-abc123' };

    expect(parseOwner(JSON.stringify(owner))).toEqual(owner);
  });

  it.each(['', 'null', '[]', '{"pid"', '{"pid":"7"}', '{"pid":0}', '{"pid":-1}', '{"pid":1.5}'])(
    'reads no owner from %j',
    (text) => {
      expect(parseOwner(text)).toBeUndefined();
    },
  );
});

describe('ownerLives', () => {
  it('knows this process', async () => {
    expect(await ownerLives(await describeThisProcess())).toBe(true);
  });

  it('is not deceived by a number that was given again', async () => {
    expect(await ownerLives({ pid: process.pid, processStart: 'another boot/1' })).toBe(false);
  });

  it('does not know a process that is gone', async () => {
    expect(await ownerLives({ pid: 2_147_483_646, processStart: undefined })).toBe(false);
  });
});
