import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { toObservation, parseObserved, suggestFields } from './observed.ts';

const SEEN = {
  kind: 'observed',
  image: 'ghcr.io/acme/web:1',
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-09T00:00:00.5Z',
  instances: 3,
  files: [{ path: '/etc/passwd', modes: 'r' }, '/app//index.js', { path: '/tmp/' }],
  libraries: ['/lib/x86_64-linux-gnu/libc.so.6'],
  execs: [{ path: '/usr/bin/node' }],
  listen: [
    { proto: 'TCP', port: 8080 },
    { proto: 'tcp', port: 8080 },
    { port: 53, protocol: 'udp' },
  ],
  connect: [{ host: 'db', port: 5432 }],
  syscalls: ['read', 7],
  user: 0,
  capabilities: ['CAP_CHOWN', 'kill'],
};

function parse(changes: object = {}): ReturnType<typeof parseObserved> {
  return parseObserved(JSON.stringify({ ...SEEN, ...changes }));
}

describe('parseObserved', () => {
  it('parses the observed behavior', () => {
    expect(parse()).toEqual({
      kind: 'observed',
      image: 'ghcr.io/acme/web:1',
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-09T00:00:00.5Z',
      instances: 3,
      paths: ['/app/index.js', '/etc/passwd', '/lib/x86_64-linux-gnu/libc.so.6', '/usr/bin/node'],
      listen: [
        { protocol: 'tcp', port: 8080 },
        { protocol: 'udp', port: 53 },
      ],
      user: '0',
      capabilities: ['chown', 'kill'],
      syscalls: ['read'],
      warnings: [],
    });
  });

  it.each([
    ['/etc/passwd', true],
    ['/usr/lib/x86_64-linux-gnu/libc.so.6', true],
    ['/lib/x86_64-linux-gnu/libc.so.6', true],
    ['/bin/node', true],
    ['/app/./index.js', true],
    ['/etc', false],
    ['etc/passwd', false],
  ])('reports %s as seen: %s', (path, expected) => {
    expect(toObservation(parse()).hasObserved(path)).toBe(expected);
  });

  it('suggests ports, user and capabilities without confirmation', () => {
    expect(suggestFields(parse())).toEqual({
      'exposure.entryPoints': {
        value: [
          { protocol: 'tcp', port: 8080, auth: 'unknown' },
          { protocol: 'udp', port: 53, auth: 'unknown' },
        ],
        source: 'imported',
        evidence: 'Observed in ghcr.io/acme/web:1',
      },
      'privilege.runsAsRoot': { value: 'yes', source: 'imported', evidence: 'Observed in ghcr.io/acme/web:1' },
      'privilege.capabilities': {
        value: ['chown', 'kill'],
        source: 'imported',
        evidence: 'Observed in ghcr.io/acme/web:1',
      },
    });
    expect(suggestFields(parse({ user: 'node', listen: [], capabilities: undefined }))).toMatchObject({
      'privilege.runsAsRoot': { value: 'no' },
    });
    expect(suggestFields(parse({ user: undefined, listen: undefined, capabilities: undefined }))).toEqual({});
  });

  it.each([
    [{ files: [{ path: 'relative' }] }, 'unusable-path'],
    [{ files: [7] }, 'unusable-path'],
    [{ listen: [{ port: 70_000 }] }, 'unusable-port'],
    [{ listen: ['http'] }, 'unusable-port'],
  ])('warns about %j', (changes, code) => {
    expect(parse(changes).warnings).toMatchObject([{ code, line: 1 }]);
  });

  it.each([
    [{ kind: 'seen' }, /"kind" is not "observed"/],
    [{ from: 'yesterday' }, /"from" must be a UTC time/],
    [{ to: '2026-01-09T00:00:00+01:00' }, /"to" must be a UTC time/],
    [{ to: '2025-01-09T00:00:00Z' }, /"to" is before "from"/],
    [{ files: Array.from({ length: LIMITS.observedEntriesMax }, () => '/a') }, /more than 200000 entries/],
  ])('rejects %.60j', (changes, message) => {
    expect(() => parse(changes)).toThrow(message);
  });
});
