/**
 * A webhook receiver on loopback with configurable behavior: it accepts messages, rejects them, hangs, sends invalid responses,
 * or stops and restarts on the same port. It checks signatures according to the specification, without using the code under test.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedMessage {
  readonly id: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As sent. */
  readonly text: string;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly position?: number;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

export type Receive = (response: ServerResponse, message: ReceivedMessage) => void;

export interface WebhookReceiver {
  readonly url: string;
  /** In order of arrival, including repeated ones. */
  readonly messages: readonly ReceivedMessage[];
  /** Sets how messages are handled from now on. */
  behave(receive: Receive): void;
  /** Refuses connections until it is started again on the same port. */
  die(): Promise<void>;
  start(): Promise<void>;
}

export const take: Receive = (response) => void response.writeHead(204).end();

export function answer(status: number, headers: Record<string, string> = {}, body = ''): Receive {
  return (response) => void response.writeHead(status, headers).end(body);
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = [];
  let receive = take;
  let port = 0;
  let server: Server | undefined;

  const start = async (): Promise<void> => {
    server = createServer((request, response) => {
      void buffer(request).then((bytes) => {
        const text = bytes.toString();
        const { headers, url: path = '' } = request;
        const body = JSON.parse(text) as ReceivedMessage['body'];
        const message = { id: String(headers['webhook-id']), path, headers, text, body };
        messages.push(message);
        receive(response, message);
      });
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  await start();
  return {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    messages,
    behave: (next) => {
      receive = next;
    },
    start,
    die: async () => {
      const dying = server;
      server = undefined;
      if (dying === undefined) return;
      dying.close();
      dying.closeAllConnections();
      await once(dying, 'close');
    },
  };
}

/** Returns the number of signatures that are valid for any of the secrets. */
export function countSignatures({ id, headers, text }: ReceivedMessage, secrets: readonly string[]): number {
  const signed = `${id}.${String(headers['webhook-timestamp'])}.${text}`;
  const right = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => right.includes(signature)).length;
}
