/** The server can close connections at any time; the process must survive that. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase, type ReferenceTx } from '../../../src/store/database.ts';
import { aDatabase } from '../../support/test-database.ts';

async function terminate(client: ReferenceTx['client']): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const admin = new pg.Client({ connectionString: inject('postgresAdminUrl') });
  await admin.connect();
  await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await admin.end();
}

describe('a connection that the server ends in the middle of a transaction', () => {
  it('can report an error after its release, and the next transaction gets another one', async () => {
    const url = await aDatabase();
    const database = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 30_000, onIdleError: () => {} });
    onTestFinished(async () => await database.close());
    let lost: ReferenceTx['client'] | undefined;

    const result = database.reference(async ({ client }) => {
      lost = client;
      await terminate(client);
      await client.query('select 1');
    });

    await expect(result).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    // A dying server sends a last message or closes the socket. Without a listener, this error would end the process.
    expect(() =>
      lost?.emit('error', new Error('terminating connection due to unexpected postmaster exit')),
    ).not.toThrow();
    await expect(database.reference(async () => await Promise.resolve('again'))).resolves.toBe('again');
  });
});

describe('a server that dies while it accepts a connection', () => {
  it('fails the transaction and does not end the process', async () => {
    // The ready message and its last message arrive together, before the transaction gets the connection.
    const server = createServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, FATAL]))),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `postgres://a@127.0.0.1:${(server.address() as AddressInfo).port}/a`;
    const database = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 30_000, onIdleError: () => {} });

    const result = database.reference(async ({ client }) => await client.query('select 1'));

    await expect(result).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await database.close();
  });
});

/** Builds a message of the PostgreSQL protocol: its type, length and content. */
function toMessage(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const AUTHENTICATED = toMessage('R', Buffer.alloc(4));
const READY = toMessage('Z', Buffer.from('I'));
const FATAL = toMessage(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
);
