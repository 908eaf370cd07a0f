import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findListenProblem, requireUsableAddress } from './listen.ts';

async function aTakenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('requireUsableAddress', () => {
  it('does not occupy a free port', async () => {
    const address = { host: '127.0.0.1', port: 0 };

    await requireUsableAddress(address);

    expect(await findListenProblem(address)).toBeUndefined();
  });

  it('names the port in use and the variable to change it', async () => {
    const port = await aTakenPort();

    await expect(requireUsableAddress({ host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'ADDRESS_UNUSABLE',
      message: `Assay cannot listen on 127.0.0.1, port ${port}: another program uses port ${port}. Set ASSAY_PORT to a free port, or to 0 for any free port.`,
    });
  });

  // https://www.rfc-editor.org/rfc/rfc5737: no machine has this address. "*" is not a host name, so it needs no DNS query.
  it.each(['203.0.113.1', '*'])('rejects %s, which is not an address of this machine', async (host) => {
    await expect(requireUsableAddress({ host, port: 0 })).rejects.toMatchObject({
      code: 'ADDRESS_UNUSABLE',
      message: `Assay cannot listen on ${host}, port 0: ${host} is not an address of this machine. Set ASSAY_HOST to one of its addresses.`,
    });
  });
});
