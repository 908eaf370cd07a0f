/** A server on loopback that stands in for a bucket: a table of paths, each with bytes or with its own behavior. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

export interface BucketServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** The requested paths in order, decoded. */
  readonly requests: readonly string[];
  connections(): number;
  stop(): Promise<void>;
}

/** Paths missing from the table get a 404. A behavior instead of a table handles every request. */
export async function startBucket(
  files: Readonly<Record<string, string | Uint8Array | Behavior>> | Behavior,
  host = '127.0.0.1',
): Promise<BucketServer> {
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    requests.push(path);
    const file = typeof files === 'function' ? files : files[path];
    if (typeof file === 'function') file(request, response);
    else response.writeHead(file === undefined ? 404 : 200).end(file ?? 'Nothing here.');
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requests,
    connections: () => connections,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
