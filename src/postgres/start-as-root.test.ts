import { describe, expect, it } from 'vitest';
import { toCommandLine, toSpawnOptions } from './run-as.ts';
import { parsePasswd } from './start-as-root.ts';

const PASSWD = `root:x:0:0:root:/root:/bin/bash
postgresql:x:7:8::/:/bin/sh
postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash
broken
`;

describe('parsePasswd', () => {
  it('returns the user and group of a name', () => {
    expect(parsePasswd(PASSWD, 'postgres')).toEqual({ uid: 101, gid: 104 });
  });

  it.each(['nobody', 'broken', ''])('returns undefined for %j', (name) => {
    expect(parsePasswd(PASSWD, name)).toBeUndefined();
  });
});

describe('command lines and spawn options', () => {
  it('leave the command unchanged for a normal user', () => {
    const runAs = { mode: 'self', uid: 1000, gid: 1000 } as const;

    expect(toCommandLine(runAs, ['postgres'])).toEqual(['postgres']);
    expect(toSpawnOptions(runAs)).toEqual({ cwd: '/' });
  });

  it('run the command in a namespace that maps root to another uid', () => {
    const runAs = { mode: 'namespace', uid: 0, gid: 0 } as const;

    expect(toCommandLine(runAs, ['postgres', '-D', 'x'])).toEqual([
      'unshare',
      '--user',
      '--map-user=65534',
      '--map-group=65534',
      'postgres',
      '-D',
      'x',
    ]);
    expect(toSpawnOptions(runAs)).toEqual({ cwd: '/' });
  });

  it('run the command as another user', () => {
    const runAs = { mode: 'user', uid: 101, gid: 104 } as const;

    expect(toCommandLine(runAs, ['postgres'])).toEqual(['postgres']);
    expect(toSpawnOptions(runAs)).toEqual({ cwd: '/', uid: 101, gid: 104 });
  });
});
