import { describe, expect, it } from 'vitest';
import { toCommandLine, toSpawnOptions } from './run-as.ts';
import { parsePasswd } from './start-as-root.ts';

const PASSWD = `root:x:0:0:root:/root:/bin/bash
postgresql:x:7:8::/:/bin/sh
postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash
broken
`;

describe('parsePasswd', () => {
  it('finds user and group', () => {
    expect(parsePasswd(PASSWD, 'postgres')).toEqual({ uid: 101, gid: 104 });
  });

  it.each(['nobody', 'broken', ''])('does not find %j', (name) => {
    expect(parsePasswd(PASSWD, name)).toBeUndefined();
  });
});

describe('a command', () => {
  it('runs as it is for a normal user', () => {
    const runAs = { mode: 'self', uid: 1000, gid: 1000 } as const;

    expect(toCommandLine(runAs, ['postgres'])).toEqual(['postgres']);
    expect(toSpawnOptions(runAs)).toEqual({ cwd: '/' });
  });

  it('runs in a namespace in which root has another number', () => {
    const runAs = { mode: 'namespace', uid: 0, gid: 0 } as const;

    expect(toCommandLine(runAs, ['postgres', '-D', 'x'])).toEqual([
      ...['unshare', '--user', '--map-user=65534', '--map-group=65534'],
      ...['postgres', '-D', 'x'],
    ]);
    expect(toSpawnOptions(runAs)).toEqual({ cwd: '/' });
  });

  it('runs as another user', () => {
    const runAs = { mode: 'user', uid: 101, gid: 104 } as const;

    expect(toCommandLine(runAs, ['postgres'])).toEqual(['postgres']);
    expect(toSpawnOptions(runAs)).toEqual({ cwd: '/', uid: 101, gid: 104 });
  });
});
