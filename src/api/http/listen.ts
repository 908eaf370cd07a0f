/** Opens the port, and explains failures in terms of the settings that the operator chose. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { messageOf } from '../../core/errors.ts';
import { ADDRESS_UNUSABLE } from '../errors.ts';

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Returns the actual port, which differs if 0 was requested. */
export async function listen(app: FastifyInstance, address: ListenAddress): Promise<number> {
  try {
    await app.listen({ host: address.host, port: address.port });
  } catch (error) {
    throw toListenError(address, error);
  }
  return (app.server.address() as AddressInfo).port;
}

/** Checked before anything starts: a port in use must not waste the first start, whose secrets are shown only once. */
export async function requireUsableAddress(address: ListenAddress): Promise<void> {
  try {
    await tryAddress(address);
  } catch (error) {
    throw toListenError(address, error);
  }
}

/** Returns undefined if the address can be used. */
export async function findListenProblem(address: ListenAddress): Promise<string | undefined> {
  try {
    await tryAddress(address);
    return undefined;
  } catch (error) {
    return toReason(address, error);
  }
}

async function tryAddress({ host, port }: ListenAddress): Promise<void> {
  const server = createServer();
  server.listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

function toListenError(address: ListenAddress, error: unknown): Error {
  const { host, port } = address;
  const setting = HOST_FAULTS.has(toCode(error)) ? 'ASSAY_HOST' : 'ASSAY_PORT';
  return ADDRESS_UNUSABLE({ host, port, reason: toReason(address, error), setting }, { cause: error });
}

const HOST_FAULTS = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

function toReason({ host, port }: ListenAddress, error: unknown): string {
  const code = toCode(error);
  if (HOST_FAULTS.has(code)) return `${host} is not an address of this machine`;
  if (code === 'EADDRINUSE') return `another program uses port ${port}`;
  if (code === 'EACCES') return `port ${port} requires more privileges than this user has`;
  return messageOf(error);
}

function toCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
