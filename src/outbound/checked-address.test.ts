import { describe, expect, it } from 'vitest';
import { checkedLookup, requireAllowedTarget, requireAllowedUrl } from './checked-address.ts';
import { toAiPolicy, type Resolve } from './policy.ts';

const CLOSED = toAiPolicy({ allowPrivate: false, proxy: undefined });
const OPEN = toAiPolicy({ allowPrivate: true, proxy: undefined });

const resolveTo =
  (...addresses: readonly string[]): Resolve =>
  (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('addresses of model providers', () => {
  it.each([
    ['http://api.example/v1', 'only https'],
    ['https://127.0.0.1/v1', 'not public'],
    ['https://[::1]/v1', 'not public'],
    ['https://10.1.2.3/v1', 'not public'],
    ['https://169.254.169.254/v1', 'not public'],
  ])('rejects %s (%s)', (address, problem) => {
    expect(() => requireAllowedUrl(new URL(address), CLOSED)).toThrow(problem);
  });

  it.each(['http://127.0.0.1:11434/v1', 'http://[::1]:8080/v1', 'https://10.1.2.3/v1', 'http://192.168.1.20:8000/v1'])(
    'allows %s when the operator allows private addresses',
    (address) => {
      expect(() => requireAllowedUrl(new URL(address), OPEN)).not.toThrow();
    },
  );

  it.each(['http://169.254.169.254/v1', 'http://[fd00:ec2::254]/v1', 'http://[fe80::1]/v1', 'http://0xa9fea9fe/v1'])(
    'rejects %s even when the operator allows private addresses',
    (address) => {
      expect(() => requireAllowedUrl(new URL(address), OPEN)).toThrow('link-local');
    },
  );

  it('rejects a name if any of its addresses is a cloud metadata address', async () => {
    const url = new URL('http://metadata.example/v1');
    const policy = { ...OPEN, resolve: resolveTo('10.0.0.1', '169.254.169.254') };

    await expect(requireAllowedTarget(url, policy)).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN' });
  });

  it('accepts a name that resolves to an allowed address', async () => {
    const url = new URL('https://model.example/v1');

    await requireAllowedTarget(url, { ...OPEN, resolve: resolveTo('10.0.0.1') });
    await requireAllowedTarget(url, { ...CLOSED, resolve: resolveTo('1.1.1.1') });
    await expect(requireAllowedTarget(url, { ...CLOSED, resolve: resolveTo('10.0.0.1') })).rejects.toThrow(
      'not public',
    );
  });

  it('reports that a name does not resolve when private addresses are allowed', async () => {
    const none: Resolve = (_name, _options, done) => done(new Error('ENOTFOUND'), []);

    const call = requireAllowedTarget(new URL('http://ollama:11434/v1'), { ...OPEN, resolve: none });

    await expect(call).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN', message: /does not resolve/ });
  });

  it('refuses to connect to an address that fails the check', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();

    checkedLookup(new URL('http://model.example/'), { ...OPEN, resolve: resolveTo('169.254.169.254') })(
      'model.example',
      { all: true },
      (error) => resolve(error),
    );

    expect(await promise).toMatchObject({ code: 'OUTBOUND_FORBIDDEN' });
  });
});
