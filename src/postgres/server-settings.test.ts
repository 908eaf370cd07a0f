import { describe, expect, it } from 'vitest';
import { toServerArguments } from './server-settings.ts';

const SETTINGS = { cluster: '/data/pg', socketDir: '/data/s', durable: true };

describe('toServerArguments', () => {
  it('opens no TCP port', () => {
    expect(toServerArguments(SETTINGS)).toContain('listen_addresses=');
  });

  it('quotes the socket folder, because the setting is a list', () => {
    const parameters = toServerArguments({ ...SETTINGS, socketDir: '/a, "b"/s' });

    expect(parameters).toContain('unix_socket_directories="/a, ""b""/s"');
  });

  it.each([
    [true, 'on'],
    [false, 'off'],
  ])('sets the durability settings when durable is %s', (durable, value) => {
    const parameters = toServerArguments({ ...SETTINGS, durable });

    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      expect(parameters).toContain(`${name}=${value}`);
    }
  });
});
